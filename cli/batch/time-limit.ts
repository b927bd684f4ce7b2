/** Processor time is looked at so often. */
const LOOK_MS = 500;
/** One that waits and does not work is ended too, after so many times its limit on the clock. */
const WAIT_FACTOR = 6;

/** A PDF took more of a processor than it may. */
export class TimeLimitReached extends Error {}

interface Account {
  usedMs: number;
  readonly began: number;
  readonly end: () => void;
}

/**
 * Ends PDFs that take too much of a processor. Node counts it for the whole process, so those that are worked on share what was
 * used meanwhile: one that hangs alone bears all of it. A machine that is busy with others, or asleep, ends none.
 */
export class TimeLimit {
  readonly #limitMs: number;
  readonly #usedMs: () => number;
  readonly #now: () => number;
  readonly #accounts = new Set<Account>();
  #timer: NodeJS.Timeout | undefined;
  #lastUsedMs = 0;

  /** @param limitMs 0: none */
  constructor(
    limitMs: number,
    usedMs: () => number = processorMs,
    now: () => number = () => performance.now(),
  ) {
    this.#limitMs = limitMs;
    this.#usedMs = usedMs;
    this.#now = now;
  }

  /** @throws TimeLimitReached when `work` took too much; what it throws itself */
  async within<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#limitMs === 0) return work(signal);
    const limited = new AbortController();
    const reached = new TimeLimitReached();
    this.look();
    const account = { usedMs: 0, began: this.#now(), end: () => limited.abort(reached) };
    this.#accounts.add(account);
    this.#timer ??= setInterval(() => this.look(), LOOK_MS).unref();
    try {
      return await work(AbortSignal.any([signal, limited.signal]));
    } finally {
      this.look();
      this.#accounts.delete(account);
      if (this.#accounts.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  /** Charges what was used since the last look. */
  look(): void {
    const used = this.#usedMs();
    const share = (used - this.#lastUsedMs) / Math.max(1, this.#accounts.size);
    this.#lastUsedMs = used;
    const now = this.#now();
    for (const account of this.#accounts) {
      account.usedMs += share;
      const isOver = account.usedMs > this.#limitMs || now - account.began > WAIT_FACTOR * this.#limitMs;
      if (isOver) account.end();
    }
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
