import { expect, test } from 'vitest';
import { MemoryLimit, MemoryLimitReached } from './memory-limit.ts';

/** Ends when its signal is aborted, with the reason. */
const until = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const open = new AbortController().signal;

test('the largest of several is stopped, the others go on, and it is told that it had company', async () => {
  let used = 10;
  const limit = new MemoryLimit(100, () => used);
  let endSmall = (_: string) => {};
  const small = limit.within(open, 5, () => new Promise<string>((resolve) => (endSmall = resolve)));
  const large = limit.within(open, 50, until);
  limit.look();
  used = 101;
  limit.look();
  await expect(large).rejects.toMatchObject({ wasAlone: false });
  used = 20;
  limit.look();
  endSmall('done');
  expect(await small).toBe('done');

  used = 200;
  const alone = limit.within(open, 50, until);
  // Memory of the first one may not be returned yet.
  limit.look();
  used = 20;
  await expect(Promise.race([alone, Promise.resolve('in work')])).resolves.toBe('in work');
});

test('one that is alone is the cause, also where its bytes alone are too many', async () => {
  const limit = new MemoryLimit(100, () => 101);
  const run = limit.within(open, 101, async (signal) => signal.throwIfAborted());
  await expect(run).rejects.toBeInstanceOf(MemoryLimitReached);
  await expect(run).rejects.toMatchObject({ wasAlone: true });
});

test('memory that earlier PDFs left behind is no fault of the next one', async () => {
  let used = 110;
  const limit = new MemoryLimit(100, () => used);
  let end = (_: string) => {};
  const small = limit.within(open, 5, async (signal) => {
    signal.throwIfAborted();
    return Promise.race([until(signal), new Promise<string>((resolve) => (end = resolve))]);
  });
  limit.look();
  end('done');
  expect(await small).toBe('done');
  const large = limit.within(open, 5, until);
  used = 131;
  limit.look();
  await expect(large).rejects.toMatchObject({ wasAlone: true });
});

test('who had company once is not taken for the cause', async () => {
  let used = 10;
  const limit = new MemoryLimit(100, () => used);
  const first = limit.within(open, 50, until);
  await limit.within(open, 5, async () => 'done');
  used = 101;
  limit.look();
  await expect(first).rejects.toMatchObject({ wasAlone: false });
});

test('the next one is stopped after a while if memory does not return', async () => {
  let now = 0;
  const limit = new MemoryLimit(
    100,
    () => (now > 0 ? 101 : 10),
    () => now,
  );
  const ends = [20, 50].map((bytes) => limit.within(open, bytes, until).catch(() => bytes));
  now = 1;
  limit.look();
  expect(await Promise.race(ends)).toBe(50);
  now = 900;
  limit.look();
  now = 1002;
  limit.look();
  expect(await Promise.all(ends)).toEqual([20, 50]);
});

test('a limit of 0 is none, and an abort from outside is heard', async () => {
  const none = new MemoryLimit(0, () => 1000);
  expect(await none.within(open, 1, async (signal) => signal === open)).toBe(true);
  const outside = new AbortController();
  const run = new MemoryLimit(100, () => 10).within(outside.signal, 1, until);
  outside.abort(new Error('stop'));
  await expect(run).rejects.toThrow('stop');
});
