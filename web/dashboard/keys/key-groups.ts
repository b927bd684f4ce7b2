import type { KeyResponse } from '../api-types.ts';

/** A key, and the older ones that it replaces and that still work. */
export interface KeyGroup {
  readonly key: KeyResponse;
  /** The latest first. */
  readonly old: readonly KeyResponse[];
}

/** Rotated keys stand with their successors, in the place of the oldest. */
export function keyGroups(keys: readonly KeyResponse[]): readonly KeyGroup[] {
  const known = new Map(keys.map((key) => [key.id, key]));
  const successor = (key: KeyResponse) => (key.rolledTo === null ? undefined : known.get(key.rolledTo));
  const groups = new Map<string, { key: KeyResponse; old: KeyResponse[] }>();
  for (const key of keys) {
    let last = key;
    for (let next = successor(last); next !== undefined; next = successor(last)) last = next;
    const group = groups.get(last.id) ?? { key: last, old: [] };
    if (key !== last) group.old.unshift(key);
    groups.set(last.id, group);
  }
  return [...groups.values()];
}
