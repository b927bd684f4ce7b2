import type { MessagePort } from 'node:worker_threads';
import type { CompressOptions, CompressReport, PdfProblem } from '../../shared/index.ts';
import type { Problem } from '../problem.ts';

/** One document to compress. Its buffer is transferred to the worker: after that the sender has it no more. */
export interface Job {
  readonly buffer: ArrayBuffer;
  /** The document is the first bytes of the buffer; what lies behind them is spare room. */
  readonly byteLength: number;
  readonly options: CompressOptions;
  readonly password?: string;
}

/** What a worker answers. A document's own problem crosses the thread as data, since a thrown error loses its fields. */
export type WorkerAnswer =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer>; readonly report: CompressReport }
  | { readonly ok: false; readonly problem: PdfProblem };

export interface WorkerTask extends Job {
  /** Gets one message when the work begins, so that a thread's own start is not counted as the job's time. */
  readonly started: MessagePort;
  /** Where the document's images go to be recoded. */
  readonly images: MessagePort;
  /** Images that are recoded at the same time, of all documents. */
  readonly imageThreads: number;
}

export type JobOutcome = WorkerAnswer & { readonly queuedMs: number; readonly workedMs: number };

export interface JobRunner {
  /** True when the next job would be refused, so that its upload need not be read. */
  isFull(): boolean;
  /**
   * Runs a job; an abort ends the worker that it runs in.
   *
   * @throws ProblemError `busy`, `timeout` or `limit_exceeded`; JobCancelled when the signal was aborted.
   */
  run(job: Job, signal: AbortSignal): Promise<JobOutcome>;
  /** Ends all workers. Jobs that still run are lost, so wait for them first. */
  close(): Promise<void>;
}

/** What a job without a place is answered. The time is a guess: jobs take seconds, and each that ends makes room. */
export const BUSY: Problem = { code: 'busy', retryAfterS: 5 };

/** The one who asked for the job has gone. An error of its own: the reason of a signal may be of any type. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
}
