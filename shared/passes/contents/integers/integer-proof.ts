/**
 * Proves that integer paths draw the same: both contents are parsed again and executed in parallel. Outside of
 * runs the operations must be equal; within one, every point must be within the tolerance of its position, lines
 * must be as wide, and after it the graphics state must be what it was in the original.
 */

import { mapped } from '../../../lists.ts';
import { ContentReader } from '../../../pdf/content/syntax/operations.ts';
import type { Offset } from '../offsets.ts';
import { type Span, TokenComparison } from '../same-tokens.ts';
import { axisLengths, lengthOf, type Placement } from '../tolerance.ts';
import { WIDTH_POINTS } from './integer-paths.ts';
import { PAINTING, PARAMETERS, PATH_OPERANDS, replaces, STROKING, spaceOf } from './path-runs.ts';
import { isSolid, StrokeStates } from './stroke-state.ts';

/** Margin for floating-point errors. */
const MARGIN = 1 + 1e-6;

/** Returns whether `after`, with integer paths, draws the same as `before` within the tolerance. */
export function drawsTheSamePaths(before: Uint8Array, after: Uint8Array, placement: Placement): boolean {
  return new PathComparison(before, after, placement).run();
}

/** A run of integer paths in `after`, while it is compared. */
interface ScaledRun {
  readonly unit: number;
  readonly x: number;
  readonly y: number;
  /** It began with `q`, so it ends with `Q`; otherwise with the `Q` that both contents have. */
  readonly isSaved: boolean;
  /** `after` has set a line width in it. */
  hasWidth: boolean;
  /** Last changes of the state in `before`, by parameter. */
  readonly changes: Map<string, Span>;
}

class PathComparison {
  readonly #one: ContentReader;
  readonly #other: ContentReader;
  readonly #comparison: TokenComparison;
  readonly #states: StrokeStates;
  readonly #placement: Placement;
  #isMore = true;
  #run: ScaledRun | null = null;
  #isInPath = false;

  constructor(before: Uint8Array, after: Uint8Array, placement: Placement) {
    this.#one = new ContentReader(before);
    this.#other = new ContentReader(after);
    this.#comparison = new TokenComparison(before, after);
    this.#states = new StrokeStates(placement.isPage);
    this.#placement = placement;
  }

