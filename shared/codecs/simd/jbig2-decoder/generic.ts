/** The generic region (T.88, 6.2) with arithmetic coding. */
import { A, byteIn, C, CT, decodeBit, STATES, setRegisters } from './arithmetic';
import { blackenPixel, newBitmap, pixelAt, rowOf, strideOf, widthOf } from './bitmaps';
import { charge, DAMAGED, fail, marked, release, room } from './memory';

/**
 * Templates with adaptive pixels at their nominal places (figures 3 to 6), as windows of the two rows above and
 * of the decoded row: for each the mask, the lowest context bit, and the column of the rightmost pixel.
 */
const WINDOWS: usize = memory.data<i32>([
  0x1f, 11, 2, 0x7f, 4, 3, 0xf, 0, 0x0f, 9, 2, 0x3f, 3, 3, 0x7, 0, 0x07, 7, 1, 0x1f, 2, 2, 0x3, 0, 0, 0, 0,
  0x3f, 4, 2, 0xf, 0,
]);
/** Context of the bit for a row equal to the previous one (figures 8 to 11). */
const ROW_CONTEXTS: usize = memory.data<u32>([0x9b25, 0x0795, 0x00e5, 0x0195]);
/** Context bits and nominal places of the adaptive pixels; templates 1 to 3 have one. */
const TAP_BITS: usize = memory.data<u8>([4, 10, 11, 15, 3, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0]);
const NOMINAL: usize = memory.data<i8>([
  3, -1, -3, -1, 2, -2, -2, -2, 3, -1, 0, 0, 0, 0, 0, 0, 2, -1, 0, 0, 0, 0, 0, 0, 2, -1, 0, 0, 0, 0, 0, 0,
]);

/** Contexts of the current segment. */
export const GENERIC_CONTEXTS: usize = memory.data(65536);
export const GENERIC_CONTEXT_BYTES: usize = 65536;

/** Adaptive pixels of the current segment: pairs of signed bytes. */
export const ADAPTIVE: usize = memory.data(8);

export function tapsOf(template: u32): u32 {
  return template === 0 ? 4 : 1;
}

/** Sets the adaptive pixels to their nominal places. */
export function nominalPixels(template: u32): void {
  memory.copy(ADAPTIVE, NOMINAL + (template << 3), 8);
}

/** Moved adaptive pixels: context bit, column, row, and eight pixels of the row above for a byte. */
const TAPS: usize = memory.data(4 * 16, 4);
let TAP_COUNT: u32 = 0;
let KEPT: u32 = 0;

function findTaps(template: u32): void {
  TAP_COUNT = 0;
  KEPT = 0xffff;
  for (let tap: u32 = 0; tap < tapsOf(template); tap += 1) {
    const at = ADAPTIVE + (tap << 1);
    const isBefore = load<i8>(at, 1) < 0 || (load<i8>(at, 1) === 0 && load<i8>(at) < 0);
    if (!isBefore) fail(DAMAGED);
    if (load<u16>(at) === load<u16>(NOMINAL + (template << 3) + (tap << 1))) continue;
    const bit: u32 = load<u8>(TAP_BITS + (template << 2) + tap);
    KEPT &= ~(1 << bit);
    const moved = TAPS + (TAP_COUNT << 4);
    store<u32>(moved, bit);
    store<i32>(moved, load<i8>(at), 4);
    store<i32>(moved, load<i8>(at, 1), 8);
    TAP_COUNT += 1;
  }
}

/** Returns the decoded region. `skip` is a bitmap of pixels that are white without being coded (6.2.5.7), or 0. */
export function decodeGeneric(width: i32, height: i32, template: u32, typical: bool, skip: usize): usize {
  const bitmap = newBitmap(width, height);
  charge(<i64>width * height + height);
  findTaps(template);
  const mark = marked();
  const white = room(strideOf(bitmap) + 32) + 16;
  let isTypical = false;
  for (let y = 0; y < height; y += 1) {
    const above = y > 0 ? rowOf(bitmap, y - 1) : white;
    if (typical) {
      if (decodeBit(GENERIC_CONTEXTS + load<u32>(ROW_CONTEXTS + (template << 2))) === 1)
        isTypical = !isTypical;
      if (isTypical) {
        memory.copy(rowOf(bitmap, y), above, strideOf(bitmap) - 1);
        continue;
      }
    }
    if (skip !== 0) decodeRowWithSkip(bitmap, y, template, skip);
    else decodeRow(bitmap, y, template, above, y > 1 ? rowOf(bitmap, y - 2) : white);
  }
  release(mark);
  return bitmap;
}

