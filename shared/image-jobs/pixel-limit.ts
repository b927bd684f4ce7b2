import { encodedBytes } from './encoded-image.ts';
import type { PixelSize } from './resolution.ts';
import type { ImageJob, ImageJobResult } from './types.ts';

/** Returns the limit of `maxDimension` if this form exceeds it, else null. */
export function exceededLimit(job: ImageJob, result: ImageJobResult): PixelSize | null {
  const { pixelLimit } = job;
  if (pixelLimit === undefined) return null;
  const { width, height } = result.kind === 'replaced' ? result.image : job;
  return width > pixelLimit.width || height > pixelLimit.height ? pixelLimit : null;
}

/**
 * Returns the form within the limit, unless that takes more bytes than all pixels: sharp edges become many
 * shades by resampling.
 */
export function smallerWithin(job: ImageJob, whole: ImageJobResult, limited: ImageJobResult): ImageJobResult {
  if (limited.kind === 'replaced' && encodedBytes(limited.image) <= wholeBytes(job, whole)) return limited;
  return whole.kind === 'replaced'
    ? { ...whole, allPixels: 'smaller-as-is' }
    : { ...whole, reason: 'smaller-as-is' };
}

export function wholeBytes(job: ImageJob, whole: ImageJobResult): number {
  return whole.kind === 'replaced' ? encodedBytes(whole.image) : job.storedBytes;
}
