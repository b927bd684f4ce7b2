const STILL_AT_IT_MS = 15_000;

/**
 * Prints when a task begins, every 15 seconds while it runs, and how long it took, in whole lines for logs.
 *
 * @template T
 * @param {string} what such as `Building`
 * @param {(line: string) => void} say
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function announced(what, say, work) {
  const began = performance.now();
  say(`${what} ...`);
  const stillAtIt = setInterval(() => say(`${what}: ${seconds(performance.now() - began)}`), STILL_AT_IT_MS);
  try {
    const result = await work();
    say(`${what}: done in ${seconds(performance.now() - began)}`);
    return result;
  } finally {
    clearInterval(stillAtIt);
  }
}

/** @param {number} ms */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** @param {number} ms */
export function minutes(ms) {
  return `${(ms / 60_000).toFixed(1)} min`;
}

/**
 * @param {() => void} tell
 * @returns {() => void} stops it
 */
export function everyHalfMinute(tell) {
  const timer = setInterval(tell, 2 * STILL_AT_IT_MS);
  return () => clearInterval(timer);
}
