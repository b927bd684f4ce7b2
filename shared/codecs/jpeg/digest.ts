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
 * Two 32-bit hashes in FNV-1a's manner, over pairs of coefficients. Each step is a bijection of the state, so a
 * single wrong pair always shows; the two multipliers make several wrong ones cancel in 1 case of 2^64.
 */
function hash(coefficients: Int16Array): [number, number] {
  const pairs = new Int32Array(coefficients.buffer, coefficients.byteOffset, coefficients.length / 2);
  let first = 0x811c9dc5;
  let second = 0x9e3779b9;
  for (let index = 0; index < pairs.length; index += 1) {
    first = Math.imul(first ^ pairs[index], 0x01000193);
    second = Math.imul((second ^ pairs[index]) + (first >>> 15), 0x85ebca6b);
  }
  return [first, second];
}
