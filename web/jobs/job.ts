import type {
  CompressOptions,
  CompressReport,
  ImageOverrides,
  PartReport,
  Probe,
  Progress,
} from '../../shared/index.ts';
import { asksForPassword, canRetry, type JobProblem } from '../worker/problem.ts';

/** A result a person can save. When nothing was gained, `blob` is the file they gave. */
export interface Result {
  readonly blob: Blob;
  readonly report: CompressReport;
  /** How long the work on it took. */
  readonly elapsedMs: number;
  readonly isSaved: boolean;
  /** What it was split into: these are saved, counted and held against the limit instead of it. */
  readonly parts?: ResultParts;
}

/** Pages of a result, as a file to save. */
export interface ResultPart extends Omit<PartReport, 'size'> {
  readonly blob: Blob;
}

export interface ResultParts {
  readonly files: readonly ResultPart[];
  /** Bytes that each was to have at most. */
  readonly limit: number;
}

/** What may bring a file under its limit. */
export type RemedyKind = 'split' | 'signature' | 'attachments' | 'small' | 'gray' | 'lower';

/** A remedy that was chosen, and what the file was before, to go back to. */
export interface TakenRemedy {
  readonly kind: RemedyKind;
  readonly result: Result;
  readonly options: CompressOptions;
  readonly hasOwnOptions: boolean;
}

/** While a file is done again, `kept` is the result it had: it stays until the new one is ready. */
export type JobState =
  | { readonly kind: 'waiting'; readonly kept: Result | null }
  | { readonly kind: 'running'; readonly progress: Progress; readonly kept: Result | null }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly problem: JobProblem; readonly kept: Result | null }
  | { readonly kind: 'cancelled'; readonly kept: Result | null };

/** One file and what became of it. */
export interface Job {
  readonly id: number;
  readonly file: File;
  /** The folders it was found in, such as `Reports/2026`; empty for a file given by itself. */
  readonly folder: string;
  /** Grows with every run; news of an earlier attempt is not for this one. */
  readonly attempt: number;
  /** What this run was started with; later changes of the panel do not reach it. */
  readonly options: CompressOptions;
  /** These options are this file's own: what is set for all files does not change them. */
  readonly hasOwnOptions: boolean;
  /** Bytes that all files shall have together, as it was asked when this one was given; absent where that was not asked. */
  readonly budget?: number;
  /** Its size to fit into is its share of one for all files; absent where it was asked of each. */
  readonly hasAllocatedBudget?: boolean;
  /** What single images of this file get, also in its later runs. */
  readonly imageOverrides?: ImageOverrides;
  /** Kept in memory only, for this file and its later runs. */
  readonly password?: string;
  /** What kind of document it is; null until it was looked at. */
  readonly probe: Probe | null;
  /** Low-memory mode: because it was asked for, or because all images side by side would not fit. */
  readonly savesMemory: boolean;
  /** Tried although it may not fit, as the person chose. */
  readonly ignoresMemoryLimit: boolean;
  /** The result before the last run, to go back to. */
  readonly previous: Result | null;
  /** How it was brought under its limit; absent where nobody chose that, and once it is done again otherwise. */
  readonly taken?: TakenRemedy;
  /** Not handed out with the others, so that those fit together. */
  readonly isLeftOut?: boolean;
  readonly state: JobState;
}

export function resultOf(job: Job): Result | null {
  return job.state.kind === 'done' ? job.state.result : job.state.kept;
}

/** The files that a result is saved as: itself, or its parts. */
export function savedBlobs({ blob, parts }: Result): readonly Blob[] {
  return parts === undefined ? [blob] : parts.files.map((part) => part.blob);
}

/** Bytes of all that is saved. */
export function savedSize({ parts, report }: Result): number {
  return parts?.files.reduce((sum, { blob }) => sum + blob.size, 0) ?? report.outputSize;
}

/** The result that goes along when all are saved; null also for a file that was left out. */
export function handedOut(job: Job): Result | null {
  return job.isLeftOut === true ? null : resultOf(job);
}

/** Waiting or being worked on. */
export function isActive(job: Job): boolean {
  return job.state.kind === 'waiting' || job.state.kind === 'running';
}

export function isLocked(job: Job): boolean {
  return job.state.kind === 'failed' && asksForPassword(job.state.problem);
}

/** Left as it is because a signature in it would break. */
export function isKeptForSignature(job: Job): boolean {
  if (job.state.kind !== 'done') return false;
  const { unchanged, warnings } = job.state.result.report;
  return unchanged && warnings.includes('signed');
}

/** Whether a run with other settings could end differently; a file that is no PDF or still locked ends the same way. */
export function isWorthAgain(job: Job): boolean {
  if (isActive(job)) return false;
  if (job.state.kind !== 'failed') return true;
  return canRetry(job.state.problem);
}

/** How far this file is, 0 to 1. A file that ended, however it ended, is not waited for any more. */
export function fractionOf(job: Job): number {
  switch (job.state.kind) {
    case 'waiting':
      return 0;
    case 'running':
      return job.state.progress.fraction;
    case 'done':
    case 'failed':
    case 'cancelled':
      return 1;
  }
}
