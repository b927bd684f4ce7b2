/** Before this nobody can tell. */
const FIRST_MS = 3000;
/** The latest part of the work says more than all of it. */
const WINDOW_MS = 12_000;
/** Two estimates that differ by more than this are no estimate. */
const STEADY = 0.4;

interface Sample {
  readonly at: number;
  readonly fraction: number;
}

/** How long some work will still take, told from how it went so far; nothing until that is steady. */
export class TimeLeft {
  #samples: Sample[] = [];
  #startedAt = 0;
  #before: { readonly at: number; readonly endsAt: number } | null = null;

  /**
   * @param at milliseconds of any clock that never goes back
   * @param fraction of the work, 0 to 1; when it falls, other work has begun
   * @returns milliseconds, or null when nothing can be said
   */
  tell(at: number, fraction: number): number | null {
    const last = this.#samples.at(-1);
    if (last === undefined || fraction < last.fraction) {
      this.#samples = [];
      this.#startedAt = at;
      this.#before = null;
    }
    this.#samples = [...this.#samples.filter((sample) => at - sample.at <= WINDOW_MS), { at, fraction }];
    const [first] = this.#samples;
    const gained = fraction - first.fraction;
    if (at - this.#startedAt < FIRST_MS || gained <= 0) return null;

    const left = ((1 - fraction) * (at - first.at)) / gained;
    const before = this.#before;
    this.#before = { at, endsAt: at + left };
    if (before === null) return null;
    const expected = before.endsAt - at;
    return Math.abs(expected - left) <= STEADY * Math.max(left, 1000) ? left : null;
  }
}
