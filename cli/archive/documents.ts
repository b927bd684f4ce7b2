import { type CompressOptions, type PdfProblem, problemOf, type Receipt } from '../../shared/index.ts';
import type { Compress } from '../batch/compress-port.ts';
import { type MemoryLimit, MemoryLimitReached } from '../batch/memory-limit.ts';
import { Room } from '../batch/room.ts';
import { type TimeLimit, TimeLimitReached } from '../batch/time-limit.ts';
import type { ObjectErrorCode } from './archive-error.ts';

/** Result of a document. */
export type Made =
  | {
      readonly status: 'smaller' | 'unchanged';
      readonly receipt: Receipt;
      readonly pieces: readonly Uint8Array[];
    }
  | { readonly status: 'refused'; readonly problem: PdfProblem }
  | {
      readonly status: 'failed';
      readonly problem: { readonly code: ObjectErrorCode; readonly detail: string };
    };

export interface DocumentSettings {
  readonly compress: Compress;
  readonly options: CompressOptions;
  readonly password: string | undefined;
  readonly timeLimit: TimeLimit;
  readonly memoryLimit: MemoryLimit;
  readonly signal: AbortSignal;
}

/** Maximum total bytes of documents in work. A larger one runs alone. */
const BYTES_IN_WORK = 512_000_000;

/** Compresses documents within limits of time and memory. */
export class Documents {
  readonly #settings: DocumentSettings;
  readonly #room = new Room(BYTES_IN_WORK);

  constructor(settings: DocumentSettings) {
    this.#settings = settings;
  }

  /**
   * Holds memory for a document while it is read and compressed.
   *
   * @throws the signal's reason; whatever `work` throws
   */
  async withRoom<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    await this.#room.take(bytes, this.#settings.signal);
    try {
      return await work();
    } finally {
      this.#room.give(bytes);
    }
  }

  /**
   * Compresses a document with a receipt. Takes ownership of `input`. Call it with room.
   *
   * @throws the signal's reason; MemoryLimitReached if another document may be the cause: then repeat it alone
   */
  async make(input: Uint8Array<ArrayBuffer>): Promise<Made> {
    const { compress, options, password, timeLimit, memoryLimit, signal } = this.#settings;
    const { length } = input;
    try {
      const { pieces, report, receipt } = await timeLimit.within(signal, (timed) =>
        memoryLimit.within(timed, length, (limited) =>
          compress(input, { options, password, withReceipt: true, signal: limited, onProgress() {} }),
        ),
      );
      if (receipt === undefined) throw new Error('a result without its receipt');
      return { status: report.unchanged ? 'unchanged' : 'smaller', receipt, pieces };
    } catch (thrown) {
      signal.throwIfAborted();
      if (thrown instanceof MemoryLimitReached && !thrown.wasAlone) throw thrown;
      return madeOf(thrown);
    }
  }

  /** Repeats what took too much memory together with others. */
  async aloneIfNeeded<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    try {
      return await this.withRoom(bytes, work);
    } catch (thrown) {
      if (!(thrown instanceof MemoryLimitReached)) throw thrown;
      return this.withRoom(BYTES_IN_WORK + 1, work);
    }
  }
}

function madeOf(thrown: unknown): Made {
  const problem = problemOf(thrown);
  if (problem !== null) return { status: 'refused', problem };
  const failed = (code: ObjectErrorCode, detail: string): Made => ({
    status: 'failed',
    problem: { code, detail },
  });
  const isHunger = thrown instanceof Error && 'reason' in thrown && thrown.reason === 'out-of-memory';
  if (thrown instanceof TimeLimitReached)
    return failed('time_limit', 'it takes longer than --timeout allows');
  if (thrown instanceof MemoryLimitReached || isHunger)
    return failed('out_of_memory', 'it takes more memory than --memory allows');
  return failed('internal', thrown instanceof Error ? thrown.message : String(thrown));
}
