import { setTimeout as sleep } from 'node:timers/promises';

export interface RetrySettings {
  /** Longest time in milliseconds that work is repeated; 0 disables it. */
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  /** Waits; tests return at once. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 20_000;

/**
 * Repeats what failed because a service is unreachable or overloaded, with exponential backoff and full jitter.
 *
 * @param isPassing whether an error is of that kind
 * @throws the last error; the signal's reason
 */
export async function withRetries<T>(
  settings: RetrySettings,
  isPassing: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  const { patienceMs, signal, pause = (ms) => sleep(ms, undefined, { signal }) } = settings;
  const end = performance.now() + patienceMs;
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error) || performance.now() >= end) throw error;
      const most = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
      await pause(Math.max(FIRST_PAUSE_MS / 2, Math.random() * most), signal);
      signal.throwIfAborted();
    }
  }
}
