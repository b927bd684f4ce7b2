import type {
  CompressOptions,
  ImageOverrides,
  Inspection,
  PdfProblem,
  Progress,
  Verification,
} from '../../shared/index.ts';
import { Pieces, wholeBytes } from '../../shared/pdf/byte-source.ts';
import type { JobPort } from '../../shared/work/port.ts';
import type { Compressed } from './engine.ts';

/** A document for a thread: bytes that are given away, or a file that the thread reads itself. */
export type DocumentInput = Uint8Array<ArrayBuffer> | Blob;

/** What a thread does with a document. Its bytes are given away and come back with the answer. */
export type DocumentTask = CompressTask | InspectTask | VerifyTask;

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

/** A result as the writer leaves it, one piece behind the other: what stayed of the input is a view into it, and nothing is there twice. */
export interface CompressedPieces extends Omit<Compressed, 'bytes'> {
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
}

/** All of it in one array, with memory of its own. */
export function wholeResult({ pieces, ...result }: CompressedPieces): Compressed {
  const joined = wholeBytes(new Pieces(pieces));
  const isOwn = joined.length === joined.buffer.byteLength;
  // No piece is shared between threads, so no memory of theirs is.
  return { bytes: isOwn ? (joined as Uint8Array<ArrayBuffer>) : new Uint8Array(joined), ...result };
}

/** What comes of each kind of task. */
export interface DocumentResults {
  readonly compress: CompressedPieces;
  readonly inspect: Inspection;
  readonly verify: Verification;
}

export type ResultOf<Task extends DocumentTask> = DocumentResults[Task['kind']];

/** What a document's thread is told: the task, and the way to the threads that all documents share. */
export interface DocumentCall {
  readonly task: DocumentTask;
  readonly work: JobPort;
  /** Jobs that are done there at the same time. */
  readonly parallelism: number;
}

export type DocumentMessage =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly value: DocumentResults[DocumentTask['kind']] }
  | { readonly kind: 'refused'; readonly problem: PdfProblem }
  | { readonly kind: 'thrown'; readonly error: Error };
