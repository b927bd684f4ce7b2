import { setMaxListeners } from 'node:events';

/** Whether the server still accepts work; shared by request handlers and shutdown. */
export interface Lifecycle {
  readonly draining: boolean;
  /** Aborted when draining begins. */
  readonly drainBegan: AbortSignal;
  /** Aborted shortly before connections are cut: pending requests must be answered now. */
  readonly lastCall: AbortSignal;
  /** Milliseconds until the last call; infinite while not draining. */
  remainingMs(): number;
  /** Begins draining. Idempotent. */
  drain(lastCallInMs: number): void;
}

export function createLifecycle(): Lifecycle {
  const [began, called] = [new AbortController(), new AbortController()];
  // All running work listens.
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
