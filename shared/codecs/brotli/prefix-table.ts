/**
 * A prefix code as a lookup table indexed by the next bits: most codes are found at once, longer ones in a
 * subtable. An entry is a symbol with its length in bits, or the start and index size of a subtable.
 */
export interface PrefixCode {
  readonly entries: Uint32Array;
  readonly rootBits: number;
}

/** An entry of a `PrefixCode` is value | whether it is a subtable (1) | length (4). */
export const LENGTH_MASK = 15;
export const SUBTABLE = 16;
export const VALUE_SHIFT = 5;
