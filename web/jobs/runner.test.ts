import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Probe } from '../../shared/index.ts';
import { jobOf, pdfFile, probeOf, reportOf, states } from '../testing/jobs.ts';
import type { CompressCallbacks, CompressWorker } from '../worker/client.ts';
import type { PoolTask, RunningTask, TaskOutcome } from '../worker/pool.ts';
import type { CompressRequest, WorkerResult } from '../worker/wire.ts';
import { poolSize } from '../worker/worker-count.ts';
import type { Job } from './job.ts';
import type { JobsEvent } from './jobs-reducer.ts';
import { JobRunner } from './runner.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Submitted {
  readonly memory: number;
  readonly onStart: () => void;
  /** The task's call to its worker. */
  readonly asked: (
    answer?: WorkerResult<unknown>,
  ) => Promise<{ request: CompressRequest; watch?: CompressCallbacks }>;
  readonly end: (end: TaskOutcome<unknown>) => Promise<void>;
  isCancelled: boolean;
}

/** A pool that holds its tasks until the test ends them. */
function heldPool() {
  const submitted: Submitted[] = [];
  const submit = <Value>(task: PoolTask<Value>): RunningTask<Value> => {
    let settle: (end: TaskOutcome<Value>) => void = () => undefined;
    const end = new Promise<TaskOutcome<Value>>((resolve) => {
      settle = resolve;
    });
    const entry: Submitted = {
      memory: task.memory,
      onStart: task.onStart,
      asked: () =>
        new Promise((resolve) => {
          const never = new Promise<never>(() => undefined);
          const hear = (request: CompressRequest, watch?: CompressCallbacks) => {
            resolve(watch === undefined ? { request } : { request, watch });
            return never;
          };
          // The only two methods that a task calls on its worker.
          void task.run({ probe: hear, compress: hear } as unknown as CompressWorker);
        }),
      isCancelled: false,
      end: async (outcome) => {
        // The test knows which of the two kinds of task this is.
        settle(outcome as TaskOutcome<Value>);
        await end;
        await Promise.resolve();
      },
    };
    submitted.push(entry);
    return {
      outcome: end,
      cancel: () => {
        entry.isCancelled = true;
      },
    };
  };
  return { submitted, submit };
}

const MEMORY = 1_000_000_000;

function setUp() {
  const told: JobsEvent[] = [];
  const [probes, work] = [heldPool(), heldPool()];
  const runner = new JobRunner((event) => told.push(event), {
    probes,
    work,
    memory: MEMORY,
    imagesAtOnce: 4,
    now: () => 5000,
  });
  /** Advances one job past the probe, to its work. */
  const workOn = async (job: Job, probe: Probe = probeOf()) => {
    runner.reconcile([job]);
    await probes.submitted.at(-1)?.end({ kind: 'finished', value: probe });
    return work.submitted.at(-1);
  };
  return { runner, told, probes: probes.submitted, work: work.submitted, workOn };
}

describe('without enough memory', () => {
  const hungry = { kind: 'failed', problem: { code: 'out_of_memory' } } as const;

  test('a file is tried again with as little as can be, before anybody is asked', async () => {
    const { told, workOn } = setUp();
    const task = await workOn(jobOf(1, states.waiting));
    await task?.end(hungry);
    expect(told.at(-1)).toEqual({ type: 'low-memory-mode-chosen', id: 1 });
  });

  test('and what has failed so too is told', async () => {
    const { told, workOn } = setUp();
    const task = await workOn(jobOf(1, states.waiting, { savesMemory: true }));
    await task?.end(hungry);
    expect(told.at(-1)).toMatchObject({ type: 'worker-failed', problem: { code: 'out_of_memory' } });
  });
});

describe('following the list', () => {
  test('looks at each waiting file once, and works on it after that', async () => {
    const { runner, told, probes, work } = setUp();
    const jobs = [jobOf(1, states.waiting), jobOf(2, states.waiting), jobOf(3, states.damaged)];
    runner.reconcile(jobs);
    runner.reconcile(jobs);
    expect([probes.length, work.length]).toEqual([2, 0]);
    await probes[1]!.end({ kind: 'finished', value: probeOf() });
    expect(work).toHaveLength(1);
    expect(told).toMatchObject([{ type: 'job-probed', id: 2, savesMemory: false }]);
  });

  test('does not look again at a file that is done again', async () => {
    const { runner, probes, work } = setUp();
    runner.reconcile([jobOf(1, states.waiting, { probe: probeOf() })]);
    await Promise.resolve();
    await Promise.resolve();
    expect([probes.length, work.length]).toEqual([0, 1]);
  });

  test('ends the run of a file that was cancelled or removed', () => {
    const { runner, probes } = setUp();
    runner.reconcile([jobOf(1, states.waiting), jobOf(2, states.waiting)]);
    runner.reconcile([jobOf(1, states.cancelled, { attempt: 2 })]);
    expect(probes.map(({ isCancelled }) => isCancelled)).toEqual([true, true]);
  });

  test('starts a new attempt of the same file', () => {
    const { runner, probes } = setUp();
    runner.reconcile([jobOf(1, states.waiting)]);
    runner.reconcile([jobOf(1, states.waiting, { attempt: 2 })]);
    expect(probes).toHaveLength(2);
  });

  test('a problem seen at the first probe is told, and no work is done', async () => {
    const { runner, told, probes, work } = setUp();
    const problem = { code: 'encrypted_pdf', reason: 'password-needed' } as const;
    runner.reconcile([jobOf(1, states.waiting)]);
    await probes[0]!.end({ kind: 'failed', problem });
    expect(told).toEqual([{ type: 'worker-failed', id: 1, attempt: 1, problem }]);
    expect(work).toHaveLength(0);
  });
});

