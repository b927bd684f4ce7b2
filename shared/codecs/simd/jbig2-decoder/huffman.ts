/** Huffman tables (T.88, Annex B). */
import { OUT_OF_BAND } from './arithmetic';
import { aligned, nextBit, nextBits, startBits } from './bits';
import { charge, DAMAGED, fail, marked, release, room } from './memory';

/** Lines are the first value, the length of the code, and the number of further bits, or one of these. */
const LOWER: i32 = 64;
const UPPER: i32 = 32;
const OOB: i32 = 65;
const LINE_BYTES: u32 = 12;

/** Lines of tables B.1 to B.15, then their number. */
const STANDARD: usize = memory.data<i32>([
  0, 1, 4, 16, 2, 8, 272, 3, 16, 65808, 3, 32, 0, 1, 0, 1, 2, 0, 2, 3, 0, 3, 4, 3, 11, 5, 6, 75, 6, 32, 0, 6,
  65, -256, 8, 8, 0, 1, 0, 1, 2, 0, 2, 3, 0, 3, 4, 3, 11, 5, 6, -257, 8, 64, 75, 7, 32, 0, 6, 65, 1, 1, 0, 2,
  2, 0, 3, 3, 0, 4, 4, 3, 12, 5, 6, 76, 5, 32, -255, 7, 8, 1, 1, 0, 2, 2, 0, 3, 3, 0, 4, 4, 3, 12, 5, 6, -256,
  7, 64, 76, 6, 32, -2048, 5, 10, -1024, 4, 9, -512, 4, 8, -256, 4, 7, -128, 5, 6, -64, 5, 5, -32, 4, 5, 0, 2,
  7, 128, 3, 7, 256, 3, 8, 512, 4, 9, 1024, 4, 10, -2049, 6, 64, 2048, 6, 32, -1024, 4, 9, -512, 3, 8, -256,
  4, 7, -128, 5, 6, -64, 5, 5, -32, 4, 5, 0, 4, 5, 32, 5, 5, 64, 5, 6, 128, 4, 7, 256, 3, 8, 512, 3, 9, 1024,
  3, 10, -1025, 5, 64, 2048, 5, 32, -15, 8, 3, -7, 9, 1, -5, 8, 1, -3, 9, 0, -2, 7, 0, -1, 4, 0, 0, 2, 1, 2,
  5, 0, 3, 6, 0, 4, 3, 4, 20, 6, 1, 22, 4, 4, 38, 4, 5, 70, 5, 6, 134, 5, 7, 262, 6, 7, 390, 7, 8, 646, 6, 10,
  -16, 9, 64, 1670, 9, 32, 0, 2, 65, -31, 8, 4, -15, 9, 2, -11, 8, 2, -7, 9, 1, -5, 7, 1, -3, 4, 1, -1, 3, 1,
  1, 3, 1, 3, 5, 1, 5, 6, 1, 7, 3, 5, 39, 6, 2, 43, 4, 5, 75, 4, 6, 139, 5, 7, 267, 5, 8, 523, 6, 8, 779, 7,
  9, 1291, 6, 11, -32, 9, 64, 3339, 9, 32, 0, 2, 65, -21, 7, 4, -5, 8, 0, -4, 7, 0, -3, 5, 0, -2, 2, 2, 2, 5,
  0, 3, 6, 0, 4, 7, 0, 5, 8, 0, 6, 2, 6, 70, 5, 5, 102, 6, 5, 134, 6, 6, 198, 6, 7, 326, 6, 8, 582, 6, 9,
  1094, 6, 10, 2118, 7, 11, -22, 8, 64, 4166, 8, 32, 0, 2, 65, 1, 1, 0, 2, 2, 1, 4, 4, 0, 5, 4, 1, 7, 5, 1, 9,
  5, 2, 13, 6, 2, 17, 7, 2, 21, 7, 3, 29, 7, 4, 45, 7, 5, 77, 7, 6, 141, 7, 32, 1, 1, 0, 2, 2, 0, 3, 3, 1, 5,
  5, 0, 6, 5, 1, 8, 6, 1, 10, 7, 0, 11, 7, 1, 13, 7, 2, 17, 7, 3, 25, 7, 4, 41, 8, 5, 73, 8, 32, 1, 1, 0, 2,
  3, 0, 3, 4, 0, 4, 5, 0, 5, 4, 1, 7, 3, 3, 15, 6, 1, 17, 6, 2, 21, 6, 3, 29, 6, 4, 45, 6, 5, 77, 7, 6, 141,
  7, 32, -2, 3, 0, -1, 3, 0, 0, 1, 0, 1, 3, 0, 2, 3, 0, -24, 7, 4, -8, 6, 2, -4, 5, 1, -2, 4, 0, -1, 3, 0, 0,
  1, 0, 1, 3, 0, 2, 4, 0, 3, 5, 1, 5, 6, 2, 9, 7, 4, -25, 7, 64, 25, 7, 32,
]);
const LINE_COUNTS: usize = memory.data<u8>([4, 7, 9, 6, 8, 14, 15, 21, 22, 21, 13, 13, 13, 5, 13]);

