import { onAbort } from '../../shared/work/on-abort.ts';

/** A call that waits for its turn. */
interface Waiting {
  readonly enter: () => void;
  readonly refuse: (why: unknown) => void;
}

/** A counting semaphore. Waiting calls are served in order of arrival. */
export class TurnQueue {
  readonly #places: number;
  readonly #waiting = new Set<Waiting>();
  #taken = 0;
  #closed: Error | undefined;

  constructor(places: number) {
    this.#places = places;
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  /**
   * Acquires a place; `next` releases it. An aborted call leaves the queue at once.
   *
   * @throws the signal's reason; the error with which the queue was closed
   */
  async turn(signal?: AbortSignal): Promise<void> {
    this.check(signal);
    if (this.#taken < this.#places) {
      this.#taken += 1;
      return;
    }
    let forget = () => {};
    try {
      await new Promise<void>((enter, refuse) => {
        const waiting = { enter, refuse };
        this.#waiting.add(waiting);
        forget = onAbort(signal, () => {
          if (this.#waiting.delete(waiting)) refuse(signal?.reason);
        });
      });
    } finally {
      forget();
    }
  }

  /**
   * Checks again before work begins: the call may have been aborted, or the queue closed, meanwhile. @throws as `turn`
   */
  check(signal?: AbortSignal): void {
    signal?.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed;
  }

  /** Releases a place to the next call. */
  next(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#taken -= 1;
    else {
      this.#waiting.delete(next);
      next.enter();
    }
  }

  /** Refuses waiting and later calls. */
  close(why: Error): void {
    this.#closed ??= why;
    for (const { refuse } of this.#waiting) refuse(why);
    this.#waiting.clear();
  }
}
