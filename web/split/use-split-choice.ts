import { useEffect, useState } from 'react';
import type { SplitPart } from '../../shared/index.ts';
import type { SplitPlan } from '../../shared/split/split-plan.ts';
import { useDiffs } from '../visual-diff/use-proofs.ts';
import type { RunningTask, TaskOutcome } from '../worker/pool.ts';
import type { JobProblem } from '../worker/problem.ts';
import type { SplitPlanRequest } from '../worker/wire.ts';
import type { Cuts } from './cuts.ts';
import { type PartsWanted, underLimit } from './under-limit.ts';

/** The wanted split: a maximum size, or cuts. */
export type Wanted =
  | { readonly kind: 'size'; readonly limit: number }
  | { readonly kind: 'cuts'; readonly cuts: Cuts };

interface Made {
  readonly wanted: Wanted;
  readonly outcome:
    | { readonly kind: 'parts'; readonly parts: readonly SplitPart[] }
    | { readonly kind: 'refused'; readonly problem: JobProblem };
}

/** A moving cut is followed once it rests. */
const REST_MS = 300;

/** Reads what is needed to choose cuts; null until then. */
export function useSplitPlan(request: SplitPlanRequest): TaskOutcome<SplitPlan> | null {
  const { coreQueries } = useDiffs();
  const [plan, setPlan] = useState<TaskOutcome<SplitPlan> | null>(null);
  useEffect(() => {
    const task = coreQueries.splitPlan(request);
    void task.outcome.then((end) => end.kind !== 'cancelled' && setPlan(end));
    return () => task.cancel();
  }, [coreQueries, request]);
  return plan;
}

/** Makes the wanted parts, so that their sizes are no estimates. Null while they are made. */
export function useMadeParts(
  request: SplitPlanRequest,
  plan: SplitPlan,
  wanted: Wanted,
): Made['outcome'] | null {
  const { coreQueries } = useDiffs();
  const [made, setMade] = useState<Made | null>(null);
  useEffect(() => {
    let running: RunningTask<readonly SplitPart[]> | null = null;
    const make = (how: PartsWanted) => {
      running = coreQueries.split({ ...request, ...how });
      return running.outcome;
    };
    const rest = setTimeout(async () => {
      const end = await (wanted.kind === 'cuts'
        ? make({ limit: 0, cuts: wanted.cuts })
        : underLimit(wanted.limit, make, async () => ({ kind: 'finished', value: plan })));
      if (end.kind === 'finished') setMade({ wanted, outcome: { kind: 'parts', parts: end.value } });
      if (end.kind === 'failed') setMade({ wanted, outcome: { kind: 'refused', problem: end.problem } });
    }, REST_MS);
    return () => {
      clearTimeout(rest);
      running?.cancel();
    };
  }, [coreQueries, request, plan, wanted]);
  return made?.wanted === wanted ? made.outcome : null;
}
