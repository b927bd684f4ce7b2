import { EXACT_FROM_QUALITY } from './image-job-palette.ts';
import type { EncodedImage, ImageJob } from './image-job-types.ts';
import { encodeLossless } from './lossless-image.ts';
import type { Raster } from './raster.ts';
import { similarity } from './similarity.ts';

/**
 * Levels tried, fewest first, and the mean SSIM and worst tile they must hold. Sixteen pass where a mask cuts something
 * out (about half the bytes at more than 0.999); soft shadows would show bands and keep more, or all.
 */
const TRIALS = [
  { levels: 16, ssim: 0.9985, worstTile: 3.5 },
  { levels: 32, ssim: 0.9985, worstTile: 2.5 },
] as const;

/**
 * A soft mask in fewer levels, 0 and 255 among them, so that what is hidden stays hidden and what is opaque stays
 * opaque; null where it would be seen, or where nothing may be lost. Not a JPEG: its ringing around cut-out edges
 * reaches 60 levels even at quality 85.
 */
export function inFewerLevels({ settings }: ImageJob, raster: Raster): EncodedImage | null {
  if (!settings.mayBecomeJpeg || settings.quality >= EXACT_FROM_QUALITY) return null;
  for (const { levels, ssim, worstTile } of TRIALS) {
    const coarse = { ...raster, samples: roundedTo(levels, raster.samples) };
    const found = similarity(raster, coarse);
    if (found.ssim < ssim || found.worstTile > worstTile) continue;
    return encodeLossless(coarse, { mayBecomeGray: false, mayBecomeIndexed: false, mayTakeFewerBits: true });
  }
  return null;
}

/** Evenly spaced levels; sixteen of them are exactly what 4 bits can say. */
function roundedTo(levels: number, samples: Uint8Array): Uint8Array {
  const steps = levels - 1;
  return samples.map((sample) => Math.round((Math.round((sample * steps) / 255) * 255) / steps));
}
