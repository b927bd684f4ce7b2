import { totalmem } from 'node:os';
import { WatchedWork } from './watched-work.ts';

/** Interval between two checks of the memory. */
const LOOK_MS = 100;
/** Time for the memory of a stopped PDF to be returned, before another one is stopped. */
const GRACE_MS = 1000;
/** Share of the machine's memory, or of the container's, that the program may take by default. */
const DEFAULT_SHARE = 0.75;

/** Share of the limit that a PDF may take in any case, whatever earlier ones left behind. */
const MIN_SHARE = 0.25;

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
  readonly #work = new WatchedWork<Account>(() => this.look(), LOOK_MS);
  /** Bytes that the program took when no PDF was in work: threads return memory late, or keep it for the next PDF. */
  #idleBytes = 0;
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
    const others = this.#work.accounts;
    // Its bytes were read already.
    if (others.length === 0) this.#idleBytes = Math.max(0, this.#used() - bytes);
    for (const other of others) other.wasAlone = false;
    return this.#work.run(signal, { bytes, wasAlone: others.length === 0 }, work);
  }

  /** Stops one PDF if the limit is exceeded. */
  look(): void {
    const allowed = Math.max(this.#limit, this.#idleBytes + MIN_SHARE * this.#limit);
    if (this.#now() < this.#quietUntil || this.#used() <= allowed) return;
    const [largest] = this.#work.accounts.toSorted((a, b) => b.bytes - a.bytes);
    if (largest === undefined) return;
    this.#quietUntil = this.#now() + GRACE_MS;
    this.#work.end(largest, new MemoryLimitReached(largest.wasAlone));
  }
}

export function defaultMemoryLimit(): number {
  const contained = process.constrainedMemory?.() ?? 0;
  return DEFAULT_SHARE * (contained > 0 ? Math.min(contained, totalmem()) : totalmem());
}
