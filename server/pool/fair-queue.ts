/** How many are in, and how many wait. */
export interface QueueLoad {
  readonly running: number;
  readonly waiting: number;
  /** How long the first of those who wait has waited, in seconds; 0 where nobody does. */
  readonly oldestWaitS: number;
}

/** `small` ones, whose time is short, have a lane of their own beside the places for all. */
export type Size = 'small' | 'large';
export type Lane = 'small' | 'all';

export interface Permit {
  readonly lane: Lane;
  /** Calling it again does nothing. */
  release(): void;
}

/**
 * Lets a bounded number in, makes a bounded number wait, and turns the rest away. Clients take turns, however many of
 * each wait. One alone may take all places; as others come, whoever has most gives way, until all have the same.
 */
export interface FairQueue {
  load(): QueueLoad;
  /** True when this client's next one would be turned away. */
  isFull(client?: string, size?: Size): boolean;
  /**
   * Resolves with a place once there is one; with undefined when turned away, at once or later for a client that has
   * less. Rejects with the signal's reason when that was aborted before.
   */
  acquire(signal: AbortSignal, client?: string, size?: Size): Promise<Permit | undefined>;
  /** How many of this size wait. */
  waitingOf(size: Size): number;
  /** Turns those of this size away until no more than so many wait: the last of whoever has most, first. */
  shed(size: Size, maxQueued: number): void;
}

export interface QueueLimits {
  readonly slots: number;
  /** Beside those, for small ones alone. */
  readonly smallJobSlots?: number;
  readonly maxQueued: number;
}

/** All who do not say who they are. */
const ANONYMOUS_CLIENT = '';

interface Waiter {
  readonly since: number;
  readonly size: Size;
  admit(place: Permit): void;
  reject(): void;
}

export function createFairQueue(room: QueueLimits): FairQueue {
  /** Who waits, by client; the client whose turn it is comes first. */
  const lines = new Map<string, Waiter[]>();
  const inside: Record<Lane, number> = { small: 0, all: 0 };
  const most: Record<Lane, number> = { small: room.smallJobSlots ?? 0, all: room.slots };

  const waiting = () => [...lines.values()].reduce((sum, line) => sum + line.length, 0);

  const oldestWaitS = () => {
    const since = [...lines.values()].flat().map((waiter) => waiter.since);
    return since.length === 0 ? 0 : (performance.now() - since.reduce((a, b) => Math.min(a, b))) / 1000;
  };

  const leaveLine = (client: string, waiter: Waiter) => {
    const rest = (lines.get(client) ?? []).filter((other) => other !== waiter);
    if (rest.length > 0) lines.set(client, rest);
    else lines.delete(client);
  };

  /** Small ones take the lane that others cannot, so that what is free is left to those. */
  const freeLane = (size: Size): Lane | undefined => {
    const lanes: readonly Lane[] = size === 'small' ? ['small', 'all'] : ['all'];
    return lanes.find((lane) => inside[lane] < most[lane]);
  };

  /** Whose turn it is in this lane. He goes behind all others. */
  const next = (lane: Lane): Waiter | undefined => {
    for (const [client, line] of lines) {
      const waiter = line.find(({ size }) => lane === 'all' || size === 'small');
      if (waiter === undefined) continue;
      lines.delete(client);
      lines.set(client, line);
      return waiter;
    }
    return undefined;
  };

  const placeIn = (lane: Lane): Permit => {
    inside[lane] += 1;
    let left = false;
    return {
      lane,
      release() {
        if (left) return;
        left = true;
        inside[lane] -= 1;
        next(lane)?.admit(placeIn(lane));
      },
    };
  };

  /** Who gives way to one more of this client: the last of whom most wait, if that leaves him no fewer. */
  const givesWay = (client: string): Waiter | undefined => {
    const longest = [...lines.values()].reduce((long, line) => (line.length > long.length ? line : long), []);
    const own = lines.get(client)?.length ?? 0;
    return longest.length > own + 1 ? longest.at(-1) : undefined;
  };

  const waitersOf = (size: Size) =>
    [...lines.values()].map((line) => line.filter((waiter) => waiter.size === size));
  const waitingOf = (size: Size) => waitersOf(size).reduce((sum, line) => sum + line.length, 0);

  const isFull = (client = ANONYMOUS_CLIENT, size: Size = 'large') =>
    freeLane(size) === undefined && waiting() >= room.maxQueued && givesWay(client) === undefined;

  return {
    isFull,
    waitingOf,
    shed(size, maxQueued) {
      while (waitingOf(size) > maxQueued) {
        const longest = waitersOf(size).reduce(
          (long, line) => (line.length >= long.length ? line : long),
          [],
        );
        longest.at(-1)?.reject();
      }
    },
    load: () => ({ running: inside.all + inside.small, waiting: waiting(), oldestWaitS: oldestWaitS() }),
    async acquire(signal, client = ANONYMOUS_CLIENT, size = 'large') {
      signal.throwIfAborted();
      if (isFull(client, size)) return undefined;
      const lane = freeLane(size);
      if (lane !== undefined) return placeIn(lane);
      if (waiting() >= room.maxQueued) givesWay(client)?.reject();
      return new Promise((resolve, reject) => {
        const settle = (end: () => void) => {
          signal.removeEventListener('abort', onAbort);
          leaveLine(client, waiter);
          end();
        };
        const waiter: Waiter = {
          since: performance.now(),
          size,
          admit: (place) => settle(() => resolve(place)),
          reject: () => settle(() => resolve(undefined)),
        };
        const onAbort = () => settle(() => reject(signal.reason));
        signal.addEventListener('abort', onAbort, { once: true });
        lines.set(client, [...(lines.get(client) ?? []), waiter]);
      });
    },
  };
}
