/**
 * Writes the coordinates of paths as integers, in a user space of their own: a run of paths becomes
 * `q unit 0 0 unit x y cm … Q` (ISO 32000-2, 8.3.4). No coordinate then needs a point, and a tolerance is used
 * up evenly, where decimals only permit steps of ten. Line widths become larger by the same factor. Runs with
 * clipping paths, dashed lines, patterns, or lines of unknown width stay as they are.
 */

import { ContentReader } from '../../../pdf/content/syntax/operations.ts';
import { ByteSink } from '../../../pdf/write/byte-sink.ts';
import { shortestNear, shortNumberText } from '../short-number.ts';
import { axisLengths, type Placement } from '../tolerance.ts';
import { type GridOrigin, type IntegerGrid, integerGrid } from './integer-grid.ts';
import { PATH_OPERANDS, type PathRun, pathRuns } from './path-runs.ts';

/** Maximum difference of a line width, in points. */
export const WIDTH_POINTS = 0.0002;
/** Decimals of the unit and of line widths, which may be far smaller or larger than a point. */
const DECIMALS = 9;
/** Decimals of coordinates that are no integers. */
const BETWEEN_DECIMALS = 6;
const SPACE = 0x20;

/** Runs that are fewer bytes of the content, at some bytes a number, are not worth a trial. */
const MIN_SHARE = 0.15;
const BYTES_PER_NUMBER = 6;

/** Returns the content with integers for coordinates of paths; null if there are too few to be worth it. */
export function integerPaths(
  bytes: Uint8Array,
  { scale, isPage, points }: Placement,
  origin: GridOrigin,
): Uint8Array | null {
  const runs = pathRuns(bytes, isPage) ?? [];
  const numbers = runs.reduce((sum, run) => sum + run.numbers, 0);
  if (numbers * BYTES_PER_NUMBER < bytes.length * MIN_SHARE) return null;
  const grids = new Map<PathRun, IntegerGrid>();
  for (const group of sameLinear(runs)) {
    const grid = integerGrid(bytes, group, scale, points, origin);
    if (grid !== null) for (const run of group) grids.set(run, grid);
  }
  return grids.size === 0 ? null : written(bytes, runs, grids, scale);
}

