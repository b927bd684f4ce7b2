/** A growing buffer for sequential writes. */
export class ByteSink {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** Discards the content; reuses the memory. */
  clear(): void {
    this.#length = 0;
  }

  /** Writes one byte per character. */
  text(text: string): void {
    const { length } = text;
    this.#reserve(length);
    const bytes = this.#bytes;
    for (let i = 0, at = this.#length; i < length; i++, at++) bytes[at] = text.charCodeAt(i);
    this.#length += length;
  }

  /** Writes a non-negative integer in decimal digits. */
  integer(value: number): void {
    let digits = 1;
    for (let limit = 10; value >= limit; limit *= 10) digits += 1;
    this.#reserve(digits);
    let rest = value;
    for (let at = this.#length + digits - 1; at >= this.#length; at--) {
      const tens = Math.floor(rest / 10);
      this.#bytes[at] = 0x30 + rest - tens * 10;
      rest = tens;
    }
    this.#length += digits;
  }

  byte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Returns the content as a view, valid until the next write. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
