import { type PictureStep, qualityAsDrawn } from '../../image-jobs/quality.ts';
import { effectiveDpi, type PixelSize, type PlacedSize, targetSize } from '../../image-jobs/resolution.ts';
import type { CompressOptions } from '../../options.ts';
import type { Sharpness } from '../../report.ts';

/**
 * Matching quality and resolution, measured on photographs, scans and slides: at equal bytes more pixels at a
 * lower quality look better, down to about 45; below, both decrease. At least 20 and 72 dpi.
 */
const KNOTS: readonly Sharpness[] = [
  { quality: 100, dpi: 1200 },
  { quality: 75, dpi: 600 },
  { quality: 65, dpi: 450 },
  { quality: 55, dpi: 300 },
  { quality: 50, dpi: 220 },
  { quality: 45, dpi: 170 },
  { quality: 40, dpi: 145 },
  { quality: 35, dpi: 125 },
  { quality: 30, dpi: 105 },
  { quality: 25, dpi: 88 },
  { quality: 20, dpi: 72 },
];
const POINTS_BETWEEN_KNOTS = 8;

/** From sharpest to smallest; the point before the first is the options without a requested size. */
export const SHARPNESSES: readonly Sharpness[] = KNOTS.slice(1).flatMap((to, index) =>
  Array.from({ length: POINTS_BETWEEN_KNOTS }, (_, point) => {
    const from = KNOTS[index]!;
    const between = (start: number, end: number) =>
      Math.round(start + ((end - start) * (point + 1)) / POINTS_BETWEEN_KNOTS);
    return { quality: between(from.quality, to.quality), dpi: between(from.dpi, to.dpi) };
  }),
);

/** In searches for a size, images of fewer bytes stay in their first form but at the smallest point. Estimates leave them out. */
export const MIN_SEARCHED_BYTES = 1024;
/** Minimum resolution of a scan whose text is separated; below, letters have too few pixels for hard edges. */
export const MIN_SEPARABLE_DPI = 180;
/** Assumed drawn length of an image of unknown size: Letter paper. */
export const SHEET_INCHES = 11;

/** Returns the settings of an image at a point: at most as the options say, and at least `minDpi`. */
export function stepAt(
  { quality, dpi }: Sharpness,
  size: PixelSize,
  options: CompressOptions,
  placed: PlacedSize | null,
): PictureStep {
  const most = targetSize(size, options, placed);
  return {
    quality: qualityAsDrawn(Math.min(quality, options.quality), effectiveDpi(size, placed)),
    target: smallerSize(most, size, scaleAt(dpi, size, options, placed)),
  };
}

function scaleAt(
  dpi: number,
  size: PixelSize,
  { minDpi }: CompressOptions,
  placed: PlacedSize | null,
): number {
  const own = effectiveDpi(size, placed);
  if (own !== null) return Math.max(dpi, minDpi) / own;
  // The drawn size is unknown, so `minDpi` keeps all pixels.
  return minDpi > 0 ? 1 : (dpi * SHEET_INCHES) / Math.max(size.width, size.height);
}

function smallerSize(most: PixelSize, size: PixelSize, scale: number): PixelSize {
  const scaled = (side: number, limit: number) => Math.min(limit, Math.max(1, Math.round(side * scale)));
  return { width: scaled(size.width, most.width), height: scaled(size.height, most.height) };
}
