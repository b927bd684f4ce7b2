import type { Linear } from '../../pdf/content/interpret/linear.ts';
import type { Offset, Offsets } from './offsets.ts';

/** How far a coordinate may move on the page at most, in points: a fortieth of a pixel at 900 dpi. */
export const ROUNDING_POINTS = 0.002;

/** Points that one unit along each axis becomes. */
export function axisLengths({ a, b, c, d }: Linear, scale: number): Offset {
  return { x: Math.sqrt(a * a + b * b) * scale, y: Math.sqrt(c * c + d * d) * scale };
}

/** How far each coordinate may move so that the point stays within `points`; 0 along an axis that has no length. */
export function axisTolerances(linear: Linear, scale: number, points: number): Offset {
  const lengths = axisLengths(linear, scale);
  const isRightAngled = linear.a * linear.c + linear.b * linear.d === 0;
  const share = points * (isRightAngled ? Math.SQRT1_2 : 0.5);
  return { x: lengths.x > 0 ? share / lengths.x : 0, y: lengths.y > 0 ? share / lengths.y : 0 };
}

/** The vector that `linear` makes `offset` of; null when there is none. */
export function beforeLinear({ a, b, c, d }: Linear, offset: Offset): Offset | null {
  if (offset.x === 0 && offset.y === 0) return offset;
  const determinant = a * d - b * c;
  if (determinant === 0) return null;
  return {
    x: (offset.x * d - offset.y * c) / determinant,
    y: (offset.y * a - offset.x * b) / determinant,
  };
}

export function lengthOf({ x, y }: Offset): number {
  return Math.sqrt(x * x + y * y);
}

/** How far text that follows here stands from where it stood, in points. */
export function textDistance(offsets: Offsets, scale: number): number {
  return lengthOf(offsets.lineOffset) * scale + penDistance(offsets, scale);
}

export function penDistance(offsets: Offsets, scale: number): number {
  const lengths = axisLengths(offsets.lineLinear, scale);
  return Math.max(Math.abs(offsets.pen.x) * lengths.x, Math.abs(offsets.pen.y) * lengths.y);
}
