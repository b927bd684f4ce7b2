import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outOfOrder } from './order.ts';

test.each([
  [[], []],
  [[1, 2, 3], []],
  [[3, 1, 2], [0]],
  [[1, 5, 2, 3], [1]],
  [
    [4, 3, 2, 1],
    [0, 1, 2],
  ],
])('of %o the ones at %o are out of order', (numbers, expected) => {
  expect(outOfOrder(numbers)).toEqual(expected);
});

test('what is left is in order, and no longer run is', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(40), { maxLength: 9 }), (numbers) => {
      const out = new Set(outOfOrder(numbers));
      const left = numbers.filter((_, at) => !out.has(at));
      expect(left).toEqual(left.toSorted((a, b) => a - b));
      const runs = Array.from({ length: 1 << numbers.length }, (_, mask) =>
        numbers.filter((_, at) => mask & (1 << at)),
      );
      const longest = Math.max(
        ...runs.filter((run) => run.every((n, at) => at === 0 || n > run[at - 1]!)).map((run) => run.length),
      );
      expect(left.length).toBe(Math.max(0, longest));
    }),
  );
});
