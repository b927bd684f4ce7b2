import type {
  CompressOptions,
  CompressReport,
  Inspection,
  PdfProblem,
  Receipt,
  Verification,
} from '../../shared/index.ts';

/** A document for a worker. Its buffer goes there: after that the sender has it no more. */
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

/** Two documents in one buffer, one behind the other, to be compared. */
export interface VerifyJob extends DocumentJob {
  /** How many bytes are the document before; the rest is the one after. */
  readonly beforeLength: number;
}

/** A document's own problem crosses to the server as data, since a thrown error loses its fields. */
type Refused = { readonly ok: false; readonly problem: PdfProblem };

/** What a worker answers. */
export type CompressResponse =
  | {
      readonly ok: true;
      /** With `parts` in the report: those, one behind the other. */
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly report: CompressReport;
      /** Where it was wanted. */
      readonly receipt?: Receipt;
    }
  | Refused;
export type InspectResponse = { readonly ok: true; readonly inspection: Inspection } | Refused;
export type VerifyResponse = { readonly ok: true; readonly verification: Verification } | Refused;
export type WorkerResponse = CompressResponse | InspectResponse | VerifyResponse;

/** What a job's process is told at its start, as JSON in its first argument. */
export interface WorkerSetup {
  /** Path of the module that a thread for heavy work runs. */
  readonly workThreadFile: string;
  /** Jobs (images, contents, streams) of one document that are done at the same time. */
  readonly workThreads: number;
  /** JavaScript heap of one thread for heavy work, in MiB. */
  readonly heapMb: number;
  /** Documents after which a process asks to be replaced. */
  readonly tasksPerProcess: number;
  /** How far it stands back behind the server itself, from 0 to 19 (setpriority(2)). */
  readonly niceness: number;
}

/** What is asked of a process; the document itself comes through the pipe. */
export interface WorkerTask {
  readonly byteLength: number;
  readonly password?: string;
  /** What to compress with; without them, and without `beforeLength`, the document is inspected. */
  readonly options?: CompressOptions;
  readonly withReceipt?: boolean;
  /** Of a `VerifyJob`. */
  readonly beforeLength?: number;
}

/** An answer whose document comes through the pipe, right behind. */
export type WorkerResponseHead =
  | Exclude<WorkerResponse, CompressResponse & { ok: true }>
  | {
      readonly ok: true;
      readonly byteLength: number;
      readonly report: CompressReport;
      readonly receipt?: Receipt;
    };

export type WorkerMessage =
  /** The work begins: a process's own start is not counted as the job's time. */
  | { readonly kind: 'started' }
  /** An image stays as it was: the thread that was at it ended. */
  | { readonly kind: 'thread-lost'; readonly why: string }
  /** @property isLast the process wants to be replaced */
  | { readonly kind: 'answer'; readonly answer: WorkerResponseHead; readonly isLast: boolean }
  /** A bug. */
  | { readonly kind: 'thrown'; readonly error: Error };

export interface JobTimes {
  readonly queuedMs: number;
  readonly runMs: number;
}

export type JobOutcome = CompressResponse & JobTimes;
export type InspectOutcome = InspectResponse & JobTimes;
export type VerifyOutcome = VerifyResponse & JobTimes;

export interface JobRunner {
  /**
   * True when the next job of this client would be refused, so that its upload need not be read.
   *
   * @param byteLength of its document, as far as it is known
   */
  isFull(client?: string, byteLength?: number): boolean;
  /** When somebody who is refused now should come again: by how long jobs take, and not for all at the same moment. */
  retryAfterS(): number;
  /**
   * Compresses a document; an abort ends the process that it runs in.
   *
   * @throws ProblemError `busy`, `timeout` or `limit_exceeded`; JobCancelled when the signal was aborted.
   */
  run(job: Job, signal: AbortSignal): Promise<JobOutcome>;
  /** Says what a document is made of, under the same conditions. */
  inspect(job: DocumentJob, signal: AbortSignal): Promise<InspectOutcome>;
  /** Says what of one document is kept in another, under the same conditions. */
  verify(job: VerifyJob, signal: AbortSignal): Promise<VerifyOutcome>;
  /** Ends all processes. Jobs that still run are lost, so wait for them first. */
  close(): Promise<void>;
}

/** The one who asked for the job has gone. An error of its own: the reason of a signal may be of any type. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
}
