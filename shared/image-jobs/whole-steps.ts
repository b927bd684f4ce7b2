import type { PictureFacts } from '../codecs/pixels/classify.ts';
import type { Raster } from '../codecs/pixels/raster.ts';
import { wholeBytes } from './choice.ts';
import { type EncodedImage, encodedBytes } from './encoded-image.ts';
import type { PixelSize } from './resolution.ts';
import { PALETTE_COLORS, resampledForm } from './sample-forms.ts';
import { type ImageResult, type RecodeJob, replaced } from './types.ts';

/** Minimum share of the limit for a size that is a whole fraction of the image's. */
const MIN_SHARE = 2 / 3;
/** Maximum bytes relative to what fewer pixels alone save. */
const WORTH_SHARE = 0.9;

/** Returns the sizes at or a little below the limit whose pixels stand for whole squares of pixels, largest first. */
export function wholeSteps(size: PixelSize, limit: PixelSize): readonly PixelSize[] {
  return stepsFrom(size, Math.max(2, firstStepWithin(size, limit)), size.width / (limit.width * MIN_SHARE));
}

/** Returns those above the limit, below twice the limit and the image's own size, largest first. */
export function wholeStepsAbove(size: PixelSize, limit: PixelSize): readonly PixelSize[] {
  const first = firstStepWithin(size, limit);
  return stepsFrom(size, Math.max(2, Math.ceil(first / 2)), first - 1);
}

function firstStepWithin({ width, height }: PixelSize, limit: PixelSize): number {
  return Math.ceil(Math.max(width / limit.width, height / limit.height));
}

function stepsFrom({ width, height }: PixelSize, first: number, last: number): readonly PixelSize[] {
  return Array.from({ length: Math.max(0, Math.floor(last) - first + 1) }, (_, index) => first + index)
    .filter((step) => width % step === 0 && height % step === 0)
    .map((step) => ({ width: width / step, height: height / step }));
}

/**
 * Drawings on a grid of pixels stay sharp if the grid is reduced by a whole number; otherwise every edge becomes
 * several shades, and an image of 400 pixels may take four times the bytes of one with 500. Returns the smallest form
 * of a whole step that saves clearly more than its pixels; else the form within the limit, unless a higher limit
 * would give fewer bytes: then the smallest form.
 * @param reduce downsamples the image to a size
 */
export async function steppedForm(
  job: RecodeJob,
  within: ImageResult,
  { raster, limit, facts }: { raster: PixelSize; limit: PixelSize; facts: PictureFacts },
  reduce: (size: PixelSize) => Promise<Raster>,
): Promise<ImageResult> {
  if (facts.colors > PALETTE_COLORS) return within;
  const reduced = async (size: PixelSize) => resampledForm(job, await reduce(size), facts).finish();
  let least: EncodedImage | null = null;
  let worth: EncodedImage | null = null;
  for (const size of wholeSteps(raster, limit)) {
    if (within.kind === 'replaced' && within.image.width === size.width) continue;
    const stepped = await reduced(size);
    const share = (size.width / limit.width) ** 2 * WORTH_SHARE;
    least = smaller(stepped, least);
    if (encodedBytes(stepped) <= wholeBytes(job, within) * share) worth = smaller(stepped, worth);
  }
  const bytes = wholeBytes(job, within);
  if (worth !== null && encodedBytes(worth) < bytes) return replaced(worth);
  if (least === null || encodedBytes(least) >= bytes) return within;
  for (const above of wholeStepsAbove(raster, limit))
    if (encodedBytes(await reduced(above)) < bytes) return replaced(least);
  return within;
}

function smaller(image: EncodedImage, other: EncodedImage | null): EncodedImage {
  return other !== null && encodedBytes(other) <= encodedBytes(image) ? other : image;
}
