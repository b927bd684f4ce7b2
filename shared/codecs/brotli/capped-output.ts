import { BrotliError } from './stop.ts';

/** Decoded bytes, which later ones refer back to, so that the window needs no separate memory. */
export class CappedOutput {
  bytes: Uint8Array;
  length = 0;
  readonly #most: number;

  /** @param most maximum bytes; one more ends the decoding */
  constructor(guess: number, most: number) {
    this.bytes = new Uint8Array(Math.min(Math.max(64, guess), most));
    this.#most = most;
  }

  /** Makes room for `bytes` more; returns how many are allowed. */
  room(bytes: number): number {
    const needed = this.length + bytes;
    if (needed > this.bytes.length && this.bytes.length < this.#most) {
      const larger = new Uint8Array(Math.min(this.#most, Math.max(needed, this.bytes.length * 2)));
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    return Math.min(bytes, this.bytes.length - this.length);
  }

  append(more: Uint8Array): void {
    const fits = this.room(more.length);
    this.bytes.set(more.subarray(0, fits), this.length);
    this.#grown(fits, more.length);
  }

  /** Repeats `count` bytes from `distance` before the end; source and target may overlap. */
  repeat(distance: number, count: number): void {
    const fits = this.room(count);
    const { bytes, length } = this;
    if (distance >= fits) bytes.copyWithin(length, length - distance, length - distance + fits);
    else if (distance === 1) bytes.fill(bytes[length - 1]!, length, length + fits);
    else for (let at = length; at < length + fits; at++) bytes[at] = bytes[at - distance]!;
    this.#grown(fits, count);
  }

  #grown(fits: number, wanted: number): void {
    this.length += fits;
    if (fits < wanted) throw new BrotliError('too-large');
  }
}
