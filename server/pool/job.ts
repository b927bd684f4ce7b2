import type {
  CompressOptions,
  CompressReport,
  Inspection,
  PdfProblem,
  Receipt,
  Verification,
} from '../../shared/index.ts';

/** A document for a worker. Its buffer is transferred: the sender loses it. */
export interface DocumentJob {
  readonly buffer: ArrayBuffer;
  /** Length of the document at the start of the buffer; the rest is spare. */
  readonly byteLength: number;
  readonly password?: string;
  /** Name of the client: jobs of different clients take turns. */
  readonly client?: string;
}

export interface Job extends DocumentJob {
  readonly options: CompressOptions;
  /** Whether to issue a receipt, for which both files are read again. */
  readonly withReceipt?: boolean;
}

/** Two concatenated documents to compare. */
export interface VerifyJob extends DocumentJob {
  /** Length of the document before; the rest is the document after. */
  readonly beforeLength: number;
}

/** A document's problem crosses to the server as data, since a thrown error loses its fields. */
type Refused = { readonly ok: false; readonly problem: PdfProblem };

/** The response of a worker. */
export type CompressResponse =
  | {
      readonly ok: true;
      /** The result; the concatenated parts if the report has `parts`. */
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly report: CompressReport;
      /** Present if requested. */
      readonly receipt?: Receipt;
    }
  | Refused;
export type InspectResponse = { readonly ok: true; readonly inspection: Inspection } | Refused;
export type VerifyResponse = { readonly ok: true; readonly verification: Verification } | Refused;
export type WorkerResponse = CompressResponse | InspectResponse | VerifyResponse;

/** Settings of a job's process, as JSON in its first argument. */
export interface WorkerSetup {
  /** Path of the work threads' module. */
  readonly workThreadFile: string;
  /** Concurrent jobs (images, contents, streams) of one document. */
  readonly workThreads: number;
  /** JavaScript heap of one work thread, in MiB. */
  readonly heapMb: number;
  /** Documents after which a process asks to be replaced. */
  readonly tasksPerProcess: number;
  /** Niceness below the server's own, from 0 to 19 (setpriority(2)). */
  readonly niceness: number;
}

/** A task for a process; the document itself comes through the pipe. */
export interface WorkerTask {
  readonly byteLength: number;
  readonly password?: string;
  /** Compression options; without them and without `beforeLength`, the document is inspected. */
  readonly options?: CompressOptions;
  readonly withReceipt?: boolean;
  /** Set for a `VerifyJob`. */
  readonly beforeLength?: number;
}

/** A response whose document follows through the pipe. */
export type WorkerResponseHead =
  | Exclude<WorkerResponse, CompressResponse & { ok: true }>
  | {
      readonly ok: true;
      readonly byteLength: number;
      readonly report: CompressReport;
      readonly receipt?: Receipt;
    };

export type WorkerMessage =
  /** Work begins: the start of a process does not count as the job's time. */
  | { readonly kind: 'started' }
  /** A work thread crashed; its image stays unchanged. */
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
   * Whether the client's next job would be refused, so that its upload need not be read.
   *
   * @param byteLength size of its document, as far as known
   */
  isFull(client?: string, byteLength?: number): boolean;
  /**
   * Retry-After for a refused client, in seconds: estimated from recent jobs, and randomized so that clients do not
   * return together.
   */
  retryAfterS(): number;
  /**
   * Compresses a document. An abort kills its process.
   *
   * @throws ProblemError `busy`, `timeout` or `limit_exceeded`; JobCancelled if the signal was aborted
   */
  run(job: Job, signal: AbortSignal): Promise<JobOutcome>;
  /** Inspects a document, under the same conditions. */
  inspect(job: DocumentJob, signal: AbortSignal): Promise<InspectOutcome>;
  /** Compares two documents, under the same conditions. */
  verify(job: VerifyJob, signal: AbortSignal): Promise<VerifyOutcome>;
  /** Ends all processes. Running jobs are lost, so wait for them first. */
  close(): Promise<void>;
}

/** The client has disconnected. A class of its own, since a signal's reason may be of any type. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled';
}
