import { WorkPool, type WorkThread } from '../../shared/work/pool.ts';

/** A pool with the given thread; without one, the test must not need a thread. */
export function workPoolOf(
  spawn: () => WorkThread = () => {
    throw new Error('no image was to be recoded in this test');
  },
): WorkPool {
  return new WorkPool({ threads: 1, pixels: 1_000_000, idleMs: 1000, spawn });
}
