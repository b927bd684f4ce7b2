/** Estimates Retry-After from recent job durations. */
export interface RetryAfterEstimator {
  /** Records the duration of one job, in milliseconds. */
  recordDuration(tookMs: number): void;
  /**
   * Seconds until most of the waiting jobs are done.
   *
   * @param waiting number of waiting jobs
   * @param lanes number of concurrent jobs
   */
  retryAfterS(waiting: number, lanes: number): number;
  /** Maximum number of waiting jobs of which the last will finish within `ms`, with all lanes busy. */
  doneWithin(ms: number, lanes: number): number;
}

/** Initial estimate. */
const FIRST_MS = 2000;
/** Weight of one job in the moving average. */
const WEIGHT = 0.1;
const MAX_S = 120;
/** Randomizes the times, so that refused clients do not return together. */
const SPREAD = 0.5;

/** @param random returns 0 to 1 */
export function createRetryAfterEstimator(random: () => number = Math.random): RetryAfterEstimator {
  let usualMs = FIRST_MS;
  return {
    recordDuration(tookMs) {
      usualMs += WEIGHT * (tookMs - usualMs);
    },
    retryAfterS(waiting, lanes) {
      const seconds = ((waiting + 1) * usualMs) / lanes / 1000;
      return Math.min(MAX_S, Math.max(1, Math.ceil(seconds * (1 - SPREAD * random()))));
    },
    doneWithin(ms, lanes) {
      // One round is reserved for the running jobs.
      return Number.isFinite(ms) ? lanes * Math.max(0, Math.floor(ms / usualMs) - 1) : ms;
    },
  };
}

/** A server that shuts down usually has a replica or is back soon. */
const RESTART_S = 5;

/** Retry-After of a server that shuts down, randomized so that clients do not return together. */
export function restartRetryAfterS(random: () => number = Math.random): number {
  return Math.ceil(RESTART_S * (1 - SPREAD * random()));
}
