import { onAbort } from '../../shared/work/on-abort.ts';
import { type Lane, Lanes, type Permit } from './lanes.ts';
import { type Size, type Waiter, WaitingLines } from './waiting-lines.ts';

export type { Lane, Permit } from './lanes.ts';
export type { Size } from './waiting-lines.ts';

/** Number of running and waiting jobs. */
export interface QueueLoad {
  readonly running: number;
  readonly waiting: number;
  /** How long the oldest waiting job has waited, in seconds; 0 if none waits. */
  readonly oldestWaitS: number;
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

export function createFairQueue(room: QueueLimits): FairQueue {
  const lines = new WaitingLines<Permit>();
  const lanes = new Lanes({ small: room.smallJobSlots ?? 0, all: room.slots, guest: room.guestSlots ?? 0 });

  const placeIn = (lane: Lane, client: string): Permit => {
    lines.begin(client);
    return lanes.enter(lane, client, () => {
      admitNext(lane);
      // A released slot may let a guest in.
      if (lanes.hasRoom('guest')) admitNext('guest');
    });
  };

  const admitNext = (lane: Lane) => {
    const waiter = lines.next(
      (client) => lanes.mayEnter(lane, client),
      (size) => lane !== 'small' || size === 'small',
    );
    waiter?.admit(placeIn(lane, waiter.client));
  };

  const isFull = (client = ANONYMOUS_CLIENT, size: Size = 'large') =>
    lanes.freeFor(size, client) === undefined &&
    lines.count >= room.maxQueued &&
    lines.givesWay(client) === undefined;

  return {
    isFull,
    waitingOf: (size) => lines.countOf(size),
    shed(size, maxQueued) {
      while (lines.countOf(size) > maxQueued) lines.newestOfLongest(size)?.reject();
    },
    load: () => ({ running: lanes.running, waiting: lines.count, oldestWaitS: lines.oldestWaitS }),
    async acquire(signal, client = ANONYMOUS_CLIENT, size = 'large') {
      signal.throwIfAborted();
      if (isFull(client, size)) return undefined;
      const lane = lanes.freeFor(size, client);
      if (lane !== undefined) return placeIn(lane, client);
      if (lines.count >= room.maxQueued) lines.givesWay(client)?.reject();
      return waitInLine(lines, signal, client, size);
    },
  };
}

/** Resolves with a permit, or with undefined if the job gave way. Rejects with the signal's reason. */
function waitInLine(
  lines: WaitingLines<Permit>,
  signal: AbortSignal,
  client: string,
  size: Size,
): Promise<Permit | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      forget();
      lines.leave(waiter);
      end();
    };
    const waiter: Waiter<Permit> = {
      since: performance.now(),
      client,
      size,
      admit: (place) => settle(() => resolve(place)),
      reject: () => settle(() => resolve(undefined)),
    };
    const forget = onAbort(signal, () => settle(() => reject(signal.reason)));
    lines.join(waiter);
  });
}
