import { NO_OVERRIDES } from '../../shared/index.ts';
import { type Job, type RemedyKind, type Result, type ResultParts, resultOf } from './job.ts';

/**
 * A job compressed again with a suggestion: `next` is that run. Without a limit the choice is an ordinary option, but for
 * a signature, which has its way back.
 */
export function remedied(before: Job, next: Job, kind: RemedyKind): Job {
  const result = resultOf(before);
  const { options, hasOwnOptions } = before;
  // With a waived signature the file still follows the settings for all files.
  const again = { ...next, hasOwnOptions: kind === 'signature' ? hasOwnOptions : true };
  if (result === null || (options.targetSize === 0 && kind !== 'signature')) return again;
  return { ...again, taken: { kind, result, options, hasOwnOptions } };
}

/** A job whose images keep their originals, with the way back, whether there is a limit or not. */
export function withOriginals(before: Job, next: Job): Job {
  const result = resultOf(before);
  if (result === null) return next;
  const { options, hasOwnOptions, imageOverrides = NO_OVERRIDES } = before;
  return { ...next, taken: { kind: 'originals', result, options, hasOwnOptions, imageOverrides } };
}

/** Replaces the job's result by parts, if it still has that result. */
export function splitInto(job: Job, blob: Blob, parts: ResultParts): Job {
  if (job.state.kind !== 'done' || job.state.result.blob !== blob) return job;
  return { ...job, state: { kind: 'done', result: { ...job.state.result, parts, isSaved: false } } };
}

/** Undoes the last step for the limit: joins the parts, or restores the state before the suggestion. */
export function withoutRemedy(job: Job): Job {
  if (job.state.kind !== 'done') return job;
  const { parts, ...whole } = job.state.result;
  if (parts === undefined) return beforeRemedy(job);
  const result: Result = { ...whole, isSaved: false };
  return { ...job, state: { kind: 'done', result } };
}

/** The job before the suggestion. */
export function beforeRemedy({ taken, ...job }: Job): Job {
  if (taken === undefined) return job;
  const { result, options, hasOwnOptions, imageOverrides = job.imageOverrides } = taken;
  const state = { kind: 'done', result } as const;
  const overrides = imageOverrides === undefined ? {} : { imageOverrides };
  return { ...job, ...overrides, attempt: job.attempt + 1, options, hasOwnOptions, previous: null, state };
}
