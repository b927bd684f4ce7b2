import { setMaxListeners } from 'node:events';

/** Whether the server still takes work; shared by those who answer and the one who shuts down. */
export interface Lifecycle {
  readonly draining: boolean;
  /** Aborted when draining begins. */
  readonly drainBegan: AbortSignal;
  /** Aborted shortly before connections are cut: whoever still waits is answered now. */
  readonly lastCall: AbortSignal;
  /** How long there is until the last call; without end while nothing drains. */
  remainingMs(): number;
  /** Begins to drain. Calling it again does nothing. */
  drain(lastCallInMs: number): void;
}

export function createLifecycle(): Lifecycle {
  const [began, called] = [new AbortController(), new AbortController()];
  // All that is in work listens.
  setMaxListeners(0, began.signal, called.signal);
  let lastCallAt = Number.POSITIVE_INFINITY;
  return {
    get draining() {
      return began.signal.aborted;
    },
    drainBegan: began.signal,
    lastCall: called.signal,
    remainingMs: () => Math.max(0, lastCallAt - performance.now()),
    drain(lastCallInMs) {
      if (began.signal.aborted) return;
      lastCallAt = performance.now() + lastCallInMs;
      setTimeout(() => called.abort(), lastCallInMs).unref();
      began.abort();
    },
  };
}
