/** The MQ decoder (T.88, Annex E), integers (Annex A) and symbol numbers (A.3). */
import { charge, DAMAGED, fail } from './memory';

/** Table E.1: Qe, then the next state after a more probable and after a less probable symbol, and SWITCH. */
const ROWS: usize = memory.data<u16>([
  0x5601, 1, 1, 1, 0x3401, 2, 6, 0, 0x1801, 3, 9, 0, 0x0ac1, 4, 12, 0, 0x0521, 5, 29, 0, 0x0221, 38, 33, 0,
  0x5601, 7, 6, 1, 0x5401, 8, 14, 0, 0x4801, 9, 14, 0, 0x3801, 10, 14, 0, 0x3001, 11, 17, 0, 0x2401, 12, 18,
  0, 0x1c01, 13, 20, 0, 0x1601, 29, 21, 0, 0x5601, 15, 14, 1, 0x5401, 16, 14, 0, 0x5101, 17, 15, 0, 0x4801,
  18, 16, 0, 0x3801, 19, 17, 0, 0x3401, 20, 18, 0, 0x3001, 21, 19, 0, 0x2801, 22, 19, 0, 0x2401, 23, 20, 0,
  0x2201, 24, 21, 0, 0x1c01, 25, 22, 0, 0x1801, 26, 23, 0, 0x1601, 27, 24, 0, 0x1401, 28, 25, 0, 0x1201, 29,
  26, 0, 0x1101, 30, 27, 0, 0x0ac1, 31, 28, 0, 0x09c1, 32, 29, 0, 0x08a1, 33, 30, 0, 0x0521, 34, 31, 0,
  0x0441, 35, 32, 0, 0x02a1, 36, 33, 0, 0x0221, 37, 34, 0, 0x0141, 38, 35, 0, 0x0111, 39, 36, 0, 0x0085, 40,
  37, 0, 0x0049, 41, 38, 0, 0x0025, 42, 39, 0, 0x0015, 43, 40, 0, 0x0009, 44, 41, 0, 0x0005, 45, 42, 0,
  0x0001, 45, 43, 0, 0x5601, 46, 46, 0,
]);
const ROW_COUNT: u32 = 47;

/**
 * The same for each context byte, `row << 1 | MPS`: Qe in the upper 16 bits, then the next byte after a less
 * probable, and in the lowest 8 bits after a more probable symbol.
 */
export const STATES: usize = memory.data(4 * 94, 4);

/** A in the upper 16 bits; C; CT, shifts until the next byte is needed (E.3.1). */
export let A: u32 = 0;
export let C: u32 = 0;
export let CT: u32 = 0;
/** Address of B, the byte last read, and the end of the data. */
let B: usize = 0;
let END: usize = 0;
/** Times that a byte was needed after the end of the data. */
let MISSED: i32 = 0;
/** The encoder's register holds less than this many bytes that the data may leave out. */
const MAX_MISSED: i32 = 24;

export function prepareStates(): void {
  for (let row: u32 = 0; row < ROW_COUNT; row += 1) {
    const at = ROWS + (row << 3);
    const qe: u32 = load<u16>(at);
    for (let mps: u32 = 0; mps < 2; mps += 1) {
      const more = ((<u32>load<u16>(at, 2)) << 1) | mps;
      const less = ((<u32>load<u16>(at, 4)) << 1) | (mps ^ load<u16>(at, 6));
      store<u32>(STATES + (((row << 1) | mps) << 2), (qe << 16) | (less << 8) | more);
    }
  }
}

/** INITDEC (E.3.5) */
export function startArithmetic(start: usize, end: usize): void {
  B = start;
  END = end;
  MISSED = 0;
  C = byteAt(start) << 16;
  C = byteIn(C) << 7;
  CT -= 7;
  A = 0x80000000;
}

function byteAt(at: usize): u32 {
  return at < END ? load<u8>(at) : 0xff;
}

/** BYTEIN (E.3.4): returns C with the next byte; CT is 7 or 8. */
export function byteIn(c: u32): u32 {
  if (byteAt(B) === 0xff) {
    const next = byteAt(B + 1);
    if (next > 0x8f) {
      MISSED += 1;
      if (MISSED > MAX_MISSED) fail(DAMAGED);
      CT = 8;
      return c + 0xff00;
    }
    B += 1;
    CT = 7;
    return c + (next << 9);
  }
  B += 1;
  CT = 8;
  return c + (byteAt(B) << 8);
}

