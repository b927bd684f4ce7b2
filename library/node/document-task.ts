import type { MessagePort } from 'node:worker_threads';
import type {
  CompressOptions,
  CompressReport,
  ImageOverrides,
  Inspection,
  PdfProblem,
  Progress,
  Receipt,
  Verification,
} from '../../shared/index.ts';

/** What a thread does with a document. Its bytes are given away and come back with the answer. */
export type DocumentTask = CompressTask | InspectTask | VerifyTask;

export interface CompressTask {
  readonly kind: 'compress';
  readonly input: Uint8Array<ArrayBuffer>;
  readonly options: CompressOptions;
  readonly password?: string;
  readonly imageOverrides?: ImageOverrides;
  readonly withReceipt?: boolean;
}

export interface InspectTask {
  readonly kind: 'inspect';
  readonly input: Uint8Array<ArrayBuffer>;
  readonly password?: string;
}

export interface VerifyTask {
  readonly kind: 'verify';
  readonly before: Uint8Array<ArrayBuffer>;
  readonly after: Uint8Array<ArrayBuffer>;
  readonly password?: string;
}

export interface Compressed {
  /** The input's own bytes when the report says `unchanged`. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly report: CompressReport;
  /** Only where it was asked for. */
  readonly receipt?: Receipt;
}

/** What comes of each kind of task. */
export interface DocumentResults {
  readonly compress: Compressed;
  readonly inspect: Inspection;
  readonly verify: Verification;
}

export type ResultOf<Task extends DocumentTask> = DocumentResults[Task['kind']];

/** What a document's thread is told: the task, and the way to the threads that all documents share. */
export interface DocumentCall {
  readonly task: DocumentTask;
  readonly work: MessagePort;
  /** Jobs that are done there at the same time. */
  readonly parallelism: number;
}

export type DocumentMessage =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly value: DocumentResults[DocumentTask['kind']] }
  | { readonly kind: 'refused'; readonly problem: PdfProblem }
  | { readonly kind: 'thrown'; readonly error: Error };
