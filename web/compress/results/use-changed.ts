import { useEffect, useRef, useState } from 'react';
import type { CompressOptions } from '../../../shared/index.ts';
import { isAffected, isAffectedByBudget, isMeasuredAnew } from '../../jobs/affected.ts';
import { fitOf } from '../../jobs/fit.ts';
import { isActive, type Job } from '../../jobs/job.ts';
import { useJobStore } from '../../jobs/use-jobs.ts';
import { againDoneText } from '../../text/changed.ts';
import { totalsOf } from '../../text/summary.ts';

/** Debounce time, so that nothing is shown while a slider is dragged. */
const DEBOUNCE_MS = 300;
/** How long the outcome of a run is shown. */
const TOLD_MS = 6000;

/**
 * Files affected by changed settings, debounced; empty while files are in work. A new limit that affects none is
 * adopted at once: the list says how many fit, without a run.
 */
export function useAffectedJobs(
  jobs: readonly Job[],
  options: CompressOptions,
  budget: number,
): readonly Job[] {
  const key = JSON.stringify([options, budget]);
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const isSettled = settled === key && !jobs.some(isActive);
  const affected = isSettled
    ? jobs.filter((job) => isAffected(job, options) || isAffectedByBudget(job, budget))
    : [];
  useAdoptedLimit(jobs, options, budget, isSettled && affected.length === 0);
  return affected;
}

/** Measures the results against a limit that changed while the list was shown. */
function useAdoptedLimit(
  jobs: readonly Job[],
  options: CompressOptions,
  budget: number,
  isAdopted: boolean,
): void {
  const { tell } = useJobStore();
  const limit = `${options.targetSize} ${budget}`;
  // A restored list keeps the limit of its results.
  const last = useRef(limit);
  useEffect(() => {
    if (!isAdopted || last.current === limit) return;
    last.current = limit;
    if (jobs.some((job) => isMeasuredAnew(job, options, budget)))
      tell({ type: 'limit-adopted', options, budget });
  }, [jobs, options, budget, limit, isAdopted, tell]);
}

interface Before {
  readonly over: number | null;
  readonly bytes: number;
}

/** Shows the outcome of compressing again for a while. Call `begin` before it starts. */
export function useAgainDone(jobs: readonly Job[]): {
  readonly done: string | null;
  readonly begin: () => void;
} {
  const before = useRef<Before | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const isWorking = jobs.some(isActive);
  const wasWorking = useRef(false);
  useEffect(() => {
    const hasEnded = wasWorking.current && !isWorking;
    wasWorking.current = isWorking;
    const begun = before.current;
    if (!hasEnded || begun === null) return;
    before.current = null;
    const now = beforeOf(jobs);
    const fitMore = begun.over === null || now.over === null ? null : begun.over - now.over;
    setDone(againDoneText(fitMore, begun.bytes - now.bytes));
  }, [jobs, isWorking]);
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => setDone(null), TOLD_MS);
    return () => clearTimeout(timer);
  }, [done]);
  return {
    done,
    begin: () => {
      before.current = beforeOf(jobs);
      setDone(null);
    },
  };
}

function beforeOf(jobs: readonly Job[]): Before {
  return { over: fitOf(jobs)?.over ?? null, bytes: totalsOf(jobs).after };
}
