import { useEffect, useRef } from 'react';
import type { Job } from '../jobs/job.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';
import { remediesOf } from './remedies.ts';
import { guessRemedies, knownRemedies } from './remedy-sizes.ts';

/**
 * Estimates the suggestions of files over their limit, and of signed ones, while idle, to label their buttons.
 *
 * @param isIdle whether no file is in work
 */
export function useRemedySizes(jobs: readonly Job[], isIdle: boolean): void {
  const { coreQueries } = useDiffs();
  const over = jobs.filter((job) => job.state.kind === 'done' && remediesOf(job).length > 0);
  const asked = over.map(({ id, attempt }) => `${id}.${attempt}`).join(' ');
  const now = useRef(over);
  now.current = over;
  useEffect(() => {
    if (!isIdle || asked === '') return;
    return guessRemedies(coreQueries, now.current, knownRemedies).stop;
  }, [isIdle, asked, coreQueries]);
}
