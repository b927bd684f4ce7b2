/**
 * Inflate (RFC 1950 around RFC 1951) for PDF streams: synchronous, the same in every host, capped, and kind to
 * damage: whatever was read before the data broke is given back, since readers show it too. The Adler-32 sum is
 * not checked, as readers do not.
 */

export interface Inflated {
  readonly bytes: Uint8Array;
  /** The data ended early or was not deflate data; `bytes` holds what could be read. */
  readonly damaged: boolean;
  /** There was more than `maxBytes`; `bytes` holds the first `maxBytes`. */
  readonly tooLarge: boolean;
}

/** Root table sizes: most codes are shorter, the few longer ones go through a second table. */
const LITERAL_ROOT_BITS = 10;
const DISTANCE_ROOT_BITS = 8;

// An entry of a decoding table: bits to consume (4) | kind (2) | extra bits (4) | value (22).
const KIND_LITERAL = 0;
const KIND_BASE = 1;
const KIND_END = 2;
const KIND_SUBTABLE = 3;

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
// RFC 1951, 3.2.7
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Symbol → kind, extra bits and value, without the bits to consume. */
const LITERAL_SYMBOLS = literalSymbols();
const DISTANCE_SYMBOLS = Uint32Array.from(DISTANCE_BASES, (base, i) =>
  entry(KIND_BASE, DISTANCE_EXTRAS[i], base),
);
const PLAIN_SYMBOLS = Uint32Array.from({ length: 19 }, (_, symbol) => entry(KIND_LITERAL, 0, symbol));

interface HuffmanTable {
  readonly entries: Uint32Array;
  readonly rootBits: number;
}

let fixedTables: { readonly literals: HuffmanTable; readonly distances: HuffmanTable } | undefined;

/**
 * Inflates zlib data.
 *
 * @param maxBytes stop after this many bytes; a bomb costs no more than this
 * @param sizeHint bytes expected, when known, so that the output is allocated once
 */
export function inflate(data: Uint8Array, maxBytes: number, sizeHint = 0): Inflated {
  const hasHeader = data.length >= 2 && (data[0] & 15) === 8 && ((data[0] << 8) | data[1]) % 31 === 0;
  const wrapped = inflateRaw(data, hasHeader || data.length >= 2 ? 2 : 0, maxBytes, sizeHint);
  // Some writers leave the zlib header out; believed only when the whole then reads without damage.
  if (!hasHeader && wrapped.damaged) {
    const bare = inflateRaw(data, 0, maxBytes, sizeHint);
    if (!bare.damaged) return bare;
  }
  return wrapped;
}

