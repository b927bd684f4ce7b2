import type { Frame } from './frame.ts';

/**
 * A fingerprint of everything a decoder needs of a frame: its shape, quantisation tables and coefficients. It
 * guards against errors of this program, not against an attacker who looks for collisions.
 */
export function frameDigest({ width, height, components }: Frame): string {
  const parts = components.map((component) => {
    const { id, horizontal, vertical, quantTable, coefficients } = component;
    return [id, horizontal, vertical, ...quantTable, ...hash(coefficients)].join(' ');
  });
  return [width, height, ...parts].join('; ');
}

/**
 * Two 32-bit hashes in FNV-1a's manner, over the pairs of coefficients that are not zero, with their places and their
 * number. Each step is a bijection of the state, so a single wrong pair always shows; the multipliers make several
 * wrong ones cancel in 1 case of 2^64.
 */
function hash(coefficients: Int16Array): [count: number, first: number, second: number] {
  const pairs = new Int32Array(coefficients.buffer, coefficients.byteOffset, coefficients.length / 2);
  let count = 0;
  let first = 0x811c9dc5;
  let second = 0x9e3779b9;
  for (let index = 0; index < pairs.length; index += 1) {
    const pair = pairs[index];
    if (pair === 0) continue;
    count += 1;
    first = Math.imul(Math.imul(first ^ pair, 0x01000193) ^ index, 0x01000193);
    second = Math.imul((second ^ pair) + (first >>> 15), 0x85ebca6b);
  }
  return [count, first, second];
}
