/**
 * What a scan is made of before its Huffman codes are known: symbols of one of 15 tables, each with up to 15 bits
 * that follow its code.
 */
export interface TokenSink {
  add(table: number, symbol: number, bitCount: number, bits: number): void;
  /** To be called before each block. */
  makeRoom(): void;
  /** To be called at the end. */
  flush(): void;
}

export const TABLES = 16;

/** In the place of a table: bits without a symbol. */
export const RAW = 15;

/** Counts symbols per table. */
export class Histogram implements TokenSink {
  /** Index: table << 8 | symbol. */
  readonly counts = new Uint32Array(TABLES * 256);
  /** Bits that are no part of a code. */
  bits = 0;

  add(table: number, symbol: number, bitCount: number, _bits: number): void {
    this.counts[(table << 8) | symbol] += 1;
    this.bits += bitCount;
  }

  makeRoom(): void {}

  flush(): void {}

  of(table: number): Uint32Array {
    return this.counts.subarray(table << 8, (table + 1) << 8);
  }
}
