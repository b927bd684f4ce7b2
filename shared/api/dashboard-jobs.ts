/* Responses of the dashboard's routes about jobs. Types only, as in dashboard.ts. Times are epoch milliseconds. */

export interface JobsResponse {
  /** The server's clock at the time of the response. */
  readonly now: number;
  /** False if the server has jobs turned off. */
  readonly isOn: boolean;
  /** Documents that have not ended. */
  readonly open: number;
  /** When the oldest job with a waiting document was made; null if none waits. */
  readonly oldestAt: number | null;
  /** Processes that work on jobs and answer. */
  readonly workers: number;
  /** Documents of jobs that are open or were made in the last 24 hours. */
  readonly recentlyFailed: number;
  readonly recentlyEnded: number;
  /** Number of jobs by filter, up to `countedUpTo`. */
  readonly counts: Readonly<Record<JobFilter, number>>;
  readonly countedUpTo: number;
  readonly keys: readonly { readonly id: string; readonly name: string; readonly hint: string }[];
  /** Newest first. */
  readonly jobs: readonly JobResponse[];
  /** Cursor for older jobs (`?after=`); null if there are none. */
  readonly next: string | null;
}

export type JobFilter = 'all' | 'open' | 'failures';
export type JobState = 'queued' | 'running' | 'ended';
export type JobOutcome = 'done' | 'partial' | 'failed' | 'cancelled';
export type DocumentState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export interface JobResponse {
  readonly id: string;
  /** Name of its key. */
  readonly keyName: string;
  readonly state: JobState;
  /** Null until it has ended. */
  readonly outcome: JobOutcome | null;
  readonly total: number;
  /** Number of documents by state. */
  readonly counts: Readonly<Record<DocumentState, number>>;
  /** Bytes of the documents that are done, before and after. */
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** End of results and inputs; null until it has ended. */
  readonly resultsUntil: number | null;
  readonly labels: Readonly<Record<string, string>>;
}

export interface JobDetailsResponse {
  readonly now: number;
  readonly job: JobResponse;
  readonly workers: number;
  readonly failures: readonly FailureResponse[];
  /** Null if the job has no webhook. */
  readonly webhook: JobWebhookResponse | null;
}

/** Documents that failed for the same cause. */
export interface FailureResponse {
  readonly count: number;
  /** How many of them may succeed if they are tried again. */
  readonly retryable: number;
  /** The first of them. */
  readonly document: JobDocumentResponse;
}

export interface JobDocumentResponse {
  /** Its place in the job, from 0. */
  readonly n: number;
  /** Reference, address without its query, object or file id. */
  readonly name: string;
  readonly state: DocumentState;
  readonly tries: number;
  readonly bytesIn: number;
  readonly bytesOut: number | null;
  readonly problem: DocumentProblem | null;
  /** A document of a call to `/jobs` that asks for the same; null unless it failed. */
  readonly request: object | null;
}

export interface DocumentProblem {
  readonly code: string;
  readonly reason: string | null;
  /** Status of the remote's answer, with the reason `status`. */
  readonly remoteStatus: number | null;
  /** In English, for codes of a newer server. */
  readonly detail: string;
}

export interface JobDocumentsResponse {
  readonly documents: readonly JobDocumentResponse[];
  /** Cursor for the next ones (`&after=`); null if there are none. */
  readonly next: number | null;
}

export interface JobWebhookResponse {
  readonly host: string;
  /** When its receiver said 410; null while it is on. */
  readonly offAt: number | null;
  /** Number of events of the job; the latest are in `deliveries`. */
  readonly total: number;
  readonly deliveries: readonly DeliveryResponse[];
}

export interface DeliveryResponse {
  readonly id: string;
  /** `job.ended`, `document.done` or `document.failed`. */
  readonly type: string;
  readonly state: 'delivered' | 'waiting' | 'failed';
  readonly tries: number;
  /** Status of the last answer; null without one. */
  readonly status: number | null;
  readonly createdAt: number;
  readonly nextTryAt: number | null;
  readonly deliveredAt: number | null;
}

export interface RetryResponse {
  /** Documents that are in line again. */
  readonly count: number;
}
