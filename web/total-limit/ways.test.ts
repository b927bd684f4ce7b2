import { expect, test } from 'vitest';
import { isWorthClosest, leftOutOf } from './ways.ts';

const files = (...bytes: readonly number[]) =>
  bytes.map((size, id) => ({ id, name: `${id}.pdf`, bytes: size }));

test.each<[string, readonly number[], object | null]>([
  ['the smallest without which the others fit', [400, 300, 900, 500], { file: { id: 3 }, rest: 1600 }],
  ['none where one is not enough', [900, 900, 900], null],
  ['none where nothing would be left', [2000], null],
])('%s', (_, bytes, expected) => {
  const found = leftOutOf(files(...bytes), 1600);
  if (expected === null) expect(found).toBeNull();
  else expect(found).toMatchObject(expected);
});

test.each([
  ['closes half of the gap', 8000, 6000, true],
  ['closes less', 8000, 6001, false],
  ['saves a little and leaves most', 6_800_000, 6_300_000, false],
])('the closest size is offered where it %s', (_, used, least, expected) => {
  expect(isWorthClosest(used, least, used < 10_000 ? 4000 : 2_500_000)).toBe(expected);
});
