import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bestPlainTable,
  plainHuffmanBits,
  symbolsByCode,
} from '../../../testing/oracles/plain-jpeg/huffman.ts';
import { acquireKernel } from '../kernel/jpeg-kernel.ts';
import { bestTable, codeLengths } from './code-lengths.ts';

const kernel = acquireKernel(0).kernel();

function lengthsOf(frequencies: readonly number[]): number[] {
  const counts = new Uint32Array(256);
  counts.set(frequencies);
  return [...codeLengths(kernel, counts)];
}

function tableOf(frequencies: readonly number[]) {
  const counts = new Uint32Array(256);
  counts.set(frequencies);
  const bytes = [...bestTable(kernel, counts)];
  return { lengths: bytes.slice(0, 16), symbols: bytes.slice(16) };
}

const frequencyLists = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 256 });
const fibonacci = [1, 1];
while (fibonacci.length < 40) fibonacci.push(fibonacci.at(-1)! + fibonacci.at(-2)!);

describe('best tables', () => {
  test('give every symbol that occurs a code, no code to others, and leave the code of all ones free', () => {
    fc.assert(
      fc.property(frequencyLists, (frequencies) => {
        const lengths = lengthsOf(frequencies);
        for (let symbol = 0; symbol < 256; symbol += 1)
          expect(lengths[symbol]! > 0).toBe((frequencies[symbol] ?? 0) > 0);
        const space = lengths.reduce((sum, length) => sum + (length > 0 ? 2 ** -length : 0), 0);
        expect(space).toBeLessThan(1);
        expect(symbolsByCode(tableOf(frequencies))).not.toBeNull();
      }),
    );
  });

  test('take no more bits than Huffman says, where 16 bits are enough', () => {
    const lists = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(lists, (frequencies) => {
        const lengths = lengthsOf(frequencies);
        const bits = frequencies.reduce((sum, frequency, symbol) => sum + frequency * lengths[symbol]!, 0);
        expect(bits).toBe(plainHuffmanBits(frequencies));
      }),
    );
  });

  test('hold to 16 bits when frequencies grow like Fibonacci numbers', () => {
    const lengths = lengthsOf(fibonacci).slice(0, 40);
    expect(Math.max(...lengths)).toBe(16);
    expect(Math.min(...lengths)).toBe(1);
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
  });

  test('a single symbol gets one bit, none gets an empty table', () => {
    expect(lengthsOf([0, 0, 9]).slice(0, 4)).toEqual([0, 0, 1, 0]);
    expect(tableOf([]).symbols).toEqual([]);
  });

  test('are what the standard makes step by step', () => {
    fc.assert(
      fc.property(frequencyLists, (frequencies) => {
        expect(tableOf(frequencies)).toEqual(bestPlainTable(frequencies));
      }),
    );
    for (let length = 1; length <= 40; length += 1)
      expect(tableOf(fibonacci.slice(0, length))).toEqual(bestPlainTable(fibonacci.slice(0, length)));
  });
});
