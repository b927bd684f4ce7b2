import type { CompressOptions, ImageOverrides, Progress } from '../../shared/index.ts';
import type { JobProblem } from '../worker/problem.ts';
import { isActive, isWorthAgain, type Job, type JobState, type Result, resultOf } from './job.ts';

/** What was given but is no PDF, so that it can be named once, above the list. */
export interface Refused {
  readonly names: readonly string[];
  /** Other files in folders; nobody meant each of them, so they are counted only. */
  readonly inFolders: number;
}

export interface JobsState {
  /** In the order they were added, always. */
  readonly jobs: readonly Job[];
  readonly refused: Refused | null;
}

export const NO_JOBS: JobsState = { jobs: [], refused: null };

export interface AddedFile {
  readonly id: number;
  readonly file: File;
}

/** What happened. News of a run carries its attempt, since an ended run may still be heard. */
export type JobsEvent =
  | {
      readonly type: 'files-added';
      readonly added: readonly AddedFile[];
      readonly refused: Refused;
      readonly options: CompressOptions;
    }
  | { readonly type: 'refusal-read' }
  | { readonly type: 'job-started'; readonly id: number; readonly attempt: number }
  | {
      readonly type: 'job-progressed';
      readonly id: number;
      readonly attempt: number;
      readonly progress: Progress;
    }
  | { readonly type: 'job-finished'; readonly id: number; readonly attempt: number; readonly result: Result }
  | {
      readonly type: 'job-failed';
      readonly id: number;
      readonly attempt: number;
      readonly problem: JobProblem;
    }
  | { readonly type: 'job-cancelled'; readonly id: number }
  | { readonly type: 'all-cancelled' }
  | { readonly type: 'job-retried'; readonly id: number; readonly options: CompressOptions }
  | { readonly type: 'password-given'; readonly id: number; readonly password: string }
  | { readonly type: 'signature-waived'; readonly id: number }
  | { readonly type: 'images-overridden'; readonly id: number; readonly imageOverrides: ImageOverrides }
  | { readonly type: 'compressed-again'; readonly options: CompressOptions }
  | { readonly type: 'result-saved'; readonly id: number }
  | { readonly type: 'job-removed'; readonly id: number }
  | { readonly type: 'started-over' };

const AT_THE_START: Progress = { fraction: 0, phase: 'reading' };

export function jobsReducer(state: JobsState, event: JobsEvent): JobsState {
  switch (event.type) {
    case 'files-added':
      return {
        jobs: [...state.jobs, ...event.added.map(({ id, file }) => newJob(id, file, event.options))],
        refused: event.refused.names.length + event.refused.inFolders > 0 ? event.refused : null,
      };
    case 'refusal-read':
      return { ...state, refused: null };

    case 'job-started':
      return changeRun(state, event, (job) =>
        job.state.kind === 'waiting'
          ? { kind: 'running', progress: AT_THE_START, kept: job.state.kept }
          : job.state,
      );
    case 'job-progressed':
      return changeRun(state, event, (job) =>
        job.state.kind === 'running'
          ? { ...job.state, progress: furthest(job.state.progress, event.progress) }
          : job.state,
      );
    case 'job-finished':
      return changeRun(state, event, () => ({ kind: 'done', result: event.result }));
    case 'job-failed':
      return changeRun(state, event, (job) => ({
        kind: 'failed',
        problem: event.problem,
        kept: resultOf(job),
      }));

    case 'job-cancelled':
      return changeJob(state, event.id, cancelled);
    case 'all-cancelled':
      return { ...state, jobs: state.jobs.map((job) => (isActive(job) ? cancelled(job) : job)) };
    case 'job-retried':
      return changeJob(state, event.id, (job) => again(job, event.options));
    case 'password-given':
      return changeJob(state, event.id, (job) => ({
        ...again(job, job.options),
        password: event.password,
      }));
    case 'signature-waived':
      return changeJob(state, event.id, (job) => again(job, { ...job.options, breakSignatures: true }));
    case 'images-overridden':
      return changeJob(state, event.id, (job) => ({
        ...again(job, job.options),
        imageOverrides: event.imageOverrides,
      }));
    case 'compressed-again':
      return {
        ...state,
        jobs: state.jobs.map((job) => (isWorthAgain(job) ? again(job, event.options) : job)),
      };

    case 'result-saved':
      return changeJob(state, event.id, (job) =>
        job.state.kind === 'done'
          ? { ...job, state: { kind: 'done', result: { ...job.state.result, isSaved: true } } }
          : job,
      );
    case 'job-removed':
      return { ...state, jobs: state.jobs.filter((job) => job.id !== event.id) };
    case 'started-over':
      return NO_JOBS;
  }
}

function newJob(id: number, file: File, options: CompressOptions): Job {
  return { id, file, attempt: 1, options, state: { kind: 'waiting', kept: null } };
}

/** A new run; a waived signature stays waived, because that was about the file and not about the settings. */
function again(job: Job, options: CompressOptions): Job {
  const breakSignatures = options.breakSignatures || job.options.breakSignatures;
  return {
    ...job,
    attempt: job.attempt + 1,
    options: { ...options, breakSignatures },
    state: { kind: 'waiting', kept: resultOf(job) },
  };
}

/** Also for a locked file that is skipped. A result from before is what the file goes back to. */
function cancelled(job: Job): Job {
  const kept = resultOf(job);
  const state: JobState = kept === null ? { kind: 'cancelled', kept } : { kind: 'done', result: kept };
  return { ...job, attempt: job.attempt + 1, state };
}

/** Progress that never goes back, whatever order its messages arrive in. */
function furthest(before: Progress, now: Progress): Progress {
  return now.fraction >= before.fraction ? now : before;
}

function changeJob(state: JobsState, id: number, change: (job: Job) => Job): JobsState {
  return { ...state, jobs: state.jobs.map((job) => (job.id === id ? change(job) : job)) };
}

/** Changes the state of the job whose present, unfinished run this news is about. */
function changeRun(
  state: JobsState,
  { id, attempt }: { readonly id: number; readonly attempt: number },
  next: (job: Job) => JobState,
): JobsState {
  return changeJob(state, id, (job) =>
    job.attempt === attempt && isActive(job) ? { ...job, state: next(job) } : job,
  );
}
