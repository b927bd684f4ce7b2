import { overBy } from '../../../jobs/fit.ts';
import { isLocked, type Job, type Result, resultOf } from '../../../jobs/job.ts';
import { type DiffState, verdictOf, worstPage } from '../../../visual-diff/proof.ts';

export const FILTERS = ['all', 'over', 'locked', 'different', 'uncompared', 'failed'] as const;
export type Filter = (typeof FILTERS)[number];

export const SORTS = ['added', 'size', 'saved', 'score'] as const;
export type Sort = (typeof SORTS)[number];

/** Facts about results that are not in the jobs. */
export interface JobPredicates {
  readonly proofOf: (result: Result) => DiffState;
  /** Whether its pages are compared only on request. */
  readonly needsAsking: (result: Result) => boolean;
}

/** Number of jobs per filter; filters without jobs are not offered. */
export function filterCounts(
  jobs: readonly Job[],
  judgement: JobPredicates,
): Readonly<Record<Filter, number>> {
  const count = (filter: Filter) => jobs.filter((job) => isShown(job, filter, judgement)).length;
  return {
    all: jobs.length,
    over: count('over'),
    locked: count('locked'),
    different: count('different'),
    uncompared: count('uncompared'),
    failed: count('failed'),
  };
}

/** The jobs of a filter, sorted; by default in the order in which they were added. */
export function visibleJobs(
  jobs: readonly Job[],
  filter: Filter,
  sort: Sort,
  judgement: JobPredicates,
): readonly Job[] {
  const shown = filter === 'all' ? jobs : jobs.filter((job) => isShown(job, filter, judgement));
  if (sort === 'added') return shown;
  // Files without a result have no sort key: they come last.
  const key = (job: Job) => {
    const result = resultOf(job);
    return result === null ? Number.POSITIVE_INFINITY : SORT_KEYS[sort](result, judgement);
  };
  const keys = new Map(shown.map((job) => [job.id, key(job)]));
  return shown.toSorted((a, b) => compared(keys.get(a.id) ?? 0, keys.get(b.id) ?? 0));
}

/** The jobs whose path contains all words, whatever their case and accents. */
export function namedLike(jobs: readonly Job[], query: string): readonly Job[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return jobs;
  return jobs.filter(({ folder, file, chosenName = '' }) => {
    const path = plain(`${folder}/${file.name} ${chosenName}`);
    return words.every((word) => path.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Ascending. */
const SORT_KEYS: Readonly<
  Record<Exclude<Sort, 'added'>, (result: Result, judgement: JobPredicates) => number>
> = {
  size: ({ report }) => -report.outputSize,
  saved: ({ report }) => report.outputSize - report.inputSize,
  score: (result, { proofOf }) => scoreOf(proofOf(result)) ?? 2,
};

function isShown(job: Job, filter: Filter, { proofOf, needsAsking }: JobPredicates): boolean {
  const result = resultOf(job);
  switch (filter) {
    case 'all':
      return true;
    case 'over':
      return overBy(job) > 0;
    case 'locked':
      return isLocked(job);
    case 'failed':
      return job.state.kind === 'failed' && !isLocked(job);
    case 'different': {
      const score = result === null ? null : scoreOf(proofOf(result));
      return score !== null && verdictOf(score) === 'different';
    }
    case 'uncompared':
      return isUncompared(job, { proofOf, needsAsking });
  }
}

/** Whether its pages were not compared, and will not be without a request. */
export function isUncompared(job: Job, { proofOf, needsAsking }: JobPredicates): boolean {
  if (job.state.kind !== 'done') return false;
  const { kind } = proofOf(job.state.result);
  return (kind === 'none' || kind === 'partial') && needsAsking(job.state.result);
}

/** Similarity of the worst page; null until all were compared. */
function scoreOf(proof: DiffState): number | null {
  return proof.kind === 'done' ? (worstPage(proof.pages)?.similarity ?? null) : null;
}

function compared(a: number, b: number): number {
  // Two infinities have no difference.
  return a === b ? 0 : a < b ? -1 : 1;
}
