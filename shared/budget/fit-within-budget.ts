import { largestOf, smallestOf } from '../lists.ts';
import type { CompressReport } from '../report.ts';
import { allocateBudget, type BudgetAllocation } from './allocate.ts';
import { SizeCurve } from './size-curve.ts';

/** Runs that a file gets beside its first. */
const MAX_ROUNDS = 3;
/** Used so far, a budget is used well enough. */
const ENOUGH = 0.95;
/** A share that changes by less is not worth another run. */
const WORTH_CHANGING = 0.02;

/** What came of fitting all files together. */
export interface BudgetFit {
  readonly kind: 'fits' | 'impossible';
  /** Bytes of all files as they are in the end; where it is impossible, as they were before. */
  readonly bytes: number;
  /** Where it is impossible: the least that they would take. */
  readonly leastBytes?: number;
  /** By file, what it was given; null for one that stayed as its options made it. */
  readonly targets: readonly (number | null)[];
}

/**
 * Fits files into one size. The first reports say how each would shrink, so most files are made once more and few twice.
 *
 * @param reports of all files, made without a size
 * @param again makes a file of at most so many bytes, several at the same time; 0 makes it as at first
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
      target === null || !isWorth(target, targets[index], sizes[index]) ? [] : [{ index, target }],
    );
    const made = await Promise.all(due.map(({ index, target }) => again(index, target)));
    for (const [at, { index, target }] of due.entries()) {
      targets[index] = target;
      sizes[index] = made[at].outputSize;
      curves[index].learn(made[at]);
    }
    if (total() <= budget && total() >= budget * ENOUGH && areEven(curves)) break;
    shares = allocateBudget(curves, budget);
  }
  if (total() <= budget) return { kind: 'fits', bytes: total(), targets };
  // What cannot be met costs nothing.
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
