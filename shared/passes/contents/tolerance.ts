import type { Linear } from '../../pdf/content/interpret/linear.ts';
import type { Offset } from './offsets.ts';

/** A content's place in its document, and what rounding its coordinates may change. */
export interface Placement {
  /** Maximum points per unit of content space. */
  readonly scale: number;
  /** Lines begin with the initial graphics state. */
  readonly isPage: boolean;
  /** Maximum shift of a path's point on the page, in points. */
  readonly points: number;
}

/** Up to this quality, coordinates move as far as they may. */
const SMALL_QUALITY = 60;

/** Maximum shift of a coordinate of a path on the page, in points: 0.005 are a sixteenth of a pixel at 900 dpi. */
export function roundingPoints(quality: number): number {
  return quality <= SMALL_QUALITY ? 0.005 : 0.002;
}

/** Length in points of a unit along each axis. */
export function axisLengths({ a, b, c, d }: Linear, scale: number): Offset {
  return { x: Math.sqrt(a * a + b * b) * scale, y: Math.sqrt(c * c + d * d) * scale };
}

/** Tolerance of each coordinate that keeps the point within `points`; 0 along an axis without length. */
export function axisTolerances(linear: Linear, scale: number, points: number): Offset {
  const lengths = axisLengths(linear, scale);
  const isRightAngled = linear.a * linear.c + linear.b * linear.d === 0;
  const share = points * (isRightAngled ? Math.SQRT1_2 : 0.5);
  return { x: lengths.x > 0 ? share / lengths.x : 0, y: lengths.y > 0 ? share / lengths.y : 0 };
}

export function lengthOf({ x, y }: Offset): number {
  return Math.sqrt(x * x + y * y);
}
