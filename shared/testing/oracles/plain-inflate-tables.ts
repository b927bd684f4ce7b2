/** The Huffman codes of deflate data (RFC 1951, 3.2) as lookup tables indexed by the next bits. */

/**
 * A two-level table: most codes are short and found at once, longer ones in a subtable. An entry is bits to
 * consume (4) | kind (2) | extra bits (4) | value (22); 0 for an invalid code.
 */
export interface HuffmanTable {
  readonly entries: Uint32Array;
  readonly rootBits: number;
}

export interface BlockTables {
  readonly literals: HuffmanTable;
  readonly distances: HuffmanTable;
}

export const KIND_LITERAL = 0;
/** A length or distance: the extra bits are added to the value. */
export const KIND_BASE = 1;
export const KIND_END = 2;
/** The value is the start of the subtable, the extra bits its index size. */
export const KIND_SUBTABLE = 3;

const LITERAL_ROOT_BITS = 10;
const DISTANCE_ROOT_BITS = 8;
const LONGEST_CODE = 15;

// RFC 1951, 3.2.5
const LENGTH_BASES = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_EXTRAS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASES = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
];
const DISTANCE_EXTRAS = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];

/** Symbol → kind, extra bits and value, without the bits to consume. */
const LITERAL_SYMBOLS = literalSymbols();
const DISTANCE_SYMBOLS = Uint32Array.from(DISTANCE_BASES, (base, i) =>
  entry(KIND_BASE, DISTANCE_EXTRAS[i]!, base),
);
const CODE_LENGTH_SYMBOLS = Uint32Array.from({ length: 19 }, (_, symbol) => entry(KIND_LITERAL, 0, symbol));

/** Builds the tables of one alphabet in reused memory: a table is valid until the next one of its alphabet. */
class TableMaker {
  readonly #symbols: Uint32Array;
  readonly #rootBits: number;
  readonly #entries: Uint32Array;
  readonly #counts = new Uint16Array(LONGEST_CODE + 1);
  readonly #nextCode = new Uint16Array(LONGEST_CODE + 1);
  readonly #codes: Uint16Array;
  /** Indexed by root index: further bits of its longest code, then the start of its subtable. */
  readonly #subBits: Uint8Array;
  readonly #subStarts: Uint16Array;

  constructor(symbols: Uint32Array, mostCodes: number, rootBits: number) {
    this.#symbols = symbols;
    this.#rootBits = rootBits;
    // In the worst case each code has its own subtable.
    const longest = 1 << Math.max(0, LONGEST_CODE - rootBits);
    this.#entries = new Uint32Array((1 << rootBits) + mostCodes * longest);
    this.#codes = new Uint16Array(mostCodes);
    this.#subBits = new Uint8Array(1 << rootBits);
    this.#subStarts = new Uint16Array(1 << rootBits);
  }

  /** Builds the canonical code with these lengths (RFC 1951, 3.2.2); null if it is oversubscribed. */
  make(lengths: Uint8Array): HuffmanTable | null {
    const counts = this.#counts.fill(0);
    for (let symbol = 0; symbol < lengths.length; symbol++) counts[lengths[symbol]!]! += 1;
    counts[0] = 0;
    let longest = 0;
    for (let bits = 1, code = 0; bits <= LONGEST_CODE; bits++) {
      code = (code + counts[bits - 1]!) << 1;
      if (code + counts[bits]! > 1 << bits) return null;
      this.#nextCode[bits] = code;
      if (counts[bits]! > 0) longest = bits;
    }
    const rootBits = Math.max(1, Math.min(longest, this.#rootBits));
    const root = 1 << rootBits;
    const entries = this.#entries.fill(0, 0, root);
    this.#assignCodes(lengths);
    if (longest > rootBits) this.#layOutSubtables(lengths, rootBits);

    const symbols = this.#symbols;
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      const length = lengths[symbol]!;
      // Symbols undefined in the format (lengths 286-287, distances 30-31) stay invalid.
      if (length === 0 || symbol >= symbols.length) continue;
      const code = this.#codes[symbol]!;
      const value = symbols[symbol]! | length;
      if (length <= rootBits) {
        for (let i = code; i < root; i += 1 << length) entries[i] = value;
        continue;
      }
      const prefix = code & (root - 1);
      const start = this.#subStarts[prefix]!;
      const end = start + (1 << this.#subBits[prefix]!);
      for (let i = start + (code >>> rootBits); i < end; i += 1 << (length - rootBits)) entries[i] = value;
    }
    return { entries, rootBits };
  }

  /** Assigns codes with the first bit lowest. */
  #assignCodes(lengths: Uint8Array): void {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      const length = lengths[symbol]!;
      if (length > 0) this.#codes[symbol] = reversedBits(this.#nextCode[length]!++, length);
    }
  }

