/**
 * A prefix code as a table that is asked with the next bits of the data: most codes are found at once, longer ones in a
 * second table behind the first. An entry is a symbol and its length in bits, or where a second table begins and how many
 * bits it is asked with.
 */
export interface PrefixCode {
  readonly entries: Uint32Array;
  readonly rootBits: number;
}

/** An entry of a `PrefixCode` is value | whether it is a second table (1) | length (4). */
export const LENGTH_MASK = 15;
export const SUBTABLE = 16;
export const VALUE_SHIFT = 5;
