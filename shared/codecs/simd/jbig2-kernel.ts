/**
 * The generic region of JBIG2 (ITU-T T.88, 6.2) with the MQ encoder of Annex E, and counting for the search
 * of adaptive pixels. AssemblyScript; `node scripts/simd.mjs` compiles it into `codecs/wasm/jbig2-bytes.ts`.
 */

/**
 * Table E.1, one word for each `state << 1 | mps`: Qe, above it the next state after a more probable symbol,
 * and in the highest byte after a less probable one.
 */
const STATES: usize = memory.data<u32>([
  0x03025601, 0x02035601, 0x0c043401, 0x0d053401, 0x12061801, 0x13071801, 0x18080ac1, 0x19090ac1, 0x3a0a0521,
  0x3b0b0521, 0x424c0221, 0x434d0221, 0x0d0e5601, 0x0c0f5601, 0x1c105401, 0x1d115401, 0x1c124801, 0x1d134801,
  0x1c143801, 0x1d153801, 0x22163001, 0x23173001, 0x24182401, 0x25192401, 0x281a1c01, 0x291b1c01, 0x2a3a1601,
  0x2b3b1601, 0x1d1e5601, 0x1c1f5601, 0x1c205401, 0x1d215401, 0x1e225101, 0x1f235101, 0x20244801, 0x21254801,
  0x22263801, 0x23273801, 0x24283401, 0x25293401, 0x262a3001, 0x272b3001, 0x262c2801, 0x272d2801, 0x282e2401,
  0x292f2401, 0x2a302201, 0x2b312201, 0x2c321c01, 0x2d331c01, 0x2e341801, 0x2f351801, 0x30361601, 0x31371601,
  0x32381401, 0x33391401, 0x343a1201, 0x353b1201, 0x363c1101, 0x373d1101, 0x383e0ac1, 0x393f0ac1, 0x3a4009c1,
  0x3b4109c1, 0x3c4208a1, 0x3d4308a1, 0x3e440521, 0x3f450521, 0x40460441, 0x41470441, 0x424802a1, 0x434902a1,
  0x444a0221, 0x454b0221, 0x464c0141, 0x474d0141, 0x484e0111, 0x494f0111, 0x4a500085, 0x4b510085, 0x4c520049,
  0x4d530049, 0x4e540025, 0x4f550025, 0x50560015, 0x51570015, 0x52580009, 0x53590009, 0x545a0005, 0x555b0005,
  0x565a0001, 0x575b0001, 0x5c5c5601, 0x5d5d5601,
]);

/** A, the interval; C, the code register; CT, shifts until the next byte is output (E.2.2). */
let A: u32 = 0;
let C: u32 = 0;
let CT: u32 = 0;
/** Address of B, the byte that a carry may still change; `FIRST - 1` before the first byte. */
let B: usize = 0;
let FIRST: usize = 0;

/** Template and moved pixels for `encodeRows`: offsets of 32-bit numbers in `windows`. */
const SHIFT_2: usize = 0;
const MASK_2: usize = 4;
const PLACE_2: usize = 8;
const SHIFT_1: usize = 12;
const MASK_1: usize = 16;
const PLACE_1: usize = 20;
const MASK_0: usize = 24;
/** Context bits that are not moved. */
const KEEP: usize = 28;
const TAPS: usize = 32;
const TAP_BYTES: usize = 12;

/**
 * Codes `rows` rows, `stride` bytes apart, with the first byte of the first row at `row`. White or another
 * row must surround them wherever a context reaches.
 * @param windows context layout, then four moved pixels: for each the distance in bytes to its pixels, the
 * bits to the
 *   right of there, and its context bit; `moved` is their number
 * @param contexts one byte each, all zero
 * @param typical with typical prediction (6.2.5.7) the context of the bit that begins a row, which is the
 * only bit of
 *   a row equal to the previous one; else negative
 * @param symbols room for four bytes per pixel of a row, and for one more
 * @param out at the end of memory, which grows as needed
 * @returns bytes written to `out`
 */
