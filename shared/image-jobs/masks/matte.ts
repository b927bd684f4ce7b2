import { fillHidden } from '../../codecs/pixels/hidden-color.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import type { ImageCodecs } from '../image-codecs.ts';
import type { ImageResult, RecodeJob } from '../types.ts';
import { alphaRaster } from './alpha.ts';

/** Below this opacity a color is too imprecise to be unblended, and hardly visible. */
const MIN_OPACITY = 8;

/**
 * Returns the job's image with its `/Matte` blending undone, so that image and mask can be resized and
 * recoded separately. Returns the raster itself without a matte; null if the mask does not match.
 */
export async function withoutMatte(
  job: RecodeJob,
  raster: Raster,
  codecs: ImageCodecs,
): Promise<Raster | null> {
  if (job.matte === null) return raster;
  const alpha = job.alpha === null ? null : await alphaRaster(job.alpha, codecs);
  if (alpha === null || alpha.width !== raster.width || alpha.height !== raster.height) return null;
  const own = { ...raster, samples: unblended(raster, alpha.samples, job.matte) };
  const known = {
    ...alpha,
    samples: alpha.samples.map((opacity) => (opacity < MIN_OPACITY ? 0 : opacity)),
  };
  return fillHidden(own, known);
}

/** Marks the result, and the image for later tries, as unblended. */
export function unblendedResult(result: ImageResult): ImageResult {
  const forNext = result.picture === undefined ? {} : { picture: { ...result.picture, unblended: true } };
  return { ...result, ...(result.kind === 'kept' ? {} : { unblended: true }), ...forNext };
}

/** "c = m + (c' - m) / alpha" (ISO 32000-2, 11.6.5.2). */
function unblended({ channels, samples }: Raster, alpha: Uint8Array, matte: readonly number[]): Uint8Array {
  const own = new Uint8Array(samples.length);
  for (let pixel = 0, at = 0; pixel < alpha.length; pixel += 1) {
    const opacity = alpha[pixel]!;
    for (let channel = 0; channel < channels; channel += 1, at += 1) {
      const color = matte[channel]!;
      const value = opacity === 0 ? color : color + Math.round(((samples[at]! - color) * 255) / opacity);
      own[at] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
  return own;
}
