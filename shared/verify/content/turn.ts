import type { Matrix } from '../../pdf/content/matrix.ts';

/** Indexes in `TURNS` (`pictures/turns.ts`) by the signs of `a` and `d` of a matrix, or of `b` and `c` where the sides are exchanged. */
const UPRIGHT = { '++': 0, '--': 1, '+-': 4, '-+': 5 } as const;
const EXCHANGED = { '++': 7, '--': 6, '+-': 3, '-+': 2 } as const;
/** Between the two kinds rounding would decide. */
const CLEAR_RATIO = 1.2;

/** Returns how an image under this matrix is turned, as an index in `TURNS`; null if it leans too far to tell. */
export function turnOf([a, b, c, d]: Matrix): number | null {
  const [upright, exchanged] = [Math.abs(a) + Math.abs(d), Math.abs(b) + Math.abs(c)];
  const signs = (x: number, y: number) => `${x < 0 ? '-' : '+'}${y < 0 ? '-' : '+'}` as const;
  if (upright > exchanged * CLEAR_RATIO) return UPRIGHT[signs(a, d)];
  return exchanged > upright * CLEAR_RATIO ? EXCHANGED[signs(b, c)] : null;
}
