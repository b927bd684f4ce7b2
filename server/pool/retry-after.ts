/** How long jobs take of late, to tell those who are refused when to come again. */
export interface RetryAfterEstimator {
  /** One more job took so long. */
  recordDuration(tookMs: number): void;
  /**
   * When most of those who wait now are done.
   *
   * @param waiting how many do
   * @param lanes how many are done at the same time
   */
  retryAfterS(waiting: number, lanes: number): number;
  /** How many may wait so that the last of them is done in this time, with all lanes at work. */
  doneWithin(ms: number, lanes: number): number;
}

/** Before anything was done: a guess. */
const FIRST_MS = 2000;
/** How much of the picture one job is. */
const WEIGHT = 0.1;
const MAX_S = 120;
/** Those who were refused together come back apart. */
const SPREAD = 0.5;

/** @param random from 0 to 1 */
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
      // One round is for those who are at work.
      return Number.isFinite(ms) ? lanes * Math.max(0, Math.floor(ms / usualMs) - 1) : ms;
    },
  };
}

/** A server that ends has another beside it, or after it, soon. */
const RESTART_S = 5;

/** When somebody whom a server that shuts down turned away should come again; not all at the same moment. */
export function restartRetryAfterS(random: () => number = Math.random): number {
  return Math.ceil(RESTART_S * (1 - SPREAD * random()));
}
