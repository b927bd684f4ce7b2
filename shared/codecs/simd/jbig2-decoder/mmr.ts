/** MMR, the coding of ITU-T T.6, as JBIG2 uses it (T.88, 6.2.6). */

import { newBitmap, rowOf } from './bitmaps';
import { dropBits, peekBits } from './bits';
import { charge, DAMAGED, fail, marked, release, room } from './memory';

/** Code words of runs after a 1 bit: 0 to 63, then 64, 128 … 2560 (T.4, tables 2 and 3). */
const WHITE: usize = memory.data<u16>([
  309, 71, 23, 24, 27, 28, 30, 31, 51, 52, 39, 40, 72, 67, 116, 117, 106, 107, 167, 140, 136, 151, 131, 132,
  168, 171, 147, 164, 152, 258, 259, 282, 283, 274, 275, 276, 277, 278, 279, 296, 297, 298, 299, 300, 301,
  260, 261, 266, 267, 338, 339, 340, 341, 292, 293, 344, 345, 346, 347, 330, 331, 306, 307, 308, 59, 50, 87,
  183, 310, 311, 356, 357, 360, 359, 716, 717, 722, 723, 724, 725, 726, 727, 728, 729, 730, 731, 664, 665,
  666, 88, 667, 2056, 2060, 2061, 4114, 4115, 4116, 4117, 4118, 4119, 4124, 4125, 4126, 4127,
]);
const BLACK: usize = memory.data<u16>([
  1079, 10, 7, 6, 11, 19, 18, 35, 69, 68, 132, 133, 135, 260, 263, 536, 1047, 1048, 1032, 2151, 2152, 2156,
  2103, 2088, 2071, 2072, 4298, 4299, 4300, 4301, 4200, 4201, 4202, 4203, 4306, 4307, 4308, 4309, 4310, 4311,
  4204, 4205, 4314, 4315, 4180, 4181, 4182, 4183, 4196, 4197, 4178, 4179, 4132, 4151, 4152, 4135, 4136, 4184,
  4185, 4139, 4140, 4186, 4198, 4199, 1039, 4296, 4297, 4187, 4147, 4148, 4149, 8300, 8301, 8266, 8267, 8268,
  8269, 8306, 8307, 8308, 8309, 8310, 8311, 8274, 8275, 8276, 8277, 8282, 8283, 8292, 8293, 2056, 2060, 2061,
  4114, 4115, 4116, 4117, 4118, 4119, 4124, 4125, 4126, 4127,
]);
const CODES: u32 = 104;
const LONGEST_CODE: u32 = 13;

/** Runs and lengths of codes by the next 13 bits, `run << 4 | length`, for white and for black. */
const LOOKUP: usize = memory.data(4 << 13, 2);
let IS_MADE: bool = false;

function makeLookup(): void {
  for (let color: usize = 0; color < 2; color += 1) {
    const codes = color === 0 ? WHITE : BLACK;
    const table = LOOKUP + (color << 14);
    for (let code: u32 = 0; code < CODES; code += 1) {
      const word: u32 = load<u16>(codes + (code << 1));
      const length: u32 = 31 - clz(word);
      const run: u32 = code < 64 ? code : (code - 63) << 6;
      const free = LONGEST_CODE - length;
      const first = (word ^ (1 << length)) << free;
      for (let at = first; at < first + (1 << free); at += 1)
        store<u16>(table + (at << 1), (run << 4) | length);
    }
  }
  IS_MADE = true;
}

function nextRun(color: u32): i32 {
  let run: u32 = 0;
  while (true) {
    const entry: u32 = load<u16>(LOOKUP + (color << 14) + (peekBits(LONGEST_CODE) << 1));
    if (entry === 0) fail(DAMAGED);
    dropBits(entry & 15);
    run += entry >> 4;
    if (entry >> 4 < 64) return <i32>run;
    if (run > 0x1000000) fail(DAMAGED);
  }
}

/** Changes of color in the row above and in the decoded row, white to black first, then the width. */
let ABOVE: usize = 0;
let CHANGES: usize = 0;
let COUNT: u32 = 0;
let MAX_COUNT: u32 = 0;

