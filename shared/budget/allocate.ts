import { FIRST, LAST, type SizeCurve } from './size-curve.ts';

/** What each file may weigh, so that all look equally good and fit together. */
export type BudgetAllocation =
  /** They fit as they are. */
  | { readonly kind: 'fits' }
  /** Even the softest pictures would take so many bytes. */
  | { readonly kind: 'impossible'; readonly leastBytes: number }
  /** Bytes by file; null for one that no softness makes smaller. */
  | { readonly kind: 'shares'; readonly targets: readonly (number | null)[] };

/** Files land a little below what they may have. */
const USED_SHARE = 0.985;

/**
 * The sharpest point that all files can have together, and what that gives each: whoever needs more bytes to look as good
 * as the others gets more. What is left over is shared by weight.
 */
export function allocateBudget(curves: readonly SizeCurve[], budget: number): BudgetAllocation {
  const total = (point: number) => curves.reduce((sum, curve) => sum + curve.at(point), 0);
  if (total(FIRST) <= budget) return { kind: 'fits' };
  const fixed = curves.reduce((sum, curve) => sum + (curve.isFlat ? curve.at(FIRST) : 0), 0);
  if (total(LAST) > budget || fixed >= budget)
    return { kind: 'impossible', leastBytes: Math.ceil(total(LAST)) };
  let [low, high] = [FIRST, LAST];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (total(middle) <= budget) high = middle;
    else low = middle;
  }
  const room = (budget - fixed) * (1 + (1 - USED_SHARE) / 2);
  const soft = curves.reduce((sum, curve) => sum + (curve.isFlat ? 0 : curve.at(high)), 0);
  // Between two points of the axis; together never more than there is.
  const stretch = Math.min(room, budget - fixed) / Math.max(1, soft);
  return {
    kind: 'shares',
    targets: curves.map((curve) => (curve.isFlat ? null : Math.floor(curve.at(high) * stretch))),
  };
}
