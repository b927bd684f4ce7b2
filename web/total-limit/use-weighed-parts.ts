import { useEffect, useState } from 'react';
import type { PartReport } from '../../shared/index.ts';
import { type Job, resultOf } from '../jobs/job.ts';
import { weighedParts } from '../split/weighed-parts.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';
import type { RunningTask, TaskOutcome } from '../worker/pool.ts';

const NO_PARTS = { kind: 'finished', value: [] } as const;

/** The parts that a file would be split into for this limit, 0 for none; null until they are known. */
export function useWeighedParts(job: Job, limit: number): TaskOutcome<readonly PartReport[]> | null {
  const { coreQueries } = useDiffs();
  const [weighed, setWeighed] = useState<TaskOutcome<readonly PartReport[]> | null>(null);
  const input = resultOf(job)?.blob;
  const { password } = job;
  const { breakSignatures } = job.options;
  useEffect(() => {
    if (input === undefined || limit === 0) return;
    let running: RunningTask<unknown> | null = null;
    let isWanted = true;
    setWeighed(null);
    const request = { input, limit, breakSignatures, ...(password === undefined ? {} : { password }) };
    void weighedParts(coreQueries, request, (task) => {
      running = task;
      return task.outcome;
    }).then((end) => isWanted && setWeighed(end));
    return () => {
      isWanted = false;
      running?.cancel();
    };
  }, [coreQueries, input, password, breakSignatures, limit]);
  return limit === 0 ? NO_PARTS : weighed;
}