/** A table in memory: for each code length its first code, number of codes and first index, then the lines in order. */
const MAX_LENGTH: u32 = 32;
const LENGTH_BYTES: u32 = 16;
const HEADER_BYTES: usize = 16 * 33;

/** Returns table B.`number`. */
export function standardTable(number: u32): usize {
  let at = STANDARD;
  for (let table: u32 = 1; table < number; table += 1)
    at += <usize>load<u8>(LINE_COUNTS + table - 1) * LINE_BYTES;
  return tableOf(at, load<u8>(LINE_COUNTS + number - 1));
}

/** B.3: assigns codes to lines, which are in the order of the standard. A length of 0 has no code. */
export function tableOf(lines: usize, count: u32): usize {
  charge(count);
  const table = room(HEADER_BYTES + <u64>count * LINE_BYTES);
  for (let line: u32 = 0; line < count; line += 1) {
    const length = load<u32>(lines + line * LINE_BYTES, 4);
    if (length > MAX_LENGTH) fail(DAMAGED);
    if (length === 0) continue;
    const at = table + length * LENGTH_BYTES;
    store<u32>(at, load<u32>(at, 8) + 1, 8);
  }
  let code: u64 = 0;
  let index: u32 = 0;
  for (let length: u32 = 1; length <= MAX_LENGTH; length += 1) {
    const at = table + length * LENGTH_BYTES;
    const used = load<u32>(at, 8);
    code <<= 1;
    store<u64>(at, code);
    store<u32>(at, index, 12);
    code += used;
    index += used;
    if (code > (<u64>1) << length) fail(DAMAGED);
  }
  // The first indexes move on to the end of each length, and back.
  for (let line: u32 = 0; line < count; line += 1) {
    const from = lines + line * LINE_BYTES;
    const length = load<u32>(from, 4);
    if (length === 0) continue;
    const at = table + length * LENGTH_BYTES;
    const place = load<u32>(at, 12);
    memory.copy(table + HEADER_BYTES + place * LINE_BYTES, from, LINE_BYTES);
    store<u32>(at, place + 1, 12);
  }
  for (let length: u32 = 1; length <= MAX_LENGTH; length += 1) {
    const at = table + length * LENGTH_BYTES;
    store<u32>(at, load<u32>(at, 12) - load<u32>(at, 8), 12);
  }
  return table;
}

/** Decodes a value; OUT_OF_BAND if that is decoded. */
export function decodeHuffman(table: usize): i32 {
  charge(4);
  let code: u64 = 0;
  for (let length: u32 = 1; length <= MAX_LENGTH; length += 1) {
    code = (code << 1) | nextBit();
    const at = table + length * LENGTH_BYTES;
    const place = code - load<u64>(at);
    // Shorter codes are smaller than all longer ones of their length.
    if (code < load<u64>(at) || place >= <u64>load<u32>(at, 8)) continue;
    const line = table + HEADER_BYTES + (load<u32>(at, 12) + <u32>place) * LINE_BYTES;
    const first = load<i32>(line);
    const kind = load<i32>(line, 8);
    if (kind === OOB) return OUT_OF_BAND;
    const further = nextBits(kind === LOWER ? UPPER : kind);
    const value = kind === LOWER ? <i64>first - further : <i64>first + further;
    if (value <= i32.MIN_VALUE || value > i32.MAX_VALUE) fail(DAMAGED);
    return <i32>value;
  }
  fail(DAMAGED);
  return 0;
}