  #layOutSubtables(lengths: Uint8Array, rootBits: number): void {
    const root = 1 << rootBits;
    const subBits = this.#subBits.fill(0, 0, root);
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol]! <= rootBits) continue;
      const prefix = this.#codes[symbol]! & (root - 1);
      subBits[prefix] = Math.max(subBits[prefix]!, lengths[symbol]! - rootBits);
    }
    let size = root;
    for (let prefix = 0; prefix < root; prefix++) {
      if (subBits[prefix] === 0) continue;
      this.#entries[prefix] = entry(KIND_SUBTABLE, subBits[prefix]!, size) | rootBits;
      this.#subStarts[prefix] = size;
      size += 1 << subBits[prefix]!;
    }
    this.#entries.fill(0, root, size);
  }
}

const literalMaker = new TableMaker(LITERAL_SYMBOLS, 288, LITERAL_ROOT_BITS);
const distanceMaker = new TableMaker(DISTANCE_SYMBOLS, 32, DISTANCE_ROOT_BITS);
const codeLengthMaker = new TableMaker(CODE_LENGTH_SYMBOLS, 19, 7);

/** Tables of a block with dynamic codes, valid until the next such block; null if the lengths are invalid. */
export function dynamicTables(literalLengths: Uint8Array, distanceLengths: Uint8Array): BlockTables | null {
  const literals = literalMaker.make(literalLengths);
  const distances = distanceMaker.make(distanceLengths);
  return literals === null || distances === null ? null : { literals, distances };
}

/** The table for code lengths (RFC 1951, 3.2.7). */
export function codeLengthTable(lengths: Uint8Array): HuffmanTable | null {
  return codeLengthMaker.make(lengths);
}

let fixed: BlockTables | undefined;

/** RFC 1951, 3.2.6. */
export function fixedTables(): BlockTables {
  if (fixed === undefined) {
    const lengths = new Uint8Array(288).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280);
    const literals = new TableMaker(LITERAL_SYMBOLS, 288, LITERAL_ROOT_BITS).make(lengths);
    const distances = new TableMaker(DISTANCE_SYMBOLS, 32, DISTANCE_ROOT_BITS).make(
      new Uint8Array(30).fill(5),
    );
    if (literals === null || distances === null)
      throw new Error('the fixed Huffman codes of RFC 1951 are complete');
    fixed = { literals, distances };
  }
  return fixed;
}

function reversedBits(code: number, length: number): number {
  let bits = ((code & 0x5555) << 1) | ((code >>> 1) & 0x5555);
  bits = ((bits & 0x3333) << 2) | ((bits >>> 2) & 0x3333);
  bits = ((bits & 0x0f0f) << 4) | ((bits >>> 4) & 0x0f0f);
  bits = ((bits & 0x00ff) << 8) | (bits >>> 8);
  return bits >>> (16 - length);
}

function entry(kind: number, extraBits: number, value: number): number {
  return ((kind << 4) | (extraBits << 6) | (value << 10)) >>> 0;
}

function literalSymbols(): Uint32Array {
  const symbols = new Uint32Array(286);
  for (let byte = 0; byte < 256; byte++) symbols[byte] = entry(KIND_LITERAL, 0, byte);
  symbols[256] = entry(KIND_END, 0, 0);
  for (let i = 0; i < LENGTH_BASES.length; i++)
    symbols[257 + i] = entry(KIND_BASE, LENGTH_EXTRAS[i]!, LENGTH_BASES[i]!);
  return symbols;
}
