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
/**
 * Resampling by a little costs more looks than it saves bytes: measured on scans, equal bytes buy more at full size
 * and lower quality up to about this factor above the cap.
 */
const DPI_TOLERANCE = 1.35;

/** The pixels an image has for each inch it is drawn at, along the axis that has fewer; null when not certain. */
export function effectiveDpi(size: PixelSize, placed: PlacedSize | null): number | null {
  if (placed === null || !(placed.widthPt > 0) || !(placed.heightPt > 0)) return null;
  return Math.min(size.width / placed.widthPt, size.height / placed.heightPt) * POINTS_PER_INCH;
}

/** Never larger than `size`, never below one pixel, with its proportions. */
export function targetSize(size: PixelSize, limits: SizeLimits, placed: PlacedSize | null): PixelSize {
  const longer = Math.max(size.width, size.height);
  const dpi = effectiveDpi(size, placed);
  // How large an image is drawn that is drawn in ways we do not know is not known: it keeps what the floor protects.
  if (limits.minDpi > 0 && dpi === null) return { width: size.width, height: size.height };

  let scale = Math.min(1, limits.maxDimension / longer);
  if (limits.maxDpi > 0 && dpi !== null && dpi > limits.maxDpi * DPI_TOLERANCE) {
    scale = Math.min(scale, limits.maxDpi / dpi);
  }
  if (limits.minDpi > 0 && dpi !== null) scale = Math.min(1, Math.max(scale, limits.minDpi / dpi));
  if (scale >= 1) return { width: size.width, height: size.height };
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(size.width), height: scaled(size.height) };
}
