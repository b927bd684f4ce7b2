import type {
  CompressOptions,
  ImageOverrides,
  Inspection,
  PdfProblem,
  Progress,
  ReadReceipt,
  ReceiptVerdict,
  Verification,
} from '../../shared/index.ts';
import { Pieces, wholeBytes } from '../../shared/pdf/byte-source.ts';
import type { JobPort } from '../../shared/work/port.ts';
import type { Compressed } from './engine.ts';

/** A document for a thread: bytes that are transferred, or a file that the thread reads. */
export type DocumentInput = Uint8Array<ArrayBuffer> | Blob;

/** A thread's task. Its bytes are transferred and come back with the result. */
export type DocumentTask = CompressTask | InspectTask | VerifyTask | CheckReceiptTask;

export interface CompressTask {
  readonly kind: 'compress';
  readonly input: DocumentInput;
  readonly options: CompressOptions;
  readonly password?: string;
  readonly imageOverrides?: ImageOverrides;
  readonly withReceipt?: boolean;
}

export interface InspectTask {
  readonly kind: 'inspect';
  readonly input: DocumentInput;
  readonly password?: string;
}

export interface VerifyTask {
  readonly kind: 'verify';
  readonly before: DocumentInput;
  readonly after: DocumentInput;
  readonly password?: string;
}

export interface CheckReceiptTask {
  readonly kind: 'check-receipt';
  readonly receipt: ReadReceipt;
  readonly before: DocumentInput;
  readonly after: DocumentInput;
  readonly password?: string;
}

/** A result in pieces, as written: unchanged parts are views into the input, so nothing is stored twice. */
export interface CompressedPieces extends Omit<Compressed, 'bytes'> {
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
}

/** Joins the pieces into one array with its own memory. */
export function wholeResult({ pieces, ...result }: CompressedPieces): Compressed {
  const joined = wholeBytes(new Pieces(pieces));
  const isOwn = joined.length === joined.buffer.byteLength;
  // No piece is in shared memory.
  return { bytes: isOwn ? (joined as Uint8Array<ArrayBuffer>) : new Uint8Array(joined), ...result };
}

/** The result type of each kind of task. */
export interface DocumentResults {
  readonly compress: CompressedPieces;
  readonly inspect: Inspection;
  readonly verify: Verification;
  readonly 'check-receipt': ReceiptVerdict;
}

export type ResultOf<Task extends DocumentTask> = DocumentResults[Task['kind']];

/** The message to a document's thread: the task, and the port to the threads that all documents share. */
export interface DocumentCall {
  readonly task: DocumentTask;
  readonly work: JobPort;
  /** Number of concurrent jobs there. */
  readonly parallelism: number;
}

export type DocumentMessage =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly value: DocumentResults[DocumentTask['kind']] }
  | { readonly kind: 'refused'; readonly problem: PdfProblem }
  | { readonly kind: 'thrown'; readonly error: Error };
