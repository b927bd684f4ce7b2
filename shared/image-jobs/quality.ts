import type { PixelSize } from './resolution.ts';

/**
 * Converts JPEG qualities between resolutions. Quantization steps scale with the area of a pixel: with twice
 * the pixels on each side they may be four times as coarse for the same loss on paper, at slightly more
 * bytes.
 */

/** Quantization steps relative to the standard's tables, in percent, by libjpeg's rule: from 5000 down to 0. */
function stepPercent(quality: number): number {
  return quality < 50 ? 5000 / quality : 200 - quality * 2;
}

/** Returns the quality of such steps, 1-100. */
function qualityOfSteps(percent: number): number {
  const quality = percent > 100 ? 5000 / percent : (200 - percent) / 2;
  return Math.min(100, Math.max(1, Math.round(quality)));
}

/** Below, blocks are visible in flat color. */
const MIN_COARSER_QUALITY = 25;

/** A JPEG must exceed the requested quality by this to be worth recoding; otherwise it only loses quality. */
export const QUALITY_MARGIN = 5;

/** Returns the quality at which `factor` times the pixels on each side take about the same bytes or slightly more. */
export function coarserQuality(quality: number, factor: number): number {
  const coarser = qualityOfSteps(stepPercent(quality) * factor * factor);
  return Math.max(Math.min(quality, MIN_COARSER_QUALITY), coarser);
}

/** Minimum quality gained by averaging. */
const MIN_REGAINED_QUALITY = 10;

/**
 * Averaging pixels removes old artifacts, so a downsampled image may need a higher quality than its source:
 * its steps are divided by the factor of its sides. With a higher quality, fewer pixels would sometimes take
 * more bytes.
 * @param stored quality of the JPEG that is downsampled
 * @param factor by which its sides are divided
 */
export function regainedQuality(stored: number, factor: number): number {
  const regained = qualityOfSteps(stepPercent(stored) / factor);
  return Math.min(100, Math.max(stored + MIN_REGAINED_QUALITY, regained));
}

/** Below, as drawn, single pixels and JPEG blocks are visible. */
const COARSE_DPI = 60;
/** Minimum quality for such images: they are small, so little would be saved. */
const MIN_COARSE_QUALITY = 75;

/** @param dpi as drawn; null if uncertain */
export function isCoarse(dpi: number | null): boolean {
  return dpi !== null && dpi < COARSE_DPI;
}

/**
 * Returns the quality for an image as drawn: 40 pixels over a quarter of a page have blocks an inch wide, too
 * visible for the 3 kB that they save.
 */
export function qualityAsDrawn(quality: number, dpi: number | null): number {
  if (dpi === null || !isCoarse(dpi)) return quality;
  const share = (dpi / COARSE_DPI) * (dpi / COARSE_DPI);
  return qualityOfSteps(stepPercent(Math.max(quality, MIN_COARSE_QUALITY)) * share * share);
}

/** Size and quality of one form. */
export interface PictureStep {
  /** Not larger than the image. */
  readonly target: PixelSize;
  readonly quality: number;
}

/** Facts that determine a step. */
export interface StepFacts {
  readonly size: PixelSize;
  readonly target: PixelSize;
  /** See `AskedSize`. */
  readonly excess: number;
  readonly quality: number;
  /** Quality of the source JPEG; null for exact samples. */
  readonly storedQuality: number | null;
  readonly isDetailed: boolean;
}

/**
 * Images slightly finer than the limit keep their size at a lower quality: letters are sharper than in the
 * downsampled image, at about the same bytes (200 dpi at quality 25 versus 150 at 50: SSIM .985 versus .964).
 * Photographs gain nothing by it, and show blocks. A JPEG that is about as coarse already has no such form.
 */
const MAX_EXCESS_OF_PICTURES = 1.15;
/** Independent of the requested quality, so that a lower one never gives a larger file. */
const MAX_COARSE_SOURCE = MIN_COARSER_QUALITY + QUALITY_MARGIN;

/** @param storedQuality of the source JPEG */
export function isCoarseSource(storedQuality: number): boolean {
  return storedQuality <= MAX_COARSE_SOURCE;
}

/** Returns the first form of an image, before any size search. */
export function firstStep({
  size,
  target,
  excess,
  quality,
  storedQuality,
  isDetailed,
}: StepFacts): PictureStep {
  if (excess === 1 || (excess > MAX_EXCESS_OF_PICTURES && !isDetailed)) return { target, quality };
  if (storedQuality !== null && isCoarseSource(storedQuality)) return { target, quality };
  const most = storedQuality === null ? quality : Math.min(quality, regainedQuality(storedQuality, excess));
  return { target: { width: size.width, height: size.height }, quality: coarserQuality(most, excess) };
}
