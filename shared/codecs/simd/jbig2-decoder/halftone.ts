/** Pattern dictionaries (T.88, 6.7) and halftone regions (6.6). Patterns are a list like symbols. */
import { blackenPixel, columnsOf, combine, heightOf, newBitmap, rowOf, widthOf, XOR } from './bitmaps';
import { aligned, moveTo } from './bits';
import { ADAPTIVE, decodeGeneric, nominalPixels } from './generic';
import { charge, DAMAGED, fail, marked, release, room, UNSUPPORTED } from './memory';
import { decodeMmr, skipEndOfBlock } from './mmr';

/** Returns the list of patterns; the arithmetic decoder or the reader of bits has been started. */
export function decodePatterns(isMmr: bool, template: u32, width: i32, height: i32, largest: u32): usize {
  const count = <u64>largest + 1;
  const list = room((count + 1) << 2);
  store<u32>(list, <u32>count);
  const total = count * width;
  if (width === 0 || height === 0 || total > <u64>i32.MAX_VALUE) fail(DAMAGED);
  if (width > 128) fail(UNSUPPORTED);
  charge(<i64>count * height);
  // Table 27: the first adaptive pixel is in the pattern to the left.
  nominalPixels(template);
  store<i8>(ADAPTIVE, <i8>-width);
  store<i8>(ADAPTIVE, 0, 1);
  const all = isMmr ? decodeMmr(<i32>total, height) : decodeGeneric(<i32>total, height, template, false, 0);
  for (let index: u32 = 0; index < <u32>count; index += 1)
    store<u32>(list + ((index + 1) << 2), columnsOf(all, index * width, width));
  return list;
}

/** The grid of a halftone region (7.4.5.1.2). */
const GRID: usize = memory.data(4 * 6, 4);

export function setGrid(columns: u32, rows: u32, x: i32, y: i32, stepX: u32, stepY: u32): void {
  store<u32>(GRID, columns);
  store<u32>(GRID, rows, 4);
  store<i32>(GRID, x, 8);
  store<i32>(GRID, y, 12);
  store<u32>(GRID, stepX, 16);
  store<u32>(GRID, stepY, 20);
}

function cellX(column: i64, row: i64): i64 {
  return (<i64>load<i32>(GRID, 8) + row * load<u32>(GRID, 20) + column * load<u32>(GRID, 16)) >> 8;
}

function cellY(column: i64, row: i64): i64 {
  return (<i64>load<i32>(GRID, 12) + row * load<u32>(GRID, 16) - column * load<u32>(GRID, 20)) >> 8;
}

/** Draws patterns onto a bitmap. */
export function decodeHalftone(
  onto: usize,
  patterns: usize,
  isMmr: bool,
  template: u32,
  skips: bool,
  operator: i32,
): void {
  const columns = load<i32>(GRID);
  const rows = load<i32>(GRID, 4);
  const count = load<u32>(patterns);
  const bits: u32 = count < 2 ? 0 : 32 - clz(count - 1);
  if (columns < 0 || rows < 0) fail(DAMAGED);
  charge(<i64>columns * rows);
  const mark = marked();
  const skip = skips ? skippedCells(onto, load<u32>(patterns, 4), columns, rows) : 0;
  // Table 23.
  nominalPixels(template);
  const planes = room((<u64>bits) << 2);
  for (let plane = bits; plane > 0; plane -= 1) {
    const decoded = isMmr ? decodeMmr(columns, rows) : decodeGeneric(columns, rows, template, false, skip);
    if (isMmr) {
      skipEndOfBlock();
      moveTo(aligned());
    }
    // Planes are Gray coded (C.5).
    if (plane < bits) combine(decoded, load<u32>(planes + (plane << 2)), 0, 0, XOR);
    store<u32>(planes + ((plane - 1) << 2), decoded);
  }
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let value: u32 = 0;
      for (let plane = bits; plane > 0; plane -= 1) {
        const at = rowOf(load<u32>(planes + ((plane - 1) << 2)), row) + (column >> 3);
        value = (value << 1) | ((load<u8>(at) >> (7 - (column & 7))) & 1);
      }
      if (value >= count) fail(DAMAGED);
      const pattern = load<u32>(patterns + ((value + 1) << 2));
      combine(onto, pattern, cellX(column, row), cellY(column, row), operator);
    }
  }
  release(mark);
}

/** Cells whose patterns are outside of the region (6.6.5.1). */
function skippedCells(onto: usize, pattern: usize, columns: i32, rows: i32): usize {
  const skip = newBitmap(columns, rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const x = cellX(column, row);
      const y = cellY(column, row);
      const isOutside =
        x + widthOf(pattern) <= 0 || x >= widthOf(onto) || y + heightOf(pattern) <= 0 || y >= heightOf(onto);
      if (isOutside) blackenPixel(skip, column, row);
    }
  }
  return skip;
}
