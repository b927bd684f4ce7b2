import { expect, test } from 'vitest';
import { hash53, PathIndex } from './path-index.ts';

test('keeps the last number of each of 50,000 paths, and knows no others', () => {
  const index = new PathIndex();
  const path = (number: number) => `/archive/${number % 97}/scan-${number}.pdf`;
  for (let number = 0; number < 50_000; number++) index.set(path(number), number);
  for (let number = 0; number < 50_000; number += 2) index.set(path(number), number + 0.5);
  expect(index.size).toBe(50_000);
  const isKept = (number: number) => index.get(path(number)) === (number % 2 === 0 ? number + 0.5 : number);
  expect(Array.from({ length: 50_000 }, (_, number) => number).filter((number) => !isKept(number))).toEqual(
    [],
  );
  expect(index.get('/archive/0/scan-50000.pdf')).toBeUndefined();
});

test('numbers spread over all shards alike', () => {
  const counts = new Array<number>(7).fill(0);
  for (let number = 0; number < 7000; number++) counts[hash53(`2023/${number}.pdf`) % 7]! += 1;
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
