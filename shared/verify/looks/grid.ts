import type { Rgb } from '../color/oklab.ts';

/** Means over the cells of a picture: what stays of it at any resolution and quality. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** Values per cell. */
  readonly components: number;
  readonly values: Float32Array | Uint8ClampedArray;
}

/** Interleaved samples, or cells. */
interface Field {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  readonly values: ArrayLike<number>;
}

/** Pixels per side of a cell: less averages too little of what JPEG changes. */
export const CELL_PIXELS = 3;
/** Maximum cells of a side: on a page of A4, a cell then is as wide as a thick stroke. */
export const MAX_CELLS = 256;
/** The same for images with equal numbers of pixels: a cell is as wide as a stroke of small print. */
export const DETAIL_CELLS = 512;
/** Cells per side are this, or twice, four times … as many: any two grids of one picture can be compared exactly. */
export const FEWEST_CELLS = 32;

/** Number of cells per side for a picture. */
export function cellsOf(
  width: number,
  height: number,
  most = MAX_CELLS,
): readonly [columns: number, rows: number] {
  const cells = (pixels: number) => {
    let count = FEWEST_CELLS;
    while (count * 2 <= Math.min(most, pixels / CELL_PIXELS)) count *= 2;
    return count;
  };
  return [cells(width), cells(height)];
}

/** The part of a grid that a picture covers, as shares of its sides from the upper left corner. */
export type Spot = Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>;

const WHOLE: Spot = { left: 0, top: 0, right: 1, bottom: 1 };

/**
 * Returns the mean of each cell; pixels on a border count in both cells by their shares. Beside the part that the samples
 * cover, cells are 0, as in rows of cells that are not needed.
 */
export function gridOf(
  { width, height, components, values }: Field,
  columns: number,
  rows: number,
  part = WHOLE,
  isNeeded: (row: number) => boolean = () => true,
): Grid {
  const across = spans(width, columns, part.left, part.right);
  const down = spans(height, rows, part.top, part.bottom);
  const line = new Float64Array(columns * components);
  const out = new Float32Array(columns * rows * components);
  const addRow = (y: number, weight: number, to: number): void => {
    sumLine(values, y * width, components, across, line);
    for (let at = 0; at < line.length; at += 1) out[to + at]! += line[at]! * weight;
  };
  for (const [row, { first, firstShare, last, lastShare }] of down.entries()) {
    if (!isNeeded(row)) continue;
    const to = row * line.length;
    for (let y = first; y <= last; y += 1) {
      const share = y === first ? firstShare : y === last ? lastShare : 1;
      if (share > 0) addRow(y, share, to);
    }
  }
  const pixels = (width / (part.right - part.left) / columns) * (height / (part.bottom - part.top) / rows);
  for (let at = 0; at < out.length; at += 1) out[at]! /= pixels;
  return { columns, rows, components, values: out };
}

function sumLine(
  values: ArrayLike<number>,
  row: number,
  components: number,
  across: readonly Span[],
  line: Float64Array,
): void {
  let to = 0;
  for (const { first, firstShare, last, lastShare } of across) {
    for (let component = 0; component < components; component += 1) {
      let sum = 0;
      const end = (row + last) * components + component;
      for (let at = (row + first + 1) * components + component; at < end; at += components)
        sum += values[at]!;
      sum += values[(row + first) * components + component]! * firstShare;
      if (last > first) sum += lastShare === 0 ? 0 : values[end]! * lastShare;
      line[to++] = sum;
    }
  }
}

/** Pixels of a cell along one side, and the shares of its first and last one. */
interface Span {
  readonly first: number;
  readonly firstShare: number;
  readonly last: number;
  readonly lastShare: number;
}

/** `start` and `end`: where the pixels begin and end, as shares of all cells. */
function spans(length: number, cells: number, start: number, end: number): Span[] {
  const scale = length / (cells * (end - start));
  const pixelAt = (cell: number) => Math.min(length, Math.max(0, (cell - start * cells) * scale));
  return Array.from({ length: cells }, (_, cell) => {
    const [from, to] = [pixelAt(cell), pixelAt(cell + 1)];
    if (to <= from) return NO_SPAN;
    const first = Math.min(length - 1, Math.floor(from));
    const last = Math.max(first, Math.min(length - 1, Math.ceil(to) - 1));
    const firstShare = Math.min(first + 1, to) - from;
    return { first, firstShare, last, lastShare: last === first ? 0 : to - last };
  });
}

const NO_SPAN: Span = { first: 0, firstShare: 0, last: 0, lastShare: 0 };

/** Returns the same picture in fewer cells. */
export function coarserGrid(
  { columns, rows, components, values }: Grid,
  to: Pick<Grid, 'columns' | 'rows'>,
): Grid {
  if (columns === to.columns && rows === to.rows) return { columns, rows, components, values };
  return gridOf({ width: columns, height: rows, components, values }, to.columns, to.rows);
}

/** Converts each cell to one level of 255. The callback gets the same array for every cell. */
export function mapped(grid: Grid, value: (components: readonly number[]) => number, scale = 1): Grid {
  const { columns, rows, components, values } = grid;
  const cell: number[] = new Array(components).fill(0);
  const out = new Uint8ClampedArray(columns * rows);
  for (let to = 0, at = 0; to < out.length; to += 1) {
    for (let component = 0; component < components; component += 1) cell[component] = values[at++]! * scale;
    out[to] = value(cell);
  }
  return { columns, rows, components: 1, values: out };
}

export interface WorstCell {
  /** Levels of 255 between the means of the cell. */
  readonly difference: number;
  readonly spot: Spot;
  /** Share of all cells that differ at least half as much. */
  readonly share: number;
}

/** Returns the cell that differs most in lightness; both grids have one value per cell. */
export function worstCell(a: Grid, b: Grid): WorstCell {
  const to = { columns: Math.min(a.columns, b.columns), rows: Math.min(a.rows, b.rows) };
  const [one, other] = [coarserGrid(a, to), coarserGrid(b, to)];
  let [worst, at] = [0, 0];
  for (let cell = 0; cell < one.values.length; cell += 1) {
    const difference = Math.abs(one.values[cell]! - other.values[cell]!);
    if (difference > worst) [worst, at] = [difference, cell];
  }
  const [column, row] = [at % to.columns, Math.floor(at / to.columns)];
  let count = 0;
  for (let cell = 0; cell < one.values.length; cell += 1)
    if (Math.abs(one.values[cell]! - other.values[cell]!) * 2 >= worst) count += 1;
  return {
    difference: worst,
    share: count / one.values.length,
    spot: {
      left: column / to.columns,
      top: row / to.rows,
      right: (column + 1) / to.columns,
      bottom: (row + 1) / to.rows,
    },
  };
}

/** Red, green and blue of a cell; gray if it has one value. */
export function rgbAt({ values, components }: Grid, cell: number): Rgb {
  const at = cell * components;
  return [values[at]!, values[at + Math.min(1, components - 1)]!, values[at + Math.min(2, components - 1)]!];
}
