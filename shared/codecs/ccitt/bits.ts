/** Maximum bits of a code word. */
export const PEEK_BITS = 13;

/** Zeros before the one of an EOL (T.4, 4.1.2); fill adds more. */
const END_OF_LINE_ZEROS = 11;

/** Reads coded data bit by bit, high bit first, followed by zeros. */
export class CcittBits {
  /** Bits from the start of the data. */
  position = 0;
  readonly #bytes: Uint8Array;
  readonly #endBits: number;
  /** End of the last 1 bit. Every code word has a one, so no code can follow. */
  readonly #lastOneEnd: number;

  constructor(data: Uint8Array) {
    this.#bytes = new Uint8Array(data.length + 3);
    this.#bytes.set(data);
    this.#endBits = data.length * 8;
    this.#lastOneEnd = lastOneEnd(data);
  }

  /** The next 13 bits, not consumed. */
  peek(): number {
    const at = Math.floor(this.position / 8);
    const word = (this.#bytes[at]! << 16) | (this.#bytes[at + 1]! << 8) | this.#bytes[at + 2]!;
    return (word >> (24 - PEEK_BITS - (this.position & 7))) & ((1 << PEEK_BITS) - 1);
  }

  /** Consumes the next `count` (up to 13) bits. */
  take(count: number): number {
    const bits = this.peek() >> (PEEK_BITS - count);
    this.position += count;
    return bits;
  }

  /** Skips to the next byte boundary. */
  align(): void {
    this.position = Math.ceil(this.position / 8) * 8;
  }

  /** True if no code word can follow. */
  get exhausted(): boolean {
    return this.position >= this.#lastOneEnd;
  }

  /** True if more was consumed than available. */
  get overrun(): boolean {
    return this.position > this.#endBits;
  }

  /** Returns whether an EOL, with or without fill, begins `skip` bits further on. */
  atEndOfLine(skip = 0): boolean {
    return this.#endOfLineEnd(this.position + skip) !== null;
  }

  /** Consumes an EOL with its fill, if one begins here. */
  takeEndOfLine(): boolean {
    const end = this.#endOfLineEnd(this.position);
    if (end !== null) this.position = end;
    return end !== null;
  }

  /** Skips to the start of the next EOL; false if there is none. */
  skipToEndOfLine(): boolean {
    let zeros = 0;
    for (let at = this.position; at < this.#lastOneEnd; at++) {
      if (this.#bit(at) === 0) {
        zeros += 1;
      } else if (zeros >= END_OF_LINE_ZEROS) {
        this.position = at - zeros;
        return true;
      } else {
        zeros = 0;
      }
    }
    return false;
  }

  #endOfLineEnd(from: number): number | null {
    let at = from;
    while (at < this.#lastOneEnd && this.#bit(at) === 0) at += 1;
    return at < this.#lastOneEnd && at - from >= END_OF_LINE_ZEROS ? at + 1 : null;
  }

  #bit(at: number): number {
    return (this.#bytes[Math.floor(at / 8)]! >> (7 - (at & 7))) & 1;
  }
}

function lastOneEnd(data: Uint8Array): number {
  let last = data.length - 1;
  while (last >= 0 && data[last] === 0) last -= 1;
  if (last < 0) return 0;
  const trailingZeros = 31 - Math.clz32(data[last]! & -data[last]!);
  return (last + 1) * 8 - trailingZeros;
}
