import { describe, expect, test } from 'vitest';
import { DocumentLimits, MemoryLimitReached, TimeLimitReached } from './document-limits.ts';

const open = new AbortController().signal;
/** Ends when its signal is aborted, with the reason. */
const hanging = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
/** Work that ends when it is told to. */
function work() {
  let finish = () => {};
  const run = (signal: AbortSignal) =>
    Promise.race([
      hanging(signal),
      new Promise<string>((resolve) => {
        finish = () => resolve('done');
      }),
    ]);
  return { run, finish: () => finish() };
}

test('without limits there is nothing to watch, and an abort from outside is heard', async () => {
  const none = new DocumentLimits({ timeoutSeconds: 0, memory: 0 });
  expect(await none.within(1, open, async (signal) => signal === open)).toBe(true);
  const outside = new AbortController();
  const run = new DocumentLimits({ timeoutSeconds: 9, memory: 0 }).within(1, outside.signal, hanging);
  outside.abort(new Error('stop'));
  await expect(run).rejects.toThrow('stop');
});

describe('time', () => {
  function limited(timeoutSeconds: number) {
    const used = { cpuMs: 0, now: 0 };
    const meters = { cpuMs: () => used.cpuMs, memory: () => 0, now: () => used.now };
    return { used, limits: new DocumentLimits({ timeoutSeconds, memory: 0 }, meters) };
  }

  test('one that takes too much of a processor is ended, one beside it is not', async () => {
    const { used, limits } = limited(1);
    const first = limits.within(1, open, hanging);
    used.cpuMs = 900;
    limits.look();
    const other = work();
    const second = limits.within(1, open, other.run);
    // Half of it is charged to each.
    used.cpuMs = 1100;
    limits.look();
    used.cpuMs = 1102;
    limits.look();
    await expect(first).rejects.toBeInstanceOf(TimeLimitReached);
    other.finish();
    expect(await second).toBe('done');
  });

  test('one that waits for ever is ended by the clock', async () => {
    const { used, limits } = limited(1);
    const waiting = limits.within(1, open, hanging);
    used.now = 6001;
    limits.look();
    await expect(waiting).rejects.toBeInstanceOf(TimeLimitReached);
  });

  test('one that ends before it is looked at is counted as well', async () => {
    const { used, limits } = limited(0.001);
    const taking = (ms: number) =>
      limits.within(1, open, async () => {
        used.cpuMs += ms;
        return 'done';
      });
    await expect(taking(2)).rejects.toBeInstanceOf(TimeLimitReached);
    expect(await taking(1)).toBe('done');
  });
});

describe('memory', () => {
  function limited(memory: number) {
    const used = { memory, now: 0 };
    const meters = { cpuMs: () => 0, memory: () => used.memory, now: () => used.now };
    return { used, limits: new DocumentLimits({ timeoutSeconds: 0, memory: 100 }, meters) };
  }

  test('the largest of several is stopped, the others go on, and it is told that it had company', async () => {
    const { used, limits } = limited(10);
    const other = work();
    const small = limits.within(5, open, other.run);
    const large = limits.within(50, open, hanging);
    limits.look();
    used.memory = 101;
    limits.look();
    await expect(large).rejects.toMatchObject({ wasAlone: false });
    used.memory = 20;
    limits.look();
    other.finish();
    expect(await small).toBe('done');

    used.memory = 200;
    const alone = limits.within(50, open, hanging);
    // Memory of the first one may not be returned yet.
    limits.look();
    used.memory = 20;
    await expect(Promise.race([alone, Promise.resolve('in work')])).resolves.toBe('in work');
  });

  test('one that is alone is the cause, also where its bytes alone are too many', async () => {
    const { limits } = limited(101);
    const run = limits.within(101, open, async (signal) => signal.throwIfAborted());
    await expect(run).rejects.toBeInstanceOf(MemoryLimitReached);
    await expect(run).rejects.toMatchObject({ wasAlone: true });
  });

  test('memory that earlier PDFs left behind is no fault of the next one', async () => {
    const { used, limits } = limited(110);
    const other = work();
    const small = limits.within(5, open, (signal) => {
      signal.throwIfAborted();
      return other.run(signal);
    });
    limits.look();
    other.finish();
    expect(await small).toBe('done');
    const large = limits.within(5, open, hanging);
    used.memory = 131;
    limits.look();
    await expect(large).rejects.toMatchObject({ wasAlone: true });
  });

  test('who had company once is not taken for the cause', async () => {
    const { used, limits } = limited(10);
    const first = limits.within(50, open, hanging);
    await limits.within(5, open, async () => 'done');
    used.memory = 101;
    limits.look();
    await expect(first).rejects.toMatchObject({ wasAlone: false });
  });

  test('the next one is stopped after a while if memory does not return', async () => {
    const { used, limits } = limited(10);
    const ends = [20, 50].map((bytes) => limits.within(bytes, open, hanging).catch(() => bytes));
    used.memory = 101;
    used.now = 1;
    limits.look();
    expect(await Promise.race(ends)).toBe(50);
    used.now = 900;
    limits.look();
    used.now = 1002;
    limits.look();
    expect(await Promise.all(ends)).toEqual([20, 50]);
  });
});
