import { createContext, use, useSyncExternalStore } from 'react';
import type { Job } from './job.ts';
import type { JobStore } from './job-store.ts';
import type { JobsState } from './jobs-reducer.ts';

export const JobStoreContext = createContext<JobStore | null>(null);

/** Where the jobs are, and whom to tell what happened. It never changes, and so nothing draws again for it. */
export function useJobStore(): JobStore {
  const store = use(JobStoreContext);
  if (store === null) throw new Error('there is no JobStoreContext around this component');
  return store;
}

/** All jobs, at every change. */
export function useJobs(): JobsState {
  const store = useJobStore();
  return useSyncExternalStore(store.subscribe, store.state);
}

/** One job, at every change of it; undefined when there is none of this number. */
export function useJob(id: number): Job | undefined {
  const store = useJobStore();
  return useSyncExternalStore(store.subscribe, () => store.state().jobs.find((job) => job.id === id));
}
