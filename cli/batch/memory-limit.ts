import { totalmem } from 'node:os';

/** Interval between two checks of the memory. */
const LOOK_MS = 100;
/** Time for the memory of a stopped PDF to be returned, before another one is stopped. */
const GRACE_MS = 1000;
/** Share of the machine's memory, or of the container's, that the program may take by default. */
const DEFAULT_SHARE = 0.75;

/** The program exceeded its memory while a PDF was in work. */
export class MemoryLimitReached extends Error {
  /** False if other PDFs were in work too, so that this one may not be the cause. */
  readonly wasAlone: boolean;

  constructor(wasAlone: boolean) {
    super();
    this.wasAlone = wasAlone;
  }
}

interface Account {
  readonly bytes: number;
  wasAlone: boolean;
  end: (why: MemoryLimitReached) => void;
}

/**
 * Stops PDFs that use too much memory, before the system kills the program. Decoded images lie outside the JavaScript
 * heap of their thread, and the system counts memory for the whole process. So of several PDFs the largest file is
 * stopped; the caller repeats it alone.
 */
export class MemoryLimit {
  readonly #limit: number;
  readonly #used: () => number;
  readonly #now: () => number;
  readonly #accounts = new Set<Account>();
  #timer: NodeJS.Timeout | undefined;
  #quietUntil = Number.NEGATIVE_INFINITY;

  /** @param limit bytes; 0 disables the limit */
  constructor(
    limit: number,
    used: () => number = process.memoryUsage.rss,
    now: () => number = () => performance.now(),
  ) {
    this.#limit = limit;
    this.#used = used;
    this.#now = now;
  }

  /**
   * @param bytes size of the PDF
   * @throws MemoryLimitReached if the limit was exceeded; whatever `work` throws
   */
  async within<T>(signal: AbortSignal, bytes: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#limit === 0) return work(signal);
    const limited = new AbortController();
    const account: Account = {
      bytes,
      wasAlone: this.#accounts.size === 0,
      end: (why) => limited.abort(why),
    };
    for (const other of this.#accounts) other.wasAlone = false;
    this.#accounts.add(account);
    this.#timer ??= setInterval(() => this.look(), LOOK_MS).unref();
    // The file itself may be too large.
    this.look();
    try {
      return await work(AbortSignal.any([signal, limited.signal]));
    } finally {
      this.#accounts.delete(account);
      if (this.#accounts.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  /** Stops one PDF if the limit is exceeded. */
  look(): void {
    if (this.#now() < this.#quietUntil || this.#used() <= this.#limit) return;
    const [largest] = [...this.#accounts].sort((a, b) => b.bytes - a.bytes);
    if (largest === undefined) return;
    this.#quietUntil = this.#now() + GRACE_MS;
    largest.end(new MemoryLimitReached(largest.wasAlone));
  }
}

export function defaultMemoryLimit(): number {
  const contained = process.constrainedMemory?.() ?? 0;
  return DEFAULT_SHARE * (contained > 0 ? Math.min(contained, totalmem()) : totalmem());
}
