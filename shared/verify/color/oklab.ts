/** sRGB, 0 to 255 each. */
export type Rgb = readonly [r: number, g: number, b: number];
/** Lightness 0 to 1, then green to red and blue to yellow, each about -0.3 to 0.3. */
export type Oklab = readonly [l: number, a: number, b: number];

/**
 * Converts to Oklab, in which equal distances look about equally large (B. Ottosson, "A perceptual color space
 * for image processing", 2020; the matrices are those of its section "Converting from linear sRGB").
 */
export function oklabOf([red, green, blue]: Rgb): Oklab {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const LINEAR = Float64Array.from({ length: 256 }, (_, level) => {
  const value = level / 255;
  // IEC 61966-2-1.
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

function linear(level: number): number {
  return LINEAR[Math.max(0, Math.min(255, Math.round(level)))]!;
}

/** Distance without lightness: what differs in hue or saturation. */
export function chromaDistance([, a, b]: Oklab, [, otherA, otherB]: Oklab): number {
  return Math.hypot(a - otherA, b - otherB);
}

/** Distance from gray. */
export function chromaOf([, a, b]: Oklab): number {
  return Math.hypot(a, b);
}

/** Differences of hue and saturation beyond this are visible side by side on areas; JPEG stays below. */
export const VISIBLE_CHROMA = 0.04;
/** Colors nearer to gray than this look gray. */
export const GRAY_CHROMA = 0.015;
/** Differences of lightness beyond this are another shade, not rounding. */
const VISIBLE_LIGHT = 0.08;

/** Returns whether two colors of text or lines look different. */
export function isOtherColor(a: Rgb, b: Rgb): boolean {
  if (a[0] === b[0] && a[1] === b[1] && a[2] === b[2]) return false;
  const [one, other] = [oklabOf(a), oklabOf(b)];
  return chromaDistance(one, other) > VISIBLE_CHROMA || Math.abs(one[0] - other[0]) > VISIBLE_LIGHT;
}

/** Luma by ITU-R BT.601. */
export function lumaOf([r, g, b]: Rgb): number {
  return 0.299 * r + 0.587 * g + 0.114 * b;
}
