import { expect, test } from 'vitest';
import { rowWindow } from './row-window.ts';

const rows = (count: number) => Array.from({ length: count }, () => 80);

test.each([
  ['at the top', 0, [0, 20]],
  ['in the middle', 16_000, [190, 220]],
  ['at the end', 31_200, [380, 400]],
  ['above the list', -5000, [0, 5]],
  ['below the list', 90_000, [395, 400]],
])('%s few of 400 rows are rendered, and nothing moves', (_, top, [from, end]) => {
  const found = rowWindow(rows(400), top, 800);
  expect([found.from, found.end]).toEqual([from, end]);
  expect(found.before + found.after + (end! - from!) * 80).toBe(400 * 80);
});

test('a small window renders less than 80 rows of the smallest height', () => {
  const found = rowWindow(
    Array.from({ length: 400 }, () => 52),
    9000,
    1000,
  );
  expect(found.end - found.from).toBeLessThanOrEqual(80);
});

test('rows of different heights keep their places', () => {
  const heights = rows(100).map((height, at) => (at % 10 === 0 ? 300 : height));
  const { from, before } = rowWindow(heights, 4000, 600);
  expect(before).toBe(heights.slice(0, from).reduce((all, height) => all + height, 0));
});