describe('telling what happened', () => {
  test('a smaller file is what the worker made, and progress is told now and then', async () => {
    const { told, workOn } = setUp();
    const task = await workOn(jobOf(1, states.waiting));
    task?.onStart();
    const { watch } = await task!.asked();
    watch?.onProgress({ fraction: 0.4, phase: 'images' });
    watch?.onProgress({ fraction: 0.5, phase: 'images' });
    watch?.onProgress({ fraction: 0.6, phase: 'images' });
    vi.advanceTimersByTime(1000);
    const made = new Blob([new Uint8Array([1, 2])]);
    await task?.end({ kind: 'finished', value: { blob: made, report: reportOf() } });

    expect(told.map(({ type }) => type)).toEqual([
      'job-probed',
      'job-started',
      'jobs-progressed',
      'jobs-progressed',
      'job-finished',
    ]);
    expect(told[2]).toMatchObject({ news: [{ id: 1, attempt: 1, progress: { fraction: 0.4 } }] });
    expect(told[3]).toMatchObject({ news: [{ progress: { fraction: 0.6 } }] });
    expect(told[4]).toMatchObject({ id: 1, attempt: 1, result: { isSaved: false, elapsedMs: 0 } });
    const { blob } = (told[4] as Extract<JobsEvent, { type: 'job-finished' }>).result;
    expect(blob).toBe(made);
  });

  test('an unchanged file is the very file that was given', async () => {
    const { told, workOn } = setUp();
    const job = jobOf(1, states.waiting);
    const task = await workOn(job);
    await task?.end({ kind: 'finished', value: { blob: null, report: reportOf() } });
    expect((told[1] as Extract<JobsEvent, { type: 'job-finished' }>).result.blob).toBe(job.file);
  });

  test('a cancelled run is no news', async () => {
    const { told, workOn } = setUp();
    await (await workOn(jobOf(1, states.waiting)))?.end({ kind: 'cancelled' });
    expect(told.map(({ type }) => type)).toEqual(['job-probed']);
  });
});

describe('what a run is started with', () => {
  test('the file itself, its options and its password', async () => {
    const { workOn } = setUp();
    const job = jobOf(1, states.waiting, { password: 'word' });
    const { request } = await (await workOn(job))!.asked();
    expect(request).toEqual({ input: job.file, options: job.options, password: 'word' });
  });

  test('a file that no tab can hold is refused without a look at it', async () => {
    const { runner, told, probes } = setUp();
    const file = pdfFile('huge.pdf');
    Object.defineProperty(file, 'size', { value: 2_600_000_000 });
    runner.reconcile([jobOf(1, states.waiting, { file })]);
    await Promise.resolve();
    await Promise.resolve();
    const problem = {
      code: 'limit_exceeded',
      limit: 'inputBytes',
      allowed: 2_000_000_000,
      found: 2_600_000_000,
    };
    expect(told).toEqual([{ type: 'worker-failed', id: 1, attempt: 1, problem }]);
    expect(probes).toHaveLength(0);
  });

  /** About half of the memory here. */
  const large = { pixels: 60_000_000, unpacking: 'whole' } as const;

  test('images that do not fit side by side go one by one, and nothing beside them', async () => {
    const { told, workOn } = setUp();
    const probe = probeOf({ largestImages: [large, large, large] });
    const task = await workOn(jobOf(1, states.waiting), probe);
    expect(told).toMatchObject([{ type: 'job-probed', savesMemory: true }]);
    expect(task?.memory).toBe(MEMORY);
    expect((await task!.asked()).watch?.savesMemory).toBe(true);
  });

  test('one that does not fit at all says so before it tries, unless the person insists', async () => {
    const probe = probeOf({ largestImages: [{ ...large, pixels: 5 * large.pixels }] });
    const first = setUp();
    await first.workOn(jobOf(1, states.waiting), probe);
    expect(first.work).toHaveLength(0);
    expect(first.told[1]).toMatchObject({
      type: 'worker-failed',
      problem: { code: 'does_not_fit', has: MEMORY },
    });

    const second = setUp();
    await second.workOn(jobOf(1, states.waiting, { ignoresMemoryLimit: true }), probe);
    expect(second.work).toHaveLength(1);
  });
});

describe('pool size', () => {
  const desktop = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156';
  const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/156 Mobile';

  test.each([
    [1, desktop, 1],
    [2, desktop, 1],
    [4, desktop, 3],
    [32, desktop, 3],
    [8, phone, 1],
  ])('%d cores of %s run %d files at once', (hardwareConcurrency, userAgent, size) => {
    expect(poolSize({ hardwareConcurrency, userAgent })).toBe(size);
  });
});
