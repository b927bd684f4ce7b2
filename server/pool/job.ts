import type { MessagePort } from 'node:worker_threads';
import type { CompressOptions, CompressReport, Inspection, PdfProblem, Receipt } from '../../shared/index.ts';

/** A document for a worker. Its buffer is transferred there: after that the sender has it no more. */
export interface DocumentJob {
  readonly buffer: ArrayBuffer;
  /** The document is the first bytes of the buffer; what lies behind them is spare room. */
  readonly byteLength: number;
  readonly password?: string;
  /** Whose it is: jobs of different clients take turns. */
  readonly client?: string;
}

export interface Job extends DocumentJob {
  readonly options: CompressOptions;
  /** The receipt is wanted too, for which both files are read once more. */
  readonly withReceipt?: boolean;
}

/** A document's own problem crosses the thread as data, since a thrown error loses its fields. */
type Refused = { readonly ok: false; readonly problem: PdfProblem };

/** What a worker answers. */
export type CompressAnswer =
  | {
      readonly ok: true;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly report: CompressReport;
      /** Where it was wanted. */
      readonly receipt?: Receipt;
    }
  | Refused;
export type InspectAnswer = { readonly ok: true; readonly inspection: Inspection } | Refused;
export type WorkerAnswer = CompressAnswer | InspectAnswer;

export interface WorkerTask extends DocumentJob {
  /** What to compress with; without them the document is inspected. */
  readonly options?: CompressOptions;
  readonly withReceipt?: boolean;
  /**
   * Gets `started` when the work begins, so that a thread's own start is not counted as the job's time. A thread that
   * is to be replaced sends its last answer here and never ends the task, so that no other task can reach it.
   */
  readonly port: MessagePort;
  /** Where the document's heavy work goes. */
  readonly work: MessagePort;
  /** Jobs that are done at the same time, of all documents. */
  readonly workThreads: number;
  /** Tasks after which a thread asks to be replaced. */
  readonly tasksPerThread: number;
}

export type WorkerMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'last-answer'; readonly answer: WorkerAnswer };

export interface JobTimes {
  readonly queuedMs: number;
  readonly workedMs: number;
}

export type JobOutcome = CompressAnswer & JobTimes;
export type InspectOutcome = InspectAnswer & JobTimes;

export interface JobRunner {
  /** True when the next job of this client would be refused, so that its upload need not be read. */
  isFull(client?: string): boolean;
  /**
   * Compresses a document; an abort ends the worker that it runs in.
   *
   * @throws ProblemError `busy`, `timeout` or `limit_exceeded`; JobCancelled when the signal was aborted.
   */
  run(job: Job, signal: AbortSignal): Promise<JobOutcome>;
  /** Says what a document is made of, under the same conditions. */
  inspect(job: DocumentJob, signal: AbortSignal): Promise<InspectOutcome>;
  /** Ends all workers. Jobs that still run are lost, so wait for them first. */
  close(): Promise<void>;
}

/** The one who asked for the job has gone. An error of its own: the reason of a signal may be of any type. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
}
