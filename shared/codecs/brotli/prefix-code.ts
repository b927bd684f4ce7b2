import { type PrefixCode, SUBTABLE, VALUE_SHIFT } from './prefix-table.ts';

const MAX_ROOT_BITS = 9;

/** A code with a single symbol of zero bits. */
export function codeOfOne(symbol: number): PrefixCode {
  return { entries: Uint32Array.of(symbol << VALUE_SHIFT), rootBits: 0 };
}

/**
 * Builds the canonical code with these lengths, 0 for unused symbols (RFC 7932, 3.2). It must be complete:
 * Kraft's sum is 1.
 */
export function prefixCode(lengths: Uint8Array): PrefixCode {
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const rootBits = Math.min(longest, MAX_ROOT_BITS);
  const codes = canonicalCodes(lengths, longest);
  const seconds = secondTables(lengths, codes, rootBits);
  const entries = new Uint32Array(seconds.end);
  for (const [prefix, { start, bits }] of seconds.tables) {
    entries[prefix] = (start << VALUE_SHIFT) | SUBTABLE | bits;
  }
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue;
    const code = codes[symbol]!;
    const second = length > rootBits ? seconds.tables.get(code & ((1 << rootBits) - 1)) : undefined;
    const entry = (symbol << VALUE_SHIFT) | length;
    if (second === undefined) repeat(entries, code, 1 << rootBits, 1 << length, entry);
    else
      repeat(
        entries,
        second.start + (code >>> rootBits),
        second.start + (1 << second.bits),
        1 << (length - rootBits),
        entry,
      );
  }
  return { entries, rootBits };
}

/** Codes by symbol, first bit lowest. */
function canonicalCodes(lengths: Uint8Array, longest: number): Uint16Array {
  const counts = new Uint16Array(longest + 1);
  for (const length of lengths) counts[length]! += 1;
  const next = new Uint16Array(longest + 2);
  for (let bits = 1; bits <= longest; bits++) next[bits + 1] = (next[bits]! + counts[bits]!) << 1;
  const codes = new Uint16Array(lengths.length);
  for (const [symbol, length] of lengths.entries()) {
    if (length > 0) codes[symbol] = reversedBits(next[length]!++, length);
  }
  return codes;
}

interface SecondTable {
  readonly start: number;
  readonly bits: number;
}

/** Subtables for codes longer than `rootBits`, by their first bits; each as large as its longest code needs. */
function secondTables(
  lengths: Uint8Array,
  codes: Uint16Array,
  rootBits: number,
): { readonly tables: ReadonlyMap<number, SecondTable>; readonly end: number } {
  const mostBits = new Map<number, number>();
  for (const [symbol, length] of lengths.entries()) {
    if (length <= rootBits) continue;
    const prefix = codes[symbol]! & ((1 << rootBits) - 1);
    mostBits.set(prefix, Math.max(mostBits.get(prefix) ?? 0, length - rootBits));
  }
  const tables = new Map<number, SecondTable>();
  let end = 1 << rootBits;
  for (const [prefix, bits] of mostBits) {
    tables.set(prefix, { start: end, bits });
    end += 1 << bits;
  }
  return { tables, end };
}

function repeat(entries: Uint32Array, from: number, end: number, step: number, entry: number): void {
  for (let at = from; at < end; at += step) entries[at] = entry;
}

function reversedBits(code: number, length: number): number {
  let reversed = 0;
  for (let bit = 0; bit < length; bit++) reversed = (reversed << 1) | ((code >>> bit) & 1);
  return reversed;
}
