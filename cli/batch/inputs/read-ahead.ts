/**
 * Prefetches items from a source, up to a limit, so that the consumer seldom waits and the number of items is known
 * early.
 */
export class ReadAhead<T> {
  readonly #most: number;
  readonly #onItem: (item: T) => void;
  #items: T[] = [];
  /** Index of the next item to take; `shift` would move all items behind it. */
  #next = 0;
  #isEnded = false;
  #failure: { readonly thrown: unknown } | undefined;
  #wakeTaker: () => void = () => {};
  #wakeSource: () => void = () => {};

  /** @param onItem called with each item as the source yields it */
  constructor(source: AsyncIterable<T> | Iterable<T>, most: number, onItem: (item: T) => void = () => {}) {
    this.#most = most;
    this.#onItem = onItem;
    void this.#read(source);
  }

  /** Whether the whole source has been read. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Returns the next item; undefined at the end. @throws what the source throws */
  async take(): Promise<T | undefined> {
    while (this.#next === this.#items.length) {
      if (this.#failure !== undefined) throw this.#failure.thrown;
      if (this.#isEnded) return undefined;
      await new Promise<void>((wake) => {
        const others = this.#wakeTaker;
        this.#wakeTaker = () => {
          others();
          wake();
        };
      });
    }
    const item = this.#items[this.#next]!;
    this.#next += 1;
    if (this.#next * 2 > this.#items.length && this.#next > 1000) {
      this.#items = this.#items.slice(this.#next);
      this.#next = 0;
    }
    this.#wakeSource();
    return item;
  }

  async #read(source: AsyncIterable<T> | Iterable<T>): Promise<void> {
    try {
      for await (const item of source) {
        this.#onItem(item);
        this.#items.push(item);
        this.#wakeTakers();
        if (this.#items.length - this.#next >= this.#most)
          await new Promise<void>((wake) => {
            this.#wakeSource = wake;
          });
      }
    } catch (thrown) {
      this.#failure = { thrown };
    }
    this.#isEnded = true;
    this.#wakeTakers();
  }

  #wakeTakers(): void {
    const wake = this.#wakeTaker;
    this.#wakeTaker = () => {};
    wake();
  }
}