/** Runs of a transformation have one grid, so that equal coordinates stay equal. */
function sameLinear(runs: readonly PathRun[]): readonly (readonly PathRun[])[] {
  const groups = new Map<string, PathRun[]>();
  for (const run of runs) {
    const { a, b, c, d } = run.linear;
    const name = `${a} ${b} ${c} ${d}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [run]);
    else group.push(run);
  }
  return [...groups.values()];
}

function written(
  bytes: Uint8Array,
  runs: readonly PathRun[],
  grids: ReadonlyMap<PathRun, IntegerGrid>,
  scale: number,
): Uint8Array {
  const out = new ByteSink(bytes.length);
  let done = 0;
  for (const run of runs) {
    const grid = grids.get(run);
    if (grid === undefined) continue;
    out.bytes(bytes.subarray(done, run.start));
    new RunWriter(bytes, run, grid, scale, out).write();
    done = run.end;
  }
  out.bytes(bytes.subarray(done));
  return out.view();
}

class RunWriter {
  readonly #bytes: Uint8Array;
  readonly #run: PathRun;
  readonly #grid: IntegerGrid;
  readonly #out: ByteSink;
  /** Maximum difference of a line width, in the new space. */
  readonly #widthTolerance: number;
  /** Last point: in the old space, and in the new one. */
  #last: { readonly x: number; readonly y: number; readonly newX: number; readonly newY: number } | null =
    null;

  constructor(bytes: Uint8Array, run: PathRun, grid: IntegerGrid, scale: number, out: ByteSink) {
    this.#bytes = bytes;
    this.#run = run;
    this.#grid = grid;
    this.#out = out;
    const lengths = axisLengths(run.linear, scale);
    this.#widthTolerance = WIDTH_POINTS / 2 / (Math.max(lengths.x, lengths.y) * grid.unit);
  }

  write(): void {
    const { start, end, width, isEnclosed, changes } = this.#run;
    const { unit, x, y } = this.#grid;
    const out = this.#out;
    const unitText = decimalText(unit);
    if (!isEnclosed) out.text('q ');
    out.text(`${unitText} 0 0 ${unitText} ${decimalText(x)} ${decimalText(y)} cm `);
    if (width !== null) out.text(`${this.#widthText(width)} w `);
    const reader = new ContentReader(this.#bytes.subarray(start, end));
    while (reader.next()) this.#operation(reader);
    if (isEnclosed) return;
    out.text('Q');
    for (const change of changes) {
      out.text(' ');
      out.bytes(this.#bytes.subarray(change.start, change.end));
    }
  }

  #operation(reader: ContentReader): void {
    const out = this.#out;
    const { operator, operandCount } = reader;
    const coordinates = PATH_OPERANDS.get(operator) ?? 0;
    if (operator === 're') this.#rectangle(reader);
    else if (coordinates > 0) for (let index = 0; index < coordinates; index += 2) this.#point(reader, index);
    else if (operator === 'w') out.text(`${this.#widthText(reader.number(0))} `);
    else if (operandCount > 0) {
      out.bytes(reader.bytes.subarray(reader.operandStart(0), reader.operandEnd(operandCount - 1)));
      out.byte(SPACE);
    }
    out.text(operator);
    const isLast = reader.end === reader.bytes.length;
    if (!isLast || !this.#run.isEnclosed) out.byte(SPACE);
  }

  #point(reader: ContentReader, index: number): void {
    const x = reader.number(index);
    const y = reader.number(index + 1);
    let newX = this.#inGrid(x - this.#grid.x);
    let newY = this.#inGrid(y - this.#grid.y);
    const last = this.#last;
    // A line with an extent keeps one: without any, only its caps would be painted.
    if (last !== null && last.newX === newX && last.newY === newY && (last.x !== x || last.y !== y)) {
      newX = this.#between(x - this.#grid.x);
      newY = this.#between(y - this.#grid.y);
    }
    this.#number(newX);
    this.#number(newY);
    this.#last = { x, y, newX, newY };
  }

  /** A corner, then the vector to the opposite corner. */
  #rectangle(reader: ContentReader): void {
    const { x, y } = this.#grid;
    this.#side(reader.number(0) - x, reader.number(1) - y, reader.number(2), reader.number(3));
    this.#last = null;
  }

  #side(left: number, bottom: number, width: number, height: number): void {
    const newLeft = this.#inGrid(left);
    const newBottom = this.#inGrid(bottom);
    this.#number(newLeft);
    this.#number(newBottom);
    this.#number(this.#extent(newLeft, left, width));
    this.#number(this.#extent(newBottom, bottom, height));
  }

  /** A rectangle with an extent keeps one. */
  #extent(newStart: number, start: number, extent: number): number {
    const rounded = this.#inGrid(start + extent) - newStart;
    return rounded === 0 || Math.sign(rounded) !== Math.sign(extent) ? this.#between(extent) : rounded;
  }

  #inGrid(distance: number): number {
    return Math.round(distance / this.#grid.unit);
  }

  #between(distance: number): number {
    return Number((distance / this.#grid.unit).toFixed(BETWEEN_DECIMALS));
  }

  #number(value: number): void {
    this.#out.text(`${decimalText(value)} `);
  }

  #widthText(width: number): string {
    const found = shortestNear(width / this.#grid.unit, this.#widthTolerance, DECIMALS + 1);
    return found === null ? decimalText(width / this.#grid.unit) : shortNumberText(found);
  }
}

/** Formats for content: no exponent, no zero before the point. */
function decimalText(value: number): string {
  if (Number.isInteger(value)) return String(value);
  const digits = Math.round(value * 10 ** DECIMALS);
  const text = shortNumberText({ digits, decimals: DECIMALS, value });
  return text.replace(/\.?0+$/, '') || '0';
}
