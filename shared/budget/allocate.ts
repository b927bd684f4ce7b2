import { mapped } from '../lists.ts';
import { FIRST, LAST, type SizeCurve } from './size-curve.ts';

/** Target size of each file, so that all look equally good and fit together. */
export type BudgetAllocation =
  /** All files fit without a target. */
  | { readonly kind: 'fits' }
  /** Even the softest images would exceed the budget, at `leastBytes`. */
  | { readonly kind: 'impossible'; readonly leastBytes: number }
  /** Bytes by file; null for a file that softer images do not shrink. */
  | { readonly kind: 'shares'; readonly targets: readonly (number | null)[] };

/**
 * Finds the sharpest point that all files can share, and the bytes each file has there: files that need more
 * bytes for the same look get more. The remainder is distributed in proportion to size.
 */
export function allocateBudget(curves: readonly SizeCurve[], budget: number): BudgetAllocation {
  const total = (point: number) => curves.reduce((sum, curve) => sum + curve.at(point), 0);
  if (total(FIRST) <= budget) return { kind: 'fits' };
  const fixed = curves.reduce((sum, curve) => sum + (curve.isFlat ? curve.at(FIRST) : 0), 0);
  if (total(LAST) > budget || fixed >= budget)
    return withSeparated(curves, budget) ?? { kind: 'impossible', leastBytes: Math.ceil(total(LAST)) };
  let [low, high] = [FIRST, LAST];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (total(middle) <= budget) high = middle;
    else low = middle;
  }
  const soft = curves.reduce((sum, curve) => sum + (curve.isFlat ? 0 : curve.at(high)), 0);
  // The point lies between two points of the axis; the sum never exceeds the budget.
  const stretch = (budget - fixed) / Math.max(1, soft);
  return {
    kind: 'shares',
    targets: curves.map((curve) => (curve.isFlat ? null : Math.floor(curve.at(high) * stretch))),
  };
}

/** Separated text takes rarely less of the bytes at the softest point. */
const MIN_SEPARATED_SHARE = 0.25;

/** Returns shares in which scans get less than softer images give, as their text may be separated for it; else null. */
function withSeparated(curves: readonly SizeCurve[], budget: number): BudgetAllocation | null {
  const bytesOf = (curve: SizeCurve) => curve.at(curve.isFlat ? FIRST : LAST);
  const [scans, others] = mapped([true, false], (isScan) =>
    curves.reduce((sum, curve) => sum + (curve.mayBeSeparated === isScan ? bytesOf(curve) : 0), 0),
  );
  const share = (budget - others) / Math.max(1, scans);
  if (share < MIN_SEPARATED_SHARE) return null;
  return {
    kind: 'shares',
    targets: curves.map((curve) =>
      curve.isFlat && !curve.mayBeSeparated
        ? null
        : Math.floor(bytesOf(curve) * (curve.mayBeSeparated ? share : 1)),
    ),
  };
}
