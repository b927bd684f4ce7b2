import fc from 'fast-check';
import { expect, test } from 'vitest';
import { huffmanBits } from './huffman-cost.ts';
import { optimalTable } from './huffman-optimal.ts';

test('is what the optimal table takes, wherever its codes need no shortening', () => {
  const frequencies = fc
    .uint8Array({ minLength: 256, maxLength: 256 })
    .map((counts) => Uint32Array.from(counts));
  fc.assert(
    fc.property(frequencies, fc.integer({ min: 0, max: 256 }), (counts, used) => {
      counts.fill(0, used);
      const { lengths, symbols } = optimalTable(counts);
      let bits = 0;
      let at = 0;
      lengths.forEach((count, index) => {
        for (const end = at + count; at < end; at += 1) bits += counts[symbols[at]] * (index + 1);
      });
      expect(huffmanBits(counts)).toBe(bits);
    }),
  );
});
