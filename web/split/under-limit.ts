import type { SplitPlan } from '../../shared/split/split-plan.ts';
import type { TaskOutcome } from '../worker/pool.ts';
import { balancedCuts, type Cuts } from './cuts.ts';

/** Bytes of each part, or cuts. */
export interface PartsWanted {
  readonly limit: number;
  readonly cuts?: Cuts;
}

/** As few parts as possible, balanced where these are below the limit, too. */
export async function underLimit<Part extends { readonly size: number }>(
  limit: number,
  make: (how: PartsWanted) => Promise<TaskOutcome<readonly Part[]>>,
  planned: () => Promise<TaskOutcome<SplitPlan>>,
): Promise<TaskOutcome<readonly Part[]>> {
  const fewest = await make({ limit });
  if (fewest.kind !== 'finished' || fewest.value.length === 1) return fewest;
  const plan = await planned();
  if (plan.kind !== 'finished') return plan.kind === 'cancelled' ? plan : fewest;
  const balanced = await make({ limit, cuts: balancedCuts(plan.value, fewest.value.length) });
  if (balanced.kind === 'cancelled') return balanced;
  const fits = balanced.kind === 'finished' && balanced.value.every(({ size }) => size <= limit);
  return fits ? balanced : fewest;
}
