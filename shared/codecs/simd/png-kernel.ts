import { firstBytes, ZERO } from './levels';

/**
 * PNG row filters (W3C PNG, 9), 16 bytes at a time, for `png-filter.ts`. AssemblyScript; `node
 * scripts/simd.mjs` compiles it into `codecs/wasm/png-bytes.ts`. Each row is preceded by as many zeros as a
 * pixel has bytes, and followed by 16 arbitrary bytes.
 */

const SUB: i32 = 1;
const UP: i32 = 2;
const AVERAGE: i32 = 3;
const PAETH: i32 = 4;

/** Filters a row of `length` bytes to `out`; may write up to 15 bytes more. */
export function filterRow(
  type: i32,
  row: usize,
  above: usize,
  length: i32,
  pixelBytes: i32,
  out: usize,
): void {
  for (let at = 0; at < length; at += 16) {
    const bytes = v128.load(row + at);
    const left = v128.load(row + at - pixelBytes);
    const top = v128.load(above + at);
    let guess: v128;
    if (type === SUB) guess = left;
    else if (type === UP) guess = top;
    else if (type === AVERAGE) guess = average(left, top);
    else guess = paeth(left, top, v128.load(above + at - pixelBytes));
    v128.store(out + at, i8x16.sub(bytes, guess));
  }
}

/**
 * Undoes the filters of rows that begin with their filter type (PNG, 9.2); the last one may be truncated. The
 * row above the first is before `out`. May write up to 15 bytes more.
 * @param rowBytes without the filter type
 * @returns bytes written
 */
export function undoRows(from: usize, bytes: usize, rowBytes: usize, pixelBytes: usize, out: usize): usize {
  const end = from + bytes;
  let to = out;
  while (from < end) {
    const length = min(rowBytes, end - from - 1);
    undoRow(load<u8>(from), from + 1, to - rowBytes, length, pixelBytes, to);
    from += 1 + length;
    to += length;
  }
  return to - out;
}

function undoRow(type: i32, row: usize, above: usize, length: usize, pixelBytes: usize, out: usize): void {
  if (type === UP) undoUp(row, above, length, out);
  else if (type === SUB && pixelBytes <= 4) undoSubOfPixels(row, length, pixelBytes, out);
  else if (type === SUB) undoSub(row, length, pixelBytes, out);
  else if (type === AVERAGE) undoAverage(row, above, length, pixelBytes, out);
  else if (type === PAETH && pixelBytes > 1 && pixelBytes <= 4)
    undoPaethOfPixels(row, above, length, pixelBytes, out);
  else if (type === PAETH) undoPaeth(row, above, length, pixelBytes, out);
  // 0 is "none"; readers treat unknown types like it.
  else memory.copy(out, row, length);
}

function undoUp(row: usize, above: usize, length: usize, out: usize): void {
  for (let at: usize = 0; at < length; at += 16)
    v128.store(out + at, i8x16.add(v128.load(row + at), v128.load(above + at)));
}

/** One pixel of up to four bytes at a time: bytes written after it are overwritten by the next one. */
function undoSubOfPixels(row: usize, length: usize, pixelBytes: usize, out: usize): void {
  let left = ZERO;
  for (let at: usize = 0; at < length; at += pixelBytes) {
    left = i8x16.add(left, v128.load32_zero(row + at));
    v128.store32_lane(out + at, left, 0);
  }
}

function undoSub(row: usize, length: usize, pixelBytes: usize, out: usize): void {
  for (let at: usize = 0; at < length; at += 1) {
    const left = at < pixelBytes ? 0 : load<u8>(out + at - pixelBytes);
    store<u8>(out + at, load<u8>(row + at) + left);
  }
}

function undoAverage(row: usize, above: usize, length: usize, pixelBytes: usize, out: usize): void {
  for (let at: usize = 0; at < length; at += 1) {
    const left: u32 = at < pixelBytes ? 0 : load<u8>(out + at - pixelBytes);
    const mean = (left + <u32>load<u8>(above + at)) >> 1;
    store<u8>(out + at, <u8>(load<u8>(row + at) + mean));
  }
}

