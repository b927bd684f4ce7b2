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

/** Returns the names of a record that has no other, in order. */
export function keysOf<Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] {
  // The cast: TypeScript lets a record have names that its type does not know.
  return Object.keys(record) as Name[];
}

/** Returns all bytes in one array. */
export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** `map` for a list whose length the type knows, which the result keeps. */
export function mapped<const Items extends readonly unknown[], Result>(
  items: Items,
  change: (item: Items[number], at: number) => Result,
): { -readonly [At in keyof Items]: Result } {
  // The cast: `map` of the standard library forgets the length.
  return items.map((item, at) => change(item, at)) as { -readonly [At in keyof Items]: Result };
}

/** A list whose length the type knows; a list of any length if `Length` is no literal. */
export type Tuple<
  Item,
  Length extends number,
  Found extends readonly Item[] = readonly [],
> = number extends Length
  ? readonly Item[]
  : Found['length'] extends Length
    ? Found
    : Tuple<Item, Length, readonly [...Found, Item]>;

/** Returns the list itself, typed with its length; null if it has another. */
export function ofLength<Item, const Length extends number>(
  items: readonly Item[],
  length: Length,
): Tuple<Item, Length> | null {
  // The cast: the comparison proves it.
  return items.length === length ? (items as unknown as Tuple<Item, Length>) : null;
}
