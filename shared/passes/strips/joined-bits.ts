import { complementRows } from '../../codecs/bitmap.ts';
import type { BitsResult } from '../../image-jobs/bilevel/bilevel-pages.ts';
import { PIXELS_IN_FLIGHT } from '../../limits.ts';
import { spend } from '../../pdf/filter/growth.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import { weighedPixels } from '../../work/job.ts';
import { type OrderedResults, runOrdered } from '../../work/run-ordered.ts';
import { ownCopy } from '../../work/transferables.ts';
import { readSource } from '../images/source.ts';
import type { WorkContext } from '../work-context.ts';
import { pixelBits } from './joined-pixels.ts';

type Context = Pick<WorkContext, 'threads' | 'limits' | 'signal'>;

/** Returns the rows of each strip, in order; null if it cannot be decoded exactly. */
export function stripRows(images: readonly ImageXObject[], ctx: Context): OrderedResults<Uint8Array | null> {
  const room = { items: ctx.threads.jobsAhead, size: PIXELS_IN_FLIGHT };
  return runOrdered(images, room, weighedPixels, (image) => rowsOf(image, ctx), ctx.signal);
}

async function rowsOf(image: ImageXObject, ctx: Context): Promise<Uint8Array | null> {
  const read = readSource(image, ctx);
  if (read.kind === 'kept') return null;
  const { width, height } = image;
  const stored = { width, height, source: read.source, settings: { jbig2: 'generic' } } as const;
  const job = { kind: 'bits', image: stored, isPage: false } as const;
  const { threads } = ctx;
  const result = threads.areOpen
    ? await threads.run(ownCopy(job), () => threads.runHere(job))
    : await threads.runHere(job);
  if (result.kind === 'lost') return null;
  return taken(image, result);
}

function taken({ stream }: ImageXObject, result: BitsResult): Uint8Array | null {
  spend(stream.dict.context, result.unpackedBytes ?? 0);
  return result.kind === 'bits' ? result.page.rows : null;
}

/** Returns whether all pixels are equal. */
export function isBlank(image: ImageXObject, rows: Uint8Array): boolean {
  const { width, height } = image;
  const bits = pixelBits(image);
  if (bits >= 8) return rows.every((byte, at) => byte === rows[at % (bits >> 3)]);
  // Padding is ignored; below 8 bits only rows without padding are checked.
  if (bits > 1) return (width * bits) % 8 === 0 && isOneByte(rows) && isOneSample(rows[0]!, bits);
  const inverse = complementRows(rows, width, height);
  const plain = complementRows(inverse, width, height);
  return [plain, inverse].some((all) => all.every((byte) => byte === 0));
}

function isOneByte(rows: Uint8Array): boolean {
  return rows.every((byte) => byte === rows[0]);
}

function isOneSample(byte: number, bits: number): boolean {
  return ((byte >> bits) | (byte << (8 - bits))) % 256 === byte;
}
