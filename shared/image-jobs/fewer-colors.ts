import type { DeferredEncoding } from '../codecs/deferred-encoding.ts';
import { worstColorShift } from '../codecs/pixels/color-shift.ts';
import { fewerColors, indexed, tonesOf, unindexed } from '../codecs/pixels/palette.ts';
import { firstChannel, isExactlyGray, type Raster } from '../codecs/pixels/raster.ts';
import { similarity } from '../codecs/pixels/similarity.ts';
import type { EncodedImage } from './encoded-image.ts';
import { draftIndexed } from './lossless-image.ts';
import type { RecodeJob } from './types.ts';

/** Smallest first: on anti-aliased text and charts 16 or 64 colors halve the bytes and are seldom noticeable. */
const PALETTE_SIZES = [16, 64, 256] as const;
/** From this quality on, only formats that are inherently lossy may lose anything. */
export const EXACT_FROM_QUALITY = 90;

/** Limits for a palette: mean SSIM, mean difference of the worst tile and largest color shift, in levels. */
interface Gate {
  readonly ssim: number;
  readonly worstTile: number;
  readonly colorShift: number;
}
const FINE: Gate = { ssim: 0.9985, worstTile: 5, colorShift: 6 };
const COARSE: Gate = { ssim: 0.995, worstTile: 8, colorShift: 12 };
const COARSE_BELOW_QUALITY = 70;
/** Every edge is a blend of few colors anyway: its shade may move as for low quality, areas keep their colors. */
const BLENDED: Gate = { ...FINE, ssim: COARSE.ssim };

/**
 * Quantizes line art to fewer colors, at its full size and without dithering, if the difference is invisible;
 * else null, also if the image must stay exact. On charts and screenshots this takes about half the bytes of
 * lossless coding, and half those of a JPEG that looks worse.
 * @param colors of the raster; null if not counted
 * @param hadFewColors it was resampled from so few colors that a palette held them all: blends of them are
 * rounded whatever the settings
 */
export function inFewerColors(
  job: RecodeJob,
  raster: Raster,
  colors: number | null,
  hadFewColors = false,
): DeferredEncoding<EncodedImage> | null {
  const { mayBecomeJpeg, mayChangeSpace, quality, jbig2 } = job.settings;
  const mustBeExact = !mayBecomeJpeg || quality >= EXACT_FROM_QUALITY;
  if (!mayChangeSpace || (mustBeExact && !hadFewColors)) return null;
  const exacting = hadFewColors ? BLENDED : FINE;
  const gate = !mustBeExact && quality < COARSE_BELOW_QUALITY ? COARSE : exacting;
  // Three equal components count and compare as one; palette entries have all of them.
  const picture = isExactlyGray(raster) ? firstChannel(raster) : raster;
  const entryBytes = job.space.kind === 'rgb' ? 3 : raster.channels;
  const tones = colors === null || colors > PALETTE_SIZES[0] ? tonesOf(picture) : null;
  if (tones === null) return null;
  for (const size of PALETTE_SIZES) {
    if (tones.colors.length <= size) return null;
    const { indexes, table } = indexed(picture, tones, fewerColors(tones, size));
    const shown = unindexed({ indexes, table }, picture);
    if (worstColorShift(picture, shown, gate.colorShift) > gate.colorShift) continue;
    const { ssim, worstTile } = similarity(picture, shown);
    if (ssim < gate.ssim || worstTile > gate.worstTile) continue;
    const entries = entryBytes > picture.channels ? inThreeChannels(table) : table;
    return draftIndexed(raster, indexes, { table: entries, entryBytes }, jbig2);
  }
  return null;
}

function inThreeChannels(grays: Uint8Array): Uint8Array {
  return new Uint8Array(grays.length * 3).map((_, at) => grays[Math.floor(at / 3)]!);
}
