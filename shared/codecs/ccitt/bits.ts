/** Bits that the longest code word takes. */
export const PEEK_BITS = 13;

/** Zeros that an EOL has before its one (T.4, 4.1.2); fill adds more. */
const END_OF_LINE_ZEROS = 11;

/** Coded data read bit by bit, high bit first; zeros follow its end. */
export class CcittBits {
  /** Bits from the start of the data. */
  position = 0;
  readonly #bytes: Uint8Array;
  readonly #endBits: number;
  /** Behind the last 1 bit. Every code word has a one, so nothing can be coded there. */
  readonly #lastOneEnd: number;

  constructor(data: Uint8Array) {
    this.#bytes = new Uint8Array(data.length + 3);
    this.#bytes.set(data);
    this.#endBits = data.length * 8;
    this.#lastOneEnd = lastOneEnd(data);
  }

  /** The next 13 bits, not taken. */
  peek(): number {
    const at = Math.floor(this.position / 8);
    const word = (this.#bytes[at] << 16) | (this.#bytes[at + 1] << 8) | this.#bytes[at + 2];
    return (word >> (24 - PEEK_BITS - (this.position & 7))) & ((1 << PEEK_BITS) - 1);
  }

  /** The next `count` (up to 13) bits, taken. */
  take(count: number): number {
    const bits = this.peek() >> (PEEK_BITS - count);
    this.position += count;
    return bits;
  }

  /** On to the next byte boundary. */
  align(): void {
    this.position = Math.ceil(this.position / 8) * 8;
  }

  /** No code word can follow. */
  get exhausted(): boolean {
    return this.position >= this.#lastOneEnd;
  }

  /** More was taken than there is. */
  get overrun(): boolean {
    return this.position > this.#endBits;
  }

  /** Whether an EOL, with fill or without, begins `skip` bits further on. */
  atEndOfLine(skip = 0): boolean {
    return this.#endOfLineEnd(this.position + skip) !== null;
  }

  /** Takes an EOL with its fill, if one begins here. */
  takeEndOfLine(): boolean {
    const end = this.#endOfLineEnd(this.position);
    if (end !== null) this.position = end;
    return end !== null;
  }

  /** On to where the next EOL begins; false when there is none. */
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
    return (this.#bytes[Math.floor(at / 8)] >> (7 - (at & 7))) & 1;
  }
}

function lastOneEnd(data: Uint8Array): number {
  let last = data.length - 1;
  while (last >= 0 && data[last] === 0) last -= 1;
  if (last < 0) return 0;
  const trailingZeros = 31 - Math.clz32(data[last] & -data[last]);
  return (last + 1) * 8 - trailingZeros;
}
