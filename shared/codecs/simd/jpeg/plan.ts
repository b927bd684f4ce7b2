import { BAND, putTogether } from './first-counts';
import { huffmanTable } from './huffman';
import { acTableOfScan, dcTableOfScan } from './memory';
import { acTokens, beginCounting, CODES, COUNTS, countValueBits, dcTokens, valueBits } from './tokens';

/** Optimal Huffman tables of a scan, from its symbol counts. */

/**
 * Result of planning: bits of the data as a 64-bit float; bytes of the DHT segment's body; the identifiers of
 * the DC and AC table of each component, a byte each, 0 if unused; then that body.
 */
export const PLAN: usize = memory.data(8 + 4 + 4 + 4 + 4 * 273);
const BODY_BYTES: usize = 8;
const DC_IDS: usize = 12;
const AC_IDS: usize = 16;
const BODY: usize = 20;

/** Plans the last counted scan, of `components` components. */
export function planTables(components: i32): void {
  memory.fill(PLAN, 0, BODY);
  store<f64>(PLAN, valueBits());
  placeTables(DC_IDS, 0, components);
  placeTables(AC_IDS, 1, components);
}

/**
 * Plans the first scan of a counted band: 0 is the whole one, 1 and 2 are the parts of the first division,
 * and so on.
 */
export function planBand(place: i32, band: i32): void {
  beginCounting();
  countValueBits(putTogether(place, band));
  memory.copy(countsOf(acTokens(0)), BAND, 4 * 256);
  planTables(1);
}

function countsOf(tokens: u32): usize {
  return COUNTS + ((tokens >> 19) << 2);
}

function tokensOf(tableClass: i32, component: i32): u32 {
  return tableClass === 0 ? dcTokens(component) : acTokens(component);
}

/**
 * Tables of one class. Baseline decoders have two of each (T.81, Table B.5), so components share them:
 * selects the division into two groups with the fewest bits.
 */
function placeTables(ids: usize, tableClass: i32, components: i32): void {
  let used = 0;
  for (let component = 0; component < components; component += 1)
    if (isUsed(countsOf(tokensOf(tableClass, component)))) used |= 1 << component;
  if (used === 0) return;
  let best = 0;
  let bestBits = u64.MAX_VALUE;
  // Each bit of `split` assigns a component to one of two groups; the last one is fixed.
  for (let split = 0; split < 1 << (popcnt(used) - 1); split += 1) {
    const other = spread(split, used);
    const bits = groupBits(tableClass, used ^ other) + groupBits(tableClass, other);
    if (bits >= bestBits) continue;
    best = other;
    bestBits = bits;
  }
  placeTable(ids, tableClass, 0, used ^ best);
  if (best !== 0) placeTable(ids, tableClass, 1, best);
}

function isUsed(counts: usize): bool {
  for (let at: usize = 0; at < 4 * 256; at += 16) if (v128.any_true(v128.load(counts + at))) return true;
  return false;
}

/** Spreads the bits of `split`, from the lowest one on, over the positions set in `used`. */
function spread(split: i32, used: i32): i32 {
  let components = 0;
  for (; used !== 0; used &= used - 1, split >>= 1) if ((split & 1) !== 0) components |= used & -used;
  return components;
}

/** Counts of a group, and its table. */
const SUMS: usize = memory.data(4 * 256);
export const TABLE: usize = memory.data(16 + 256);

/** Builds a group's table; returns its number of symbols. */
function makeTable(tableClass: i32, components: i32): i32 {
  memory.fill(SUMS, 0, 4 * 256);
  for (; components !== 0; components &= components - 1) {
    const counts = countsOf(tokensOf(tableClass, ctz(components)));
    for (let at: usize = 0; at < 4 * 256; at += 16)
      v128.store(SUMS + at, i32x4.add(v128.load(SUMS + at), v128.load(counts + at)));
  }
  return huffmanTable(SUMS, TABLE);
}

function groupBits(tableClass: i32, components: i32): u64 {
  if (components === 0) return 0;
  const symbols = makeTable(tableClass, components);
  return dataBits() + 8 * (17 + symbols);
}

/** Bits for the counts in `SUMS` with the codes in `TABLE`. */
function dataBits(): u64 {
  let bits: u64 = 0;
  let symbol = TABLE + 16;
  for (let length: usize = 1; length <= 16; length += 1)
    for (const end = symbol + load<u8>(TABLE + length - 1); symbol < end; symbol += 1)
      bits += <u64>load<u32>(SUMS + ((<usize>load<u8>(symbol)) << 2)) * length;
  return bits;
}

/** Adds a group's table to the segment. */
function placeTable(ids: usize, tableClass: i32, id: i32, components: i32): void {
  const symbols = makeTable(tableClass, components);
  const bytes = load<u32>(PLAN, BODY_BYTES);
  const at = PLAN + BODY + bytes;
  store<u8>(at, (tableClass << 4) | id);
  memory.copy(at + 1, TABLE, 16 + symbols);
  store<u32>(PLAN, bytes + 17 + symbols, BODY_BYTES);
  store<f64>(PLAN, load<f64>(PLAN) + <f64>dataBits());
  for (; components !== 0; components &= components - 1) store<u8>(PLAN + ids + ctz(components), id);
}

/** Reads the codes of a planned DHT segment's body, for the components of the scan in `SCAN` with their tables. */
export function takeCodes(at: usize, end: usize, components: i32): void {
  memory.fill(CODES, 0, 4 * 16 * 256);
  while (at < end) {
    const destination = <i32>load<u8>(at);
    for (let component = 0; component < components; component += 1) {
      const id = destination < 16 ? dcTableOfScan(component) : acTableOfScan(component);
      if (id === (destination & 15)) enterCodes(at + 1, tokensOf(destination >> 4, component));
    }
    let symbols: usize = 0;
    for (let length: usize = 1; length <= 16; length += 1) symbols += load<u8>(at + length);
    at += 17 + symbols;
  }
}

/** Codes by symbol, as code << 5 | length (T.81, C.2). */
function enterCodes(table: usize, tokens: u32): void {
  let code: u32 = 0;
  let symbol = table + 16;
  for (let length: u32 = 1; length <= 16; length += 1) {
    for (const end = symbol + load<u8>(table + length - 1); symbol < end; symbol += 1) {
      store<u32>(CODES + (((tokens >> 19) | load<u8>(symbol)) << 2), (code << 5) | length);
      code += 1;
    }
    code <<= 1;
  }
}
