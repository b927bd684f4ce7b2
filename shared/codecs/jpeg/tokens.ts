/**
 * What a scan is made of before its Huffman codes are known: a symbol of one of 15 tables, with up to 15 bits
 * that follow its code, packed as table 4 | symbol 8 | bit count 4 | bits 15.
 */
export interface TokenSink {
  /** Takes the first `count` tokens; the array is used again afterwards. */
  take(tokens: Uint32Array, count: number): void;
}

export const TABLES = 16;

/** In the place of a table: bits without a symbol. */
export const RAW = 15;

/** The most a block may add between two calls of `makeRoom`. */
export const MAX_BLOCK_TOKENS = 2048;

const CAPACITY = 8192;

/** Hands tokens on in portions, so that a scan's tokens never stand in memory at once. */
export class TokenBuffer {
  readonly #sink: TokenSink;
  readonly #tokens = new Uint32Array(CAPACITY);
  #count = 0;

  constructor(sink: TokenSink) {
    this.#sink = sink;
  }

  add(table: number, symbol: number, bitCount: number, bits: number): void {
    this.#tokens[this.#count] = (table << 27) | (symbol << 19) | (bitCount << 15) | bits;
    this.#count += 1;
  }

  /** To be called before each block. */
  makeRoom(): void {
    if (this.#count > CAPACITY - MAX_BLOCK_TOKENS) this.flush();
  }

  flush(): void {
    this.#sink.take(this.#tokens, this.#count);
    this.#count = 0;
  }
}

/** Counts symbols per table. */
export class Histogram implements TokenSink {
  /** Index: table << 8 | symbol. */
  readonly counts = new Uint32Array(TABLES * 256);
  /** Bits that are no part of a code. */
  bits = 0;

  take(tokens: Uint32Array, count: number): void {
    const { counts } = this;
    let bits = 0;
    for (let index = 0; index < count; index += 1) {
      const token = tokens[index];
      counts[token >>> 19] += 1;
      bits += (token >>> 15) & 15;
    }
    this.bits += bits;
  }

  of(table: number): Uint32Array {
    return this.counts.subarray(table << 8, (table + 1) << 8);
  }
}
