/** Writes numbers of any width up to 32 bits, the most significant bit first. */
export class BitSink {
  readonly #bytes: number[] = [];
  #bits = 0;
  #used = 0;

  put(value: number, width: number): void {
    for (let bit = width - 1; bit >= 0; bit--) {
      this.#bits = this.#bits * 2 + (Math.floor(value / 2 ** bit) % 2);
      this.#used += 1;
      if (this.#used === 8) this.align();
    }
  }

  /** Fills the last byte with zeros. */
  align(): void {
    if (this.#used > 0) this.#bytes.push(this.#bits * 2 ** (8 - this.#used));
    this.#bits = 0;
    this.#used = 0;
  }

  get length(): number {
    return this.#bytes.length;
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

/** Returns the bits that this value needs; 0 for 0. */
export function bitWidth(value: number): number {
  return value === 0 ? 0 : 32 - Math.clz32(value);
}
