import type { CompressOptions, ImageOverrides, Probe, Progress } from '../../shared/index.ts';
import type { JobProblem } from '../worker/problem.ts';
import { isAffected, withLimitOf } from './affected.ts';
import { limitOf } from './fit.ts';
import {
  isActive,
  type Job,
  type JobState,
  type RemedyKind,
  type Result,
  type ResultParts,
  resultOf,
} from './job.ts';
import { named } from './named-job.ts';
import { type Target, withAdded, withMoved } from './order.ts';
import { beforeRemedy, remedied, splitInto, withOriginals, withoutRemedy } from './remedied.ts';
import { type Removed, withRemoved, withRestored } from './removed.ts';

/** Files that are not PDFs, reported once above the list. */
export interface RejectedFiles {
  readonly names: readonly string[];
  /** Names of such files inside folders. */
  readonly inFolders: readonly string[];
}

export interface JobsState {
  /** In the order in which they were added, until the user moves them. */
  readonly jobs: readonly Job[];
  readonly refused: RejectedFiles | null;
  /** The last removal, until it can no longer be undone. */
  readonly removed: Removed | null;
}

export const NO_JOBS: JobsState = { jobs: [], refused: null, removed: null };

export interface AddedFile {
  readonly id: number;
  readonly file: File;
  readonly folder: string;
}

/** Identifies the run that an event belongs to. */
export interface RunId {
  readonly id: number;
  readonly attempt: number;
}

/** Events carry the attempt of their run, since messages of an ended run may still arrive. */
export type JobsEvent =
  | {
      readonly type: 'files-added';
      readonly added: readonly AddedFile[];
      readonly refused: RejectedFiles;
      readonly options: CompressOptions;
      readonly budget?: number;
    }
  | { readonly type: 'jobs-restored'; readonly jobs: readonly Job[] }
  | { readonly type: 'rejection-dismissed' }
  | (RunId & { readonly type: 'job-probed'; readonly probe: Probe; readonly savesMemory: boolean })
  | (RunId & { readonly type: 'job-started' })
  | {
      readonly type: 'jobs-progressed';
      readonly news: readonly (RunId & { readonly progress: Progress })[];
    }
  | (RunId & { readonly type: 'job-finished'; readonly result: Result })
  | (RunId & { readonly type: 'worker-failed'; readonly problem: JobProblem })
  | { readonly type: 'job-cancelled'; readonly id: number }
  | { readonly type: 'all-cancelled' }
  | { readonly type: 'job-retried'; readonly id: number; readonly options: CompressOptions }
  | { readonly type: 'low-memory-mode-chosen'; readonly id: number }
  | { readonly type: 'password-given'; readonly ids: readonly number[]; readonly password: string }
  | { readonly type: 'signatures-waived'; readonly ids: readonly number[] }
  | { readonly type: 'own-options-set'; readonly id: number; readonly options: CompressOptions }
  | {
      readonly type: 'remedy-taken';
      readonly id: number;
      readonly kind: RemedyKind;
      readonly options: CompressOptions;
    }
  | { readonly type: 'result-split'; readonly id: number; readonly result: Blob; readonly parts: ResultParts }
  | { readonly type: 'remedy-undone'; readonly id: number }
  | { readonly type: 'result-named'; readonly id: number; readonly name: string | null }
  | { readonly type: 'job-moved'; readonly id: number; readonly to: Target }
  | { readonly type: 'job-left-out'; readonly id: number; readonly isLeftOut: boolean }
  | { readonly type: 'own-options-dropped'; readonly id: number; readonly options: CompressOptions }
  | {
      readonly type: 'images-overridden';
      readonly id: number;
      readonly imageOverrides: ImageOverrides;
      /** The originals repair pages; it can be undone as a whole. */
      readonly isRepair?: boolean;
    }
  | { readonly type: 'budget-allocated'; readonly id: number; readonly limit: number }
  | { readonly type: 'compressed-again'; readonly options: CompressOptions; readonly budget?: number }
  | { readonly type: 'limit-adopted'; readonly options: CompressOptions; readonly budget: number }
  | { readonly type: 'run-reverted' }
  | { readonly type: 'results-saved'; readonly ids: readonly number[] }
  | { readonly type: 'job-removed'; readonly id: number }
  | { readonly type: 'list-cleared' }
  | { readonly type: 'removal-undone' }
  | { readonly type: 'removal-settled' };

const AT_THE_START: Progress = { fraction: 0, phase: 'reading' };

