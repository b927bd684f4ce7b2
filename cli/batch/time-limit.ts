/** Interval between two checks of the processor time. */
const LOOK_MS = 500;
/** A PDF that waits without working is also stopped: after this multiple of its limit in wall-clock time. */
const WAIT_FACTOR = 6;

/** A PDF exceeded its processor time. */
export class TimeLimitReached extends Error {}

interface Account {
  usedMs: number;
  readonly began: number;
  readonly end: () => void;
}

/**
 * Stops PDFs that use too much processor time. Node counts it for the whole process, so the PDFs in work share what was
 * used meanwhile: one that hangs alone is charged all of it. A busy or sleeping machine stops none.
 */
export class TimeLimit {
  readonly #limitMs: number;
  readonly #usedMs: () => number;
  readonly #now: () => number;
  readonly #accounts = new Set<Account>();
  #timer: NodeJS.Timeout | undefined;
  #lastUsedMs = 0;

  /** @param limitMs 0 disables the limit */
  constructor(
    limitMs: number,
    usedMs: () => number = processorMs,
    now: () => number = () => performance.now(),
  ) {
    this.#limitMs = limitMs;
    this.#usedMs = usedMs;
    this.#now = now;
  }

  /** @throws TimeLimitReached if `work` exceeded the limit; whatever `work` throws */
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

  /** Charges the time used since the last check. */
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