function inflateRaw(data: Uint8Array, start: number, maxBytes: number, sizeHint: number): Inflated {
  const guess = sizeHint > 0 ? sizeHint : data.length * 4;
  let out = new Uint8Array(Math.min(Math.max(64, guess), maxBytes));
  let outEnd = 0;
  let position = start;
  let hold = 0;
  let held = 0;
  const dataEnd = data.length;

  const grow = (needed: number): boolean => {
    if (needed > maxBytes) return false;
    const larger = new Uint8Array(Math.min(maxBytes, Math.max(needed, out.length * 2)));
    larger.set(out.subarray(0, outEnd));
    out = larger;
    return true;
  };
  const done = (damaged: boolean, tooLarge = false): Inflated => ({
    bytes: out.subarray(0, outEnd),
    damaged,
    tooLarge,
  });
  /** -1 when the data has ended. */
  const take = (bits: number): number => {
    while (held < bits) {
      if (position >= dataEnd) return -1;
      hold |= data[position++] << held;
      held += 8;
    }
    const value = hold & ((1 << bits) - 1);
    hold >>>= bits;
    held -= bits;
    return value;
  };

  for (let last = 0; last === 0; ) {
    last = take(1);
    const type = take(2);
    if (last < 0 || type < 0 || type === 3) return done(true);

    if (type === 0) {
      position -= held >> 3;
      hold = 0;
      held = 0;
      if (position + 4 > dataEnd) return done(true);
      const length = data[position] | (data[position + 1] << 8);
      const inverse = data[position + 2] | (data[position + 3] << 8);
      if ((length ^ inverse) !== 0xffff) return done(true);
      position += 4;
      const available = Math.min(length, dataEnd - position);
      if (outEnd + available > out.length && !grow(outEnd + available)) {
        const room = maxBytes - outEnd;
        if (out.length < maxBytes) grow(maxBytes);
        out.set(data.subarray(position, position + room), outEnd);
        outEnd += room;
        return done(false, true);
      }
      out.set(data.subarray(position, position + available), outEnd);
      outEnd += available;
      position += available;
      if (available < length) return done(true);
      continue;
    }

    const tables = type === 1 ? fixed() : dynamic(take);
    if (tables === null) return done(true);
    const literals = tables.literals.entries;
    const literalMask = (1 << tables.literals.rootBits) - 1;
    const distances = tables.distances.entries;
    const distanceMask = (1 << tables.distances.rootBits) - 1;

    for (;;) {
      while (held <= 24 && position < dataEnd) {
        hold |= data[position++] << held;
        held += 8;
      }
      let code = literals[hold & literalMask];
      if (((code >>> 4) & 3) === KIND_SUBTABLE) {
        const rootBits = tables.literals.rootBits;
        code = literals[(code >>> 10) + ((hold >>> rootBits) & ((1 << ((code >>> 6) & 15)) - 1))];
      }
      const codeBits = code & 15;
      if (codeBits === 0 || codeBits > held) return done(true);
      hold >>>= codeBits;
      held -= codeBits;
      const kind = (code >>> 4) & 3;
      if (kind === KIND_LITERAL) {
        if (outEnd === out.length && !grow(outEnd + 1)) return done(false, true);
        out[outEnd++] = code >>> 10;
        continue;
      }
      if (kind === KIND_END) break;

      // A length: at most 15 + 5 bits were needed so far, and 25 were at hand unless the data ends.
      const lengthExtra = (code >>> 6) & 15;
      if (lengthExtra > held) return done(true);
      let length = (code >>> 10) + (hold & ((1 << lengthExtra) - 1));
      hold >>>= lengthExtra;
      held -= lengthExtra;

      while (held <= 24 && position < dataEnd) {
        hold |= data[position++] << held;
        held += 8;
      }
      let far = distances[hold & distanceMask];
      if (((far >>> 4) & 3) === KIND_SUBTABLE) {
        const rootBits = tables.distances.rootBits;
        far = distances[(far >>> 10) + ((hold >>> rootBits) & ((1 << ((far >>> 6) & 15)) - 1))];
      }
      const farBits = far & 15;
      if (farBits === 0 || farBits > held) return done(true);
      hold >>>= farBits;
      held -= farBits;
      while (held <= 24 && position < dataEnd) {
        hold |= data[position++] << held;
        held += 8;
      }
      const farExtra = (far >>> 6) & 15;
      if (farExtra > held) return done(true);
      const distance = (far >>> 10) + (hold & ((1 << farExtra) - 1));
      hold >>>= farExtra;
      held -= farExtra;
      if (distance > outEnd) return done(true);

      let tooLarge = false;
      if (outEnd + length > out.length && !grow(outEnd + length)) {
        tooLarge = true;
        if (out.length < maxBytes) grow(maxBytes);
        length = maxBytes - outEnd;
      }
      if (distance >= length && length > 24) {
        out.copyWithin(outEnd, outEnd - distance, outEnd - distance + length);
        outEnd += length;
      } else {
        for (const stop = outEnd + length; outEnd < stop; outEnd++) out[outEnd] = out[outEnd - distance];
      }
      if (tooLarge) return done(false, true);
    }
  }
  return done(false);
}

function fixed(): { readonly literals: HuffmanTable; readonly distances: HuffmanTable } {
  if (fixedTables === undefined) {
    // RFC 1951, 3.2.6
    const lengths = new Uint8Array(288).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280);
    const literals = huffmanTable(lengths, LITERAL_SYMBOLS, LITERAL_ROOT_BITS);
    const distances = huffmanTable(new Uint8Array(30).fill(5), DISTANCE_SYMBOLS, DISTANCE_ROOT_BITS);
    if (literals === null || distances === null)
      throw new Error('the fixed Huffman codes of RFC 1951 are complete');
    fixedTables = { literals, distances };
  }
  return fixedTables;
}

