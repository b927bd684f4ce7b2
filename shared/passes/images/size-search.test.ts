import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foundPoint, nextPoint } from './size-search.ts';

/** Tries until no point is left; returns the result and the number of tries. */
function search(sizes: readonly number[], guess: (point: number) => number, budget: number) {
  const known = new Map([[0, sizes[0]!]]);
  const points = { last: sizes.length - 1, known, guess };
  for (let tries = 0; ; tries += 1) {
    const point = nextPoint(points, budget);
    if (point === null) return { found: foundPoint(points, budget), tries };
    expect(known.has(point)).toBe(false);
    known.set(point, sizes[point]!);
  }
}

const falling = Array.from({ length: 81 }, (_, point) => 1_000_000 - point * 11_000);

test('a guess that holds needs a single try', () => {
  const { found, tries } = search(falling, (point) => falling[point]!, 500_000);
  expect(falling[found]).toBeLessThanOrEqual(500_000);
  expect(falling[found]).toBeGreaterThan(480_000);
  expect(tries).toBe(1);
});

test('one that is far off, a few', () => {
  const { found, tries } = search(falling, (point) => 1000 - point, 500_000);
  expect(falling[found]).toBeLessThanOrEqual(500_000);
  expect(falling[found]).toBeGreaterThan(480_000);
  expect(tries).toBeLessThan(6);
});

test('what fits and leaves much of the budget is not the end of it', () => {
  const known = new Map([
    [0, 1_000_000],
    [60, 340_000],
  ]);
  const points = { last: 80, known, guess: (point: number) => 1_000_000 - point * 11_000 };
  expect(nextPoint(points, 500_000)).not.toBeNull();
  known.set(60, 490_000);
  expect(nextPoint(points, 500_000)).toBeNull();
});

test('what cannot fit is known after the last point', () => {
  expect(search(falling, (point) => falling[point]!, 1000)).toEqual({ found: 80, tries: 1 });
});

test('what fits at first needs no try', () => {
  expect(search(falling, (point) => falling[point]!, 1_000_000)).toEqual({ found: 0, tries: 0 });
});

test('sizes that do not always fall, and any guess: it ends, and what it finds fits if any tried does', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(sizes, sizes, fc.integer({ min: 0, max: 10_000 }), (values, guesses, budget) => {
      const { found } = search(values, (point) => guesses[point % guesses.length]!, budget);
      expect(values[found]! <= budget || found === values.length - 1).toBe(true);
    }),
  );
});
