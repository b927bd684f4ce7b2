import type { CompressOptions } from '../options.ts';
import { ContentAnalysisCache } from '../passes/content-analysis-cache.ts';
import { collectImages } from '../passes/images/collect.ts';
import { wholeBytes } from '../pdf/byte-source.ts';
import { Changes } from '../pdf/check/changes.ts';
import { colorSpaceName } from '../pdf/image/image-xobject.ts';
import { openDocument, openOptions } from '../pdf/read/open.ts';
import type { CompressReport } from '../report.ts';
import { rewritePart } from '../run/rewrite-part.ts';
import type { RunContext } from '../run/run.ts';
import { imagesOf, type SampleImage, weightOf } from './sample.ts';

export type EstimateRun = Pick<RunContext, 'host' | 'signal' | 'password'>;

/** Basis of an estimate: images that can be recoded, and the size of the rest. */
export interface Basis {
  /** PDF that contains the images. */
  readonly file: Uint8Array;
  readonly images: readonly SampleImage[];
  /** Bytes of the rest, fully compressed. */
  readonly restBytes: number;
  /** Part of the saving that was in content; `isRounded`: with rounded coordinates. */
  readonly contentSaved: number;
  readonly isRounded: boolean;
}

/** A file that no option changes, with its size. */
export interface AsItIs {
  readonly keptBytes: number;
}

/** Basis from the report of a finished run without a target size. */
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
 * Basis before any run: runs all passes except images, which is a small part of the time for an image-heavy
 * file.
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

/** Returns the bytes that rounding saves. All content is rewritten for it, since a sample predicts little. */
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
  const doc = await openDocument(file, openOptions({ password }));
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

/** Returns the bytes of content that a run saved. */
function contentSaved({ passes }: Pick<CompressReport, 'passes'>): number {
  return passes.find(({ pass }) => pass === 'contents')?.savedBytes ?? 0;
}
