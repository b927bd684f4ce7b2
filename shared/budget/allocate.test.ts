import { expect, test } from 'vitest';
import { allocateBudget } from './allocate.ts';
import { FIRST, LAST, type SizeCurve } from './size-curve.ts';

/** A file that shrinks evenly from `from` to `to` bytes. */
function curve(from: number, to: number): SizeCurve {
  const at = (point: number) => from + ((to - from) * (point - FIRST)) / (LAST - FIRST);
  return { at, isFlat: from === to, mayBeSeparated: false } as SizeCurve;
}

test('files get bytes at the sharpest point where all fit, and those that cannot shrink keep theirs', () => {
  const [heavy, light, flat] = [curve(1000, 200), curve(500, 100), curve(300, 300)];
  const found = allocateBudget([heavy, light, flat], 1200);
  expect(found).toMatchObject({ kind: 'shares', targets: [600, 300, null] });
});

test('the sharpest point where all fit is found, however a file shrinks', () => {
  const late = {
    at: (point: number) => (point < LAST / 2 ? 1000 : 100),
    isFlat: false,
    mayBeSeparated: false,
  } as SizeCurve;
  const found = allocateBudget([late, curve(1000, 900)], 1050);
  expect(found).toMatchObject({ kind: 'shares', targets: [expect.any(Number), expect.any(Number)] });
  if (found.kind === 'shares') expect(found.targets[0]).toBeLessThan(150);
});

test('a curve that bends is read where the budget is met, not where it begins', () => {
  // Half of it goes with the first step, and the other file keeps its share of the rest.
  const bent = {
    at: (point: number) => (point === FIRST ? 1000 : 400),
    isFlat: false,
    mayBeSeparated: false,
  } as SizeCurve;
  const found = allocateBudget([bent, curve(1000, 900)], 1450);
  if (found.kind !== 'shares') throw new Error('the budget can be met');
  const [one, other] = found.targets as number[];
  expect(one! + other!).toBeLessThanOrEqual(1450);
  expect(other! / one!).toBeGreaterThan(2.2);
});

test('a budget below all that softer images give is impossible, with what they would need', () => {
  expect(allocateBudget([curve(1000, 400), curve(300, 300)], 650)).toEqual({
    kind: 'impossible',
    leastBytes: 700,
  });
  expect(allocateBudget([curve(1000, 400)], 1000)).toEqual({ kind: 'fits' });
});