function threeBytes(at: usize): u32 {
  return ((<u32>load<u8>(at - 1)) << 16) | ((<u32>load<u8>(at)) << 8) | load<u8>(at + 1);
}

/** The pixels of eight columns from `x` on; white outside of the row. */
function eightPixels(row: usize, stride: i32, x: i32): u32 {
  const column = x >> 3;
  const one: u32 = column >= 0 && column < stride ? load<u8>(row + column) : 0;
  const two: u32 = column >= -1 && column < stride - 1 ? load<u8>(row + column + 1) : 0;
  return (((one << 8) | two) >> (8 - (x & 7))) & 0xff;
}

/** Looks up the eight pixels of each moved tap for the byte at `column`. Returns whether any is black. */
function lookUpTaps(bitmap: usize, y: i32, column: i32): u32 {
  let any: u32 = 0;
  for (let tap: u32 = 0; tap < TAP_COUNT; tap += 1) {
    const at = TAPS + (tap << 4);
    const row = y + load<i32>(at, 8);
    const pixels =
      row >= 0 ? eightPixels(rowOf(bitmap, row), strideOf(bitmap), (column << 3) + load<i32>(at, 4)) : 0;
    store<u32>(at, pixels, 12);
    any |= pixels;
  }
  return any;
}

/** Context bits of moved taps. `before` has the decoded pixels of this row, the last one in its lowest bit. */
function tapContext(pixel: u32, before: u32): u32 {
  let context: u32 = 0;
  for (let tap: u32 = 0; tap < TAP_COUNT; tap += 1) {
    const at = TAPS + (tap << 4);
    const column = load<i32>(at, 4);
    const bit =
      load<i32>(at, 8) === 0 && column > -9 ? before >> (-column - 1) : load<u32>(at, 12) >> (7 - pixel);
    context |= (bit & 1) << load<u32>(at);
  }
  return context;
}

/**
 * Decodes a row, with registers in local variables. More probable symbols between two renormalizations only
 * subtract from A and C, so a run of white pixels among white ones takes one step.
 */