  run(): boolean {
    const one = this.#one;
    this.#advance();
    while (one.next()) {
      if (!this.#leaveIfOver() || !this.#enterIfBegun() || !this.#isMore || !this.#operation()) return false;
      this.#advance();
    }
    if (!this.#leaveIfOver() || this.#isMore || this.#run !== null) return false;
    return one.problem === null && this.#other.problem === null;
  }

  #advance(): void {
    this.#isMore = this.#other.next();
  }

  /** `q`, `cm` and a line width, which only `after` has. */
  #enterIfBegun(): boolean {
    const other = this.#other;
    const begins = this.#one.operator === 'm' || this.#one.operator === 're';
    if (this.#run !== null || this.#isInPath || !begins) return true;
    const isSaved = other.operator === 'q';
    if (isSaved) this.#advance();
    if (!this.#isMore || !hasOperator(other, 'cm')) return !isSaved;
    const [unit, b, c, d, x, y] = mapped([0, 1, 2, 3, 4, 5], (index) => other.number(index));
    if (other.operandCount !== 6 || !(unit > 0) || b !== 0 || c !== 0 || d !== unit) return false;
    this.#run = { unit, x, y, isSaved, hasWidth: false, changes: new Map() };
    this.#advance();
    if (!this.#isMore || !hasOperator(other, 'w')) return true;
    const { width } = this.#states.now;
    if (width === null || !this.#isSameWidth(width)) return false;
    this.#run.hasWidth = true;
    this.#advance();
    return true;
  }

  /** `Q`, and all changes of the state that it took back, which only `after` has. */
  #leaveIfOver(): boolean {
    const run = this.#run;
    const other = this.#other;
    if (run === null || !run.isSaved || !this.#isMore || other.operator !== 'Q') return true;
    if (this.#isInPath) return false;
    this.#advance();
    const { changes } = run;
    while (changes.size > 0) {
      const parameter = (this.#isMore && PARAMETERS.get(other.operator)) || '';
      const change = changes.get(parameter);
      if (change === undefined || !this.#comparison.areSame(change, other)) return false;
      // A color is set after its space.
      if (changes.has(spaceOf(parameter) ?? '')) return false;
      changes.delete(parameter);
      this.#advance();
    }
    this.#run = null;
    return true;
  }

  #operation(): boolean {
    const one = this.#one;
    const other = this.#other;
    const { operator } = one;
    if (operator !== other.operator) return false;
    const run = this.#run;
    const isSame = run === null ? this.#comparison.areSame(one, other) : this.#isSameInRun(run);
    if (!isSame) return false;
    if (PATH_OPERANDS.has(operator)) this.#isInPath = true;
    else if (PAINTING.has(operator)) this.#isInPath = false;
    return this.#states.apply(one);
  }

  #isSameInRun(run: ScaledRun): boolean {
    const one = this.#one;
    const { operator } = one;
    const operands = PATH_OPERANDS.get(operator);
    if (operands !== undefined) return this.#hasCount(operands) && this.#isNearPath(run, operands);
    if (PAINTING.has(operator)) {
      const isKnown = run.hasWidth && this.#states.now.isSolid;
      return this.#hasCount(0) && (isKnown || !STROKING.has(operator));
    }
    if (operator === 'w') {
      run.hasWidth = true;
      return this.#hasCount(1) && this.#isSameWidth(one.number(0)) && this.#changed(run, operator);
    }
    const parameter = PARAMETERS.get(operator);
    if (parameter !== undefined) {
      const isKnown = operator === 'd' ? isSolid(one) : this.#isPlain(parameter);
      return isKnown && this.#comparison.areSame(one, this.#other) && this.#changed(run, parameter);
    }
    if (operator !== 'Q' || run.isSaved || this.#isInPath || one.operandCount > 0) return false;
    this.#run = null;
    return this.#hasCount(0);
  }

  #changed({ changes }: ScaledRun, parameter: string): boolean {
    for (const other of changes.keys()) if (replaces(parameter, other)) changes.delete(other);
    changes.set(parameter, { start: this.#one.start, end: this.#one.end });
    return true;
  }

  /** A pattern has a name. */
  #isPlain(parameter: string): boolean {
    const one = this.#one;
    if (spaceOf(parameter) === null) return true;
    for (let index = 0; index < one.operandCount; index++) if (one.kind(index) !== 'number') return false;
    return true;
  }

  #isNearPath(run: ScaledRun, operands: number): boolean {
    if (this.#one.operator !== 're') {
      for (let index = 0; index < operands; index += 2) {
        if (!this.#isNear(this.#moveOf(run, index, run.x, run.y))) return false;
      }
      return true;
    }
    const first = this.#moveOf(run, 0, run.x, run.y);
    const size = this.#moveOf(run, 2, 0, 0);
    return [0, 1, 2, 3].every((corner) =>
      this.#isNear({ x: first.x + (corner & 1) * size.x, y: first.y + (corner >> 1) * size.y }),
    );
  }

  #moveOf({ unit }: ScaledRun, index: number, x: number, y: number) {
    return {
      x: this.#other.number(index) * unit + x - this.#one.number(index),
      y: this.#other.number(index + 1) * unit + y - this.#one.number(index + 1),
    };
  }

  #isNear(by: Offset): boolean {
    const { linear } = this.#states.now;
    const moved = { x: by.x * linear.a + by.y * linear.c, y: by.x * linear.b + by.y * linear.d };
    return lengthOf(moved) * this.#placement.scale <= this.#placement.points * MARGIN;
  }

  #isSameWidth(width: number): boolean {
    const lengths = axisLengths(this.#states.now.linear, this.#placement.scale);
    const by = Math.abs(this.#other.number(0) * this.#run!.unit - width);
    return this.#other.operandCount === 1 && by * Math.max(lengths.x, lengths.y) <= WIDTH_POINTS;
  }

  #hasCount(count: number): boolean {
    return this.#one.operandCount === count && this.#other.operandCount === count;
  }
}

/** A call: the type checker would take the operator of the previous operation for this one's. */
function hasOperator(reader: ContentReader, operator: string): boolean {
  return reader.operator === operator;
}
