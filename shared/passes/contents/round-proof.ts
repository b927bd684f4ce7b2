/**
 * Proves that rounding moved nothing too far: both contents are parsed again and executed in parallel. The
 * same operations must come in the same order, with the same operands except coordinates of paths and distances
 * within lines of text, and every point and text must be within the tolerance of its position.
 */

import { sameDecimal } from '../../pdf/content/syntax/number.ts';
import { ContentReader } from '../../pdf/content/syntax/operations.ts';
import { ContentTokens } from '../../pdf/content/syntax/tokens.ts';
import { contentNumber } from '../../pdf/content/syntax/values.ts';
import { follow } from './follow.ts';
import { type Offset, Offsets } from './offsets.ts';
import { PATH_POINTS } from './round-numbers.ts';
import { TokenComparison } from './same-tokens.ts';
import { lengthOf, type Placement, penDistance, textPoints } from './tolerance.ts';

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
  readonly #oneTokens: ContentTokens;
  readonly #otherTokens: ContentTokens;
  readonly #offsets: Offsets;
  readonly #scale: number;
  /** Maximum shift of a path's point, in points. */
  readonly #limit: number;
  /** Maximum shift of text, in points. */
  readonly #textLimit: number;

  constructor(before: Uint8Array, after: Uint8Array, placement: Placement) {
    const { scale, isPage, points } = placement;
    this.#one = new ContentReader(before);
    this.#other = new ContentReader(after);
    this.#comparison = new TokenComparison(before, after);
    this.#oneTokens = new ContentTokens(before);
    this.#otherTokens = new ContentTokens(after);
    this.#offsets = new Offsets(isPage);
    this.#scale = scale;
    this.#limit = points * MARGIN;
    this.#textLimit = textPoints(placement) * MARGIN;
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
    switch (operator) {
      case 're':
        return this.#hasCount(4) && this.#isNearRectangle();
      case 'TJ':
        return this.#areNearAdjustments();
      default:
        return this.#comparison.areSame(one, this.#other) && follow(one, this.#offsets, () => {});
    }
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

  #areNearAdjustments(): boolean {
    const a = this.#oneTokens;
    const b = this.#otherTokens;
    if (!this.#hasSameKinds(1)) return false;
    a.enter(this.#one.operandStart(0), this.#one.operandEnd(0));
    b.enter(this.#other.operandStart(0), this.#other.operandEnd(0));
    while (a.next()) {
      if (!b.next() || a.kind !== b.kind) return false;
      if (a.kind !== 'number') {
        if (!this.#comparison.areSame(a, b)) return false;
      } else if (!sameDecimal(a.bytes, a.start, a.end, b.bytes, b.start, b.end)) {
        if (this.#offsets.penUnit === null) return false;
        this.#offsets.movePen(
          contentNumber(b.bytes, b.start, b.end) - contentNumber(a.bytes, a.start, a.end),
        );
        if (!(penDistance(this.#offsets, this.#scale) <= this.#textLimit)) return false;
      }
    }
    return !b.next();
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
    return this.#hasSameKinds(count) && this.#one.kind(0) === 'number';
  }

  #hasSameKinds(count: number): boolean {
    return this.#one.operandCount === count && this.#other.operandCount === count;
  }
}
