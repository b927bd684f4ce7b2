import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainHuffmanBits } from '../../../testing/oracles/plain-jpeg/huffman.ts';
import { symbolCounts } from '../../../testing/oracles/plain-jpeg/plan.ts';
import { tokensOf } from '../../../testing/oracles/plain-jpeg/tokens.ts';
import { frameOf, frameRecipes, inKernel } from '../../../testing/pictures/jpeg-frames.ts';
import type { Frame } from '../format/frame.ts';
import { divided, FirstScans, SPLITS, WHOLE } from './first-scans.ts';
import { planScan } from './scan-coding.ts';

/**
 * Bits of a single scan: codes without a length limit and values, each `rowStep` times, its table and its
 * headers.
 */
function bitsOfScan(frame: Frame, first: number, last: number, low: number, rowStep: number): number {
  const tokens = tokensOf(frame, { kind: 'ac-first', component: 0, first, last, low }, rowStep);
  const counts = symbolCounts(tokens);
  const values = tokens.reduce((sum, { bits }) => sum + bits.length, 0);
  const symbols = counts.filter((count) => count > 0).length;
  const table = symbols === 0 ? 0 : 8 * (4 + 17 + symbols);
  return (plainHuffmanBits(counts) + values) * rowStep + table + 8 * 10;
}

function expectBitsOf(frame: Frame, low: number, rowStep: number): void {
  const coded = inKernel(frame);
  const scans = new FirstScans(coded, 0, low, 1, rowStep);
  const bits = (first: number, last: number) => bitsOfScan(frame, first, last, low, rowStep);
  expect(scans.bitsOf(WHOLE)).toBe(bits(1, 63));
  for (const [split, start] of SPLITS.entries())
    expect(scans.bitsOf(divided(split))).toBe(bits(1, start - 1) + bits(start, 63));
}

const recipes = frameRecipes.map((recipe) => ({ ...recipe, sampling: recipe.sampling.slice(0, 1) }));

test('one walk counts for every division what a walk for each band would', () => {
  const lows = fc.integer({ min: 0, max: 4 });
  fc.assert(
    fc.property(recipes, lows, fc.constantFrom(1, 2), (recipe, low, rowStep) =>
      expectBitsOf(frameOf(recipe), low, rowStep),
    ),
    { numRuns: 60 },
  );
});

test('so with end-of-band runs of more than 32767 blocks', () => {
  const frame = frameOf({ width: 2048, height: 2048, sampling: [[1, 1]], density: 0, seed: 3 });
  frame.components[0]!.coefficients[40_000 * 64 + 5] = -7;
  expectBitsOf(frame, 0, 1);
});

test('tables of a part are those of its scan by itself', () => {
  fc.assert(
    fc.property(recipes, fc.integer({ min: 0, max: 2 }), (recipe, low) => {
      const frame = inKernel(frameOf(recipe));
      const scans = new FirstScans(frame, 0, low, 0, 1);
      for (const [split, start] of SPLITS.entries()) {
        const [before, after] = divided(split).map((band) => scans.plan(band));
        const scan = { kind: 'ac-first', component: 0, low } as const;
        expect(before).toEqual(planScan(frame, { ...scan, first: 1, last: start - 1 }));
        expect(after).toEqual(planScan(frame, { ...scan, first: start, last: 63 }));
      }
    }),
    { numRuns: 20 },
  );
});

test('values are counted by their bits', () => {
  const frame = frameOf({ width: 80, height: 80, sampling: [[1, 1]], density: 0.3, seed: 6 });
  const values = [...frame.components[0]!.coefficients].filter((value, at) => at % 64 > 0 && value !== 0);
  const scans = new FirstScans(inKernel(frame), 0, 0, 0, 1);
  for (const bits of [1, 2, 5])
    expect(scans.valuesFrom(bits)).toBe(values.filter((value) => Math.abs(value) >= 1 << (bits - 1)).length);
});
