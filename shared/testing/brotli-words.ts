/** Writes Brotli data bit by bit, for features that zlib's encoder seldom or never uses. */

/** A prefix code with a single symbol: bits of the alphabet, and the symbol. */
interface OnlySymbol {
  readonly bits: number;
  readonly symbol: number;
}

class BitWriter {
  readonly #bits: number[] = [];

  put(bits: number, value: number): void {
    for (let bit = 0; bit < bits; bit++) this.#bits.push(Math.floor(value / 2 ** bit) % 2);
  }

  /** RFC 7932, 3.4: a simple prefix code with one symbol. */
  putOnly({ bits, symbol }: OnlySymbol): void {
    this.put(2, 1);
    this.put(2, 0);
    this.put(bits, symbol);
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(Math.ceil(this.#bits.length / 8));
    for (const [at, bit] of this.#bits.entries()) bytes[at >> 3]! |= bit << (at & 7);
    return bytes;
  }
}

/** The code of a copy length with its extra bits (RFC 7932, 5). */
function copyCode(length: number): { readonly code: number; readonly bits: number; readonly extra: number } {
  if (length < 10) return { code: length - 2, bits: 0, extra: 0 };
  if (length < 14) return { code: 8 + ((length - 10) >> 1), bits: 1, extra: (length - 10) & 1 };
  if (length < 22) return { code: 10 + ((length - 14) >> 2), bits: 2, extra: (length - 14) & 3 };
  return { code: 12, bits: 3, extra: length - 22 };
}

/**
 * Encodes one literal and one word of the static dictionary, 4 to 24 bytes long before its transform.
 * @param id index of the word, and above it the number of the transform
 * @param bytes declared decoded size; a wrong number makes the data invalid
 */
export function brotliWord(length: number, id: number, bytes: number): Uint8Array {
  const out = new BitWriter();
  out.put(1, 0); // a window of 16 bits
  out.put(2, 0b01); // the last meta-block, not empty
  out.put(2, 0); // its length in four nibbles
  out.put(16, bytes - 1);
  out.put(3, 0); // one block type each
  out.put(6, 0); // no postfix, no direct distances
  out.put(2, 0); // context mode
  out.put(2, 0); // one tree of literals, one of distances
  out.putOnly({ bits: 8, symbol: 0x5f });
  const { code, bits, extra } = copyCode(length);
  // Cell 2 has insert codes 0 to 7 and copy codes 0 to 7, cell 3 copy codes 8 to 15.
  out.putOnly({ bits: 10, symbol: (code < 8 ? 2 : 3) * 64 + 8 + (code & 7) });
  // One byte precedes the distance, so the first word is at 2.
  const beyond = id + 2 - 1 + 4;
  const distanceBits = 31 - Math.clz32(beyond) - 1;
  const high = (beyond >> distanceBits) & 1;
  out.putOnly({ bits: 6, symbol: 16 + 2 * (distanceBits - 1) + high });
  out.put(bits, extra);
  out.put(distanceBits, beyond & ((1 << distanceBits) - 1));
  return out.bytes();
}
