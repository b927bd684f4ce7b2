import { largestOf, smallestOf } from '../lists.ts';
import type { CompressReport } from '../report.ts';
import { allocateBudget, type BudgetAllocation } from './allocate.ts';
import { SizeCurve } from './size-curve.ts';

/** Maximum runs of a file after its first. */
const MAX_ROUNDS = 3;
/** Share of the budget that counts as used well enough. */
const ENOUGH = 0.95;
/** Smaller relative changes of a target are not worth another run. */
const WORTH_CHANGING = 0.02;

/** Result of fitting all files into one budget. */
export interface BudgetFit {
  readonly kind: 'fits' | 'impossible';
  /** Total bytes of all files in the end; if impossible, as they were before. */
  readonly bytes: number;
  /** Minimum total; only if impossible. */
  readonly leastBytes?: number;
  /** Target by file; null for one that stayed as its options made it. */
  readonly targets: readonly (number | null)[];
}

/**
 * Fits files into one total size. The first reports predict how each file shrinks, so most files run once
 * more and few twice.
 * @param reports of all files, made without a size
 * @param again runs a file with a maximum size, several at the same time; 0 restores the first result
 */
export async function fitWithinBudget(
  reports: readonly CompressReport[],
  budget: number,
  again: (index: number, targetSize: number) => Promise<CompressReport>,
): Promise<BudgetFit> {
  const curves = reports.map((report) => new SizeCurve(report));
  const sizes = reports.map(({ outputSize }) => outputSize);
  const targets: (number | null)[] = reports.map(() => null);
  const total = () => sizes.reduce((sum, bytes) => sum + bytes, 0);
  const first = total();
  let shares: BudgetAllocation = allocateBudget(curves, budget);
  if (shares.kind === 'fits') return { kind: 'fits', bytes: first, targets };
  for (let round = 0; round < MAX_ROUNDS && shares.kind === 'shares'; round += 1) {
    const due = shares.targets.flatMap((target, index) =>
      target === null || !isWorth(target, targets[index]!, sizes[index]!) ? [] : [{ index, target }],
    );
    const made = await Promise.all(due.map(({ index, target }) => again(index, target)));
    for (const [at, { index, target }] of due.entries()) {
      targets[index] = target;
      sizes[index] = made[at]!.outputSize;
      curves[index]!.learn(made[at]!);
    }
    if (total() <= budget && total() >= budget * ENOUGH && areEven(curves)) break;
    shares = allocateBudget(curves, budget);
  }
  if (total() <= budget) return { kind: 'fits', bytes: total(), targets };
  // Restore all files: a missed budget must not cost quality.
  await Promise.all(targets.map((target, index) => (target === null ? null : again(index, 0))));
  const leastBytes = shares.kind === 'impossible' ? shares.leastBytes : total();
  return { kind: 'impossible', bytes: first, leastBytes, targets: reports.map(() => null) };
}

/** Points of the axis by which files may differ and still look equally good. */
const EVEN_POINTS = 12;

function areEven(curves: readonly SizeCurve[]): boolean {
  const points = curves.flatMap(({ reached }) => reached ?? []);
  return largestOf(points) - smallestOf(points) <= EVEN_POINTS;
}

function isWorth(target: number, before: number | null, size: number): boolean {
  if (before === null) return target < size;
  return Math.abs(target - before) > before * WORTH_CHANGING || size > target;
}