export function encodeRows(
  row: usize,
  rows: i32,
  stride: usize,
  width: i32,
  windows: usize,
  moved: i32,
  contexts: usize,
  typical: i32,
  symbols: usize,
  out: usize,
): usize {
  A = 0x8000;
  C = 0;
  CT = 12;
  FIRST = out;
  B = out - 1;
  const columns = (width + 7) >> 3;
  ALL_BLACK =
    (load<u32>(windows, MASK_2) << load<u32>(windows, PLACE_2)) |
    (load<u32>(windows, MASK_1) << load<u32>(windows, PLACE_1)) |
    load<u32>(windows, MASK_0);
  let wasTypical: u32 = 0;
  for (; rows > 0; rows -= 1) {
    let end = symbols;
    let isTypical: u32 = 0;
    if (typical >= 0) {
      isTypical = <u32>(memory.compare(row, row - stride, columns) === 0);
      store<u32>(end, <u32>typical | ((isTypical ^ wasTypical) << PIXEL));
      end += 4;
      wasTypical = isTypical;
    }
    if (isTypical === 0) {
      end =
        moved > 0
          ? symbolsOfMovedRow(row, stride, width, windows, end)
          : symbolsOfRow(row, stride, width, windows, end);
    }
    encode(symbols, end, contexts);
    row += stride;
  }
  return finish() - out;
}

/**
 * A symbol is a context plus a pixel at this bit; or, with `IS_RUN`, a number of pixels whose contexts have their
 * color alone, with `IS_BLACK` black.
 */
const PIXEL: u32 = 16;
const IS_RUN: u32 = 0x80000000;
const IS_BLACK: u32 = 0x40000000;

/** The context of black pixels alone. */
let ALL_BLACK: u32 = 0;

/** Writes the symbols of a row to `at` and returns the end address. */
function symbolsOfRow(row: usize, stride: usize, width: i32, windows: usize, at: usize): usize {
  const shift2 = load<u32>(windows, SHIFT_2);
  const mask2 = load<u32>(windows, MASK_2);
  const place2 = load<u32>(windows, PLACE_2);
  const shift1 = load<u32>(windows, SHIFT_1);
  const mask1 = load<u32>(windows, MASK_1);
  const place1 = load<u32>(windows, PLACE_1);
  const mask0 = load<u32>(windows, MASK_0);
  const row1 = row - stride;
  const row2 = row1 - stride;
  const columns = (width + 7) >> 3;
  for (let column = 0; column < columns; column += 1) {
    const word2 = threeBytes(row2 + column);
    const word1 = threeBytes(row1 + column);
    const word0 = threeBytes(row + column);
    if ((word0 | word1 | word2) === 0) {
      const end = endOfWhite(row, row1, row2, column + 1, columns);
      store<u32>(at, IS_RUN | (min(width, end << 3) - (column << 3)));
      at += 4;
      column = end - 1;
      continue;
    }
    if ((word0 & word1 & word2) === 0xffffff) {
      const end = endOfBlack(row, row1, row2, column + 1);
      store<u32>(at, IS_RUN | IS_BLACK | ((end - column) << 3));
      at += 4;
      column = end - 1;
      continue;
    }
    const pixels = <u32>min(8, width - (column << 3));
    for (let pixel: u32 = 0; pixel < pixels; pixel += 1) {
      const context =
        (((word2 >> (shift2 - pixel)) & mask2) << place2) |
        (((word1 >> (shift1 - pixel)) & mask1) << place1) |
        ((word0 >> (16 - pixel)) & mask0);
      store<u32>(at, context | (((word0 >> (15 - pixel)) & 1) << PIXEL));
      at += 4;
    }
  }
  return at;
}

/**
 * Returns the first column from `column` on that is not white with a white context, sixteen at a time where possible.
 * The columns before it are white.
 */
function endOfWhite(row: usize, row1: usize, row2: usize, column: i32, columns: i32): i32 {
  while (
    column + 16 <= columns &&
    !v128.any_true(
      v128.or(v128.load(row + column), v128.or(v128.load(row1 + column + 1), v128.load(row2 + column + 1))),
    )
  )
    column += 16;
  while (
    column < columns &&
    (load<u8>(row + column) | load<u8>(row1 + column + 1) | load<u8>(row2 + column + 1)) === 0
  )
    column += 1;
  return column;
}

/** Like endOfWhite(), for black. It ends before the last column: white follows there. */
function endOfBlack(row: usize, row1: usize, row2: usize, column: i32): i32 {
  while (
    i8x16.all_true(
      i8x16.eq(
        v128.and(
          v128.load(row + column),
          v128.and(v128.load(row1 + column + 1), v128.load(row2 + column + 1)),
        ),
        i8x16.splat(-1),
      ),
    )
  )
    column += 16;
  while ((load<u8>(row + column) & load<u8>(row1 + column + 1) & load<u8>(row2 + column + 1)) === 0xff)
    column += 1;
  return column;
}

