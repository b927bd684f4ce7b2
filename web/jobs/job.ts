import type {
  CompressOptions,
  CompressReport,
  ImageOverrides,
  PartReport,
  Probe,
  Progress,
} from '../../shared/index.ts';
import { asksForPassword, canRetry, type JobProblem } from '../worker/problem.ts';

/** A result to save. If nothing was gained, `blob` is the original file. */
export interface Result {
  readonly blob: Blob;
  readonly report: CompressReport;
  /** Duration of the work. */
  readonly elapsedMs: number;
  readonly isSaved: boolean;
  /** The parts of a split result, which are saved, counted and measured instead of it. */
  readonly parts?: ResultParts;
}

/** Pages of a result, as a file to save. */
export interface ResultPart extends Omit<PartReport, 'size'> {
  readonly blob: Blob;
}

export interface ResultParts {
  readonly files: readonly ResultPart[];
  /** Maximum bytes of each part; 0 if the user chose the pages. */
  readonly limit: number;
  /** Damaged pages that are in no part. */
  readonly leftOut?: readonly number[];
}

/** Ways to bring a file under its limit. */
export type RemedyKind =
  | 'split'
  | 'pages'
  | 'signature'
  | 'attachments'
  | 'small'
  | 'gray'
  | 'lower'
  /** Images keep their originals, which may exceed a limit. */
  | 'originals';

/** A chosen suggestion, and the state before it, for undo. */
export interface TakenRemedy {
  readonly kind: RemedyKind;
  readonly result: Result;
  readonly options: CompressOptions;
  readonly hasOwnOptions: boolean;
  /** Absent unless the step changed them. */
  readonly imageOverrides?: ImageOverrides;
}

/** While a file is compressed again, `kept` is its previous result, which stays until the new one is ready. */
export type JobState =
  | { readonly kind: 'waiting'; readonly kept: Result | null }
  | { readonly kind: 'running'; readonly progress: Progress; readonly kept: Result | null }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly problem: JobProblem; readonly kept: Result | null }
  | { readonly kind: 'cancelled'; readonly kept: Result | null };

/** One file and its state. */
export interface Job {
  readonly id: number;
  readonly file: File;
  /** The folders it was found in, such as `Reports/2026`; empty for a single file. */
  readonly folder: string;
  /** File name of the result as the user chose it; absent: derived from the file's name. */
  readonly chosenName?: string;
  /** Rank in the list; absent: its id. */
  readonly place?: number;
  /** Increases with every run; events of earlier attempts are ignored. */
  readonly attempt: number;
  /** Options of this run; later changes in the panel do not affect it. */
  readonly options: CompressOptions;
  /** The options are the file's own: the settings for all files do not change them. */
  readonly hasOwnOptions: boolean;
  /** Total limit in bytes for all files, as requested when this one was added; absent if none was. */
  readonly budget?: number;
  /** Whether its target size is its allocated part of a total limit. */
  readonly hasAllocatedBudget?: boolean;
  /** Limit of each file, which an allocated part does not exceed; absent if there is none. */
  readonly eachLimit?: number;
  /** Overrides for single images of this file, kept for later runs. */
  readonly imageOverrides?: ImageOverrides;
  /** Kept in memory only, for this file and its later runs. */
  readonly password?: string;
  /** Facts about the document; null until it was probed. */
  readonly probe: Probe | null;
  /** Low-memory mode: requested, or because all images at once would not fit. */
  readonly savesMemory: boolean;
  /** The user chose to try although it may not fit in memory. */
  readonly ignoresMemoryLimit: boolean;
  /** The result before the last run, for undo. */
  readonly previous: Result | null;
  /** The suggestion that brought it under its limit; absent without one, or after another run. */
  readonly taken?: TakenRemedy;
  /** Excluded from the files to save, so that the others fit together. */
  readonly isLeftOut?: boolean;
  readonly state: JobState;
}

/** The name by which the list shows a file: the chosen one, or its own. */
export function shownName({ chosenName, file }: Pick<Job, 'chosenName' | 'file'>): string {
  return chosenName ?? file.name;
}

export function resultOf(job: Job): Result | null {
  return job.state.kind === 'done' ? job.state.result : job.state.kept;
}

/** The files that a result is saved as: itself, or its parts. */
export function savedBlobs({ blob, parts }: Result): readonly Blob[] {
  return parts === undefined ? [blob] : parts.files.map((part) => part.blob);
}

/** The file whose page 1 stands for the result: without damaged pages, if those were left out. */
export function picturedBlob({ blob, parts }: Result): Blob {
  return parts?.leftOut === undefined ? blob : (parts.files[0]?.blob ?? blob);
}

/** Whether the result can be compared with its original, page by page. */
export function isComparable({ report, parts }: Result): boolean {
  return !report.unchanged && parts?.leftOut === undefined;
}

/** Total bytes to save. */
export function savedSize({ parts, report }: Result): number {
  return parts?.files.reduce((sum, { blob }) => sum + blob.size, 0) ?? report.outputSize;
}

/** The result included when all are saved; null for a file that was left out. */
export function handedOut(job: Job): Result | null {
  return job.isLeftOut === true ? null : resultOf(job);
}

/** Waiting or running. */
export function isActive(job: Job): boolean {
  return job.state.kind === 'waiting' || job.state.kind === 'running';
}

export function isLocked(job: Job): boolean {
  return job.state.kind === 'failed' && asksForPassword(job.state.problem);
}

/** Left unchanged because a signature in it would break. */
export function isKeptForSignature(job: Job): boolean {
  if (job.state.kind !== 'done') return false;
  const { unchanged, warnings } = job.state.result.report;
  return unchanged && warnings.includes('signed');
}

/**
 * Whether a run with other settings could end differently. A file that is not a PDF, or is still locked, ends the same
 * way.
 */
export function isWorthAgain(job: Job): boolean {
  if (isActive(job)) return false;
  if (job.state.kind !== 'failed') return true;
  return canRetry(job.state.problem);
}

/** Progress of this file, 0 to 1. An ended file counts as complete, however it ended. */
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
