import { expect, test } from 'vitest';
import { leftOutOf } from './ways.ts';

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