/** Like symbolsOfRow(), with up to four context bits from other positions. */
function symbolsOfMovedRow(row: usize, stride: usize, width: i32, windows: usize, at: usize): usize {
  const shift2 = load<u32>(windows, SHIFT_2);
  const mask2 = load<u32>(windows, MASK_2);
  const place2 = load<u32>(windows, PLACE_2);
  const shift1 = load<u32>(windows, SHIFT_1);
  const mask1 = load<u32>(windows, MASK_1);
  const place1 = load<u32>(windows, PLACE_1);
  const mask0 = load<u32>(windows, MASK_0);
  const keep = load<u32>(windows, KEEP);
  const tapA = windows + TAPS;
  const tapB = tapA + TAP_BYTES;
  const tapC = tapB + TAP_BYTES;
  const tapD = tapC + TAP_BYTES;
  const bitA = load<u32>(tapA, 8);
  const bitB = load<u32>(tapB, 8);
  const bitC = load<u32>(tapC, 8);
  const bitD = load<u32>(tapD, 8);
  // The bits that taps set: all of them around black pixels alone.
  const fullA = fullTap(tapA);
  const fullB = fullTap(tapB);
  const fullC = fullTap(tapC);
  const fullD = fullTap(tapD);
  const start = at;
  const row1 = row - stride;
  const row2 = row1 - stride;
  const columns = (width + 7) >> 3;
  for (let column = 0; column < columns; column += 1) {
    const word2 = threeBytes(row2 + column);
    const word1 = threeBytes(row1 + column);
    const word0 = threeBytes(row + column);
    const wordA = tapBits(row + column, tapA);
    const wordB = tapBits(row + column, tapB);
    const wordC = tapBits(row + column, tapC);
    const wordD = tapBits(row + column, tapD);
    const pixels = <u32>min(8, width - (column << 3));
    if ((word0 | word1 | word2 | wordA | wordB | wordC | wordD) === 0) {
      at = withRun(start, at, IS_RUN, pixels);
      continue;
    }
    if (
      (word0 & word1 & word2) === 0xffffff &&
      wordA === fullA &&
      wordB === fullB &&
      wordC === fullC &&
      wordD === fullD
    ) {
      at = withRun(start, at, IS_RUN | IS_BLACK, pixels);
      continue;
    }
    for (let pixel: u32 = 0; pixel < pixels; pixel += 1) {
      const near =
        (((word2 >> (shift2 - pixel)) & mask2) << place2) |
        (((word1 >> (shift1 - pixel)) & mask1) << place1) |
        ((word0 >> (16 - pixel)) & mask0);
      const last = 7 - pixel;
      const far =
        (((wordA >> last) & 1) << bitA) |
        (((wordB >> last) & 1) << bitB) |
        (((wordC >> last) & 1) << bitC) |
        (((wordD >> last) & 1) << bitD);
      store<u32>(at, (near & keep) | far | (((word0 >> (15 - pixel)) & 1) << PIXEL));
      at += 4;
    }
  }
  return at;
}

/** Adds pixels to the last run if it has the same color, else a run. Returns the end address. */
function withRun(start: usize, at: usize, kind: u32, pixels: u32): usize {
  const last = at - 4;
  if (at > start && (load<u32>(last) & (IS_RUN | IS_BLACK)) === kind) {
    store<u32>(last, load<u32>(last) + pixels);
    return at;
  }
  store<u32>(at, kind | pixels);
  return at + 4;
}

/** A byte between its neighbors: pixel i of it is bit 15 - i. */
function threeBytes(at: usize): u32 {
  return (load<u8>(at - 1) << 16) | (load<u8>(at) << 8) | load<u8>(at + 1);
}

/** The moved pixels for the eight pixels of a byte; a tap without distance is white. */
function tapBits(at: usize, tap: usize): u32 {
  const distance = load<i32>(tap);
  const from = at + distance;
  return distance === NO_TAP
    ? 0
    : (((load<u8>(from) << 8) | load<u8>(from + 1)) >> (8 - load<u32>(tap, 4))) & 0xff;
}

function fullTap(tap: usize): u32 {
  return load<i32>(tap) === NO_TAP ? 0 : 0xff;
}

const NO_TAP: i32 = i32.MIN_VALUE;

