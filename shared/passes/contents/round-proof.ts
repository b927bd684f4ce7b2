/**
 * Proves that rounding moved nothing too far: both contents are parsed again and executed in parallel. The
 * same operations must come in the same order, with the same operands except coordinates of paths, and every point must
 * be within the tolerance of its position.
 */

import { ContentReader } from '../../pdf/content/syntax/operations.ts';
import { type Offset, Offsets } from './offsets.ts';
import { PATH_POINTS } from './round-numbers.ts';
import { TokenComparison } from './same-tokens.ts';
import { lengthOf, type Placement } from './tolerance.ts';

/** Margin for floating-point errors. */
const MARGIN = 1 + 1e-6;

/** Returns whether `after` draws the same as `before` within the rounding tolerance. */
export function drawsNearly(before: Uint8Array, after: Uint8Array, placement: Placement): boolean {
  return new NearComparison(before, after, placement).run();
}

class NearComparison {
  readonly #one: ContentReader;
  readonly #other: ContentReader;
  readonly #comparison: TokenComparison;
  readonly #offsets = new Offsets();
  readonly #scale: number;
  /** Maximum shift of a path's point, in points. */
  readonly #limit: number;

  constructor(before: Uint8Array, after: Uint8Array, { scale, points }: Placement) {
    this.#one = new ContentReader(before);
    this.#other = new ContentReader(after);
    this.#comparison = new TokenComparison(before, after);
    this.#scale = scale;
    this.#limit = points * MARGIN;
  }

  run(): boolean {
    const one = this.#one;
    const other = this.#other;
    while (one.next()) {
      if (!other.next() || one.operator !== other.operator || !this.#operation()) return false;
    }
    return !other.next() && one.problem === null && other.problem === null;
  }

  #operation(): boolean {
    const one = this.#one;
    const { operator } = one;
    const points = PATH_POINTS.get(operator);
    if (points !== undefined) {
      for (let point = 0; point < points; point++) {
        if (!this.#isNear(this.#offsets.pointOffset(this.#moveOf(2 * point)))) return false;
      }
      return this.#hasCount(2 * points);
    }
    return operator === 're'
      ? this.#hasCount(4) && this.#isNearRectangle()
      : this.#comparison.areSame(one, this.#other) && this.#offsets.follow(one);
  }

  #isNearRectangle(): boolean {
    const first = this.#moveOf(0);
    const size = this.#moveOf(2);
    const corners = [0, 1, 2, 3].map((corner) => ({
      x: first.x + (corner & 1) * size.x,
      y: first.y + (corner >> 1) * size.y,
    }));
    return corners.every((by) => this.#isNear(this.#offsets.pointOffset(by)));
  }

  /** Offset of the coordinates at operands `index` and `index + 1`; NaN if one is no number. */
  #moveOf(index: number): Offset {
    return {
      x: this.#other.number(index) - this.#one.number(index),
      y: this.#other.number(index + 1) - this.#one.number(index + 1),
    };
  }

  #isNear(offset: Offset): boolean {
    return lengthOf(offset) * this.#scale <= this.#limit;
  }

  #hasCount(count: number): boolean {
    const [one, other] = [this.#one, this.#other];
    return one.operandCount === count && other.operandCount === count && one.kind(0) === 'number';
  }
}
