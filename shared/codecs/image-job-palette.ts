import type { PictureFacts } from './classify.ts';
import type { Draft } from './draft.ts';
import type { EncodedImage, ImageJob } from './image-job-types.ts';
import { draftIndexed } from './lossless-image.ts';
import { quantise, unindexed } from './palette.ts';
import type { Raster } from './raster.ts';
import { similarity } from './similarity.ts';

/** Smallest first: on anti-aliased text and charts 64 colours halve the bytes and are seldom seen. */
const PALETTE_SIZES = [64, 256] as const;
/** From this quality on nothing may be lost where losing is not what the format is about. */
export const EXACT_FROM_QUALITY = 90;

/** What a palette must hold: mean SSIM, and the worst tile's mean difference in levels. */
interface Gate {
  readonly ssim: number;
  readonly worstTile: number;
}
const FINE: Gate = { ssim: 0.9985, worstTile: 5 };
const COARSE: Gate = { ssim: 0.995, worstTile: 8 };
const COARSE_BELOW_QUALITY = 70;

/**
 * Line art in fewer colours than it has, at its full size and without dithering, where nobody sees the difference;
 * null where one would, or where the image may not lose anything. On charts and screenshots this is about half the
 * bytes of lossless coding, and half of a JPEG that looks worse.
 */
export function inFewerColors(
  job: ImageJob,
  raster: Raster,
  { colors }: PictureFacts,
): Draft<EncodedImage> | null {
  const { mayBecomeJpeg, mayChangeSpace, quality } = job.settings;
  if (!mayBecomeJpeg || !mayChangeSpace || quality >= EXACT_FROM_QUALITY) return null;
  const gate = quality < COARSE_BELOW_QUALITY ? COARSE : FINE;
  for (const size of PALETTE_SIZES) {
    if (colors <= size) return null;
    const palette = quantise(raster, size);
    if (palette === null) return null;
    const { ssim, worstTile } = similarity(raster, unindexed(palette, raster));
    if (ssim < gate.ssim || worstTile > gate.worstTile) continue;
    return draftIndexed(raster.width, raster.height, palette.indexes, palette.table, raster.channels);
  }
  return null;
}