/** As `undoSubOfPixels`. */
function undoPaethOfPixels(row: usize, above: usize, length: usize, pixelBytes: usize, out: usize): void {
  let left = ZERO;
  let topLeft = ZERO;
  for (let at: usize = 0; at < length; at += pixelBytes) {
    const top = i16x8.extend_low_i8x16_u(v128.load32_zero(above + at));
    const guess = i8x16.narrow_i16x8_u(nearest(left, top, topLeft), ZERO);
    const pixel = i8x16.add(v128.load32_zero(row + at), guess);
    v128.store32_lane(out + at, pixel, 0);
    left = i16x8.extend_low_i8x16_u(pixel);
    topLeft = top;
  }
}

function undoPaeth(row: usize, above: usize, length: usize, pixelBytes: usize, out: usize): void {
  for (let at: usize = 0; at < length; at += 1) {
    const top: i32 = load<u8>(above + at);
    const left: i32 = at < pixelBytes ? 0 : load<u8>(out + at - pixelBytes);
    const topLeft: i32 = at < pixelBytes ? 0 : load<u8>(above + at - pixelBytes);
    const fromLeft = abs(top - topLeft);
    const fromTop = abs(left - topLeft);
    const fromTopLeft = abs(left + top - 2 * topLeft);
    let guess = fromTop <= fromTopLeft ? top : topLeft;
    if (fromLeft <= fromTop && fromLeft <= fromTopLeft) guess = left;
    store<u8>(out + at, <u8>(load<u8>(row + at) + guess));
  }
}

/** Sums the differences of each filter, taken as signed: 32 bits for sub, up, average and paeth. */
export function sumDifferences(row: usize, above: usize, length: i32, pixelBytes: i32, out: usize): void {
  let sub = ZERO;
  let up = ZERO;
  let mean = ZERO;
  let nearest = ZERO;
  for (let at = 0; at < length; at += 16) {
    const bytes = v128.load(row + at);
    const left = v128.load(row + at - pixelBytes);
    const top = v128.load(above + at);
    const topLeft = v128.load(above + at - pixelBytes);
    const counted = firstBytes(length - at);
    sub = i32x4.add(sub, magnitudes(bytes, left, counted));
    up = i32x4.add(up, magnitudes(bytes, top, counted));
    mean = i32x4.add(mean, magnitudes(bytes, average(left, top), counted));
    nearest = i32x4.add(nearest, magnitudes(bytes, paeth(left, top, topLeft), counted));
  }
  store<i32>(out, total(sub));
  store<i32>(out, total(up), 4);
  store<i32>(out, total(mean), 8);
  store<i32>(out, total(nearest), 12);
}

function magnitudes(bytes: v128, guess: v128, counted: v128): v128 {
  const sizes = v128.and(i8x16.abs(i8x16.sub(bytes, guess)), counted);
  return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(sizes));
}

function total(four: v128): i32 {
  return (
    i32x4.extract_lane(four, 0) +
    i32x4.extract_lane(four, 1) +
    i32x4.extract_lane(four, 2) +
    i32x4.extract_lane(four, 3)
  );
}

/** Rounded down, unlike the SIMD instruction. */
function average(left: v128, top: v128): v128 {
  return i8x16.sub(i8x16.avgr_u(left, top), v128.and(v128.xor(left, top), i8x16.splat(1)));
}

/** The one of three neighbors nearest to left + top - topLeft (PNG, 9.4). */
function paeth(left: v128, top: v128, topLeft: v128): v128 {
  const low = nearest(
    i16x8.extend_low_i8x16_u(left),
    i16x8.extend_low_i8x16_u(top),
    i16x8.extend_low_i8x16_u(topLeft),
  );
  const high = nearest(
    i16x8.extend_high_i8x16_u(left),
    i16x8.extend_high_i8x16_u(top),
    i16x8.extend_high_i8x16_u(topLeft),
  );
  return i8x16.narrow_i16x8_u(low, high);
}

function nearest(left: v128, top: v128, topLeft: v128): v128 {
  const alongTop = i16x8.sub(top, topLeft);
  const alongLeft = i16x8.sub(left, topLeft);
  const fromLeft = i16x8.abs(alongTop);
  const fromTop = i16x8.abs(alongLeft);
  const fromTopLeft = i16x8.abs(i16x8.add(alongTop, alongLeft));
  const other = v128.bitselect(top, topLeft, i16x8.le_s(fromTop, fromTopLeft));
  const isLeft = v128.and(i16x8.le_s(fromLeft, fromTop), i16x8.le_s(fromLeft, fromTopLeft));
  return v128.bitselect(left, other, isLeft);
}
