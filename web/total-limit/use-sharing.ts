import { useSyncExternalStore } from 'react';
import type { Job } from '../jobs/job.ts';
import type { AllocationState, BudgetAllocator } from './budget-allocator.ts';

/** State of the total limit; null if it does not concern these files. */
export function useSharing(
  sharer: BudgetAllocator,
  jobs: readonly Job[],
): Exclude<AllocationState, { kind: 'idle' }> | null {
  const sharing = useSyncExternalStore(sharer.subscribe, sharer.state);
  if (sharing.kind === 'idle') return null;
  return sharing.kind === 'working' || sharer.isAbout(jobs) ? sharing : null;
}
