import { overBy } from '../../../jobs/fit.ts';
import { isLocked, type Job, resultOf, savedSize } from '../../../jobs/job.ts';

export type Pile = 'over' | 'ready' | 'rest';

/** A line of the list: a file, all locked files as one, or the title of a pile. */
export type Entry =
  | { readonly kind: 'file'; readonly job: Job }
  | { readonly kind: 'locked'; readonly jobs: readonly Job[] }
  | { readonly kind: 'pile'; readonly pile: Pile; readonly files: number; readonly bytes: number };

/**
 * The lines of the list. Where some files fit their limit and others don't, those over it come first, then those that
 * are ready, then the files without a result, folded.
 */
export function listEntries(
  shown: readonly Job[],
  {
    isPiled,
    isRestOpen,
    isTogether,
  }: { readonly isPiled: boolean; readonly isRestOpen: boolean; readonly isTogether: boolean },
): readonly Entry[] {
  if (!isPiled) return filesOf(shown, isTogether);
  const piles = PILES.map((pile) => ({ pile, jobs: shown.filter((job) => pileOf(job) === pile) }));
  return piles.flatMap(({ pile, jobs }): readonly Entry[] => {
    if (jobs.length === 0) return [];
    const title = { kind: 'pile', pile, files: jobs.length, bytes: bytesOf(jobs) } as const;
    return pile === 'rest' && !isRestOpen ? [title] : [title, ...filesOf(jobs, isTogether)];
  });
}

const PILES = ['over', 'ready', 'rest'] as const;

/** Whether files of a list fit while others don't. */
export function arePiled(jobs: readonly Job[]): boolean {
  const piles = new Set(jobs.map(pileOf));
  return piles.has('over') && piles.has('ready');
}

function pileOf(job: Job): Pile {
  if (resultOf(job) === null) return 'rest';
  return overBy(job) > 0 ? 'over' : 'ready';
}

function filesOf(jobs: readonly Job[], isTogether: boolean): readonly Entry[] {
  const locked = jobs.filter(isLocked);
  if (!isTogether || locked.length < 2) return jobs.map((job) => ({ kind: 'file', job }));
  return jobs.flatMap((job): readonly Entry[] => {
    if (!isLocked(job)) return [{ kind: 'file', job }];
    return job === locked[0] ? [{ kind: 'locked', jobs: locked }] : [];
  });
}

function bytesOf(jobs: readonly Job[]): number {
  return jobs.reduce((sum, job) => {
    const result = resultOf(job);
    return sum + (result === null ? job.file.size : savedSize(result));
  }, 0);
}
