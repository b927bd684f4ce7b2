import { Layout } from '../wasm/kernel.ts';
import { scanKernel } from './kernel.ts';

/** A grid of levels, row by row. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
}

/** Morphological closing: darker areas smaller than the reach become like their surroundings. */
export function closed(values: Uint8Array, grid: Grid, reach: number): Uint8Array {
  return extreme(highestAround(values, grid, reach), grid, reach, LOWEST);
}

/** The highest within `reach` cells, at most 16, along both axes. */
export function highestAround(values: Uint8Array, grid: Grid, reach: number): Uint8Array {
  return extreme(values, grid, reach, HIGHEST);
}

const HIGHEST = 0;
/** The highest of inverted levels. */
const LOWEST = 0xff;

function extreme(values: Uint8Array, { columns, rows }: Grid, reach: number, flip: number): Uint8Array {
  const stride = (columns + 15) & ~15;
  return filtered(values, stride * (rows + 1) + 32, (from, scratch, to) =>
    scanKernel().extremeGrid(from, columns, rows, reach, flip, scratch, to),
  );
}

/** Mean over `reach` cells to each side, along both axes. */
export function smoothed(values: Uint8Array, { columns, rows }: Grid, reach: number): Uint8Array {
  return filtered(values, values.length + 16 + columns * 4, (from, scratch, to) =>
    scanKernel().smoothGrid(from, columns, rows, reach, scratch, to),
  );
}

function filtered(
  values: Uint8Array,
  scratchBytes: number,
  filter: (from: number, scratch: number, to: number) => void,
): Uint8Array {
  const memory = new Layout();
  const [from, to] = [memory.place(values.length), memory.place(values.length)];
  const scratch = memory.place(scratchBytes);
  const heap = memory.heapOf(scanKernel().memory);
  heap.set(values, from);
  filter(from, scratch, to);
  return heap.slice(to, to + values.length);
}