export function setRegisters(a: u32, c: u32, ct: u32): void {
  A = a;
  C = c;
  CT = ct;
}

/** DECODE (E.3.2) */
export function decodeBit(context: usize): u32 {
  const index: u32 = load<u8>(context);
  const state = load<u32>(STATES + (index << 2));
  const qe = state & 0xffff0000;
  let bit = index & 1;
  A -= qe;
  if (C >= qe) {
    C -= qe;
    if (<i32>A < 0) return bit;
    if (A < qe) {
      bit ^= 1;
      store<u8>(context, state >> 8);
    } else {
      store<u8>(context, state);
    }
  } else {
    if (A < qe) {
      store<u8>(context, state);
    } else {
      bit ^= 1;
      store<u8>(context, state >> 8);
    }
    A = qe;
  }
  // RENORMD (E.3.3)
  let shifts = <u32>clz(A);
  A <<= shifts;
  while (shifts > 0) {
    if (CT === 0) C = byteIn(C);
    const step = min(shifts, CT);
    C <<= step;
    CT -= step;
    shifts -= step;
  }
  return bit;
}

/** Procedures of Annex A; each has 512 contexts. */
export const IADT: u32 = 0;
export const IAFS: u32 = 1;
export const IADS: u32 = 2;
export const IAIT: u32 = 3;
export const IARI: u32 = 4;
export const IARDW: u32 = 5;
export const IARDH: u32 = 6;
export const IARDX: u32 = 7;
export const IARDY: u32 = 8;
export const IADH: u32 = 9;
export const IADW: u32 = 10;
export const IAEX: u32 = 11;
export const IAAI: u32 = 12;
const PROCEDURES: usize = 13;
const INTEGER_CONTEXTS: usize = memory.data(512 * 13);

export function resetIntegers(): void {
  memory.fill(INTEGER_CONTEXTS, 0, 512 * PROCEDURES);
}

/** The result of a procedure that decodes no number. */
export const OUT_OF_BAND: i32 = i32.MIN_VALUE;

let CONTEXTS: usize = 0;
let PREV: u32 = 0;

function integerBit(): u32 {
  const bit = decodeBit(CONTEXTS + PREV);
  PREV = PREV < 256 ? (PREV << 1) | bit : (((PREV << 1) | bit) & 511) | 256;
  return bit;
}

function integerBits(count: u32): u64 {
  let value: u64 = 0;
  for (; count > 0; count -= 1) value = (value << 1) | integerBit();
  return value;
}

/** Bits and first values of table A.1; each further range takes one more bit of its prefix. */
const RANGES: usize = memory.data<u32>([2, 0, 4, 4, 6, 20, 8, 84, 12, 340, 32, 4436]);
const LAST_RANGE: usize = RANGES + 40;

/** A.2; OUT_OF_BAND if that is decoded. */
export function decodeInteger(procedure: u32): i32 {
  charge(4);
  CONTEXTS = INTEGER_CONTEXTS + (procedure << 9);
  PREV = 1;
  const isNegative = integerBit() === 1;
  let range = RANGES;
  while (range < LAST_RANGE && integerBit() === 1) range += 8;
  const value = integerBits(load<u32>(range)) + load<u32>(range, 4);
  if (value > <u64>i32.MAX_VALUE) fail(DAMAGED);
  if (!isNegative) return <i32>value;
  return value === 0 ? OUT_OF_BAND : -(<i32>value);
}

/** Like decodeInteger(), where the standard has no OUT_OF_BAND. */
export function decodeNumber(procedure: u32): i32 {
  const value = decodeInteger(procedure);
  if (value === OUT_OF_BAND) fail(DAMAGED);
  return value;
}

/** IAID (A.3); `contexts` are `1 << length`. */
export function decodeSymbolId(contexts: usize, length: u32): u32 {
  let id: u32 = 1;
  for (let bit: u32 = 0; bit < length; bit += 1) id = (id << 1) | decodeBit(contexts + id);
  return id - (1 << length);
}
