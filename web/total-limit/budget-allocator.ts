import { fitWithinBudget } from '../../shared/budget/fit-within-budget.ts';
import type { CompressReport } from '../../shared/index.ts';
import type { AllocationState } from '../jobs/allocation.ts';
import { handedOut, isActive, type Job } from '../jobs/job.ts';
import type { JobStore } from '../jobs/job-store.ts';
import { isWorthClosest } from './ways.ts';

const IDLE: AllocationState = { kind: 'idle' };
/** Tolerance: the minimum size is an estimate, and slightly more counts as reached. */
const REACHED = 1.03;

/** Makes results smaller so that all of them fit together. Continues whatever page is shown. */
export class BudgetAllocator {
  readonly #store: JobStore;
  readonly #listeners = new Set<() => void>();
  #sharing: AllocationState = IDLE;
  /** The results that the state describes, and the limit requested for them. */
  #results: ReadonlySet<Blob> = new Set();
  #asked = 0;

  constructor(store: JobStore) {
    this.#store = store;
    store.subscribe(this.follow);
  }

  readonly state = (): AllocationState => this.#sharing;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The state holds only for exactly these results. */
  isAbout(jobs: readonly Job[]): boolean {
    const blobs = resultsOf(jobs);
    return blobs.length === this.#results.size && blobs.every((blob) => this.#results.has(blob));
  }

  /** Allocates the limit as soon as all files are done, and again when results change. */
  readonly follow = (): void => {
    const { jobs } = this.#store.state();
    const budget = budgetOfJobs(jobs);
    if (budget === 0 || this.#sharing.kind === 'working' || jobs.some(isActive)) return;
    if (this.#asked === budget && this.isAbout(jobs)) return;
    void this.#share(budget, jobs);
  };

  /** Makes all files as small as possible, if that exceeds the request. */
  readonly goClosest = (): void => {
    const state = this.#sharing;
    if (state.kind !== 'impossible' || state.goal === undefined) return;
    void this.#share(state.budget, this.#store.state().jobs, state.goal);
  };

  /** @param goal bytes to fit into; more than the budget where that cannot be met */
  async #share(budget: number, jobs: readonly Job[], goal = budget): Promise<void> {
    const shared = jobs.flatMap((job) => {
      const result = handedOut(job);
      return result === null ? [] : [{ id: job.id, report: wholeReport(job, result.report) }];
    });
    this.#become({ kind: 'working', budget });
    try {
      const reports = shared.map(({ report }) => report);
      const again = (index: number, limit: number) => this.#again(shared[index]!.id, limit);
      const { kind, bytes, leastBytes = 0 } = await fitWithinBudget(reports, goal, again);
      const made =
        kind === 'impossible' && isWorthClosest(bytes, leastBytes, budget)
          ? await closestOf(reports, Math.ceil(leastBytes * REACHED), again)
          : { leastBytes };
      this.#settle(budget);
      if (kind === 'impossible') this.#become({ kind, budget, ...made });
      else this.#become({ kind: goal > budget ? 'closest' : kind, budget });
    } catch {
      // The user canceled or removed a file meanwhile: the results stay as they are.
      this.#settle(budget);
      this.#become(IDLE);
    }
  }

  #settle(budget: number): void {
    this.#asked = budget;
    this.#results = new Set(resultsOf(this.#store.state().jobs));
  }

  /** @throws Error if the file ends without a result */
  #again(id: number, limit: number): Promise<CompressReport> {
    this.#store.tell({ type: 'budget-allocated', id, limit });
    return new Promise((resolve, reject) => {
      const look = () => {
        const job = this.#store.state().jobs.find((each) => each.id === id);
        if (job !== undefined && isActive(job)) return;
        stop();
        if (job?.state.kind === 'done') resolve(job.state.result.report);
        else reject(new Error('a file came to no result'));
      };
      const stop = this.#store.subscribe(look);
      look();
    });
  }

  #become(sharing: AllocationState): void {
    this.#sharing = sharing;
    for (const listener of this.#listeners) listener();
  }
}

/** The limit requested last; 0 if none. */
export function budgetOfJobs(jobs: readonly Job[]): number {
  return jobs.findLast(({ budget, hasOwnOptions }) => budget !== undefined && !hasOwnOptions)?.budget ?? 0;
}

function resultsOf(jobs: readonly Job[]): Blob[] {
  return jobs.flatMap((job) => handedOut(job)?.blob ?? []);
}

/**
 * A result made for a limit shows only roughly how its images would be without it: its curve starts at the current
 * settings.
 */
function wholeReport({ options }: Job, report: CompressReport): CompressReport {
  const sharpness = report.target?.applied;
  if (sharpness === undefined) return report;
  return { ...report, options: { ...options, quality: Math.min(options.quality, sharpness.quality) } };
}

/** The least that all files take, made and undone: predictions were wrong by half for grainy scans. */
async function closestOf(
  reports: readonly CompressReport[],
  goal: number,
  again: (index: number, limit: number) => Promise<CompressReport>,
): Promise<{ readonly leastBytes: number; readonly goal?: number }> {
  const { kind, bytes, leastBytes = 0, targets } = await fitWithinBudget(reports, goal, again);
  if (kind === 'impossible') return { leastBytes };
  await Promise.all(targets.map((target, index) => (target === null ? null : again(index, 0))));
  return { leastBytes: bytes, goal };
}

const sharers = new WeakMap<JobStore, BudgetAllocator>();

/** One per list of jobs. */
export function budgetAllocatorOf(store: JobStore): BudgetAllocator {
  let sharer = sharers.get(store);
  if (sharer === undefined) sharers.set(store, (sharer = new BudgetAllocator(store)));
  return sharer;
}
