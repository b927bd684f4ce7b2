/**
 * Lists of any length. Spreading a list as arguments (`push(...items)`, `Math.max(...values)`) overflows the
 * stack at about a hundred thousand items; a check refuses it.
 */

/** Returns the largest value; `least` if there are none. */
export function largestOf(values: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let largest = least;
  for (const value of values) largest = Math.max(largest, value);
  return largest;
}

/** Returns the smallest value; `most` if there are none. */
export function smallestOf(values: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let smallest = most;
  for (const value of values) smallest = Math.min(smallest, value);
  return smallest;
}

export function appendAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/** `map` for a list whose length the type knows, which the result keeps. */
export function mapped<const Items extends readonly unknown[], Result>(
  items: Items,
  change: (item: Items[number]) => Result,
): { -readonly [At in keyof Items]: Result } {
  // The cast: `map` of the standard library forgets the length.
  return items.map((item) => change(item)) as { -readonly [At in keyof Items]: Result };
}
