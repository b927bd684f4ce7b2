/** Distances of copies (RFC 7932, 4). */
import type { BitReader } from './bit-reader.ts';
import { BrotliError } from './stop.ts';

/** Lower codes refer to the last four distances: the same, or slightly more or less. */
const SHORT_CODES = 16;
const MAX_EXTRA_BITS = 24;
/** For data with a large window (named in RFC 9841): the alphabet is larger, even if unused. */
const MAX_EXTRA_BITS_LARGE = 62;

/** Indexed by short code: index among the last four, newest first, and the offset to add. */
const SHORT_INDEXES = [0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1];
const SHORT_OFFSETS = [0, 0, 0, 0, -1, 1, -2, 2, -3, 3, -1, 1, -2, 2, -3, 3];

/** The last four distances, kept between meta-blocks. */
export class LastDistances {
  readonly #last = [4, 11, 15, 16];

  /** @throws BrotliError for a distance that is not positive */
  byShortCode(code: number): number {
    const distance = this.#last[SHORT_INDEXES[code]!]! + SHORT_OFFSETS[code]!;
    if (distance <= 0) throw new BrotliError('damaged');
    return distance;
  }

  add(distance: number): void {
    const last = this.#last;
    last[3] = last[2]!;
    last[2] = last[1]!;
    last[1] = last[0]!;
    last[0] = distance;
  }
}

/** The distance codes of a meta-block. */
export class DistanceCodes {
  /** Size of the alphabet. */
  readonly symbols: number;
  readonly #postfixBits: number;
  readonly #direct: number;

  constructor(reader: BitReader, isLargeWindow: boolean) {
    this.#postfixBits = reader.take(2);
    this.#direct = reader.take(4) << this.#postfixBits;
    const mostBits = isLargeWindow ? MAX_EXTRA_BITS_LARGE : MAX_EXTRA_BITS;
    this.symbols = SHORT_CODES + this.#direct + (mostBits << (this.#postfixBits + 1));
  }

  /** Decodes a code with its extra bits. */
  read(code: number, reader: BitReader, last: LastDistances): number {
    if (code < SHORT_CODES) return last.byShortCode(code);
    const direct = code - SHORT_CODES;
    if (direct < this.#direct) return direct + 1;
    const rest = direct - this.#direct;
    const high = rest >> this.#postfixBits;
    const bits = 1 + (high >> 1);
    const low = rest & ((1 << this.#postfixBits) - 1);
    const extra = reader.take(bits);
    // More than 31 bits only occur in malicious data: such a distance is out of range, and may be inexact.
    const power = bits <= MAX_EXTRA_BITS ? 1 << bits : 2 ** bits;
    const offset = (2 + (high & 1)) * power - 4;
    return (offset + extra) * (1 << this.#postfixBits) + low + this.#direct + 1;
  }
}