/** Reads the code lengths of a dynamic block (RFC 1951, 3.2.7); null when they make no sense. */
function dynamic(take: (bits: number) => number): { literals: HuffmanTable; distances: HuffmanTable } | null {
  const literalCount = take(5) + 257;
  const distanceCount = take(5) + 1;
  const lengthCount = take(4) + 4;
  if (literalCount < 257 || distanceCount < 1 || lengthCount < 4 || literalCount > 286 || distanceCount > 30)
    return null;

  const codeLengths = new Uint8Array(19);
  for (let i = 0; i < lengthCount; i++) {
    const bits = take(3);
    if (bits < 0) return null;
    codeLengths[CODE_LENGTH_ORDER[i]] = bits;
  }
  const lengthTable = huffmanTable(codeLengths, PLAIN_SYMBOLS, 7);
  if (lengthTable === null) return null;

  const lengths = new Uint8Array(literalCount + distanceCount);
  for (let i = 0; i < lengths.length; ) {
    const symbol = takeSymbol(lengthTable, take);
    if (symbol < 0) return null;
    if (symbol < 16) {
      lengths[i++] = symbol;
      continue;
    }
    const [base, bits] = symbol === 16 ? [3, 2] : symbol === 17 ? [3, 3] : [11, 7];
    const extra = take(bits);
    const repeat = base + extra;
    if (extra < 0 || i + repeat > lengths.length || (symbol === 16 && i === 0)) return null;
    if (symbol === 16) lengths.fill(lengths[i - 1], i, i + repeat);
    i += repeat;
  }
  const literals = huffmanTable(lengths.subarray(0, literalCount), LITERAL_SYMBOLS, LITERAL_ROOT_BITS);
  const distances = huffmanTable(lengths.subarray(literalCount), DISTANCE_SYMBOLS, DISTANCE_ROOT_BITS);
  return literals === null || distances === null ? null : { literals, distances };
}

/** One symbol, bit by bit through the root table; only used for the few code lengths of a block. */
function takeSymbol(table: HuffmanTable, take: (bits: number) => number): number {
  let code = 0;
  for (let bits = 1; bits <= table.rootBits; bits++) {
    const bit = take(1);
    if (bit < 0) return -1;
    code |= bit << (bits - 1);
    const found = table.entries[code];
    if ((found & 15) === bits) return found >>> 10;
  }
  return -1;
}

/** A two-level decoding table for canonical codes (RFC 1951, 3.2.2); null when over-subscribed. */
function huffmanTable(lengths: Uint8Array, symbols: Uint32Array, rootBits: number): HuffmanTable | null {
  const counts = new Uint16Array(16);
  for (const length of lengths) counts[length] += 1;
  counts[0] = 0;
  const nextCode = new Uint16Array(17);
  for (let bits = 1, code = 0; bits <= 15; bits++) {
    code = (code + counts[bits - 1]) << 1;
    if (code + counts[bits] > 1 << bits) return null;
    nextCode[bits] = code;
  }

  // First the codes and, for each root prefix with longer codes, how many further bits they need.
  const reversed = new Uint16Array(lengths.length);
  const rootMask = (1 << rootBits) - 1;
  const subBits = new Uint8Array(1 << rootBits);
  let size = 1 << rootBits;
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol];
    if (length === 0) continue;
    const code = reverseBits(nextCode[length]++, length);
    reversed[symbol] = code;
    if (length > rootBits) {
      const prefix = code & rootMask;
      subBits[prefix] = Math.max(subBits[prefix], length - rootBits);
    }
  }
  const subStarts = new Uint32Array(1 << rootBits);
  for (let prefix = 0; prefix < subBits.length; prefix++) {
    if (subBits[prefix] === 0) continue;
    subStarts[prefix] = size;
    size += 1 << subBits[prefix];
  }

  const entries = new Uint32Array(size);
  for (let prefix = 0; prefix < subBits.length; prefix++) {
    if (subBits[prefix] > 0)
      entries[prefix] = entry(KIND_SUBTABLE, subBits[prefix], subStarts[prefix]) | rootBits;
  }
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol];
    // Symbols that the code has and the format does not (lengths 286-287, distances 30-31) stay invalid.
    if (length === 0 || symbol >= symbols.length) continue;
    const code = reversed[symbol];
    const value = symbols[symbol] | length;
    if (length <= rootBits) {
      for (let i = code; i <= rootMask; i += 1 << length) entries[i] = value;
    } else {
      const prefix = code & rootMask;
      const end = subStarts[prefix] + (1 << subBits[prefix]);
      for (let i = subStarts[prefix] + (code >>> rootBits); i < end; i += 1 << (length - rootBits))
        entries[i] = value;
    }
  }
  return { entries, rootBits };
}

function reverseBits(code: number, length: number): number {
  let reversed = 0;
  for (let i = 0; i < length; i++) reversed |= ((code >>> i) & 1) << (length - 1 - i);
  return reversed;
}

function entry(kind: number, extraBits: number, value: number): number {
  return ((kind << 4) | (extraBits << 6) | (value << 10)) >>> 0;
}

function literalSymbols(): Uint32Array {
  const symbols = new Uint32Array(286);
  for (let byte = 0; byte < 256; byte++) symbols[byte] = entry(KIND_LITERAL, 0, byte);
  symbols[256] = entry(KIND_END, 0, 0);
  for (let i = 0; i < LENGTH_BASES.length; i++)
    symbols[257 + i] = entry(KIND_BASE, LENGTH_EXTRAS[i], LENGTH_BASES[i]);
  return symbols;
}
