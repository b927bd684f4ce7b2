import type { PixelSize } from './resolution.ts';

/**
 * What a quality is worth at another resolution. The steps of quantisation follow the area that a pixel covers: with
 * twice the pixels on each side they may be four times as coarse for the same loss on paper, and a little more bytes.
 */

/** Steps of quantisation beside those of the standard's tables, in per cent, by libjpeg's rule: from 5000 down to 0. */
function stepPercent(quality: number): number {
  return quality < 50 ? 5000 / quality : 200 - quality * 2;
}

/** The quality of such steps, 1-100. */
function qualityOfSteps(percent: number): number {
  const quality = percent > 100 ? 5000 / percent : (200 - percent) / 2;
  return Math.min(100, Math.max(1, Math.round(quality)));
}

/** Below, blocks show in flat colour. */
const MIN_COARSER_QUALITY = 25;

/** The quality at which a picture of `factor` times the pixels on each side takes about as many bytes, or a few more. */
export function coarserQuality(quality: number, factor: number): number {
  const coarser = qualityOfSteps(stepPercent(quality) * factor * factor);
  return Math.max(Math.min(quality, MIN_COARSER_QUALITY), coarser);
}

/** What averaging gives back at least, however little is averaged. */
const MIN_REGAINED_QUALITY = 10;

/**
 * Averaging pixels averages old artefacts away, so a shrunken image may carry more quality than its source: steps finer
 * by what its sides are divided by. With more than that, fewer pixels would now and then take more bytes.
 *
 * @param stored quality of the JPEG that is shrunk
 * @param factor by which its sides are divided
 */
export function regainedQuality(stored: number, factor: number): number {
  const regained = qualityOfSteps(stepPercent(stored) / factor);
  return Math.min(100, Math.max(stored + MIN_REGAINED_QUALITY, regained));
}

/** Below, as drawn, pixels are seen one by one, and so are the blocks of a JPEG. */
const COARSE_DPI = 60;
/** Less is not asked of such pictures: they are small, so little is gained. */
const MIN_COARSE_QUALITY = 75;

/** @param dpi as drawn; null when not certain */
export function isCoarse(dpi: number | null): boolean {
  return dpi !== null && dpi < COARSE_DPI;
}

/**
 * The quality that is asked of a picture as it is drawn: 40 pixels over a quarter of a page have blocks an inch wide,
 * which is too much to see for the 3 kB that they save.
 */
export function qualityAsDrawn(quality: number, dpi: number | null): number {
  if (dpi === null || !isCoarse(dpi)) return quality;
  const share = (dpi / COARSE_DPI) * (dpi / COARSE_DPI);
  return qualityOfSteps(stepPercent(Math.max(quality, MIN_COARSE_QUALITY)) * share * share);
}

/** How large and how good. */
export interface PictureStep {
  /** Not larger than the picture. */
  readonly target: PixelSize;
  readonly quality: number;
}

/** What a step follows from. */
export interface StepFacts {
  readonly size: PixelSize;
  readonly target: PixelSize;
  /** See `AskedSize`. */
  readonly excess: number;
  readonly quality: number;
  /** Of the JPEG that it is; null for exact samples. */
  readonly storedQuality: number | null;
  readonly isDetailed: boolean;
}

/**
 * Print a little finer than the cap stays as it is, at a lower quality: letters are sharper than those of the shrunken
 * picture, in about its bytes (200 dpi at quality 25 beside 150 at 50: SSIM .985 beside .964). Photographs gain nothing
 * by it, and show blocks.
 */
const MAX_EXCESS_OF_PICTURES = 1.15;

/** The first form of a picture, before any search for a size. */
export function firstStep({
  size,
  target,
  excess,
  quality,
  storedQuality,
  isDetailed,
}: StepFacts): PictureStep {
  if (excess === 1 || (excess > MAX_EXCESS_OF_PICTURES && !isDetailed)) return { target, quality };
  const most = storedQuality === null ? quality : Math.min(quality, regainedQuality(storedQuality, excess));
  return { target: { width: size.width, height: size.height }, quality: coarserQuality(most, excess) };
}
