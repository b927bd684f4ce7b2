import { expect, test } from 'vitest';
import type { KeyResponse } from '../api-types.ts';
import { keyGroups } from './key-groups.ts';

const key = (id: string, rolledTo: string | null = null) => ({ id, rolledTo }) as KeyResponse;
const idsOf = (keys: readonly KeyResponse[]) =>
  keyGroups(keys).map((group) => [group.key.id, ...group.old.map(({ id }) => id)]);

test('a rotated key stands with its successor, where the old one stood', () => {
  expect(idsOf([key('a', 'd'), key('b'), key('c'), key('d')])).toEqual([['d', 'a'], ['b'], ['c']]);
});

test('a key that was rotated twice has both old ones, the latest first', () => {
  expect(idsOf([key('a', 'b'), key('b', 'c'), key('c')])).toEqual([['c', 'b', 'a']]);
});

test('an old key whose successor has ended stands alone', () => {
  expect(idsOf([key('a', 'gone')])).toEqual([['a']]);
});
