/** Derives levels of items from the most frequent differences between pairs. */

/** Two items with their most frequent difference. */
interface UsualDifference {
  readonly a: number;
  readonly b: number;
  /** Level of `b` minus that of `a`. */
  readonly difference: number;
  readonly count: number;
}

/** Counts the differences between pairs of items. */
export class SeenDifferences {
  readonly #things: number;
  readonly #seen = new Map<number, Map<number, number>>();

  constructor(things: number) {
    this.#things = things;
  }

  add(a: number, b: number, difference: number): void {
    const key = a * this.#things + b;
    const seen = this.#seen.get(key);
    if (seen === undefined) this.#seen.set(key, new Map([[difference, 1]]));
    else seen.set(difference, (seen.get(difference) ?? 0) + 1);
  }

  /**
   * Returns groups of connected items with their levels, relative to an arbitrary origin. Levels follow the
   * most frequent differences (a maximum spanning forest).
   * @param leastCount minimum occurrences; fewer may be chance
   */
  levels(leastCount: number): ReadonlySet<ReadonlyMap<number, number>> {
    const groups = Array.from({ length: this.#things }, (_, thing) => new Map([[thing, 0]]));
    for (const { a, b, difference } of this.#usual(leastCount)) {
      const [ofA, ofB] = [groups[a]!, groups[b]!];
      if (ofA === ofB) continue;
      const shift = ofA.get(a)! + difference - ofB.get(b)!;
      const [larger, smaller, moved] = ofA.size >= ofB.size ? [ofA, ofB, shift] : [ofB, ofA, -shift];
      for (const [thing, level] of smaller) {
        larger.set(thing, level + moved);
        groups[thing] = larger;
      }
    }
    return new Set(groups);
  }

  /** Returns the most frequent difference of each pair, the most frequent first. */
  #usual(leastCount: number): readonly UsualDifference[] {
    const usual: UsualDifference[] = [];
    for (const [key, seen] of this.#seen) {
      let [difference, count] = [0, 0];
      for (const [each, times] of seen) {
        if (times > count || (times === count && each < difference)) [difference, count] = [each, times];
      }
      if (count < leastCount) continue;
      usual.push({ a: Math.floor(key / this.#things), b: key % this.#things, difference, count });
    }
    return usual.sort((x, y) => y.count - x.count || x.a - y.a || x.b - y.b);
  }
}
