import { ZERO } from '../levels';

/** Filters over a grid of levels, a byte each, row by row. They read and write up to 16 bytes after the last one. */

/** Maximum reach of a filter in cells. */
const MARGIN: usize = 16;

/**
 * The highest within `reach` cells along both axes; the lowest if `flip` is all ones.
 * @param reach at most 16
 * @param scratch room for the grid with rows padded to 16 bytes, and one more such row with 16 bytes before
 * and after it
 */
export function extremeGrid(
  values: usize,
  columns: i32,
  rows: i32,
  reach: i32,
  flip: u8,
  scratch: usize,
  out: usize,
): void {
  const flips = i8x16.splat(<i8>flip);
  const stride = (<usize>columns + 15) & ~15;
  const line = scratch + stride * rows + MARGIN;
  memory.fill(line - MARGIN, 0, stride + MARGIN * 2);
  for (let row = 0; row < rows; row += 1) {
    const from = values + <usize>(row * columns);
    for (let x = 0; x < columns; x += 16) v128.store(line + x, v128.xor(v128.load(from + x), flips));
    // Bytes of the next row in the last 16 bytes.
    memory.fill(line + columns, 0, stride + MARGIN - columns);
    const to = scratch + stride * row;
    for (let x = 0; x < columns; x += 16) {
      let most = v128.load(line + x);
      for (let step = 1; step <= reach; step += 1) {
        most = i8x16.max_u(most, i8x16.max_u(v128.load(line + x - step), v128.load(line + x + step)));
      }
      v128.store(to + x, most);
    }
  }
  for (let row = 0; row < rows; row += 1) {
    const first = max(0, row - reach);
    const last = min(rows - 1, row + reach);
    const to = out + <usize>(row * columns);
    for (let x = 0; x < columns; x += 16) {
      let most = ZERO;
      for (let near = first; near <= last; near += 1) {
        most = i8x16.max_u(most, v128.load(scratch + stride * near + x));
      }
      v128.store(to + x, v128.xor(most, flips));
    }
  }
}

/**
 * Mean over `reach` cells to each side along rows and then along columns, rounded each time; fewer cells at
 * the edges.
 * @param scratch room for the grid, and 32 bits per column
 */
export function smoothGrid(
  values: usize,
  columns: i32,
  rows: i32,
  reach: i32,
  scratch: usize,
  out: usize,
): void {
  for (let row = 0; row < rows; row += 1) smoothRow(values, columns, reach, scratch, row);
  const sums = scratch + ((<usize>(columns * rows) + 15) & ~15);
  memory.fill(sums, 0, (<usize>columns) << 2);
  let cells = 0;
  for (let ahead = -reach; ahead < rows; ahead += 1) {
    const enters = ahead + reach;
    const leaves = enters - 2 * reach - 1;
    if (enters < rows) cells += 1;
    if (leaves >= 0) cells -= 1;
    for (let x = 0; x < columns; x += 1) {
      const at = sums + ((<usize>x) << 2);
      let sum = load<i32>(at);
      if (enters < rows) sum += <i32>load<u8>(scratch + <usize>(enters * columns + x));
      if (leaves >= 0) sum -= <i32>load<u8>(scratch + <usize>(leaves * columns + x));
      store<i32>(at, sum);
      if (ahead >= 0) store<u8>(out + <usize>(ahead * columns + x), (sum + (cells >> 1)) / cells);
    }
  }
}

function smoothRow(values: usize, columns: i32, reach: i32, out: usize, row: i32): void {
  const from = values + <usize>(row * columns);
  const to = out + <usize>(row * columns);
  let sum = 0;
  let cells = 0;
  for (let ahead = -reach; ahead < columns; ahead += 1) {
    const enters = ahead + reach;
    const leaves = enters - 2 * reach - 1;
    if (enters < columns) {
      sum += <i32>load<u8>(from + enters);
      cells += 1;
    }
    if (leaves >= 0) {
      sum -= <i32>load<u8>(from + leaves);
      cells -= 1;
    }
    if (ahead >= 0) store<u8>(to + ahead, (sum + (cells >> 1)) / cells);
  }
}
