import { WatchedWork } from './watched-work.ts';

/** Interval between two checks of the processor time. */
const LOOK_MS = 500;
/** A PDF that waits without working is also stopped: after this multiple of its limit in wall-clock time. */
const WAIT_FACTOR = 6;

/** A PDF exceeded its processor time. */
export class TimeLimitReached extends Error {}

interface Account {
  usedMs: number;
  readonly began: number;
}

/**
 * Stops PDFs that use too much processor time. Node counts it for the whole process, so the PDFs in work share what was
 * used meanwhile: one that hangs alone is charged all of it. A busy or sleeping machine stops none.
 */
export class TimeLimit {
  readonly #limitMs: number;
  readonly #usedMs: () => number;
  readonly #now: () => number;
  readonly #work = new WatchedWork<Account>(() => this.look(), LOOK_MS);
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
    // Time used before is charged to the others.
    this.look();
    const account = { usedMs: 0, began: this.#now() };
    const result = await this.#work.run(signal, account, work);
    // Short work ends between two checks.
    if (account.usedMs > this.#limitMs) throw new TimeLimitReached();
    return result;
  }

  /** Charges the time used since the last check. */
  look(): void {
    const used = this.#usedMs();
    const { accounts } = this.#work;
    const share = (used - this.#lastUsedMs) / Math.max(1, accounts.length);
    this.#lastUsedMs = used;
    const now = this.#now();
    for (const account of accounts) {
      account.usedMs += share;
      const isOver = account.usedMs > this.#limitMs || now - account.began > WAIT_FACTOR * this.#limitMs;
      if (isOver) this.#work.end(account, new TimeLimitReached());
    }
  }
}

/** Processor time of the process so far, in milliseconds. Threads are part of it. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
