import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameOf, frameRecipes } from '../../../testing/pictures/jpeg-frames.ts';
import { type CodableComponent, codable } from '../format/codable.ts';
import { FirstScanCounts, SPLITS, type SymbolCounts } from './first-scan-counts.ts';
import { acFirstTokens } from './progressive-tokens.ts';
import { acTableOf } from './sequential-tokens.ts';
import { Histogram } from './tokens.ts';

function expectCountsOf(component: CodableComponent, low: number, rowStep: number): void {
  const counted = (first: number, last: number): SymbolCounts => {
    const histogram = new Histogram();
    acFirstTokens(component, { first, last }, low, { rowStep }, histogram);
    return { counts: histogram.of(acTableOf(0)), bits: histogram.bits };
  };
  const counts = new FirstScanCounts(component, low, rowStep);
  expect(counts.whole).toEqual(counted(1, 63));
  for (const [split, start] of SPLITS.entries()) {
    expect(counts.divided(split)).toEqual([counted(1, start - 1), counted(start, 63)]);
  }
}

test('one walk counts for every division what a walk for each band would', () => {
  fc.assert(
    fc.property(
      frameRecipes,
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom(1, 2),
      (recipe, low, rowStep) => {
        const [component] = codable(frameOf({ ...recipe, sampling: recipe.sampling.slice(0, 1) })).components;
        expectCountsOf(component, low, rowStep);
      },
    ),
    { numRuns: 60 },
  );
});

test('so with end-of-band runs of more than 32767 blocks', () => {
  const frame = frameOf({ width: 2048, height: 2048, sampling: [[1, 1]], density: 0, seed: 3 });
  frame.components[0].coefficients[40_000 * 64 + 5] = -7;
  expectCountsOf(codable(frame).components[0], 0, 1);
});