function change(x: i32): void {
  if (COUNT >= MAX_COUNT) fail(DAMAGED);
  store<i32>(CHANGES + (COUNT << 2), x);
  COUNT += 1;
}

function changeAbove(index: u32): i32 {
  return load<i32>(ABOVE + (index << 2));
}

/** Decodes a region from the current bits. */
export function decodeMmr(width: i32, height: i32): usize {
  if (!IS_MADE) makeLookup();
  const bitmap = newBitmap(width, height);
  charge((<i64>height) << 3);
  const mark = marked();
  MAX_COUNT = <u32>width + 2;
  // Some more for the width as the end.
  const bytes = (<u64>MAX_COUNT + 8) << 2;
  ABOVE = room(bytes);
  CHANGES = room(bytes);
  for (let index: u32 = 0; index < 6; index += 1) store<i32>(ABOVE + (index << 2), width);
  for (let y = 0; y < height; y += 1) {
    decodeRow(width);
    draw(rowOf(bitmap, y));
    const used = ABOVE;
    ABOVE = CHANGES;
    CHANGES = used;
  }
  release(mark);
  return bitmap;
}

/** EOFB, two EOL (T.6, 2.4.1.1), is optional if the size of the data is known. */
export function skipEndOfBlock(): void {
  if (peekBits(24) === 0x001001) dropBits(24);
}

function decodeRow(width: i32): void {
  COUNT = 0;
  let a0 = -1;
  let color: u32 = 0;
  // Index of b1, the next change from this color to the right of a0.
  let above: u32 = 0;
  while (a0 < width) {
    charge(1);
    while (changeAbove(above) <= a0 && changeAbove(above) < width) above += 2;
    const bits = peekBits(7);
    if (bits >> 3 === 0b0001) {
      dropBits(4);
      a0 = changeAbove(above + 1);
    } else if (bits >> 4 === 0b001) {
      dropBits(3);
      const a1 = max(a0, 0) + nextRun(color);
      const a2 = a1 + nextRun(color ^ 1);
      if (a2 > width) fail(DAMAGED);
      change(a1);
      change(a2);
      a0 = a2;
    } else {
      const a1 = changeAbove(above) + verticalDistance(bits);
      if (a1 > width || a1 < max(a0, 0)) fail(DAMAGED);
      change(a1);
      a0 = a1;
      color ^= 1;
      above = above > 0 ? above - 1 : 1;
    }
  }
  for (let end: u32 = 0; end < 6; end += 1) store<i32>(CHANGES + ((COUNT + end) << 2), width);
}

/** Consumes the code of a vertical mode (T.6, table 1) and returns the distance of a1 to the right of b1. */
function verticalDistance(bits: u32): i32 {
  const length: u32 =
    bits >> 6 === 1 ? 1 : bits >> 5 === 1 ? 3 : bits >> 2 === 1 ? 6 : bits >> 1 === 1 ? 7 : 0;
  if (length === 0) fail(DAMAGED);
  dropBits(length);
  if (length === 1) return 0;
  const distance = length === 3 ? 1 : length - 4;
  return ((bits >> (7 - length)) & 1) === 1 ? distance : -distance;
}

/** Draws the black runs of the decoded row. */
function draw(row: usize): void {
  for (let index: u32 = 0; index < COUNT; index += 2) {
    const left = load<i32>(CHANGES + (index << 2));
    const right = load<i32>(CHANGES + ((index + 1) << 2));
    if (left >= right) continue;
    const first = row + (left >> 3);
    const last = row + ((right - 1) >> 3);
    const firstMask: u32 = 0xff >> (left & 7);
    const lastMask: u32 = (0xff00 >> (((right - 1) & 7) + 1)) & 0xff;
    if (first === last) {
      store<u8>(first, load<u8>(first) | (firstMask & lastMask));
      continue;
    }
    store<u8>(first, load<u8>(first) | firstMask);
    memory.fill(first + 1, 0xff, last - first - 1);
    store<u8>(last, load<u8>(last) | lastMask);
  }
}
