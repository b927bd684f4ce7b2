import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_OPTIONS } from '../../shared/index.ts';
import { FakeWorker } from '../testing/fake-worker.ts';
import { reportOf } from '../testing/jobs.ts';
import { workPoolOf } from '../testing/work-threads.ts';
import { CompressWorker } from './client.ts';
import { EngineError } from './engine.ts';
import { IdleWorkers } from './idle-workers.ts';
import { type PoolTask, WorkerPool } from './pool.ts';
import type { CompressApi, Compressed, WasmModules, WorkerResult } from './wire.ts';

const FINISHED: WorkerResult<Compressed> = { ok: true, value: { blob: null, report: reportOf() } };

let fakes: FakeWorker[] = [];
beforeEach(() => {
  fakes = [];
});
afterEach(() => {
  for (const fake of fakes) fake.terminate();
  vi.useRealTimers();
});

function newWorker(compress: CompressApi['compress'], canCompare = false): CompressWorker {
  const fake = new FakeWorker({ compress, probe: () => new Promise(() => undefined) });
  fakes.push(fake);
  // The fake compiles nothing.
  return new CompressWorker({
    spawn: () => fake,
    modules: {} as WasmModules,
    work: workPoolOf(),
    canCompare,
  });
}

function poolOf(workers: number, compress: CompressApi['compress'], memory = 100): WorkerPool {
  return new WorkerPool({ workers, memory }, new IdleWorkers(async () => newWorker(compress)));
}

function taskOf(parts: Partial<PoolTask<Compressed>> = {}): PoolTask<Compressed> {
  return {
    memory: 1,
    onStart: () => undefined,
    run: (worker) =>
      worker.compress(
        { input: new Blob(['%PDF-']), options: DEFAULT_OPTIONS },
        { savesMemory: false, onProgress: () => undefined },
      ),
    ...parts,
  };
}

/** Calls that stay open until released, in order. */
function heldCalls() {
  const release: ((answer: WorkerResult<Compressed>) => void)[] = [];
  const compress = () => new Promise<WorkerResult<Compressed>>((resolve) => release.push(resolve));
  return { compress, release };
}

describe('the queue', () => {
  test('works on so many at once and starts the others only when their turn comes', async () => {
    const { compress, release } = heldCalls();
    const pool = poolOf(2, compress);
    const started: number[] = [];
    const tasks = [1, 2, 3].map((number) => pool.submit(taskOf({ onStart: () => started.push(number) })));
    await vi.waitFor(() => expect(release).toHaveLength(2));
    expect(started).toEqual([1, 2]);

    release[0]!(FINISHED);
    expect(await tasks[0]!.outcome).toMatchObject({ kind: 'finished' });
    await vi.waitFor(() => expect(release).toHaveLength(3));
    expect(started).toEqual([1, 2, 3]);
    for (const each of release) each(FINISHED);
    await Promise.all(tasks.map(({ outcome }) => outcome));
    expect(fakes).toHaveLength(2);
  });

  test('does not start what memory has no room for now, and a task larger than all of it goes alone', async () => {
    const { compress, release } = heldCalls();
    const pool = poolOf(3, compress, 100);
    const started: number[] = [];
    const tasks = [60, 30, 500].map((memory) =>
      pool.submit(taskOf({ memory, onStart: () => started.push(memory) })),
    );
    await vi.waitFor(() => expect(release).toHaveLength(2));
    release[0]!(FINISHED);
    await tasks[0]!.outcome;
    expect(started).toEqual([60, 30]);
    release[1]!(FINISHED);
    await vi.waitFor(() => expect(release).toHaveLength(3));
    expect(started).toEqual([60, 30, 500]);
    release[2]!(FINISHED);
    expect(await tasks[2]!.outcome).toMatchObject({ kind: 'finished' });
  });

  test('an engine that did not load is told as that', async () => {
    const problem = { code: 'engine_not_loaded' } as const;
    const idleWorkers = new IdleWorkers(async () => {
      throw new EngineError(problem);
    });
    const pool = new WorkerPool({ workers: 1, memory: 1 }, idleWorkers);
    expect(await pool.submit(taskOf()).outcome).toEqual({ kind: 'failed', problem });
  });

  test('goes on when a worker cannot be made', async () => {
    let made = 0;
    const idleWorkers = new IdleWorkers(async () => {
      made += 1;
      if (made === 1) throw new Error('refused');
      return newWorker(async () => FINISHED);
    });
    const pool = new WorkerPool({ workers: 1, memory: 1 }, idleWorkers);
    const [first, second] = [pool.submit(taskOf()), pool.submit(taskOf())];
    expect(await first.outcome).toEqual({ kind: 'failed', problem: { code: 'worker_died' } });
    expect(await second.outcome).toMatchObject({ kind: 'finished' });
  });
});

