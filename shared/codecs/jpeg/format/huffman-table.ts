/** A Huffman table as a DHT segment holds it (T.81, B.2.4.2). */
export interface HuffmanTable {
  /** How many codes there are of length 1-16; entry 0 is length 1. */
  readonly lengths: Uint8Array;
  /** Symbols in order of rising code length. */
  readonly symbols: Uint8Array;
}

const LONGEST = 16;

/** Bits of the first look-up; longer codes are rare by construction and take the slow way. */
export const LOOKUP_BITS = 10;

/** A table made ready for decoding. */
export interface HuffmanDecoder {
  /** By the next `LOOKUP_BITS` bits: symbol << 4 | code length; 0 when the code is longer. */
  readonly codes: Uint16Array;
  /**
   * By the same bits, when code and value bits fit into them: value << 16 | run << 8 | bits used; 0 when not.
   * Only of use for AC symbols, whose high half is a zero run and whose low half is the value's size.
   */
  readonly values: Int32Array;
  /** By length: the first code of the next length, in `LONGEST` bits; a code below it has this length or less. */
  readonly limits: Int32Array;
  /** By length: what to add to a code to get its index in `symbols`. */
  readonly offsets: Int32Array;
  readonly symbols: Uint8Array;
}

/** Makes a table ready, or null when it claims more codes than there are (T.81, C.2). */
export function huffmanDecoder({ lengths, symbols }: HuffmanTable): HuffmanDecoder | null {
  const codes = new Uint16Array(1 << LOOKUP_BITS);
  const values = new Int32Array(1 << LOOKUP_BITS);
  const limits = new Int32Array(LONGEST + 2);
  const offsets = new Int32Array(LONGEST + 1);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= LONGEST; length += 1) {
    offsets[length] = index - code;
    for (let count = lengths[length - 1]; count > 0; count -= 1) {
      if (code >= 1 << length) return null;
      if (length <= LOOKUP_BITS) enter(codes, values, code, length, symbols[index]);
      code += 1;
      index += 1;
    }
    limits[length] = code << (LONGEST - length);
    code <<= 1;
  }
  return { codes, values, limits, offsets, symbols };
}

function enter(codes: Uint16Array, values: Int32Array, code: number, length: number, symbol: number): void {
  const free = LOOKUP_BITS - length;
  codes.fill((symbol << 4) | length, code << free, (code + 1) << free);
  const size = symbol & 15;
  if (size === 0 || size > free) return;
  const unused = free - size;
  const head = ((symbol >> 4) << 8) | (length + size);
  for (let bits = 0; bits < 1 << size; bits += 1) {
    const entry = (extend(bits, size) << 16) | head;
    const at = ((code << size) | bits) << unused;
    values.fill(entry, at, at + (1 << unused));
  }
}

/** The value that `size` bits stand for (T.81, F.2.2.1). */
export function extend(bits: number, size: number): number {
  return bits < 1 << (size - 1) ? bits - (1 << size) + 1 : bits;
}

/** Codes by symbol, as code << 5 | length; 0 for symbols without a code (T.81, C.2). */
export function huffmanCodes({ lengths, symbols }: HuffmanTable): Uint32Array {
  const codes = new Uint32Array(256);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= LONGEST; length += 1) {
    for (let count = lengths[length - 1]; count > 0; count -= 1) {
      codes[symbols[index]] = (code << 5) | length;
      code += 1;
      index += 1;
    }
    code <<= 1;
  }
  return codes;
}
