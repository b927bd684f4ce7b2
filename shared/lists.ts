/**
 * Lists of any length. Spread as arguments (`push(...items)`, `Math.max(...values)`), about a hundred thousand overflow the stack: a
 * check refuses that.
 */

/** The largest value; `least` where there are none. */
export function largestOf(values: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let largest = least;
  for (const value of values) largest = Math.max(largest, value);
  return largest;
}

/** The smallest value; `most` where there are none. */
export function smallestOf(values: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let smallest = most;
  for (const value of values) smallest = Math.min(smallest, value);
  return smallest;
}

/** Adds all items behind those that are there. */
export function appendAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