/** The reducer of each event. */
const REDUCERS: {
  readonly [Type in JobsEvent['type']]: (
    state: JobsState,
    event: Extract<JobsEvent, { readonly type: Type }>,
  ) => JobsState;
} = {
  'files-added': (state, event) => ({
    ...state,
    jobs: withAdded(
      state.jobs,
      event.added.map((added) => withBudget(newJob(added, event.options), event.budget)),
    ),
    refused: event.refused.names.length + event.refused.inFolders.length > 0 ? event.refused : null,
  }),
  'jobs-restored': (state, event) => ({ ...state, jobs: [...state.jobs, ...event.jobs] }),
  'rejection-dismissed': (state) => ({ ...state, refused: null }),
  'job-probed': (state, event) =>
    changeRun(state, event, (job) => ({
      ...job,
      probe: event.probe,
      savesMemory: event.savesMemory,
    })),
  'job-started': (state, event) =>
    changeRun(state, event, (job) =>
      job.state.kind === 'waiting'
        ? { ...job, state: { kind: 'running', progress: AT_THE_START, kept: job.state.kept } }
        : job,
    ),
  'jobs-progressed': (state, event) =>
    event.news.reduce(
      (after, { progress, ...run }) => changeRun(after, run, (job) => progressed(job, progress)),
      state,
    ),
  'job-finished': (state, event) =>
    changeRun(state, event, (job) => ({
      ...job,
      previous: resultOf(job),
      state: { kind: 'done', result: event.result },
    })),
  'worker-failed': (state, event) =>
    changeRun(state, event, (job) => ({
      ...job,
      state: { kind: 'failed', problem: event.problem, kept: resultOf(job) },
    })),
  'job-cancelled': (state, event) => changeJob(state, event.id, cancelled),
  'all-cancelled': (state) => ({
    ...state,
    jobs: state.jobs.map((job) => (isActive(job) ? cancelled(job) : job)),
  }),
  'job-retried': (state, event) =>
    changeJob(state, event.id, (job) => ({
      ...again(job, job.hasOwnOptions ? job.options : event.options),
      ignoresMemoryLimit: job.ignoresMemoryLimit || failedWith(job, 'does_not_fit'),
    })),
  'low-memory-mode-chosen': (state, event) =>
    changeJob(state, event.id, (job) => ({
      ...again(job, job.options),
      savesMemory: true,
      ignoresMemoryLimit: true,
    })),
  'password-given': (state, event) =>
    changeJobs(state, event.ids, (job) => ({
      ...again(job, job.options),
      password: event.password,
    })),
  'signatures-waived': (state, event) =>
    changeJobs(state, event.ids, (job) =>
      remedied(job, again(job, { ...job.options, breakSignatures: true }), 'signature'),
    ),
  'own-options-set': (state, event) =>
    changeJob(state, event.id, (job) => ({ ...again(job, event.options), hasOwnOptions: true })),
  'remedy-taken': (state, event) =>
    changeJob(state, event.id, (job) => remedied(job, again(job, event.options), event.kind)),
  'result-split': (state, event) =>
    changeJob(state, event.id, (job) => splitInto(job, event.result, event.parts)),
  'remedy-undone': (state, event) => changeJob(state, event.id, (job) => withoutRemedy(job)),
  'result-named': (state, event) => changeJob(state, event.id, (job) => named(job, event.name)),
  'job-moved': (state, event) => ({ ...state, jobs: withMoved(state.jobs, event.id, event.to) }),
  'job-left-out': (state, event) =>
    changeJob(state, event.id, (job) => ({ ...job, isLeftOut: event.isLeftOut })),
  'own-options-dropped': (state, event) =>
    changeJob(state, event.id, (job) => ({ ...again(job, event.options), hasOwnOptions: false })),
  'images-overridden': (state, event) =>
    changeJob(state, event.id, (job) => {
      const next = { ...again(job, job.options), imageOverrides: event.imageOverrides };
      return event.isRepair === true ? withOriginals(job, next) : next;
    }),
  'budget-allocated': (state, event) => changeJob(state, event.id, (job) => withShare(job, event.limit)),
  'compressed-again': (state, event) => ({
    ...state,
    jobs: state.jobs.map((job) => withBudget(doneAgain(job, event.options, event.budget), event.budget)),
  }),
  'limit-adopted': (state, event) => ({
    ...state,
    jobs: state.jobs.map((job) => withBudget(withLimitOf(job, event.options), event.budget)),
  }),
  'run-reverted': (state) => ({ ...state, jobs: state.jobs.map(withPrevious) }),
  'results-saved': (state, event) =>
    changeJobs(state, event.ids, (job) =>
      job.state.kind === 'done'
        ? { ...job, state: { kind: 'done', result: { ...job.state.result, isSaved: true } } }
        : job,
    ),
  'job-removed': (state, event) => withRemoved(state, ({ id }) => id === event.id),
  'list-cleared': (state) => ({ ...withRemoved(state, () => true), refused: null }),
  'removal-undone': (state) => withRestored(state),
  'removal-settled': (state) => ({ ...state, removed: null }),
};