/**
 * ENCODE (E.2.3 to E.2.6) of all symbols up to `end`. More probable symbols between two renormalizations only
 * subtract from A and add to C, so a run of them takes one step: this makes white background cheap.
 */
function encode(at: usize, end: usize, contexts: usize): void {
  let a = A;
  let c = C;
  let ct = CT;
  for (; at < end; at += 4) {
    const symbol = load<u32>(at);
    const isRun = (symbol & IS_RUN) !== 0;
    const isBlack = isRun && (symbol & IS_BLACK) !== 0;
    const context = contexts + (isRun ? (isBlack ? ALL_BLACK : 0) : symbol & 0xffff);
    const pixel = isRun ? u32(isBlack) : symbol >> PIXEL;
    let left = isRun ? symbol & ~(IS_RUN | IS_BLACK) : 1;
    while (true) {
      const index = <u32>load<u8>(context);
      const state = load<u32>(STATES + (index << 2));
      const qe = state & 0xffff;
      if (left > 1 && (index & 1) === pixel) {
        const steps = min(left - 1, (a - 0x8000) / qe);
        a -= steps * qe;
        c += steps * qe;
        left -= steps;
      }
      a -= qe;
      if ((index & 1) === pixel) {
        if ((a & 0x8000) !== 0) {
          c += qe;
          if ((left -= 1) === 0) break;
          continue;
        }
        if (a < qe) a = qe;
        else c += qe;
        store<u8>(context, state >> 16);
      } else {
        if (a < qe) c += qe;
        else a = qe;
        store<u8>(context, state >> 24);
      }
      // RENORME (E.2.7), with the shifts up to the next byte combined.
      let shifts = <u32>clz(a) - 16;
      a <<= shifts;
      while (shifts >= ct) {
        C = c << ct;
        shifts -= ct;
        byteOut();
        c = C;
        ct = CT;
      }
      c <<= shifts;
      ct -= shifts;
      if ((left -= 1) === 0) break;
    }
  }
  A = a;
  C = c;
  CT = ct;
}

/** BYTEOUT (E.2.8): outputs a byte, resolves a carry into B, and stuffs a bit after FF. */
function byteOut(): void {
  if (B >= FIRST) {
    const byte = load<u8>(B);
    if (C >= 0x8000000 && byte !== 0xff) {
      store<u8>(B, byte + 1);
      C &= 0x7ffffff;
    }
    if (load<u8>(B) === 0xff) {
      append(C >> 20);
      C &= 0xfffff;
      CT = 7;
      return;
    }
  }
  append(C >> 19);
  C &= 0x7ffff;
  CT = 8;
}

function append(byte: u32): void {
  B += 1;
  if (B >= (<usize>memory.size()) << 16) memory.grow(16);
  store<u8>(B, byte);
}

/** FLUSH (E.2.9): ends the data with the marker FF AC. Returns the end address. */
function finish(): usize {
  const top = C + A;
  C |= 0xffff;
  if (C >= top) C -= 0x8000;
  C <<= CT;
  byteOut();
  C <<= CT;
  byteOut();
  if (load<u8>(B) !== 0xff) append(0xff);
  append(0xac);
  return B + 1;
}

/**
 * Counts pixels of `rows` rows that differ from those `distance` bytes and `bits` bits (0 to 7) further. May
 * read 16 bytes after a row.
 */
export function countMismatches(
  row: usize,
  rows: i32,
  stride: usize,
  columns: i32,
  distance: i32,
  bits: i32,
): i32 {
  let sum = 0;
  for (; rows > 0; rows -= 1) {
    for (let column = 0; column < columns; column += 16) {
      const here = v128.load(row + column);
      const other = row + column + distance;
      let there = v128.load(other);
      if (bits !== 0) there = v128.or(i8x16.shl(there, bits), i8x16.shr_u(v128.load(other + 1), 8 - bits));
      const left = columns - column;
      let differs = v128.xor(here, there);
      if (left < 16) differs = v128.and(differs, i8x16.lt_u(PLACES, i8x16.splat(<i8>left)));
      const counts = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(differs)));
      sum +=
        i32x4.extract_lane(counts, 0) +
        i32x4.extract_lane(counts, 1) +
        i32x4.extract_lane(counts, 2) +
        i32x4.extract_lane(counts, 3);
    }
    row += stride;
  }
  return sum;
}

const PLACES: v128 = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
