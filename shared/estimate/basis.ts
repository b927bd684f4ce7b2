import { DEFAULT_LIMITS } from '../limits.ts';
import type { CompressOptions } from '../options.ts';
import { ContentAnalysisCache } from '../passes/content-analysis-cache.ts';
import { collectImages } from '../passes/images/collect.ts';
import { wholeBytes } from '../pdf/byte-source.ts';
import { Changes } from '../pdf/check/changes.ts';
import { colorSpaceName } from '../pdf/image/image-xobject.ts';
import { openDocument } from '../pdf/read/open.ts';
import type { CompressReport } from '../report.ts';
import { rewritePart } from '../run/rewrite-part.ts';
import type { RunContext } from '../run/run.ts';
import { imagesOf, type SampleImage, weightOf } from './sample.ts';

export type EstimateRun = Pick<RunContext, 'host' | 'signal' | 'password'>;

/** What an estimate stands on: pictures that can be made again, and what the file weighs beside them. */
export interface Basis {
  /** Holds the pictures. */
  readonly file: Uint8Array;
  readonly images: readonly SampleImage[];
  /** Bytes of all else, once it is as small as it gets. */
  readonly restBytes: number;
  /** Of these, what was saved in content; `options` say whether by rounding, too. */
  readonly contentSaved: number;
  readonly isRounded: boolean;
}

/** Whatever is asked for, such a file comes back as it is, and weighs so much. */
export interface AsItIs {
  readonly keptBytes: number;
}

/** What a finished run says, within no size. */
export function basisOfRun(input: Uint8Array, done: CompressReport): Basis | AsItIs {
  const { unchanged, warnings, outputSize, options } = done;
  if (unchanged && (warnings.includes('signed') || warnings.includes('damaged-kept')))
    return { keptBytes: outputSize };
  const images = imagesOf(done);
  return {
    file: input,
    images,
    restBytes: outputSize - weightOf(images),
    contentSaved: contentSaved(done),
    isRounded: options.roundCoordinates,
  };
}

/**
 * What there is to say before any run: all passes but the one over pictures are done, which takes a small part of the
 * time where a file is heavy with them.
 *
 * @throws PdfError when the document cannot be read
 */
export async function basisBeforeRun(
  input: Uint8Array,
  options: CompressOptions,
  run: EstimateRun,
): Promise<Basis | AsItIs> {
  const made = await rewritePart(input, options, 'all-but-images', run);
  if (made.kind === 'kept') return { keptBytes: made.result.report.outputSize };
  const { draft } = made;
  const output = wholeBytes(made.output);
  const images = await storedImages(output, run);
  return {
    file: output,
    images,
    restBytes: output.length - weightOf(images),
    contentSaved: contentSaved(draft),
    isRounded: options.roundCoordinates,
  };
}

/** Bytes that rounding coordinates saves: all content is written anew for it, since a sample of drawings says little. */
export async function savedByRounding(
  input: Uint8Array,
  { contentSaved: without }: Basis,
  options: CompressOptions,
  run: EstimateRun,
): Promise<number> {
  const rounded = await rewritePart(input, options, 'all-but-images', run);
  return rounded.kind === 'kept' ? 0 : contentSaved(rounded.draft) - without;
}

async function storedImages(file: Uint8Array, { password }: EstimateRun): Promise<readonly SampleImage[]> {
  const opened = { limits: DEFAULT_LIMITS, ...(password === undefined ? {} : { password }) };
  const doc = await openDocument(file, opened);
  const { images, surroundings } = collectImages(
    doc,
    new Changes(),
    new ContentAnalysisCache().of(doc).survey,
  );
  return images.map((image) => ({
    object: image.ref.objectNumber,
    width: image.width,
    height: image.height,
    bitsPerComponent: image.bits,
    colorSpace: colorSpaceName(image),
    codec: image.codec,
    size: image.stream.contents.length,
    softMask: surroundings.isSoftMask(image),
    outcome: { kind: 'kept', reason: 'not-smaller' },
  }));
}

/** Bytes of content that a run saved. */
function contentSaved({ passes }: Pick<CompressReport, 'passes'>): number {
  return passes.find(({ pass }) => pass === 'contents')?.savedBytes ?? 0;
}
