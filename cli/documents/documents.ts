import { type PdfProblem, problemOf } from '../../shared/index.ts';
import { FileError, type FileErrorCode } from '../files/file-error.ts';
import type { Compress, CompressCall, Compressed } from './compress-port.ts';
import { DocumentLimits, type Limits, MemoryLimitReached, TimeLimitReached } from './document-limits.ts';
import { Room } from './room.ts';

/** Maximum total bytes of documents in work. A larger one runs alone. */
const BYTES_IN_WORK = 512_000_000;

/** Compresses documents within limits of time and memory. */
export class Documents {
  readonly #compress: Compress;
  readonly #limits: DocumentLimits;
  readonly #room = new Room(BYTES_IN_WORK);

  constructor(compress: Compress, limits: Limits) {
    this.#compress = compress;
    this.#limits = new DocumentLimits(limits);
  }

  /**
   * Runs `work`, which reads and compresses one document, with memory held for it. If it took too much memory together with
   * other documents, it is repeated alone.
   *
   * @throws the signal's reason; whatever `work` throws
   */
  async withRoom<T>(bytes: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#room.within(bytes, signal, work);
    } catch (thrown) {
      if (!(thrown instanceof MemoryLimitReached)) throw thrown;
      return this.#room.within(BYTES_IN_WORK + 1, signal, work);
    }
  }

  /**
   * Compresses a document. Takes ownership of `input`.
   *
   * @throws the signal's reason; TimeLimitReached; MemoryLimitReached; whatever the compressor throws
   */
  compress(input: Uint8Array<ArrayBuffer>, call: CompressCall): Promise<Compressed> {
    return this.#limits.within(input.length, call.signal, (signal) =>
      this.#compress(input, { ...call, signal }),
    );
  }
}

/** Outcome of a document without a result. */
export type Failure =
  | { readonly status: 'refused'; readonly problem: PdfProblem }
  | {
      readonly status: 'failed';
      readonly problem: { readonly code: FileErrorCode; readonly detail: string };
    };

/**
 * Describes what ended the work on one document.
 *
 * @param path the document, which the caller names: a message about it does not repeat it
 * @throws MemoryLimitReached if another document may be the cause
 */
export function failureOf(thrown: unknown, path?: string): Failure {
  const problem = problemOf(thrown);
  if (problem !== null) return { status: 'refused', problem };
  const failed = (code: FileErrorCode, detail: string): Failure => ({
    status: 'failed',
    problem: { code, detail },
  });
  if (thrown instanceof FileError)
    return failed(thrown.code, path !== undefined && thrown.path === path ? thrown.reason : thrown.message);
  if (thrown instanceof TimeLimitReached)
    return failed('time_limit', 'it takes longer than --timeout allows');
  if (thrown instanceof MemoryLimitReached) {
    if (!thrown.wasAlone) throw thrown;
    return failed('out_of_memory', 'it takes more memory than --memory allows');
  }
  const isHunger = thrown instanceof Error && 'reason' in thrown && thrown.reason === 'out-of-memory';
  return failed(
    isHunger ? 'out_of_memory' : 'internal',
    thrown instanceof Error ? thrown.message : String(thrown),
  );
}
