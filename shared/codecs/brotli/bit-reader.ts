import { LENGTH_MASK, type PrefixCode, SUBTABLE, VALUE_SHIFT } from './prefix-table.ts';
import { BrotliError } from './stop.ts';

/** Maximum length of a prefix code, in bits (RFC 7932, 3.5). */
const LONGEST_CODE = 15;
/** This many fit next to up to seven remaining bits in a signed 32-bit integer. */
const MAX_AT_ONCE = 24;

/**
 * Reads Brotli data bit by bit, lowest bit of each byte first (RFC 7932, 1.5.1). Throws a `BrotliError` at
 * the end of the data.
 */
export class BitReader {
  readonly #data: Uint8Array;
  #position = 0;
  #hold = 0;
  #held = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  /** Returns the next `bits` (at most 62) as a number. */
  take(bits: number): number {
    if (bits > MAX_AT_ONCE) return this.take(MAX_AT_ONCE) + this.take(bits - MAX_AT_ONCE) * 2 ** MAX_AT_ONCE;
    this.#fill(bits);
    if (this.#held < bits) throw new BrotliError('damaged');
    const value = this.#hold & ((1 << bits) - 1);
    this.#drop(bits);
    return value;
  }

  symbol(code: PrefixCode): number {
    if (this.#held < LONGEST_CODE) this.#fillForSymbol();
    const { entries, rootBits } = code;
    let entry = entries[this.#hold & ((1 << rootBits) - 1)]!;
    if ((entry & SUBTABLE) !== 0) {
      const bits = entry & LENGTH_MASK;
      entry = entries[(entry >>> VALUE_SHIFT) + ((this.#hold >>> rootBits) & ((1 << bits) - 1))]!;
    }
    const length = entry & LENGTH_MASK;
    if (length > this.#held) throw new BrotliError('damaged');
    this.#drop(length);
    return entry >>> VALUE_SHIFT;
  }

  /** Skips to the next whole byte; the skipped bits must be 0, anything else means damaged data. */
  alignToByte(): void {
    if (this.take(this.#held & 7) !== 0) throw new BrotliError('damaged');
  }

  /** Returns up to `most` whole bytes unchanged; fewer, or none, at the end of the data. Only when aligned. */
  bytes(most: number): Uint8Array {
    this.#position -= this.#held >> 3;
    this.#hold = 0;
    this.#held = 0;
    const found = this.#data.subarray(this.#position, this.#position + most);
    this.#position += found.length;
    return found;
  }

  #drop(bits: number): void {
    this.#hold >>>= bits;
    this.#held -= bits;
  }

  /** Reads two bytes at once, except for the last ones. */
  #fillForSymbol(): void {
    const position = this.#position;
    if (position + 2 > this.#data.length) {
      this.#fill(LONGEST_CODE);
      return;
    }
    this.#hold |= (this.#data[position]! | (this.#data[position + 1]! << 8)) << this.#held;
    this.#held += 16;
    this.#position = position + 2;
  }

  #fill(bits: number): void {
    while (this.#held < bits && this.#position < this.#data.length) {
      this.#hold |= this.#data[this.#position++]! << this.#held;
      this.#held += 8;
    }
  }
}
