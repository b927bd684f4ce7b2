/** Size limits of an image, by options and drawn size. */

export interface SizeLimits {
  /** Maximum pixels of the longer side. */
  readonly maxDimension: number;
  /** Maximum pixels per inch at the largest drawn size; 0: no limit. */
  readonly maxDpi: number;
  /** Minimum pixels per inch, which takes precedence over the maxima; 0: no limit. */
  readonly minDpi: number;
}

/** Largest size at which an image is drawn, in points; null if uncertain. */
export interface PlacedSize {
  readonly widthPt: number;
  readonly heightPt: number;
}

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

const POINTS_PER_INCH = 72;

/** Pixels per drawn inch, along the axis with fewer; null if uncertain. */
export function effectiveDpi(size: PixelSize, placed: PlacedSize | null): number | null {
  if (placed === null || !(placed.widthPt > 0) || !(placed.heightPt > 0)) return null;
  return Math.min(size.width / placed.widthPt, size.height / placed.heightPt) * POINTS_PER_INCH;
}

export interface AskedSize {
  /** Never larger than the image, at least one pixel, with its aspect ratio. */
  readonly target: PixelSize;
  /**
   * Ratio of the image's resolution to `target` if only the maximum resolution requires less, and not much
   * less: then it may keep its size, see `firstStep`. Else 1.
   */
  readonly excess: number;
}

/** Resampling by up to this factor costs more quality than it saves bytes. */
const MAX_EXCESS = 1.35;

export function askedSize(size: PixelSize, limits: SizeLimits, placed: PlacedSize | null): AskedSize {
  const target = targetSize(size, limits, placed);
  const dpi = effectiveDpi(size, placed);
  const isLong = Math.max(size.width, size.height) > limits.maxDimension;
  if (isLong || limits.maxDpi === 0 || dpi === null) return { target, excess: 1 };
  const excess = dpi / Math.max(limits.maxDpi, limits.minDpi);
  return { target, excess: excess > 1 && excess <= MAX_EXCESS ? excess : 1 };
}

/** One-bit print shows jagged edges below this resolution; higher ones are not visible. */
const MIN_BIT_DPI = 600;

/**
 * Returns how many pixels on each side become one in a one-bit image; 1 if all stay. With a maximum
 * resolution, detail far finer than printing presses is invisible. Never below 600 dpi, however low the
 * maximum, since letters without grays become rough first.
 */
export function bitFactor(
  size: PixelSize,
  { maxDpi, minDpi }: SizeLimits,
  placed: PlacedSize | null,
): number {
  const dpi = effectiveDpi(size, placed);
  if (maxDpi === 0 || dpi === null) return 1;
  return Math.max(1, Math.floor(dpi / Math.max(MIN_BIT_DPI, maxDpi, minDpi)));
}

/** Maximum size by the limits. */
export function targetSize(size: PixelSize, limits: SizeLimits, placed: PlacedSize | null): PixelSize {
  const longer = Math.max(size.width, size.height);
  const dpi = effectiveDpi(size, placed);
  // If the drawn size is unknown, the image keeps all pixels that `minDpi` protects.
  if (limits.minDpi > 0 && dpi === null) return { width: size.width, height: size.height };

  let scale = Math.min(1, limits.maxDimension / longer);
  if (limits.maxDpi > 0 && dpi !== null) scale = Math.min(scale, limits.maxDpi / dpi);
  if (limits.minDpi > 0 && dpi !== null) scale = Math.min(1, Math.max(scale, limits.minDpi / dpi));
  if (scale >= 1) return { width: size.width, height: size.height };
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(size.width), height: scaled(size.height) };
}

/** Returns the size by the minimum resolution alone; null without that limit. */
export function minSize(
  size: PixelSize,
  { minDpi }: SizeLimits,
  placed: PlacedSize | null,
): PixelSize | null {
  return minDpi === 0 ? null : targetSize(size, { maxDimension: 1, maxDpi: 0, minDpi }, placed);
}

/** Returns the size by the maximum of pixels and the minimum resolution alone; null if the image is within. */
export function pixelLimit(size: PixelSize, limits: SizeLimits, placed: PlacedSize | null): PixelSize | null {
  const limit = targetSize(size, { ...limits, maxDpi: 0 }, placed);
  return limit.width < size.width || limit.height < size.height ? limit : null;
}
