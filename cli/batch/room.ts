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

  /** @throws the signal's reason, while waiting */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
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

  give(bytes: number): void {
    this.#taken -= bytes;
    this.#letIn();
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
