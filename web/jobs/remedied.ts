import { type Job, type RemedyKind, type Result, type ResultParts, resultOf } from './job.ts';

/** A job that is made again with a remedy: `next` is that run. What is chosen without a limit is an option like others. */
export function remedied(before: Job, next: Job, kind: RemedyKind): Job {
  const result = resultOf(before);
  const { options, hasOwnOptions } = before;
  // A waived signature leaves the file among those that all settings are for.
  const again = { ...next, hasOwnOptions: kind === 'signature' ? hasOwnOptions : true };
  if (result === null || options.targetSize === 0) return again;
  return { ...again, taken: { kind, result, options, hasOwnOptions } };
}

/** The job with parts in the place of its result, where it still is that result. */
export function splitInto(job: Job, blob: Blob, parts: ResultParts): Job {
  if (job.state.kind !== 'done' || job.state.result.blob !== blob) return job;
  return { ...job, state: { kind: 'done', result: { ...job.state.result, parts, isSaved: false } } };
}

/** The job before the last that was done for its limit: whole again, or as it was before it was made again. */
export function withoutRemedy(job: Job): Job {
  if (job.state.kind !== 'done') return job;
  const { parts, ...whole } = job.state.result;
  if (parts === undefined) return beforeRemedy(job);
  const result: Result = { ...whole, isSaved: false };
  return { ...job, state: { kind: 'done', result } };
}

/** The job as it was before it was made again with a remedy. */
export function beforeRemedy({ taken, ...job }: Job): Job {
  if (taken === undefined) return job;
  const { result, options, hasOwnOptions } = taken;
  const state = { kind: 'done', result } as const;
  return { ...job, attempt: job.attempt + 1, options, hasOwnOptions, previous: null, state };
}