function decodeRow(bitmap: usize, y: i32, template: u32, row1: usize, row2: usize): void {
  const windows = WINDOWS + (template << 5);
  const mask2 = load<u32>(windows);
  const place2 = load<u32>(windows, 4);
  const shift2 = 15 - load<u32>(windows, 8);
  const mask1 = load<u32>(windows, 12);
  const place1 = load<u32>(windows, 16);
  const shift1 = 15 - load<u32>(windows, 20);
  const mask0 = load<u32>(windows, 24);
  const row = rowOf(bitmap, y);
  const width = widthOf(bitmap);
  const columns = (width + 7) >> 3;
  const taps = TAP_COUNT;
  const mask: u32 = taps > 0 ? 0xff : mask0;
  let a = A;
  let c = C;
  let ct = CT;
  let before: u32 = 0;
  let column = 0;
  while (column < columns) {
    const word2 = threeBytes(row2 + column);
    const word1 = threeBytes(row1 + column);
    let black = word2 | word1 | (before & mask);
    if (taps > 0) black |= lookUpTaps(bitmap, y, column);
    let pixel: u32 = 0;
    let byte: u32 = 0;
    if (black === 0) {
      let last = column + 1;
      if (taps === 0)
        while (last < columns && (load<u8>(row1 + last + 1) | load<u8>(row2 + last + 1)) === 0) last += 1;
      const all = <u32>(min(last << 3, width) - (column << 3));
      let left = all;
      before = 0;
      while (left > 0) {
        const index: u32 = load<u8>(GENERIC_CONTEXTS);
        const qe = load<u32>(STATES + (index << 2)) >> 16;
        if ((index & 1) === 0) {
          const steps = min(left, min(((a >> 16) - 0x8000) / qe, (c >> 16) / qe));
          a -= (steps * qe) << 16;
          c -= (steps * qe) << 16;
          left -= steps;
          if (left === 0) break;
        }
        setRegisters(a, c, ct);
        before = decodeBit(GENERIC_CONTEXTS);
        a = A;
        c = C;
        ct = CT;
        left -= 1;
        if (before === 1) break;
      }
      if (before === 0) {
        column = last;
        continue;
      }
      // A black pixel: the rest of its byte follows pixel by pixel.
      const done = all - left - 1;
      column += done >> 3;
      byte = 0x80 >> (done & 7);
      pixel = (done & 7) + 1;
    }
    const over2 = threeBytes(row2 + column);
    const over1 = threeBytes(row1 + column);
    const stop = <u32>min(8, width - (column << 3));
    for (; pixel < stop; pixel += 1) {
      let context =
        (((over2 >> (shift2 - pixel)) & mask2) << place2) |
        (((over1 >> (shift1 - pixel)) & mask1) << place1) |
        (before & mask0);
      if (taps > 0) context = (context & KEPT) | tapContext(pixel, before);
      const at = GENERIC_CONTEXTS + context;
      const index: u32 = load<u8>(at);
      const state = load<u32>(STATES + (index << 2));
      const qe = state & 0xffff0000;
      let bit = index & 1;
      a -= qe;
      if (c >= qe) {
        c -= qe;
        if (<i32>a < 0) {
          before = (before << 1) | bit;
          byte |= bit << (7 - pixel);
          continue;
        }
        const isLess = a < qe;
        bit ^= <u32>isLess;
        store<u8>(at, isLess ? state >> 8 : state);
      } else {
        const isMore = a < qe;
        bit ^= <u32>!isMore;
        store<u8>(at, isMore ? state : state >> 8);
        a = qe;
      }
      let shifts = <u32>clz(a);
      a <<= shifts;
      while (shifts > 0) {
        if (ct === 0) {
          c = byteIn(c);
          ct = CT;
        }
        const step = min(shifts, ct);
        c <<= step;
        ct -= step;
        shifts -= step;
      }
      before = (before << 1) | bit;
      byte |= bit << (7 - pixel);
    }
    store<u8>(row + column, byte);
    column += 1;
  }
  setRegisters(a, c, ct);
}

/** The same pixel by pixel, for the rare regions that skip some. */
function decodeRowWithSkip(bitmap: usize, y: i32, template: u32, skip: usize): void {
  const windows = WINDOWS + (template << 5);
  for (let x = 0; x < widthOf(bitmap); x += 1) {
    if (pixelAt(skip, x, y) === 1) continue;
    let context =
      pixelsTo(bitmap, x, y - 2, windows) |
      pixelsTo(bitmap, x, y - 1, windows + 12) |
      ownPixels(bitmap, x, y, windows);
    context &= KEPT;
    for (let tap: u32 = 0; tap < TAP_COUNT; tap += 1) {
      const at = TAPS + (tap << 4);
      context |= pixelAt(bitmap, x + load<i32>(at, 4), y + load<i32>(at, 8)) << load<u32>(at);
    }
    if (decodeBit(GENERIC_CONTEXTS + context) === 1) blackenPixel(bitmap, x, y);
  }
}

function pixelsTo(bitmap: usize, x: i32, y: i32, window: usize): u32 {
  let bits: u32 = 0;
  for (let column = x - 4; column <= x + load<i32>(window, 8); column += 1)
    bits = (bits << 1) | pixelAt(bitmap, column, y);
  return (bits & load<u32>(window)) << load<u32>(window, 4);
}

function ownPixels(bitmap: usize, x: i32, y: i32, windows: usize): u32 {
  let bits: u32 = 0;
  for (let column = x - 4; column < x; column += 1) bits = (bits << 1) | pixelAt(bitmap, column, y);
  return bits & load<u32>(windows, 24);
}
