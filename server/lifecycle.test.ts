import { expect, test, vi } from 'vitest';
import { createLifecycle } from './lifecycle.ts';

test('a server that drains says so at once, counts down, and calls last once', () => {
  vi.useFakeTimers();
  try {
    const lifecycle = createLifecycle();
    const { drainBegan, lastCall } = lifecycle;
    const seen = () => [lifecycle.draining, drainBegan.aborted, lastCall.aborted, lifecycle.remainingMs()];
    expect(seen()).toEqual([false, false, false, Number.POSITIVE_INFINITY]);
    lifecycle.drain(5000);
    expect(seen()).toEqual([true, true, false, 5000]);
    vi.advanceTimersByTime(2000);
    // A second signal gives no more time.
    lifecycle.drain(5000);
    expect(seen()).toEqual([true, true, false, 3000]);
    vi.advanceTimersByTime(3000);
    expect(seen()).toEqual([true, true, true, 0]);
  } finally {
    vi.useRealTimers();
  }
});
