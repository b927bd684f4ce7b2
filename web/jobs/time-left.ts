/** Before this nobody can tell. */
const FIRST_MS = 3000;
/** What of the run is its latest part. */
const WINDOW_MS = 12_000;
/** Two estimates that differ by more than this are no estimate. */
const STEADY = 0.4;
/** After so long the whole run so far says something, however unevenly it went. */
const LONG_MS = 10_000;
/** Of the work; with less of it done a guess would be off by a multiple. */
const ENOUGH = 0.05;

interface Sample {
  readonly at: number;
  readonly fraction: number;
}

/** How long some work will still take, told from how it went so far; nothing until that is steady. */
export class TimeLeft {
  #samples: Sample[] = [];
  #startedAt = 0;
  #startedFraction = 0;
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
      this.#startedFraction = fraction;
      this.#before = null;
    }
    this.#samples = [...this.#samples.filter((sample) => at - sample.at <= WINDOW_MS), { at, fraction }];
    const [first] = this.#samples;
    const elapsed = at - this.#startedAt;
    const gained = fraction - this.#startedFraction;
    if (elapsed < FIRST_MS || gained <= 0) return null;

    // The latest part knows what the work is like now, the whole run that this will pass: either alone jumps about.
    const pace = (gained / elapsed + (fraction - first.fraction) / (at - first.at)) / 2;
    const left = (1 - fraction) / pace;
    const before = this.#before;
    this.#before = { at, endsAt: at + left };
    if (elapsed >= LONG_MS && gained >= ENOUGH) return left;
    if (before === null || fraction === first.fraction) return null;
    const expected = before.endsAt - at;
    return Math.abs(expected - left) <= STEADY * Math.max(left, 1000) ? left : null;
  }
}
