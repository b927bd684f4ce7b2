import type { ByteWriter } from '../format/byte-writer.ts';
import type { TokenSink } from './tokens.ts';

/** The most a block may add between two calls of `makeRoom`. */
const MAX_BLOCK_TOKENS = 2048;

const CAPACITY = 8192;

/** Writes tokens as entropy-coded data: Huffman codes, stuffed bytes, padding (T.81, F.1.2.3). */
export class EntropyWriter implements TokenSink {
  readonly #out: ByteWriter;
  /** By table << 8 | symbol: code << 5 | length. Zero, a code of no bits, for tokens without a symbol. */
  readonly #codes: Uint32Array;
  /** Tokens are written in portions; each as table 4 | symbol 8 | bit count 4 | bits 15. */
  readonly #tokens = new Uint32Array(CAPACITY);
  #count = 0;
  #pending = 0;
  #pendingBits = 0;

  constructor(out: ByteWriter, codes: Uint32Array) {
    this.#out = out;
    this.#codes = codes;
  }

  add(table: number, symbol: number, bitCount: number, bits: number): void {
    this.#tokens[this.#count] = (table << 27) | (symbol << 19) | (bitCount << 15) | bits;
    this.#count += 1;
  }

  makeRoom(): void {
    if (this.#count > CAPACITY - MAX_BLOCK_TOKENS) this.flush();
  }

  flush(): void {
    const tokens = this.#tokens;
    const count = this.#count;
    const codes = this.#codes;
    // 31 bits at most for a token, each byte stuffed at worst.
    const bytes = this.#out.room(count * 8 + 8);
    let at = this.#out.length;
    // Fewer than 8 bits wait between tokens, so code and value may go in together up to 24.
    let pending = this.#pending;
    let pendingBits = this.#pendingBits;
    for (let index = 0; index < count; index += 1) {
      const token = tokens[index];
      const entry = codes[token >>> 19];
      const extra = (token >>> 15) & 15;
      const value = token & 0x7fff;
      const length = entry & 31;
      if (length + extra <= 24) {
        pending = (pending << (length + extra)) | ((entry >>> 5) << extra) | value;
        pendingBits += length + extra;
      } else {
        pending = (pending << length) | (entry >>> 5);
        pendingBits += length;
        while (pendingBits >= 8) {
          pendingBits -= 8;
          const byte = (pending >>> pendingBits) & 255;
          bytes[at++] = byte;
          if (byte === 255) bytes[at++] = 0;
        }
        pending = (pending << extra) | value;
        pendingBits += extra;
      }
      while (pendingBits >= 8) {
        pendingBits -= 8;
        const byte = (pending >>> pendingBits) & 255;
        bytes[at++] = byte;
        if (byte === 255) bytes[at++] = 0;
      }
    }
    this.#out.advanceTo(at);
    this.#count = 0;
    this.#pending = pending;
    this.#pendingBits = pendingBits;
  }

  /** "padded with 1-bits" up to the byte's end (F.1.2.3). */
  finish(): void {
    if (this.#pendingBits === 0) return;
    const free = 8 - this.#pendingBits;
    const byte = ((this.#pending << free) | ((1 << free) - 1)) & 255;
    this.#out.byte(byte);
    if (byte === 255) this.#out.byte(0);
    this.#pendingBits = 0;
  }
}
