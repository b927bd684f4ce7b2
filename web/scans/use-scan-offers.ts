import { useEffect, useRef } from 'react';
import { isActive, type Job } from '../jobs/job.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';
import { mayBeScans, scanOffers } from './scan-offers.ts';
import { isTriedWhole, ScanTrial } from './scan-trial.ts';

/** Tries other forms of scanned documents to measure the possible saving. Works only while idle. */
export function useScanOffers(jobs: readonly Job[]): void {
  const { coreQueries } = useDiffs();
  const isIdle = !jobs.some(isActive);
  const untried = jobs.flatMap((job) => {
    const result = job.state.kind === 'done' ? job.state.result : null;
    const isOpen = result !== null && scanOffers.of(result.blob) === undefined && mayBeScans(result.report);
    // What single pages would be with choices of their own does not tell what the whole would be.
    const hasChoices = Object.keys(job.imageOverrides ?? {}).length > 0;
    const isKnowable = isOpen && (!hasChoices || isTriedWhole(result.report));
    return isKnowable ? [{ job, result }] : [];
  });
  const names = untried.map(({ job }) => `${job.id}.${job.attempt}`).join(' ');
  const now = useRef(untried);
  now.current = untried;
  useEffect(() => {
    if (!isIdle || names === '') return;
    const trial = new ScanTrial(coreQueries);
    void trial.all(now.current);
    return () => trial.stop();
  }, [isIdle, names, coreQueries]);
}
