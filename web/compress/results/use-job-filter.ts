import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { fitOf } from '../../jobs/fit.ts';
import { type Job, type Result, resultOf } from '../../jobs/job.ts';
import { useDiffs } from '../../visual-diff/use-proofs.ts';
import {
  type Filter,
  filterCounts,
  isUncompared,
  namedLike,
  type Sort,
  visibleJobs,
} from '../rows/window/shown-jobs.ts';

/** The visible files of the list, with the counts of each filter. */
export function useJobFilter(jobs: readonly Job[]) {
  const { store, background } = useDiffs();
  const version = useSyncExternalStore(store.subscribe, store.version);
  const [wanted, onFilter] = useState<Filter>('all');
  const [sort, onSort] = useState<Sort>('added');
  const [query, onQuery] = useState<string | null>(null);
  const filtersRef = useRef<HTMLDivElement>(null);
  const findRef = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of results changes with the version
  const seen = useMemo(() => {
    const judgement = {
      proofOf: ({ blob }: Result) => store.of(blob),
      needsAsking: background.needsAsking,
    };
    const counts = filterCounts(jobs, judgement);
    // A filter without matches resets.
    const filter = counts[wanted] > 0 ? wanted : 'all';
    return {
      counts,
      filter,
      shown: namedLike(visibleJobs(jobs, filter, sort, judgement), query ?? ''),
      uncompared: jobs.filter((job) => isUncompared(job, judgement)).flatMap((job) => resultOf(job) ?? []),
      limit: fitOf(jobs)?.limit ?? null,
      isByHand: jobs.some(({ place }) => place !== undefined),
    };
  }, [jobs, wanted, sort, query, version, store, background]);
  return { ...seen, sort, query, onFilter, onSort, onQuery, filtersRef, findRef };
}

/** The part of the list in sight. */
export type JobSight = ReturnType<typeof useJobFilter>;
