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

/**
 * Waiting jobs by client, who take turns. A client that comes while another's job runs goes before that one's next job,
 * and behind all who waited before.
 */
export class WaitingLines<Place> {
  readonly #lines = new Map<string, readonly Waiter<Place>[]>();
  /** The lowest is next; of equal ones the first. */
  readonly #turns = new Map<string, number>();
  /** Jobs that have begun. */
  #begun = 0;
  #newest: string | undefined;

  get count(): number {
    return [...this.#lines.values()].reduce((sum, line) => sum + line.length, 0);
  }

  /** How long the oldest job has waited, in seconds; 0 if none waits. */
  get oldestWaitS(): number {
    const since = [...this.#lines.values()].flat().map((waiter) => waiter.since);
    return since.length === 0 ? 0 : (performance.now() - since.reduce((a, b) => Math.min(a, b))) / 1000;
  }

  join(waiter: Waiter<Place>): void {
    const { client } = waiter;
    const line = this.#lines.get(client);
    if (line === undefined)
      this.#turns.set(client, client === this.#newest ? this.#begun : this.#begun - 0.5);
    this.#lines.set(client, [...(line ?? []), waiter]);
  }

  /** Says that a job of this client begins, one that waited or not. */
  begin(client: string): void {
    this.#begun += 1;
    this.#newest = client;
    if (this.#lines.has(client)) this.#turns.set(client, this.#begun);
  }

  leave(waiter: Waiter<Place>): void {
    const rest = (this.#lines.get(waiter.client) ?? []).filter((other) => other !== waiter);
    if (rest.length > 0) this.#lines.set(waiter.client, rest);
    else {
      this.#lines.delete(waiter.client);
      this.#turns.delete(waiter.client);
    }
  }

  /** Returns the next job that may enter. */
  next(mayEnter: (client: string) => boolean, isFit: (size: Size) => boolean): Waiter<Place> | undefined {
    for (const [client] of [...this.#turns].sort(([, one], [, other]) => one - other)) {
      if (!mayEnter(client)) continue;
      const waiter = this.#lines.get(client)?.find(({ size }) => isFit(size));
      if (waiter !== undefined) return waiter;
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
