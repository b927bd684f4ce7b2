/**
 * Rounds the coordinates of paths to fewer digits, each within a tolerance of its position on the page. All other
 * numbers stay: those of text (a baseline on the edge of a pixel would jump, and readers find words, lines and their
 * order by distances), transformations (readers fit images to whole pixels, where a tiny shift may matter), widths and
 * colors. Lines and rectangles with an extent keep one.
 */

import type { Linear } from '../../pdf/content/interpret/linear.ts';
import { ContentReader } from '../../pdf/content/syntax/operations.ts';
import { ByteSink } from '../../pdf/write/byte-sink.ts';
import { type Offset, Offsets } from './offsets.ts';
import { decimalsOf, shortestNear, shortNumberText } from './short-number.ts';
import { axisTolerances, type Placement } from './tolerance.ts';

/** Number of points per path construction operator; all its operands are coordinates. */
export const PATH_POINTS: ReadonlyMap<string, number> = new Map([
  ['m', 1],
  ['l', 1],
  ['c', 3],
  ['v', 2],
  ['y', 2],
]);

/** Margin for floating-point errors. */
const SAFETY = 0.999;

/**
 * Returns the content with rounded coordinates.
 * @param bytes rewritten content: every operator has its operands
 * @returns null when positions are uncertain
 */
export function roundedContent(bytes: Uint8Array, placement: Placement): Uint8Array | null {
  return new Rounding(bytes, placement).run();
}

class Rounding {
  readonly #bytes: Uint8Array;
  readonly #reader: ContentReader;
  readonly #out: ByteSink;
  readonly #scale: number;
  /** Maximum shift of a point, in points. */
  readonly #points: number;
  readonly #offsets = new Offsets();
  /** The bytes up to here are written. */
  #done = 0;
  #last: { readonly before: Offset; readonly after: Offset } | null = null;

  constructor(bytes: Uint8Array, { scale, points }: Placement) {
    this.#bytes = bytes;
    this.#reader = new ContentReader(bytes);
    this.#out = new ByteSink(bytes.length + 16);
    this.#scale = scale;
    this.#points = points;
  }

  run(): Uint8Array | null {
    const reader = this.#reader;
    while (reader.next()) if (reader.problem !== null || !this.#operation()) return null;
    if (reader.problem !== null) return null;
    this.#copyTo(this.#bytes.length);
    return this.#out.view();
  }

  #operation(): boolean {
    const { operator } = this.#reader;
    const points = PATH_POINTS.get(operator);
    if (points !== undefined) {
      for (let point = 0; point < points; point++) this.#pathPoint(2 * point);
      return true;
    }
    return operator === 're' ? this.#rectangle() : this.#offsets.follow(this.#reader);
  }

  #pathPoint(index: number): void {
    const { linear } = this.#offsets;
    const before = this.#pointAt(index);
    const rounded = this.#near(index, before, before, this.#tolerances(linear, this.#points));
    // A line with an extent keeps one: without any, only its caps would be painted.
    const last = this.#last;
    const collapses = last !== null && isSame(last.after, rounded.at) && !isSame(last.before, before);
    if (!collapses) this.#write(index, rounded);
    this.#last = { before, after: collapses ? before : rounded.at };
  }

  /** A corner, then the vector to the opposite corner. */
  #rectangle(): boolean {
    const { linear } = this.#offsets;
    const corner = this.#pointAt(0);
    const extent = this.#pointAt(2);
    const tolerances = this.#tolerances(linear, this.#points);
    const first = this.#near(0, corner, corner, tolerances);
    const ideal = {
      x: corner.x + extent.x - first.at.x,
      y: corner.y + extent.y - first.at.y,
    };
    const size = this.#near(2, extent, ideal, tolerances);
    const collapses = (size.at.x === 0) !== (extent.x === 0) || (size.at.y === 0) !== (extent.y === 0);
    if (!collapses) {
      this.#write(0, first);
      this.#write(2, size);
    }
    this.#last = null;
    return true;
  }

  #pointAt(index: number): Offset {
    return { x: this.#reader.number(index), y: this.#reader.number(index + 1) };
  }

  #tolerances(linear: Linear, points: number): Offset {
    return axisTolerances(linear, this.#scale, points * SAFETY);
  }

  /** Rounds the point at operands `index` and `index + 1` near its exact target. */
  #near(index: number, before: Offset, ideal: Offset, tolerances: Offset): RoundedPoint {
    const x = this.#shortest(index, ideal.x, tolerances.x);
    const y = this.#shortest(index + 1, ideal.y, tolerances.y);
    return {
      at: { x: x?.value ?? before.x, y: y?.value ?? before.y },
      x: x?.text ?? null,
      y: y?.text ?? null,
    };
  }

  #shortest(index: number, ideal: number, tolerance: number) {
    const start = this.#reader.operandStart(index);
    const end = this.#reader.operandEnd(index);
    const found = shortestNear(ideal, tolerance, decimalsOf(this.#bytes, start, end));
    return found === null ? null : { value: found.value, text: shortNumberText(found) };
  }

  #write(index: number, { x, y }: RoundedPoint): void {
    const reader = this.#reader;
    if (x !== null) this.#replace(reader.operandStart(index), reader.operandEnd(index), x);
    if (y !== null) this.#replace(reader.operandStart(index + 1), reader.operandEnd(index + 1), y);
  }

  #replace(start: number, end: number, text: string): void {
    this.#copyTo(start);
    this.#out.text(text);
    this.#done = end;
  }

  #copyTo(end: number): void {
    this.#out.bytes(this.#bytes.subarray(this.#done, end));
    this.#done = end;
  }
}

interface RoundedPoint {
  readonly at: Offset;
  /** Null for a coordinate that keeps its number. */
  readonly x: string | null;
  readonly y: string | null;
}

function isSame(one: Offset, other: Offset): boolean {
  return one.x === other.x && one.y === other.y;
}
