import type { CompressOptions, CompressReport, ImageOverrides, Probe, Progress } from '../../shared/index.ts';
import { asksForPassword, canRetry, type JobProblem } from '../worker/problem.ts';

/** A result to save. If nothing was gained, `blob` is the original file. */
export interface Result {
  readonly blob: Blob;
  readonly report: CompressReport;
  /** Duration of the work. */
  readonly elapsedMs: number;
  readonly isSaved: boolean;
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
  readonly state: JobState;
}

export function resultOf(job: Job): Result | null {
  return job.state.kind === 'done' ? job.state.result : job.state.kept;
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