/** Like decodeHuffman(), where the standard has no OUT_OF_BAND. */
export function decodeHuffmanNumber(table: usize): i32 {
  const value = decodeHuffman(table);
  if (value === OUT_OF_BAND) fail(DAMAGED);
  return value;
}

/** Reads the data of a code table segment (B.2). */
export function codeTable(start: usize, end: usize): usize {
  if (end - start < 9) fail(DAMAGED);
  const flags: u32 = load<u8>(start);
  const prefixBits = ((flags >> 1) & 7) + 1;
  const rangeBits = ((flags >> 4) & 7) + 1;
  const low = <i32>bswap(load<u32>(start, 1));
  const high = <i32>bswap(load<u32>(start, 5));
  startBits(start + 9, end);
  // Each line takes a bit at least.
  const mark = marked();
  const lines = room((((<u64>(end - start)) << 3) + 3) * LINE_BYTES);
  let count: u32 = 0;
  let first: i64 = low;
  while (first < high) {
    const length = nextBits(prefixBits);
    const range = nextBits(rangeBits);
    if (range > 31) fail(DAMAGED);
    putLine(lines, count, <i32>first, length, range);
    count += 1;
    first += (<i64>1) << range;
  }
  if (first > i32.MAX_VALUE) fail(DAMAGED);
  putLine(lines, count, low - 1, nextBits(prefixBits), LOWER);
  putLine(lines, count + 1, <i32>first, nextBits(prefixBits), UPPER);
  count += 2;
  if ((flags & 1) !== 0) {
    putLine(lines, count, 0, nextBits(prefixBits), OOB);
    count += 1;
  }
  const made = tableOf(lines, count);
  // Moves the table over the lines.
  const bytes = HEADER_BYTES + count * LINE_BYTES;
  memory.copy(mark, made, bytes);
  release(mark + ((bytes + 15) & ~15));
  return mark;
}

function putLine(lines: usize, line: u32, first: i32, length: u32, kind: i32): void {
  const at = lines + line * LINE_BYTES;
  store<i32>(at, first);
  store<u32>(at, length, 4);
  store<i32>(at, kind, 8);
}

/** Reads the codes of `symbols` symbol numbers (7.4.3.1.7), which end at a whole byte. */
export function symbolIdTable(symbols: u32): usize {
  const runs = room(35 * LINE_BYTES);
  for (let run: u32 = 0; run < 35; run += 1) putLine(runs, run, run, nextBits(4), 0);
  const runTable = tableOf(runs, 35);
  const lines = room(<u64>symbols * LINE_BYTES);
  let symbol: u32 = 0;
  let last: u32 = 0;
  while (symbol < symbols) {
    const run = <u32>decodeHuffman(runTable);
    let times: u32 = 1;
    if (run < 32) {
      last = run;
    } else if (run === 32) {
      if (symbol === 0) fail(DAMAGED);
      times = nextBits(2) + 3;
    } else {
      last = 0;
      times = run === 33 ? nextBits(3) + 3 : nextBits(7) + 11;
    }
    if (times > symbols - symbol) fail(DAMAGED);
    for (; times > 0; times -= 1, symbol += 1) putLine(lines, symbol, symbol, last, 0);
  }
  aligned();
  return tableOf(lines, symbols);
}

/** Codes of one length for `symbols` symbol numbers (6.5.8.2.3). */
export function equalCodes(symbols: u32, length: u32): usize {
  const lines = room(<u64>symbols * LINE_BYTES);
  for (let symbol: u32 = 0; symbol < symbols; symbol += 1) putLine(lines, symbol, symbol, length, 0);
  return tableOf(lines, symbols);
}
