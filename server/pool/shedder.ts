import type { Lifecycle } from '../lifecycle.ts';
import type { FairQueue, Size } from '../limits/fair-queue.ts';

/** Load shedding of a draining server: jobs that would not finish before it exits are refused instead of cut off. */
export interface Shedder {
  /** Whether another job of this size would not finish before the server exits. */
  isLate(size: Size): boolean;
  /** Refuses waiting jobs that would not finish. Does nothing unless the server drains. */
  shed(): void;
  stop(): void;
}

const SHED_INTERVAL_MS = 1000;

/** @param maxWaiting how many waiting jobs of a size will still finish in time */
export function createShedder(
  queue: FairQueue,
  lifecycle: Lifecycle,
  maxWaiting: (size: Size) => number,
): Shedder {
  let timer: NodeJS.Timeout | undefined;
  const shed = () => {
    if (!lifecycle.draining) return;
    for (const size of ['small', 'large'] as const) queue.shed(size, maxWaiting(size));
  };
  lifecycle.drainBegan.addEventListener('abort', () => {
    shed();
    timer = setInterval(shed, SHED_INTERVAL_MS).unref();
  });
  lifecycle.lastCall.addEventListener('abort', shed);
  return {
    shed,
    isLate: (size) => lifecycle.draining && queue.waitingOf(size) >= maxWaiting(size),
    stop: () => clearInterval(timer),
  };
}
