import type { PictureFacts } from '../codecs/pixels/classify.ts';
import type { Raster } from '../codecs/pixels/raster.ts';
import { wholeBytes } from './choice.ts';
import { encodedBytes } from './encoded-image.ts';
import type { PixelSize } from './resolution.ts';
import { PALETTE_COLORS, resampledForm } from './sample-forms.ts';
import { type ImageResult, type RecodeJob, replaced } from './types.ts';

/** Minimum share of the limit for a size that is a whole fraction of the image's. */
const MIN_SHARE = 2 / 3;
/** Maximum bytes relative to what fewer pixels alone save. */
const WORTH_SHARE = 0.9;

/** Returns the sizes at or a little below the limit whose pixels stand for whole squares of pixels, largest first. */
export function wholeSteps({ width, height }: PixelSize, limit: PixelSize): readonly PixelSize[] {
  const first = Math.max(2, Math.ceil(Math.max(width / limit.width, height / limit.height)));
  const last = Math.floor(width / (limit.width * MIN_SHARE));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
    .filter((step) => width % step === 0 && height % step === 0)
    .map((step) => ({ width: width / step, height: height / step }));
}

/**
 * Drawings on a grid of pixels stay sharp if the grid is reduced by a whole number; otherwise every edge becomes
 * several shades, and an image of 400 pixels may take four times the bytes of one with 500. Returns the smallest form
 * of a whole step that saves clearly more than its pixels; else the form within the limit.
 * @param reduce downsamples the image to a size
 */
export async function steppedForm(
  job: RecodeJob,
  within: ImageResult,
  { raster, limit, facts }: { raster: PixelSize; limit: PixelSize; facts: PictureFacts },
  reduce: (size: PixelSize) => Promise<Raster>,
): Promise<ImageResult> {
  if (facts.colors > PALETTE_COLORS) return within;
  let best = within;
  for (const size of wholeSteps(raster, limit)) {
    if (within.kind === 'replaced' && within.image.width === size.width) continue;
    const stepped = resampledForm(job, await reduce(size), facts).finish();
    const share = (size.width / limit.width) ** 2 * WORTH_SHARE;
    const isWorth = encodedBytes(stepped) <= wholeBytes(job, within) * share;
    if (isWorth && encodedBytes(stepped) < wholeBytes(job, best)) best = replaced(stepped);
  }
  return best;
}
