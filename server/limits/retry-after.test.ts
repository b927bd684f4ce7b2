import { expect, test } from 'vitest';
import { createRetryAfterEstimator } from './retry-after.ts';

test('who is refused is told to come back by how long jobs take and how many wait', () => {
  const pace = createRetryAfterEstimator(() => 0);
  for (let n = 0; n < 100; n += 1) pace.recordDuration(8000);
  expect([pace.retryAfterS(0, 2), pace.retryAfterS(9, 2), pace.retryAfterS(9, 8)]).toEqual([4, 40, 10]);
  expect(pace.retryAfterS(1000, 1)).toBe(120);
  for (let n = 0; n < 100; n += 1) pace.recordDuration(10);
  expect(pace.retryAfterS(9, 2)).toBe(1);
});

test('one slow job says little of how long the others take', () => {
  const pace = createRetryAfterEstimator(() => 0);
  pace.recordDuration(100_000);
  expect(pace.retryAfterS(0, 1)).toBe(12);
});

test('those who are refused together come back apart', () => {
  const turns = [0, 0.5, 1];
  const pace = createRetryAfterEstimator(() => turns.shift()!);
  for (let n = 0; n < 100; n += 1) pace.recordDuration(10_000);
  expect([1, 2, 3].map(() => pace.retryAfterS(9, 2))).toEqual([50, 38, 25]);
});
