import { useSyncExternalStore } from 'react';
import type { AllocationState } from '../jobs/allocation.ts';
import type { Job } from '../jobs/job.ts';
import { type BudgetAllocator, budgetOfJobs } from './budget-allocator.ts';

/** State of the total limit; null if it does not concern these files. */
export function useSharing(
  sharer: BudgetAllocator,
  jobs: readonly Job[],
): Exclude<AllocationState, { kind: 'idle' }> | null {
  const sharing = useSyncExternalStore(sharer.subscribe, sharer.state);
  if (sharing.kind === 'idle') return null;
  if (sharing.kind === 'working') return sharing;
  // The same results may be there without the limit.
  return sharer.isAbout(jobs) && budgetOfJobs(jobs) === sharing.budget ? sharing : null;
}
