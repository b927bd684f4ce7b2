import { useEffect, useRef } from 'react';
import { overBy } from '../jobs/fit.ts';
import type { Job } from '../jobs/job.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';
import { guessRemedies, knownRemedies } from './remedy-sizes.ts';

/**
 * Looks, while nothing is worked on, what the remedies of files over their limit would bring, so that their buttons can say it.
 *
 * @param isIdle nothing is worked on
 */
export function useRemedySizes(jobs: readonly Job[], isIdle: boolean): void {
  const { coreQueries } = useDiffs();
  const over = jobs.filter((job) => job.state.kind === 'done' && overBy(job) > 0);
  const asked = over.map(({ id, attempt }) => `${id}.${attempt}`).join(' ');
  const now = useRef(over);
  now.current = over;
  useEffect(() => {
    if (!isIdle || asked === '') return;
    return guessRemedies(coreQueries, now.current, knownRemedies).stop;
  }, [isIdle, asked, coreQueries]);
}