export function jobsReducer(state: JobsState, event: JobsEvent): JobsState {
  // The cast: the reducer of a type takes the events of that type.
  const reduce = REDUCERS[event.type] as (state: JobsState, event: JobsEvent) => JobsState;
  return reduce(state, event);
}

function newJob({ id, file, folder }: AddedFile, options: CompressOptions): Job {
  return {
    id,
    file,
    folder,
    attempt: 1,
    options,
    hasOwnOptions: false,
    probe: null,
    savesMemory: false,
    ignoresMemoryLimit: false,
    previous: null,
    state: { kind: 'waiting', kept: null },
  };
}

/** A new run. A waived signature stays waived, because that was about the file rather than the settings. */
function again({ taken: _, ...job }: Job, options: CompressOptions): Job {
  const breakSignatures = options.breakSignatures || job.options.breakSignatures;
  return {
    ...job,
    attempt: job.attempt + 1,
    options: { ...options, breakSignatures },
    previous: null,
    state: { kind: 'waiting', kept: resultOf(job) },
  };
}

/** A total limit is allocated when all files are done. Until then an allocated part stays, or ends with the limit. */
function doneAgain(job: Job, options: CompressOptions, budget = 0): Job {
  const endsShare = job.hasAllocatedBudget === true && budget === 0 && !isActive(job);
  return endsShare || isAffected(job, options)
    ? withoutShare(again(job, options))
    : withLimitOf({ ...job, previous: null }, options);
}

/** A run for a part of the total limit, at most the limit of each file; without a part it is for that limit alone. */
function withShare(job: Job, share: number): Job {
  const eachLimit = limitOf(job);
  const run = (targetSize: number) => withoutShare(again(job, { ...job.options, targetSize }));
  if (share === 0) return run(eachLimit);
  const cap = eachLimit === 0 ? share : Math.min(share, eachLimit);
  return { ...run(cap), hasAllocatedBudget: true, ...(eachLimit === 0 ? {} : { eachLimit }) };
}

function withoutShare({ hasAllocatedBudget: _, eachLimit: __, ...job }: Job): Job {
  return job;
}

function withBudget({ budget: _, ...job }: Job, budget = 0): Job {
  return budget > 0 ? { ...job, budget } : job;
}

/** Also for a locked file that is skipped. A previous result is restored. */
function cancelled(job: Job): Job {
  const kept = resultOf(job);
  // A suggestion whose run was canceled does not count as chosen.
  if (kept !== null && job.taken?.result === kept) return beforeRemedy(job);
  const state: JobState = kept === null ? { kind: 'cancelled', kept } : { kind: 'done', result: kept };
  return { ...job, attempt: job.attempt + 1, state };
}

/** Restores the result of the previous run, with its options. */
function withPrevious(job: Job): Job {
  if (job.previous === null || isActive(job)) return job;
  const { previous } = job;
  return {
    ...job,
    attempt: job.attempt + 1,
    options: previous.report.options,
    previous: null,
    state: { kind: 'done', result: previous },
  };
}

/** Progress never decreases, whatever the order of its messages. */
function progressed(job: Job, now: Progress): Job {
  if (job.state.kind !== 'running' || now.fraction < job.state.progress.fraction) return job;
  return { ...job, state: { ...job.state, progress: now } };
}

function failedWith(job: Job, code: JobProblem['code']): boolean {
  return job.state.kind === 'failed' && job.state.problem.code === code;
}

function changeJob(state: JobsState, id: number, change: (job: Job) => Job): JobsState {
  return { ...state, jobs: state.jobs.map((job) => (job.id === id ? change(job) : job)) };
}

function changeJobs(state: JobsState, ids: readonly number[], change: (job: Job) => Job): JobsState {
  return { ...state, jobs: state.jobs.map((job) => (ids.includes(job.id) ? change(job) : job)) };
}

/** Changes the job if the event belongs to its current, unfinished run. */
function changeRun(state: JobsState, { id, attempt }: RunId, change: (job: Job) => Job): JobsState {
  return changeJob(state, id, (job) => (job.attempt === attempt && isActive(job) ? change(job) : job));
}