describe('cancelling', () => {
  test('terminates the worker in the middle of its work and the next file gets a new one', async () => {
    const { compress, release } = heldCalls();
    const pool = poolOf(1, compress);
    const [first, second] = [pool.submit(taskOf()), pool.submit(taskOf())];
    await vi.waitFor(() => expect(release).toHaveLength(1));

    first.cancel();
    expect(await first.outcome).toEqual({ kind: 'cancelled' });
    expect(fakes[0]!.isTerminated).toBe(true);

    await vi.waitFor(() => expect(release).toHaveLength(2));
    release[1]!(FINISHED);
    expect(await second.outcome).toMatchObject({ kind: 'finished' });
    expect(fakes).toHaveLength(2);
  });

  test('a waiting task never starts', async () => {
    const { compress, release } = heldCalls();
    const pool = poolOf(1, compress);
    const first = pool.submit(taskOf());
    const onStart = vi.fn();
    const second = pool.submit(taskOf({ onStart }));
    second.cancel();
    expect(await second.outcome).toEqual({ kind: 'cancelled' });

    await vi.waitFor(() => expect(release).toHaveLength(1));
    release[0]!(FINISHED);
    await first.outcome;
    expect(onStart).not.toHaveBeenCalled();
  });

  test('while the engine loads frees the place, and the worker that comes late is ended', async () => {
    let load: (worker: CompressWorker) => void = () => undefined;
    const late = new Promise<CompressWorker>((resolve) => {
      load = resolve;
    });
    let made = 0;
    const idleWorkers = new IdleWorkers(async () => {
      made += 1;
      return made === 1 ? late : newWorker(async () => FINISHED);
    });
    const pool = new WorkerPool({ workers: 1, memory: 1 }, idleWorkers);
    const [first, second] = [pool.submit(taskOf()), pool.submit(taskOf())];
    first.cancel();
    expect(await first.outcome).toEqual({ kind: 'cancelled' });
    expect(await second.outcome).toMatchObject({ kind: 'finished' });
    load(newWorker(async () => FINISHED));
    await vi.waitFor(() => expect(fakes.at(-1)?.isTerminated).toBe(true));
  });
});

describe('the life of a worker', () => {
  test("a document's problem leaves it sound, so it is used again", async () => {
    const problem = { code: 'damaged_pdf', reason: 'no-xref' } as const;
    const pool = poolOf(1, async () => ({ ok: false, problem }));
    expect(await pool.submit(taskOf()).outcome).toEqual({ kind: 'failed', problem });
    await pool.submit(taskOf()).outcome;
    expect(fakes).toHaveLength(1);
  });

  test('a worker that one pool released is acquired at once by another pool with the same idle workers', async () => {
    const idleWorkers = new IdleWorkers(async () => newWorker(async () => FINISHED));
    const [probes, work] = [1, 2].map((workers) => new WorkerPool({ workers, memory: 100 }, idleWorkers));
    const followed = probes!.submit(taskOf()).outcome.then(() => work!.submit(taskOf()).outcome);
    expect(await followed).toMatchObject({ kind: 'finished' });
    expect(fakes).toHaveLength(1);
  });

  test('comparisons get one that can compare, which then does other work as well', async () => {
    const idleWorkers = new IdleWorkers(async (compares) => newWorker(async () => FINISHED, compares));
    const pool = new WorkerPool({ workers: 1, memory: 1 }, idleWorkers);
    const run = vi.fn(async (worker: CompressWorker) => {
      expect(worker.canCompare).toBe(true);
      return FINISHED;
    });
    for (const task of [taskOf(), taskOf({ compares: true, run }), taskOf(), taskOf({ compares: true, run })])
      expect(await pool.submit(task).outcome).toMatchObject({ kind: 'finished' });
    expect(run).toHaveBeenCalledTimes(2);
    expect(fakes).toHaveLength(2);
  });

  test.each([{ code: 'out_of_memory' }, { code: 'crashed', report: 'TypeError' }] as const)(
    'after $code it is ended',
    async (problem) => {
      const pool = poolOf(1, async () => ({ ok: false, problem }));
      await pool.submit(taskOf()).outcome;
      expect(fakes[0]!.isTerminated).toBe(true);
    },
  );

  test('one that died is replaced, and the queue goes on', async () => {
    const { compress, release } = heldCalls();
    const pool = poolOf(1, compress);
    const [first, second] = [pool.submit(taskOf()), pool.submit(taskOf())];
    await vi.waitFor(() => expect(release).toHaveLength(1));
    fakes[0]!.die('ended by the browser');
    expect(await first.outcome).toEqual({ kind: 'failed', problem: { code: 'worker_died' } });
    await vi.waitFor(() => expect(release).toHaveLength(2));
    release[1]!(FINISHED);
    expect(await second.outcome).toMatchObject({ kind: 'finished' });
  });

  test('one that died while it rested is not used again', async () => {
    const pool = poolOf(1, async () => FINISHED);
    await pool.submit(taskOf()).outcome;
    fakes[0]!.die('ended by the browser');
    await Promise.resolve();
    expect(await pool.submit(taskOf()).outcome).toMatchObject({ kind: 'finished' });
    expect(fakes).toHaveLength(2);
  });

  test('it is let go where its memory is wanted, and the next task gets another', async () => {
    const idleWorkers = new IdleWorkers(async () => newWorker(async () => FINISHED));
    const pool = new WorkerPool({ workers: 1, memory: 100 }, idleWorkers);
    await pool.submit(taskOf()).outcome;
    idleWorkers.terminateIdle();
    expect(fakes[0]!.isTerminated).toBe(true);
    expect(await pool.submit(taskOf()).outcome).toMatchObject({ kind: 'finished' });
    expect(fakes).toHaveLength(2);
  });

  test('it is let go after ten seconds without work', async () => {
    const pool = poolOf(1, async () => FINISHED);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await pool.submit(taskOf()).outcome;
    vi.advanceTimersByTime(9_999);
    expect(fakes[0]!.isTerminated).toBe(false);
    vi.advanceTimersByTime(1);
    expect(fakes[0]!.isTerminated).toBe(true);
  });
});
