import { expect, test } from 'vitest';
import { DatabaseUnavailable } from './unavailable.ts';
import { untilAvailable } from './until-available.ts';

test('a step of a start is repeated while the database is away, and for nothing else', async () => {
  let tries = 0;
  const step = (error: Error, failures: number) => async () => {
    tries += 1;
    if (tries <= failures) throw error;
    return tries;
  };
  expect(await untilAvailable(step(new DatabaseUnavailable(), 1))).toBe(2);
  tries = 0;
  await expect(untilAvailable(step(new Error('a bug'), 1))).rejects.toThrow('a bug');
  expect(tries).toBe(1);
  tries = 0;
  await expect(untilAvailable(step(new DatabaseUnavailable(), 9), 0)).rejects.toThrow(DatabaseUnavailable);
  expect(tries).toBe(1);
});
