/** Subsets that agree; each of several merges that contradict each other has its own. */
export interface Merge<Subset> {
  add(subset: Subset): boolean;
}

/** Beyond these a subset is no longer compared with others: fonts of one name that are all different. */
const MAX_GROUPS = 16;

/** Each item in the first merge that takes it; merges of several items alone. */
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
