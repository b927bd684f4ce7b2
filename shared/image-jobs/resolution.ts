/** How large an image may stay, from what was asked and from how large it is drawn. */

export interface SizeLimits {
  /** Pixels of the longer side. */
  readonly maxDimension: number;
  /** Pixels per inch at the largest size drawn; 0 when there is no such cap. */
  readonly maxDpi: number;
  /** Pixels per inch below which no image is shrunk, whatever the caps say; 0 when there is no such floor. */
  readonly minDpi: number;
}

/** The largest size at which an image is drawn, in points; null when that is not certain. */
export interface PlacedSize {
  readonly widthPt: number;
  readonly heightPt: number;
}

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

const POINTS_PER_INCH = 72;

/** The pixels an image has for each inch it is drawn at, along the axis that has fewer; null when not certain. */
export function effectiveDpi(size: PixelSize, placed: PlacedSize | null): number | null {
  if (placed === null || !(placed.widthPt > 0) || !(placed.heightPt > 0)) return null;
  return Math.min(size.width / placed.widthPt, size.height / placed.heightPt) * POINTS_PER_INCH;
}

export interface AskedSize {
  /** Never larger than the image, never below one pixel, with its proportions. */
  readonly target: PixelSize;
  /**
   * How many times finer than `target` the image is where nothing but the cap on resolution asks for less, and not for
   * much less: then it may keep its size, see `firstStep`. Else 1.
   */
  readonly excess: number;
}

/** Resampling by a little costs more looks than it saves bytes, up to this factor above the cap. */
const MAX_EXCESS = 1.35;

export function askedSize(size: PixelSize, limits: SizeLimits, placed: PlacedSize | null): AskedSize {
  const target = targetSize(size, limits, placed);
  const dpi = effectiveDpi(size, placed);
  const isLong = Math.max(size.width, size.height) > limits.maxDimension;
  if (isLong || limits.maxDpi === 0 || dpi === null) return { target, excess: 1 };
  const excess = dpi / Math.max(limits.maxDpi, limits.minDpi);
  return { target, excess: excess > 1 && excess <= MAX_EXCESS ? excess : 1 };
}

/** Print of one bit a pixel shows its edges below, and nothing finer by more than this. */
const MIN_BIT_DPI = 600;

/**
 * How many pixels on each side become one in a picture of one bit a pixel, 1 where all stay: where resolution is capped, what
 * is much finer than a press prints loses what nobody can see. Never less than 600 dpi, however low the cap, since letters without grays
 * are rough before they are small.
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

/** The most that is asked for. */
export function targetSize(size: PixelSize, limits: SizeLimits, placed: PlacedSize | null): PixelSize {
  const longer = Math.max(size.width, size.height);
  const dpi = effectiveDpi(size, placed);
  // How large an image is drawn that is drawn in ways we do not know is not known: it keeps what the floor protects.
  if (limits.minDpi > 0 && dpi === null) return { width: size.width, height: size.height };

  let scale = Math.min(1, limits.maxDimension / longer);
  if (limits.maxDpi > 0 && dpi !== null) scale = Math.min(scale, limits.maxDpi / dpi);
  if (limits.minDpi > 0 && dpi !== null) scale = Math.min(1, Math.max(scale, limits.minDpi / dpi));
  if (scale >= 1) return { width: size.width, height: size.height };
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(size.width), height: scaled(size.height) };
}
