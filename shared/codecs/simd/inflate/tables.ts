/**
 * Huffman codes of deflate data (RFC 1951, 3.2) as lookup tables indexed by the next bits: most codes are
 * short and found at once, longer ones in a subtable.
 */

/** An entry is bits to consume (4) | kind (2) | extra bits (4) | value (22); 0 for an invalid code. */
export const LITERAL: u32 = 0;
/** A length or distance: the extra bits are added to the value. */
export const BASE: u32 = 1;
export const END: u32 = 2;
/** The value is the start of the subtable, the extra bits its index size. */
export const SUBTABLE: u32 = 3;

export const LITERAL_BITS: u32 = 10;
export const DISTANCE_BITS: u32 = 8;
const CODE_LENGTH_BITS: u32 = 7;
const LONGEST: u32 = 15;

const LITERAL_SYMBOLS: u32 = 286;
const DISTANCE_SYMBOLS: u32 = 30;
const CODE_LENGTH_SYMBOLS: u32 = 19;

// RFC 1951, 3.2.5
const LENGTH_BASES: usize = memory.data<u16>([
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
]);
const LENGTH_EXTRAS: usize = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
]);
const DISTANCE_BASES: usize = memory.data<u16>([
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
]);

/** Entries of all symbols without the bits to consume: literals and lengths, distances, code lengths. */
const LITERAL_ENTRIES: usize = memory.data(4 * 286);
const DISTANCE_ENTRIES: usize = memory.data(4 * 30);
const CODE_LENGTH_ENTRIES: usize = memory.data(4 * 19);

/** In the worst case each code has its own subtable: 2^10 + 288 * 2^5, 2^8 + 32 * 2^7 and 2^7 entries. */
export const LITERALS: usize = memory.data(4 * 10240);
export const DISTANCES: usize = memory.data(4 * 4352);
export const CODE_LENGTHS: usize = memory.data(4 * 128);

/** Code lengths of a block: literals and lengths, then distances; a byte each. */
export const LENGTHS: usize = memory.data(288 + 32);

/** Indexed by length: number of codes, and the next code; 32 bits each. */
const COUNTS: usize = memory.data(4 * 16);
const NEXT_CODES: usize = memory.data(4 * 16);
/** Indexed by symbol, 16 bits each, first bit lowest. */
const CODES: usize = memory.data(2 * 288);
/** Indexed by the first bits of a code: further bits of the longest one, 32 bits each. */
const MORE_BITS: usize = memory.data(4 << 10);

let HAS_SYMBOLS: bool = false;

/** Builds the literal and length table from `count` lengths; returns false if they are invalid. */
export function makeLiterals(lengths: usize, count: u32): bool {
  return make(LITERALS, LITERAL_BITS, LITERAL_ENTRIES, LITERAL_SYMBOLS, lengths, count);
}

export function makeDistances(lengths: usize, count: u32): bool {
  return make(DISTANCES, DISTANCE_BITS, DISTANCE_ENTRIES, DISTANCE_SYMBOLS, lengths, count);
}

/** Builds the table for code lengths (3.2.7). */
export function makeCodeLengths(lengths: usize): bool {
  return make(CODE_LENGTHS, CODE_LENGTH_BITS, CODE_LENGTH_ENTRIES, CODE_LENGTH_SYMBOLS, lengths, 19);
}

/** RFC 1951, 3.2.6. */
export function makeFixed(): void {
  memory.fill(LENGTHS, 8, 144);
  memory.fill(LENGTHS + 144, 9, 112);
  memory.fill(LENGTHS + 256, 7, 24);
  memory.fill(LENGTHS + 280, 8, 8);
  memory.fill(LENGTHS + 288, 5, 30);
  makeLiterals(LENGTHS, 288);
  makeDistances(LENGTHS + 288, 30);
}

/** Builds the canonical code with these lengths (3.2.2); returns false if it is oversubscribed. */
function make(table: usize, rootBits: u32, symbols: usize, known: u32, lengths: usize, count: u32): bool {
  if (!HAS_SYMBOLS) nameSymbols();
  if (!firstCodes(lengths, count)) return false;
  const root: u32 = 1 << rootBits;
  memory.fill(table, 0, root << 2);
  if (giveCodes(lengths, count, rootBits)) layOutSubtables(table, rootBits, lengths, count);
  // Symbols undefined in the format (lengths 286 and 287, distances 30 and 31) stay invalid.
  const named = min(count, known);
  for (let symbol: u32 = 0; symbol < named; symbol += 1) {
    const length: u32 = load<u8>(lengths + symbol);
    if (length === 0) continue;
    const code: u32 = load<u16>(CODES + (symbol << 1));
    const value = load<u32>(symbols + (symbol << 2)) | length;
    if (length <= rootBits) {
      enter(table, code, root, 1 << length, value);
      continue;
    }
    const sub = load<u32>(table + ((code & (root - 1)) << 2));
    const start = sub >> 10;
    const size: u32 = 1 << ((sub >> 6) & 15);
    enter(table + (start << 2), code >> rootBits, size, 1 << (length - rootBits), value);
  }
  return true;
}

