import type { Component, Frame } from './frame.ts';

/**
 * A frame with an index of its non-zero coefficients. A file is planned by coding it in many ways, and nine of
 * ten coefficients are zero, so the way from one non-zero coefficient to the next is what costs time.
 */
export interface CodableFrame extends Frame {
  readonly components: readonly CodableComponent[];
}

export interface CodableComponent extends Component {
  /** Two words per block: coefficients 0-31 and 32-63, the first of each in the highest bit; set when not zero. */
  readonly nonZero: Uint32Array;
  /** The DC of each block: side by side, they are many times as fast to walk along. */
  readonly dc: Int16Array;
}

/** Indexes a frame; its coefficients must not change afterwards. */
export function codable(frame: Frame): CodableFrame {
  return {
    ...frame,
    components: frame.components.map((component) => ({
      ...component,
      nonZero: nonZeroBits(component.coefficients),
      dc: everyDc(component.coefficients),
    })),
  };
}

function everyDc(coefficients: Int16Array): Int16Array {
  const dc = new Int16Array(coefficients.length / 64);
  for (let block = 0; block < dc.length; block += 1) dc[block] = coefficients[block * 64];
  return dc;
}

function nonZeroBits(coefficients: Int16Array): Uint32Array {
  const bits = new Uint32Array(coefficients.length / 32);
  // Pairs are looked at first; which half of one is low does not matter for being zero.
  const pairs = new Int32Array(coefficients.buffer, coefficients.byteOffset, coefficients.length / 2);
  for (let word = 0; word < bits.length; word += 1) {
    let set = 0;
    for (let pair = 0; pair < 16; pair += 1) {
      if (pairs[word * 16 + pair] === 0) continue;
      const at = word * 32 + pair * 2;
      if (coefficients[at] !== 0) set |= 0x80000000 >>> (pair * 2);
      if (coefficients[at + 1] !== 0) set |= 0x40000000 >>> (pair * 2);
    }
    bits[word] = set;
  }
  return bits;
}

/** Coefficients `first` to `last` in the form of the first or second word of `nonZero`. */
export function bandMask(first: number, last: number, word: 0 | 1): number {
  let mask = 0;
  for (let k = Math.max(first, word * 32); k <= Math.min(last, word * 32 + 31); k += 1)
    mask |= 0x80000000 >>> (k & 31);
  return mask;
}
