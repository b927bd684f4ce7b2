import { expect, test } from 'vitest';
import type { PartReport } from '../report.ts';
import { joinedParts, separatedParts } from './joined-parts.ts';

test('parts that were joined are the same ones again', () => {
  const parts = [Uint8Array.of(1, 2, 3), Uint8Array.of(4), Uint8Array.of(5, 6)];
  const joined = joinedParts(parts.map((bytes) => ({ bytes })));
  expect([...joined]).toEqual([1, 2, 3, 4, 5, 6]);
  const reports = parts.map(({ length }) => ({ size: length })) as unknown as readonly PartReport[];
  expect(separatedParts(joined, reports)).toEqual(parts);
});
