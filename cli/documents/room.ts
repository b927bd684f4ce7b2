import { onAbort } from '../../shared/work/on-abort.ts';

interface Waiting {
  readonly bytes: number;
  readonly enter: () => void;
}

/** A semaphore counted in bytes. First come, first served. */
export class Room {
  readonly #most: number;
  readonly #waiting: Waiting[] = [];
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Runs `work` once there is room for `bytes`. More than the whole room is alone in it.
   *
   * @throws the signal's reason, while waiting; whatever `work` throws
   */
  async within<T>(bytes: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#take(bytes, signal);
    try {
      return await work();
    } finally {
      this.#taken -= bytes;
      this.#letIn();
    }
  }

  async #take(bytes: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const waiting = {
        bytes,
        enter: () => {
          forget();
          resolve();
        },
      };
      const forget = onAbort(signal, () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason);
      });
      this.#waiting.push(waiting);
      this.#letIn();
    });
  }

  #letIn(): void {
    for (;;) {
      const [next] = this.#waiting;
      if (next === undefined || (this.#taken > 0 && this.#taken + next.bytes > this.#most)) return;
      this.#waiting.shift();
      this.#taken += next.bytes;
      next.enter();
    }
  }
}
