/** Work that can be ended from outside. While there is any, it is checked at an interval. */
export class WatchedWork<Account> {
  readonly #check: () => void;
  readonly #intervalMs: number;
  readonly #running = new Map<Account, AbortController>();
  #timer: NodeJS.Timeout | undefined;

  constructor(check: () => void, intervalMs: number) {
    this.#check = check;
    this.#intervalMs = intervalMs;
  }

  get accounts(): readonly Account[] {
    return [...this.#running.keys()];
  }

  /** Checks when the work begins, at the interval, and when it ends. */
  async run<T>(signal: AbortSignal, account: Account, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const limited = new AbortController();
    this.#running.set(account, limited);
    this.#timer ??= setInterval(this.#check, this.#intervalMs).unref();
    this.#check();
    try {
      return await work(AbortSignal.any([signal, limited.signal]));
    } finally {
      this.#check();
      this.#running.delete(account);
      if (this.#running.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  /** Aborts the work of an account, if it still runs. */
  end(account: Account, reason: Error): void {
    this.#running.get(account)?.abort(reason);
  }
}
