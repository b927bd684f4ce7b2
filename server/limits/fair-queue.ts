import { onAbort } from '../../shared/work/on-abort.ts';

/** Number of running and waiting jobs. */
export interface QueueLoad {
  readonly running: number;
  readonly waiting: number;
  /** How long the oldest waiting job has waited, in seconds; 0 if none waits. */
  readonly oldestWaitS: number;
}

/** `small` jobs are short and have a lane of their own beside the common slots. */
export type Size = 'small' | 'large';
export type Lane =
  | 'small'
  | 'all'
  /** A slot beside the common ones, for other clients while one client holds all of those. */
  | 'guest';

export interface Permit {
  readonly lane: Lane;
  /** Idempotent. */
  release(): void;
}

/**
 * Fair queuing and admission control: runs a bounded number of jobs, queues a bounded number, and refuses the rest.
 * Clients take turns, however many jobs each has. One client alone may use the whole queue; when others arrive, the
 * client with the most queued jobs loses its newest one, until all have the same number.
 */
export interface FairQueue {
  load(): QueueLoad;
  /** Whether this client's next job would be refused. */
  isFull(client?: string, size?: Size): boolean;
  /**
   * Resolves with a permit, or with undefined if refused: at once, or later in favor of a client with fewer jobs.
   * Rejects with the signal's reason if aborted while waiting.
   */
  acquire(signal: AbortSignal, client?: string, size?: Size): Promise<Permit | undefined>;
  /** Number of waiting jobs of this size. */
  waitingOf(size: Size): number;
  /**
   * Refuses waiting jobs of this size until at most `maxQueued` remain, starting with the newest of the client with the
   * most.
   */
  shed(size: Size, maxQueued: number): void;
}

export interface QueueLimits {
  readonly slots: number;
  /** Additional slots, for small jobs alone. */
  readonly smallJobSlots?: number;
  /** Additional slots for other clients while one client holds all of `slots`. */
  readonly guestSlots?: number;
  readonly maxQueued: number;
}

/** The shared name of all clients without a name. */
const ANONYMOUS_CLIENT = '';

interface Waiter {
  readonly since: number;
  readonly client: string;
  readonly size: Size;
  admit(place: Permit): void;
  reject(): void;
}

export function createFairQueue(room: QueueLimits): FairQueue {
  /** Waiting jobs by client; the first client is next. */
  const lines = new Map<string, Waiter[]>();
  const inside: Record<Lane, number> = { small: 0, all: 0, guest: 0 };
  const most: Record<Lane, number> = {
    small: room.smallJobSlots ?? 0,
    all: room.slots,
    guest: room.guestSlots ?? 0,
  };
  /** Common slots in use by client. */
  const held = new Map<string, number>();

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

  /** Small jobs prefer their own lane, which leaves the common one to large jobs. */
  const freeLane = (size: Size, client: string): Lane | undefined => {
    const lanes: readonly Lane[] = size === 'small' ? ['small', 'all', 'guest'] : ['all', 'guest'];
    return lanes.find((lane) => inside[lane] < most[lane] && mayEnter(lane, client));
  };

  /** Long jobs of one client must not keep all others waiting: a guest is any other client. */
  const mayEnter = (lane: Lane, client: string): boolean =>
    lane !== 'guest' || (inside.all >= most.all && held.size === 1 && !held.has(client));

  /** The next waiting job that may enter this lane (round robin). Moves its client to the end. */
  const next = (lane: Lane): Waiter | undefined => {
    for (const [client, line] of lines) {
      if (!mayEnter(lane, client)) continue;
      const waiter = line.find(({ size }) => lane !== 'small' || size === 'small');
      if (waiter === undefined) continue;
      lines.delete(client);
      lines.set(client, line);
      return waiter;
    }
    return undefined;
  };

  const hold = (client: string, change: 1 | -1) => {
    const slots = (held.get(client) ?? 0) + change;
    if (slots > 0) held.set(client, slots);
    else held.delete(client);
  };

  const placeIn = (lane: Lane, client: string): Permit => {
    inside[lane] += 1;
    if (lane === 'all') hold(client, 1);
    let left = false;
    return {
      lane,
      release() {
        if (left) return;
        left = true;
        inside[lane] -= 1;
        if (lane === 'all') hold(client, -1);
        admitNext(lane);
        // A released slot may let a guest in.
        if (inside.guest < most.guest) admitNext('guest');
      },
    };
  };

  const admitNext = (lane: Lane) => {
    const waiter = next(lane);
    waiter?.admit(placeIn(lane, waiter.client));
  };

  /**
   * The job that gives way to one more of this client: the newest of the client with the most, unless that would leave
   * it with fewer.
   */
  const givesWay = (client: string): Waiter | undefined => {
    const longest = [...lines.values()].reduce((long, line) => (line.length > long.length ? line : long), []);
    const own = lines.get(client)?.length ?? 0;
    return longest.length > own + 1 ? longest.at(-1) : undefined;
  };

  const waitersOf = (size: Size) =>
    [...lines.values()].map((line) => line.filter((waiter) => waiter.size === size));
  const waitingOf = (size: Size) => waitersOf(size).reduce((sum, line) => sum + line.length, 0);

  const isFull = (client = ANONYMOUS_CLIENT, size: Size = 'large') =>
    freeLane(size, client) === undefined && waiting() >= room.maxQueued && givesWay(client) === undefined;

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
    load: () => ({
      running: inside.all + inside.small + inside.guest,
      waiting: waiting(),
      oldestWaitS: oldestWaitS(),
    }),
    async acquire(signal, client = ANONYMOUS_CLIENT, size = 'large') {
      signal.throwIfAborted();
      if (isFull(client, size)) return undefined;
      const lane = freeLane(size, client);
      if (lane !== undefined) return placeIn(lane, client);
      if (waiting() >= room.maxQueued) givesWay(client)?.reject();
      return new Promise((resolve, reject) => {
        const settle = (end: () => void) => {
          forget();
          leaveLine(client, waiter);
          end();
        };
        const waiter: Waiter = {
          since: performance.now(),
          client,
          size,
          admit: (place) => settle(() => resolve(place)),
          reject: () => settle(() => resolve(undefined)),
        };
        const forget = onAbort(signal, () => settle(() => reject(signal.reason)));
        lines.set(client, [...(lines.get(client) ?? []), waiter]);
      });
    },
  };
}
