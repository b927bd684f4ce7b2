import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { huffmanCodes, huffmanDecoder } from '../format/huffman-table.ts';
import { optimalTable } from './huffman-optimal.ts';

function lengthsOf(frequencies: ArrayLike<number>): number[] {
  return Array.from(huffmanCodes(optimalTable(frequencies)), (code) => code & 31);
}

function bitsOf(frequencies: readonly number[]): number {
  const lengths = lengthsOf(frequencies);
  return frequencies.reduce((sum, frequency, symbol) => sum + frequency * lengths[symbol], 0);
}

/** Bits of an unlimited Huffman code with a reserved symbol of no weight: the sum of the inner nodes. */
function huffmanBits(frequencies: readonly number[]): number {
  const weights = [...frequencies.filter((frequency) => frequency > 0), 0];
  let bits = 0;
  while (weights.length > 1) {
    weights.sort((a, b) => b - a);
    const sum = weights.pop()! + weights.pop()!;
    bits += sum;
    weights.push(sum);
  }
  return bits;
}

const frequencyLists = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 256 });

describe('optimal tables', () => {
  test('give every symbol that occurs a code, no code to others, and leave the code of all ones free', () => {
    fc.assert(
      fc.property(frequencyLists, (frequencies) => {
        const lengths = lengthsOf(frequencies);
        for (let symbol = 0; symbol < 256; symbol += 1)
          expect(lengths[symbol] > 0).toBe((frequencies[symbol] ?? 0) > 0);
        const space = lengths.reduce((sum, length) => sum + (length > 0 ? 2 ** -length : 0), 0);
        expect(space).toBeLessThan(1);
        expect(huffmanDecoder(optimalTable(frequencies))).not.toBeNull();
      }),
    );
  });

  test('take no more bits than Huffman says, where 16 bits are enough', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 60 }),
        (frequencies) => {
          expect(bitsOf(frequencies)).toBe(huffmanBits(frequencies));
        },
      ),
    );
  });

  test('hold to 16 bits when frequencies grow like Fibonacci numbers', () => {
    const frequencies = [1, 1];
    while (frequencies.length < 40) frequencies.push(frequencies.at(-1)! + frequencies.at(-2)!);
    const lengths = lengthsOf(frequencies).slice(0, 40);
    expect(Math.max(...lengths)).toBe(16);
    expect(Math.min(...lengths)).toBe(1);
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
  });

  test('a single symbol gets one bit, none gets an empty table', () => {
    expect(lengthsOf([0, 0, 9]).slice(0, 4)).toEqual([0, 0, 1, 0]);
    expect([...optimalTable([]).symbols]).toEqual([]);
  });
});

describe('tables that are read', () => {
  test('with more codes than there are, are refused', () => {
    const lengths = new Uint8Array(16);
    lengths[0] = 3;
    expect(huffmanDecoder({ lengths, symbols: Uint8Array.of(1, 2, 3) })).toBeNull();
  });
});
