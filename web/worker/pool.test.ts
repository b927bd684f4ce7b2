import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_OPTIONS } from '../../shared/index.ts';
import { FakeWorker } from '../testing/fake-worker.ts';
import { imagePoolOf } from '../testing/image-threads.ts';
import { reportOf } from '../testing/jobs.ts';
import { CompressWorker } from './client.ts';
import { type PoolTask, WorkerPool } from './pool.ts';
import type { CompressAnswer, CompressApi, CompressRequest } from './wire.ts';

const FINISHED: CompressAnswer = { ok: true, bytes: null, report: reportOf() };

let fakes: FakeWorker[] = [];
beforeEach(() => {
  fakes = [];
});
afterEach(() => {
  for (const fake of fakes) fake.terminate();
  vi.useRealTimers();
});

function poolOf(size: number, compress: CompressApi['compress']): WorkerPool {
  return new WorkerPool(size, async () => {
    const fake = new FakeWorker({ compress });
    fakes.push(fake);
    return new CompressWorker(() => fake, imagePoolOf());
  });
}

function taskOf(parts: Partial<PoolTask> = {}): PoolTask {
  const request: CompressRequest = {
    input: new ArrayBuffer(1),
    options: DEFAULT_OPTIONS,
    // The fake compiles nothing.
    modules: {} as CompressRequest['modules'],
  };
  return { prepare: async () => request, onStart: () => undefined, onProgress: () => undefined, ...parts };
}

/** Calls that stay open until released, in the order they came. */
function heldCalls() {
  const release: ((answer: CompressAnswer) => void)[] = [];
  const compress = () => new Promise<CompressAnswer>((resolve) => release.push(resolve));
  return { compress, release };
}

describe('the queue', () => {
  test('works on so many at once and prepares the others only when their turn comes', async () => {
    const { compress, release } = heldCalls();
    const pool = poolOf(2, compress);
    const prepared: number[] = [];
    const submit = (number: number) => {
      const { prepare } = taskOf();
      return pool.submit(
        taskOf({
          prepare: () => {
            prepared.push(number);
            return prepare();
          },
        }),
      );
    };
    const tasks = [submit(1), submit(2), submit(3)];
    await vi.waitFor(() => expect(release).toHaveLength(2));
    expect(prepared).toEqual([1, 2]);

    release[0](FINISHED);
    expect(await tasks[0].end).toMatchObject({ kind: 'finished' });
    await vi.waitFor(() => expect(release).toHaveLength(3));
    expect(prepared).toEqual([1, 2, 3]);
    for (const each of release) each(FINISHED);
    await Promise.all(tasks.map(({ end }) => end));
    expect(fakes).toHaveLength(2);
  });

  test('a task that cannot be prepared fails without a worker', async () => {
    const pool = poolOf(1, async () => FINISHED);
    const { end } = pool.submit(taskOf({ prepare: async () => ({ code: 'unreadable_file' }) }));
    expect(await end).toEqual({ kind: 'failed', problem: { code: 'unreadable_file' } });
    expect(fakes).toHaveLength(0);
  });

  test('goes on when a worker cannot be made', async () => {
    let made = 0;
    const pool = new WorkerPool(1, async () => {
      made += 1;
      if (made === 1) throw new Error('refused');
      const fake = new FakeWorker({ compress: async () => FINISHED });
      fakes.push(fake);
      return new CompressWorker(() => fake, imagePoolOf());
    });
    const [first, second] = [pool.submit(taskOf()), pool.submit(taskOf())];
    expect(await first.end).toEqual({ kind: 'failed', problem: { code: 'worker_died' } });
    expect(await second.end).toMatchObject({ kind: 'finished' });
  });
});

describe('cancelling', () => {
  test('terminates the worker in the middle of its work and the next file gets a new one', async () => {
    const { compress, release } = heldCalls();
    const pool = poolOf(1, compress);
    const [first, second] = [pool.submit(taskOf()), pool.submit(taskOf())];
    await vi.waitFor(() => expect(release).toHaveLength(1));

    first.cancel();
    expect(await first.end).toEqual({ kind: 'cancelled' });
    expect(fakes[0].isTerminated).toBe(true);

    await vi.waitFor(() => expect(release).toHaveLength(2));
    release[1](FINISHED);
    expect(await second.end).toMatchObject({ kind: 'finished' });
    expect(fakes).toHaveLength(2);
  });

  test('a waiting task never starts', async () => {
    const { compress, release } = heldCalls();
    const pool = poolOf(1, compress);
    const first = pool.submit(taskOf());
    const onStart = vi.fn();
    const second = pool.submit(taskOf({ onStart }));
    second.cancel();
    expect(await second.end).toEqual({ kind: 'cancelled' });

    await vi.waitFor(() => expect(release).toHaveLength(1));
    release[0](FINISHED);
    await first.end;
    expect(onStart).not.toHaveBeenCalled();
  });

  test('progress of a cancelled task is not told', async () => {
    let progress: Parameters<CompressApi['compress']>[1] = () => undefined;
    const pool = poolOf(1, (_, onProgress) => {
      progress = onProgress;
      return new Promise(() => undefined);
    });
    const onProgress = vi.fn();
    const task = pool.submit(taskOf({ onProgress }));
    await vi.waitFor(() => expect(fakes).toHaveLength(1));
    task.cancel();
    await task.end;
    void progress({ fraction: 0.9, phase: 'writing' });
    expect(onProgress).not.toHaveBeenCalled();
  });
});

describe('the life of a worker', () => {
  test("a document's problem leaves it sound, so it is used again", async () => {
    const problem = { code: 'damaged_pdf', reason: 'no-xref' } as const;
    const pool = poolOf(1, async () => ({ ok: false, problem }));
    expect(await pool.submit(taskOf()).end).toEqual({ kind: 'failed', problem });
    await pool.submit(taskOf()).end;
    expect(fakes).toHaveLength(1);
  });

  test.each([{ code: 'out_of_memory' }, { code: 'crashed', report: 'TypeError' }] as const)(
    'after $code it is ended',
    async (problem) => {
      const pool = poolOf(1, async () => ({ ok: false, problem }));
      await pool.submit(taskOf()).end;
      expect(fakes[0].isTerminated).toBe(true);
    },
  );

  test('one that died is replaced, and the queue goes on', async () => {
    const { compress, release } = heldCalls();
    const pool = poolOf(1, compress);
    const [first, second] = [pool.submit(taskOf()), pool.submit(taskOf())];
    await vi.waitFor(() => expect(release).toHaveLength(1));
    fakes[0].die('ended by the browser');
    expect(await first.end).toEqual({ kind: 'failed', problem: { code: 'worker_died' } });
    await vi.waitFor(() => expect(release).toHaveLength(2));
    release[1](FINISHED);
    expect(await second.end).toMatchObject({ kind: 'finished' });
  });

  test('it is let go after ten seconds without work', async () => {
    const pool = poolOf(1, async () => FINISHED);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await pool.submit(taskOf()).end;
    vi.advanceTimersByTime(9_999);
    expect(fakes[0].isTerminated).toBe(false);
    vi.advanceTimersByTime(1);
    expect(fakes[0].isTerminated).toBe(true);
  });
});
