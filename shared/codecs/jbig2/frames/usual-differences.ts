/** Levels of things of which is only known by how much two of them mostly differ. */

/** Two things, and what is mostly between them. */
interface UsualDifference {
  readonly a: number;
  readonly b: number;
  /** Of `b`, less that of `a`. */
  readonly difference: number;
  readonly count: number;
}

/** How often each two of so many things were seen with which difference. */
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
   * Things that hang together, each with its level; they begin anywhere. Each has its level from those that it was seen with
   * most often (a maximum spanning forest).
   *
   * @param leastCount seen less often, a difference may be chance
   */
  levels(leastCount: number): ReadonlySet<ReadonlyMap<number, number>> {
    const groups = Array.from({ length: this.#things }, (_, thing) => new Map([[thing, 0]]));
    for (const { a, b, difference } of this.#usual(leastCount)) {
      const [ofA, ofB] = [groups[a], groups[b]];
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

  /** The most frequent difference of each two, the most frequent of all first. */
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
