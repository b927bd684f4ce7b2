/** A growing array of bytes. */
export class ByteWriter {
  #bytes: Uint8Array;
  #length = 0;

  constructor(expectedBytes: number) {
    this.#bytes = new Uint8Array(Math.max(1024, expectedBytes));
  }

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    this.room(1)[this.#length] = value;
    this.#length += 1;
  }

  append(bytes: ArrayLike<number>): void {
    this.room(bytes.length).set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A marker segment (T.81, B.1.1.4); its body may have 65533 bytes. */
  segment(marker: number, body: ArrayLike<number>): void {
    const length = body.length + 2;
    this.append([0xff, marker, length >> 8, length & 255]);
    this.append(body);
  }

  /** The bytes themselves, with room for `more` behind `length`; to be told of through `advanceTo`. */
  room(more: number): Uint8Array {
    const needed = this.#length + more;
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 1.5));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    return this.#bytes;
  }

  advanceTo(length: number): void {
    this.#length = length;
  }

  /** A copy of just what was written. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}
