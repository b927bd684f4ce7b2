import type { ArithmeticEncoder } from './arithmetic-encoder.ts';

/** Contexts for one kind of integer (A.2: PREV has nine bits). */
export const INTEGER_CONTEXTS = 512;

/**
 * Figure A.1: values below `limit` are coded as `prefix` plus `bits` bits of their distance to the previous
 * limit.
 */
const RANGES: readonly {
  readonly prefix: readonly number[];
  readonly bits: number;
  readonly limit: number;
}[] = [
  { prefix: [0], bits: 2, limit: 4 },
  { prefix: [1, 0], bits: 4, limit: 20 },
  { prefix: [1, 1, 0], bits: 6, limit: 84 },
  { prefix: [1, 1, 1, 0], bits: 8, limit: 340 },
  { prefix: [1, 1, 1, 1, 0], bits: 12, limit: 4436 },
  { prefix: [1, 1, 1, 1, 1], bits: 32, limit: 0x80000000 },
];

/** The value that ends a list, coded as minus zero. */
export const OUT_OF_BAND = null;

/** The integer encoding procedure of ITU-T T.88 Annex A.2, with the contexts from `base` on. */
export function encodeInteger(
  encoder: ArithmeticEncoder,
  base: number,
  value: number | typeof OUT_OF_BAND,
): void {
  let previous = 1;
  const encodeBit = (bit: number) => {
    encoder.encode(base + previous, bit);
    const next = (previous << 1) | bit;
    previous = previous < 256 ? next : (next & 511) | 256;
  };
  const magnitude = Math.abs(value ?? 0);
  encodeBit(value === OUT_OF_BAND || value < 0 ? 1 : 0);
  let start = 0;
  for (const { prefix, bits, limit } of RANGES) {
    if (magnitude < limit) {
      prefix.forEach(encodeBit);
      for (let bit = bits - 1; bit >= 0; bit--) encodeBit(((magnitude - start) >>> bit) & 1);
      return;
    }
    start = limit;
  }
  throw new RangeError(`${value} is beyond what JBIG2 can code`);
}

/** The symbol ID encoding procedure (A.3): `length` bits, with 2^length contexts from `base` on. */
export function encodeSymbolId(encoder: ArithmeticEncoder, base: number, length: number, id: number): void {
  let previous = 1;
  for (let shift = length - 1; shift >= 0; shift--) {
    const bit = (id >> shift) & 1;
    encoder.encode(base + previous, bit);
    previous = (previous << 1) | bit;
  }
}