function enter(table: usize, first: u32, size: u32, step: u32, value: u32): void {
  for (let at = first; at < size; at += step) store<u32>(table + (at << 2), value);
}

/** Computes first codes by length; returns false if the code is oversubscribed. */
function firstCodes(lengths: usize, count: u32): bool {
  memory.fill(COUNTS, 0, 64);
  for (let symbol: u32 = 0; symbol < count; symbol += 1) {
    const place = COUNTS + ((<usize>load<u8>(lengths + symbol)) << 2);
    store<u32>(place, load<u32>(place) + 1);
  }
  store<u32>(COUNTS, 0);
  let code: u32 = 0;
  for (let bits: u32 = 1; bits <= LONGEST; bits += 1) {
    code = (code + load<u32>(COUNTS + ((bits - 1) << 2))) << 1;
    if (code + load<u32>(COUNTS + (bits << 2)) > 1 << bits) return false;
    store<u32>(NEXT_CODES + (bits << 2), code);
  }
  return true;
}

/** Assigns codes with the first bit lowest; returns whether some are longer than `rootBits`. */
function giveCodes(lengths: usize, count: u32, rootBits: u32): bool {
  let isLong = false;
  for (let symbol: u32 = 0; symbol < count; symbol += 1) {
    const length: u32 = load<u8>(lengths + symbol);
    if (length === 0) continue;
    const place = NEXT_CODES + (length << 2);
    const code = load<u32>(place);
    store<u32>(place, code + 1);
    store<u16>(CODES + (symbol << 1), <u16>reversed(code, length));
    if (length > rootBits) isLong = true;
  }
  return isLong;
}

function layOutSubtables(table: usize, rootBits: u32, lengths: usize, count: u32): void {
  const root: u32 = 1 << rootBits;
  memory.fill(MORE_BITS, 0, root << 2);
  for (let symbol: u32 = 0; symbol < count; symbol += 1) {
    const length: u32 = load<u8>(lengths + symbol);
    if (length <= rootBits) continue;
    const place = MORE_BITS + ((<u32>load<u16>(CODES + (symbol << 1)) & (root - 1)) << 2);
    store<u32>(place, max(load<u32>(place), length - rootBits));
  }
  let end = root;
  for (let prefix: u32 = 0; prefix < root; prefix += 1) {
    const more = load<u32>(MORE_BITS + (prefix << 2));
    if (more === 0) continue;
    store<u32>(table + (prefix << 2), entry(SUBTABLE, more, end) | rootBits);
    end += 1 << more;
  }
  memory.fill(table + (root << 2), 0, (end - root) << 2);
}

function reversed(code: u32, length: u32): u32 {
  let bits = ((code & 0x5555) << 1) | ((code >> 1) & 0x5555);
  bits = ((bits & 0x3333) << 2) | ((bits >> 2) & 0x3333);
  bits = ((bits & 0x0f0f) << 4) | ((bits >> 4) & 0x0f0f);
  bits = ((bits & 0x00ff) << 8) | (bits >> 8);
  return bits >> (16 - length);
}

function entry(kind: u32, extraBits: u32, value: u32): u32 {
  return (kind << 4) | (extraBits << 6) | (value << 10);
}

function nameSymbols(): void {
  HAS_SYMBOLS = true;
  for (let byte: u32 = 0; byte < 256; byte += 1)
    store<u32>(LITERAL_ENTRIES + (byte << 2), entry(LITERAL, 0, byte));
  store<u32>(LITERAL_ENTRIES + (256 << 2), entry(END, 0, 0));
  for (let i: u32 = 0; i < 29; i += 1) {
    const named = entry(BASE, load<u8>(LENGTH_EXTRAS + i), load<u16>(LENGTH_BASES + (i << 1)));
    store<u32>(LITERAL_ENTRIES + ((257 + i) << 2), named);
  }
  for (let i: u32 = 0; i < DISTANCE_SYMBOLS; i += 1) {
    const extraBits = i < 4 ? 0 : (i >> 1) - 1;
    store<u32>(DISTANCE_ENTRIES + (i << 2), entry(BASE, extraBits, load<u16>(DISTANCE_BASES + (i << 1))));
  }
  for (let i: u32 = 0; i < CODE_LENGTH_SYMBOLS; i += 1)
    store<u32>(CODE_LENGTH_ENTRIES + (i << 2), entry(LITERAL, 0, i));
}
