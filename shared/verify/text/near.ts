import type { Glyph } from '../content/page-marks.ts';

/** Points: less than a tenth of a millimeter, and more than any rounding. */
export const GLYPH_TOLERANCE = 0.25;

/** Returns whether both are at the same position, as far as positions are known. */
export function isNear(a: Glyph, b: Glyph): boolean {
  if (!a.isPlaceSure || !b.isPlaceSure) return true;
  return Math.abs(a.x - b.x) <= GLYPH_TOLERANCE && Math.abs(a.y - b.y) <= GLYPH_TOLERANCE;
}
