import type { Job } from './job.ts';

/** The job with a chosen name, or its own again; what was saved had another name. */
export function named({ chosenName: before, ...job }: Job, chosenName: string | null): Job {
  const next: Job = chosenName === null ? job : { ...job, chosenName };
  if (before === next.chosenName || next.state.kind !== 'done') return next;
  return { ...next, state: { kind: 'done', result: { ...next.state.result, isSaved: false } } };
}
