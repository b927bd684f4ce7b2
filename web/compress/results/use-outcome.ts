import { useEffect } from 'react';
import type { AllocationState } from '../../jobs/allocation.ts';
import { isActive, type Job, resultOf } from '../../jobs/job.ts';
import { type Outcome, outcomeOf, outcomeText } from '../../text/outcome/outcome.ts';
import { useDiffs, useProof } from '../../visual-diff/use-proofs.ts';
import { type Mailing, mailedOf } from './use-mailing.ts';

/** Outcome of the list, which is also said and shown in the title; null during work. */
export function useOutcome(
  jobs: readonly Job[],
  together: AllocationState | null,
  mailing: Mailing,
  onOutcome: (text: string | null) => void,
): Outcome | null {
  const { background } = useDiffs();
  const [first] = jobs;
  const only = first !== undefined && jobs.length === 1 ? resultOf(first) : null;
  const proof = useProof(only?.blob ?? null);
  const isIdle = !jobs.some(isActive) && together?.kind !== 'working';
  const outcome = isIdle
    ? outcomeOf(
        jobs,
        together,
        only && { proof, needsAsking: background.needsAsking(only) },
        mailedOf(mailing),
      )
    : null;
  const said = outcome && outcomeText(outcome);
  useEffect(() => onOutcome(said), [said, onOutcome]);
  return outcome;
}
