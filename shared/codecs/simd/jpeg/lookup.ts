/** Huffman tables prepared for decoding (T.81, F.2.2.3). */

/** Bits of the first lookup; longer codes are rare by construction and take the slow path. */
const LOOKUP_BITS: i32 = 10;
const LONGEST: i32 = 16;

/**
 * Layout of a table: an entry for each combination of the next `LOOKUP_BITS` bits; by length the first code
 * of the next length, in 16 bits, and the offset from a code to its index; then the symbols.
 */
const LIMITS: usize = 4 << LOOKUP_BITS;
const OFFSETS: usize = LIMITS + 4 * 17;
const SYMBOLS: usize = OFFSETS + 4 * 17;
/** Up to 255 codes per length, since their number is a byte. */
const TABLE_BYTES: usize = SYMBOLS + 16 * 255 + 16;

export const KEPT_TABLES_BYTES: usize = 8 * 8336;
const TABLES: usize = memory.data(8 * 8336);
/** Tables in use: those read last, or saved ones. */
let IN_FORCE: usize = TABLES;
/** Existing tables, one bit each. */
let KNOWN: u32 = 0;

/** DC and AC tables by their identifiers, 0 to 3. */
export function dcTable(id: i32): usize {
  return IN_FORCE + <usize>id * TABLE_BYTES;
}

export function acTable(id: i32): usize {
  return IN_FORCE + <usize>(id + 4) * TABLE_BYTES;
}

/** Tables of the file, one bit each: DC from bit 0 on, AC from bit 4 on. */
export function knownTables(): u32 {
  return KNOWN;
}

/** A new file has none. */
export function forgetTables(): void {
  KNOWN = 0;
  IN_FORCE = TABLES;
}

/** Saves all tables in `KEPT_TABLES_BYTES`. */
export function keepTables(at: usize): void {
  memory.copy(at, IN_FORCE, KEPT_TABLES_BYTES);
}

/** Uses saved tables from now on, until `forgetTables`. */
export function resumeTables(at: usize): void {
  IN_FORCE = at;
}

/**
 * Reads the tables of a DHT segment's body (B.2.4.2); returns false if it is invalid, or a table is
 * oversubscribed (C.2).
 */
export function readTables(at: usize, end: usize): bool {
  while (at < end) {
    if (end - at < 17) return false;
    const destination = <i32>load<u8>(at);
    let count: usize = 0;
    for (let length: usize = 1; length <= 16; length += 1) count += load<u8>(at + length);
    if (end - at - 17 < count || destination > 0x1f || (destination & 15) > 3) return false;
    const id = destination & 15;
    if (!makeReady(destination < 16 ? dcTable(id) : acTable(id), at + 1, count)) return false;
    KNOWN |= 1 << (destination < 16 ? id : id + 4);
    at += 17 + count;
  }
  return true;
}

/** `lengths`: 16 bytes of code counts, followed by `count` symbols in the order of their codes. */
function makeReady(table: usize, lengths: usize, count: usize): bool {
  memory.fill(table, 0, LIMITS);
  memory.copy(table + SYMBOLS, lengths + 16, count);
  let code: i32 = 0;
  let place: i32 = 0;
  for (let length: i32 = 1; length <= LONGEST; length += 1) {
    store<i32>(table + (length << 2), place - code, OFFSETS);
    for (let left = <i32>load<u8>(lengths + length - 1); left > 0; left -= 1) {
      if (code >= 1 << length) return false;
      if (length <= LOOKUP_BITS) enter(table, code, length, load<u8>(table + place, SYMBOLS));
      code += 1;
      place += 1;
    }
    store<i32>(table + (length << 2), code << (LONGEST - length), LIMITS);
    code <<= 1;
  }
  return true;
}

/**
 * Writes the entries of one code: symbol << 8 | bits used. If the bits of its value fit as well: value << 16
 * | run << 8 | bits used. This is the form for AC; invalid DC symbols then have a run.
 */
function enter(table: usize, code: i32, length: i32, symbol: i32): void {
  const free = LOOKUP_BITS - length;
  const size = symbol & 15;
  if (size === 0 || size > free) {
    fillEntries(table + ((code << free) << 2), 1 << free, (symbol << 8) | length);
    return;
  }
  const unused = free - size;
  const head = ((symbol >> 4) << 8) | (length + size);
  for (let bits = 0; bits < 1 << size; bits += 1) {
    const at = ((code << size) | bits) << unused;
    fillEntries(table + (at << 2), 1 << unused, (extend(bits, size) << 16) | head);
  }
}

function fillEntries(at: usize, count: i32, entry: i32): void {
  for (const end = at + (count << 2); at < end; at += 4) store<i32>(at, entry);
}

/** Decodes the value of `size` bits (F.2.2.1). */
export function extend(bits: i32, size: i32): i32 {
  return bits < 1 << (size - 1) ? bits - (1 << size) + 1 : bits;
}

/** Entry for the highest bits of `bits`; 0 if the code is longer than a lookup. */
export function entryOf(table: usize, bits: u64): i32 {
  return load<i32>(table + ((<usize>(bits >> (64 - LOOKUP_BITS))) << 2));
}

/** Entry of a longer code, without a value; 0 if no code begins with these bits. */
export function longEntry(table: usize, bits: u64): i32 {
  const code = <i32>(bits >> 48);
  for (let length: i32 = LOOKUP_BITS + 1; length <= LONGEST; length += 1) {
    if (code >= load<i32>(table + (length << 2), LIMITS)) continue;
    const place = (code >> (LONGEST - length)) + load<i32>(table + (length << 2), OFFSETS);
    return ((<i32>load<u8>(table + place, SYMBOLS)) << 8) | length;
  }
  return 0;
}
