import { expect, test } from 'vitest';
import { costOf, tagsFrom } from './fairness.ts';

const MIB = 1024 * 1024;

test('a document costs its turn and each whole MiB', () => {
  expect([0, MIB - 1, MIB, 2.5 * MIB].map(costOf)).toEqual([1, 1, 2, 3]);
});

test('documents of one key stand one behind the other, by cost', () => {
  expect(tagsFrom(7, [0, 3 * MIB, 10, 10])).toEqual([7, 8, 12, 13]);
  expect(tagsFrom(7, [])).toEqual([]);
});
