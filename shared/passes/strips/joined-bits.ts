import { complementRows } from '../../codecs/bitmap.ts';
import type { BitsResult } from '../../image-jobs/bilevel/bilevel-pages.ts';
import type { ImageJob, ImageSource } from '../../image-jobs/types.ts';
import { PIXELS_IN_FLIGHT } from '../../limits.ts';
import { spend } from '../../pdf/filter/filters.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import { weighedPixels } from '../../work/job.ts';
import { type OrderedResults, runOrdered } from '../../work/run-ordered.ts';
import { mapBytes } from '../../work/transferables.ts';
import { readSource } from '../images/source.ts';
import type { WorkContext } from '../work-context.ts';
import type { Stack } from './stack.ts';

type Context = Pick<WorkContext, 'threads' | 'limits' | 'signal'>;

/** The rows of each strip, in the order of the strips; null where it cannot be read to the bit. */
export function stripRows(images: readonly ImageXObject[], ctx: Context): OrderedResults<Uint8Array | null> {
  const room = { items: ctx.threads.jobsAhead, size: PIXELS_IN_FLIGHT };
  return runOrdered(images, room, weighedPixels, (image) => rowsOf(image, ctx), ctx.signal);
}

async function rowsOf(image: ImageXObject, ctx: Context): Promise<Uint8Array | null> {
  const read = readSource(image, ctx);
  if (read.kind === 'kept') return null;
  // Nothing but the bits counts.
  const alone = { storedBytes: image.stream.contents.length, jbig2: 'generic' } as const;
  const job = { kind: 'bits', image: jobOf(image, read.source, alone), isPage: false } as const;
  const { threads } = ctx;
  const result = threads.areOpen
    ? await threads.run(mapBytes(job, (bytes) => new Uint8Array(bytes)))
    : await threads.runHere(job);
  if (result.kind === 'lost') return null;
  return taken(image, result);
}

function taken({ stream }: ImageXObject, result: BitsResult): Uint8Array | null {
  spend(stream.dict.context, result.unpackedBytes ?? 0);
  return result.kind === 'bits' ? result.page.rows : null;
}

/** One component of one bit, which stays as it is to the bit. */
export function jobOf(
  { width, height }: Pick<ImageJob, 'width' | 'height'>,
  source: ImageSource,
  { storedBytes, jbig2 }: Pick<ImageJob, 'storedBytes'> & Pick<ImageJob['settings'], 'jbig2'>,
): ImageJob {
  return {
    kind: 'image',
    width,
    height,
    bits: 1,
    space: { kind: 'other', components: 1 },
    source,
    storedBytes,
    role: 'picture',
    alpha: null,
    matte: null,
    refusal: null,
    gray: null,
    target: { width, height },
    excess: 1,
    isCoarse: false,
    settings: {
      quality: 100,
      mayBecomeJpeg: false,
      mayChangeSpace: false,
      stripMetadata: false,
      jbig2,
    },
    separable: null,
  };
}

/** The rows of all strips as those of one picture: rows of as many pixels begin at whole bytes, and follow each other. */
export function joinedRows({ strips }: Stack, rows: readonly Uint8Array[]): Uint8Array {
  const rowBytes = (strips[0].image.width + 7) >> 3;
  const joined = new Uint8Array(rowBytes * strips.reduce((sum, { image }) => sum + image.height, 0));
  let at = 0;
  for (const strip of rows) {
    joined.set(strip, at);
    at += strip.length;
  }
  return joined;
}

/** All pixels are alike. */
export function isBlank(
  { width, height }: Pick<ImageXObject, 'width' | 'height'>,
  rows: Uint8Array,
): boolean {
  const inverse = complementRows(rows, width, height);
  const plain = complementRows(inverse, width, height);
  return [plain, inverse].some((bits) => bits.every((byte) => byte === 0));
}
