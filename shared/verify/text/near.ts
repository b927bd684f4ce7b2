import type { Glyph } from '../content/page-marks.ts';

/** Points: less than a tenth of a millimetre, and more than programs round. */
export const GLYPH_TOLERANCE = 0.25;

/** At the same place, as far as the places are known. */
export function isNear(a: Glyph, b: Glyph): boolean {
  if (!a.isPlaceSure || !b.isPlaceSure) return true;
  return Math.abs(a.x - b.x) <= GLYPH_TOLERANCE && Math.abs(a.y - b.y) <= GLYPH_TOLERANCE;
}
