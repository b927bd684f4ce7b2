import { largestOf } from '../../../lists.ts';
import type { Linear } from './linear.ts';

/**
 * Scaling of content on its way to the page: the matrix G for which a vector v has the length sqrt(v G v^T)
 * in points. For a matrix M it is M M^T, which is invariant under rotation, so that the many placements of
 * one form become few stretches.
 */
export interface Stretch {
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
}

/** Differences below this are rounding noise. */
const TOLERANCE = 1e-9;
/** More incomparable stretches of one object than this are replaced by one that covers them all. */
const MAX_STRETCHES = 8;

export function uniformStretch(scale: number): Stretch {
  return { xx: scale * scale, xy: 0, yy: scale * scale };
}

/** Returns the stretch of content that `linear` places into content stretched by `outer`. */
export function placedStretch(linear: Linear, outer: Stretch): Stretch {
  const { a, b, c, d } = linear;
  const ax = a * outer.xx + b * outer.xy;
  const ay = a * outer.xy + b * outer.yy;
  return {
    xx: ax * a + ay * b,
    xy: ax * c + ay * d,
    yy: (c * outer.xx + d * outer.xy) * c + (c * outer.xy + d * outer.yy) * d,
  };
}

/** Square of the largest length of any unit vector. */
export function largestSquare({ xx, xy, yy }: Stretch): number {
  const difference = xx - yy;
  return (xx + yy + Math.sqrt(difference * difference + 4 * xy * xy)) / 2;
}

/** Square of the largest length of any unit vector under `linear`. */
export function largestSquareOf(linear: Linear): number {
  return largestSquare(placedStretch(linear, uniformStretch(1)));
}

/** Stretches of one object, without those that another one exceeds in every direction. */
export class Stretches {
  #all: readonly Stretch[] = [];

  get all(): readonly Stretch[] {
    return this.#all;
  }

  add(stretch: Stretch): void {
    if (this.#all.some((known) => covers(known, stretch))) return;
    const kept = this.#all.filter((known) => !covers(stretch, known));
    kept.push(stretch);
    this.#all = kept.length > MAX_STRETCHES ? [coverOf(kept)] : kept;
  }
}

/** True if `one` makes no vector shorter than `other` does: their difference is positive semi-definite. */
function covers(one: Stretch, other: Stretch): boolean {
  const slack = TOLERANCE * (one.xx + one.yy);
  const xx = one.xx - other.xx + slack;
  const yy = one.yy - other.yy + slack;
  const xy = one.xy - other.xy;
  return xx >= 0 && yy >= 0 && xx * yy >= xy * xy;
}

/** Returns one stretch that covers all: by axis if all are axis-aligned, else uniform. */
function coverOf(stretches: readonly Stretch[]): Stretch {
  if (stretches.every(({ xy }) => xy === 0)) {
    return {
      xx: largestOf(stretches.map(({ xx }) => xx)),
      xy: 0,
      yy: largestOf(stretches.map(({ yy }) => yy)),
    };
  }
  const square = largestOf(stretches.map(largestSquare));
  return { xx: square, xy: 0, yy: square };
}
