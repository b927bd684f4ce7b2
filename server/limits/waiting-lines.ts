/** `small` jobs are short and have a lane of their own beside the common slots. */
export type Size = 'small' | 'large';

/** A waiting job. Settled once, by one of `admit` and `reject`. */
export interface Waiter<Place> {
  /** `performance.now()` at which it began to wait. */
  readonly since: number;
  readonly client: string;
  readonly size: Size;
  admit(place: Place): void;
  reject(): void;
}

/** Waiting jobs by client, who take turns: the first client is next. */
export class WaitingLines<Place> {
  readonly #lines = new Map<string, readonly Waiter<Place>[]>();

  get count(): number {
    return [...this.#lines.values()].reduce((sum, line) => sum + line.length, 0);
  }

  /** How long the oldest job has waited, in seconds; 0 if none waits. */
  get oldestWaitS(): number {
    const since = [...this.#lines.values()].flat().map((waiter) => waiter.since);
    return since.length === 0 ? 0 : (performance.now() - since.reduce((a, b) => Math.min(a, b))) / 1000;
  }

  join(waiter: Waiter<Place>): void {
    this.#lines.set(waiter.client, [...(this.#lines.get(waiter.client) ?? []), waiter]);
  }

  leave(waiter: Waiter<Place>): void {
    const rest = (this.#lines.get(waiter.client) ?? []).filter((other) => other !== waiter);
    if (rest.length > 0) this.#lines.set(waiter.client, rest);
    else this.#lines.delete(waiter.client);
  }

  /** Returns the next job that may enter (round robin). Moves its client to the end. */
  next(mayEnter: (client: string) => boolean, isFit: (size: Size) => boolean): Waiter<Place> | undefined {
    for (const [client, line] of this.#lines) {
      if (!mayEnter(client)) continue;
      const waiter = line.find(({ size }) => isFit(size));
      if (waiter === undefined) continue;
      this.#lines.delete(client);
      this.#lines.set(client, line);
      return waiter;
    }
    return undefined;
  }

  /**
   * The job that gives way to one more of this client: the newest of the client with the most, unless that would leave
   * it with fewer.
   */
  givesWay(client: string): Waiter<Place> | undefined {
    const longest = [...this.#lines.values()].reduce(
      (long, line) => (line.length > long.length ? line : long),
      [],
    );
    const own = this.#lines.get(client)?.length ?? 0;
    return longest.length > own + 1 ? longest.at(-1) : undefined;
  }

  countOf(size: Size): number {
    return this.#of(size).reduce((sum, line) => sum + line.length, 0);
  }

  /** The newest job of this size of the client with the most of them. */
  newestOfLongest(size: Size): Waiter<Place> | undefined {
    return this.#of(size)
      .reduce((long, line) => (line.length >= long.length ? line : long), [])
      .at(-1);
  }

  #of(size: Size): readonly (readonly Waiter<Place>[])[] {
    return [...this.#lines.values()].map((line) => line.filter((waiter) => waiter.size === size));
  }
}
