/** Earlier no estimate is possible. */
const FIRST_MS = 3000;
/** Length of the recent part of the run. */
const WINDOW_MS = 12_000;
/** If two estimates differ by more than this, neither is shown. */
const STEADY = 0.4;
/** After this time the whole run is informative, however uneven it was. */
const LONG_MS = 10_000;
/** Minimum share of the work; with less, an estimate could be off by a multiple. */
const ENOUGH = 0.05;

interface Sample {
  readonly at: number;
  readonly fraction: number;
}

/** Estimates the remaining time from progress so far; null until the estimate is stable. */
export class TimeLeft {
  #samples: Sample[] = [];
  #startedAt = 0;
  #startedFraction = 0;
  #before: { readonly at: number; readonly endsAt: number } | null = null;

  /**
   * @param at monotonic milliseconds
   * @param fraction of the work, 0 to 1; a decrease means that other work has begun
   * @returns milliseconds, or null without an estimate
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
    const first = this.#samples[0] ?? { at, fraction };
    const elapsed = at - this.#startedAt;
    const gained = fraction - this.#startedFraction;
    if (elapsed < FIRST_MS || gained <= 0) return null;

    // The recent part reflects current work, the whole run averages: either alone fluctuates.
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
