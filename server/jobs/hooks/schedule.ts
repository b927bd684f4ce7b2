const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Time after which an event is given up. */
export const GIVE_UP_MS = 72 * HOUR;
/** Delays between tries; the last repeats. */
const DELAYS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Spreads the tries of many events, ±20 %. */
const JITTER = 0.2;

/**
 * Time of the next try; undefined to give up. The last one is at `until`.
 *
 * @param attempts tries so far
 * @param random from 0 to 1
 */
export function nextTry(
  attempts: number,
  now: number,
  until: number,
  random = Math.random(),
): number | undefined {
  if (now >= until) return undefined;
  const delay = DELAYS[Math.min(Math.max(attempts, 1), DELAYS.length) - 1]!;
  return Math.min(until, Math.round(now + delay * (1 + JITTER * (2 * random - 1))));
}

/** Tries without an answer, one after the other, until a receiver counts as silent. */
const SILENT_AFTER = 4;
/** Longest time between two probes. */
const PROBE_MS = 10 * MINUTE;

/**
 * Time of the next try of a silent receiver; null if it is not silent.
 *
 * @param silentTries tries in a row that had no answer
 */
export function nextProbe(silentTries: number, now: number): number | null {
  if (silentTries < SILENT_AFTER) return null;
  const step = Math.min(silentTries - SILENT_AFTER, DELAYS.length - 1);
  return now + Math.min(DELAYS[step]!, PROBE_MS);
}
