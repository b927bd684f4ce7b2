/** A group of subsets that agree; contradicting subsets are in different groups. */
export interface Merge<Subset> {
  add(subset: Subset): boolean;
}

/** Maximum groups to compare with, for fonts of one name that all differ. */
const MAX_GROUPS = 16;

/** Adds each item to the first group that accepts it; returns groups with several items. */
export function grouped<Item, Subset, Of extends Merge<Subset>>(
  items: readonly Item[],
  subsetOf: (item: Item) => Subset | null,
  begin: () => Of,
): { readonly items: readonly Item[]; readonly merge: Of }[] {
  const groups: { readonly items: Item[]; readonly merge: Of }[] = [];
  for (const item of items) {
    const subset = subsetOf(item);
    if (subset === null) continue;
    let group = groups.find(({ merge }) => merge.add(subset));
    if (group === undefined && groups.length < MAX_GROUPS) {
      group = { items: [], merge: begin() };
      if (group.merge.add(subset)) groups.push(group);
    }
    group?.items.push(item);
  }
  return groups.filter(({ items: { length } }) => length > 1);
}
