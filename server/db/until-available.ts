import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable } from './unavailable.ts';

/** As long as a start waits for the first connection. */
const TIMEOUT_MS = 30_000;
const RETRY_MS = 250;

/**
 * Repeats a step of a start while the database is away: it may restart just between two steps, and the process must not end for that.
 *
 * @param step leaves nothing behind when it fails
 */
export async function untilAvailable<Result>(
  step: () => Promise<Result>,
  timeoutMs = TIMEOUT_MS,
): Promise<Result> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() >= until) throw error;
      await delay(RETRY_MS);
    }
  }
}
