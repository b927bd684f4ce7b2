import { expect, test } from 'vitest';
import { TimeLimit, TimeLimitReached } from './time-limit.ts';

const never = new AbortController().signal;
/** Ends when it is aborted. */
const hanging = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('one that takes too much of a processor is ended, one beside it is not', async () => {
  let used = 0;
  const limit = new TimeLimit(
    1000,
    () => used,
    () => 0,
  );
  const first = limit.within(never, hanging);
  used = 900;
  limit.look();
  let finish = () => {};
  const second = limit.within(
    never,
    () =>
      new Promise<string>((resolve) => {
        finish = () => resolve('done');
      }),
  );
  // Half of it is charged to each.
  used = 1100;
  limit.look();
  used = 1102;
  limit.look();
  await expect(first).rejects.toBeInstanceOf(TimeLimitReached);
  finish();
  expect(await second).toBe('done');
});

test('one that waits for ever is ended by the clock', async () => {
  let now = 0;
  const limit = new TimeLimit(
    1000,
    () => 0,
    () => now,
  );
  const waiting = limit.within(never, hanging);
  now = 6001;
  limit.look();
  await expect(waiting).rejects.toBeInstanceOf(TimeLimitReached);
});

test('one that ends before it is looked at is counted as well', async () => {
  let used = 0;
  const limit = new TimeLimit(
    1,
    () => used,
    () => 0,
  );
  const taking = (ms: number) =>
    limit.within(never, async () => {
      used += ms;
      return 'done';
    });
  await expect(taking(2)).rejects.toBeInstanceOf(TimeLimitReached);
  expect(await taking(1)).toBe('done');
});

test('a limit of 0 is none, and an abort from outside is heard', async () => {
  const ended = new AbortController();
  const work = new TimeLimit(0).within(ended.signal, hanging);
  ended.abort(new Error('ended'));
  await expect(work).rejects.toThrow('ended');
});
