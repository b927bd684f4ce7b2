import { createContext, use, useSyncExternalStore } from 'react';
import type { Job } from './job.ts';
import type { JobStore } from './job-store.ts';
import type { JobsState } from './jobs-reducer.ts';

export const JobStoreContext = createContext<JobStore | null>(null);

/** The store of jobs. It never changes, so using it causes no re-render. */
export function useJobStore(): JobStore {
  const store = use(JobStoreContext);
  if (store === null) throw new Error('there is no JobStoreContext around this component');
  return store;
}

/** All jobs; re-renders at every change. */
export function useJobs(): JobsState {
  const store = useJobStore();
  return useSyncExternalStore(store.subscribe, store.state);
}

/** One job, re-rendering when it changes; undefined if the id is unknown. */
export function useJob(id: number): Job | undefined {
  const store = useJobStore();
  return useSyncExternalStore(store.subscribe, () => store.state().jobs.find((job) => job.id === id));
}
