import type { BitReader } from './bit-reader.ts';
import type { PrefixCode } from './prefix-table.ts';
import { readPrefixCode } from './read-prefix-code.ts';

// RFC 7932, 6
const COUNT_BASES = [
  1, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81, 97, 113, 145, 177, 209, 241, 305, 369, 497, 753, 1265, 2289, 4337,
  8433, 16625,
];
const COUNT_EXTRAS = [2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13, 24];

/** Symbols of one kind (literals, commands or distances) come in blocks; a block's type selects its codes. */
export class BlockTypes {
  readonly count: number;
  /** Type of the current block. */
  type = 0;
  /** Symbols left in the current block. */
  left = Number.POSITIVE_INFINITY;
  readonly #reader: BitReader;
  readonly #codes: { readonly types: PrefixCode; readonly counts: PrefixCode } | null;
  #previous = 1;

  constructor(reader: BitReader) {
    this.#reader = reader;
    this.count = readCount(reader);
    this.#codes =
      this.count === 1
        ? null
        : {
            types: readPrefixCode(reader, this.count + 2),
            counts: readPrefixCode(reader, COUNT_BASES.length),
          };
    this.#readLeft();
  }

  /** Ensures that the current block has at least one more symbol. */
  enter(): void {
    if (this.left > 0 || this.#codes === null) return;
    const code = this.#reader.symbol(this.#codes.types);
    const { type } = this;
    this.type = code === 0 ? this.#previous : code === 1 ? (type + 1) % this.count : code - 2;
    this.#previous = type;
    this.#readLeft();
  }

  #readLeft(): void {
    if (this.#codes === null) return;
    const code = this.#reader.symbol(this.#codes.counts);
    this.left = COUNT_BASES[code]! + this.#reader.take(COUNT_EXTRAS[code]!);
  }
}

/** Number of block types or trees, from 1 to 256 (RFC 7932, 9.2). */
export function readCount(reader: BitReader): number {
  if (reader.take(1) === 0) return 1;
  const bits = reader.take(3);
  return (1 << bits) + reader.take(bits) + 1;
}
