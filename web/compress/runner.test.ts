import { describe, expect, test } from 'vitest';
import { jobOf, pdfFile, reportOf, states } from '../testing/jobs.ts';
import type { Engine } from '../worker/engine.ts';
import type { PoolTask, RunningTask, TaskEnd } from '../worker/pool.ts';
import type { JobsEvent } from './jobs-reducer.ts';
import { type EngineGetter, JobRunner, poolSize } from './runner.ts';

interface Submitted {
  readonly task: PoolTask;
  readonly end: (end: TaskEnd) => Promise<void>;
  isCancelled: boolean;
}

function setUp(engine: EngineGetter = loadedEngine) {
  const told: JobsEvent[] = [];
  const submitted: Submitted[] = [];
  const submit = (task: PoolTask): RunningTask => {
    let settle: (end: TaskEnd) => void = () => undefined;
    const end = new Promise<TaskEnd>((resolve) => {
      settle = resolve;
    });
    const entry: Submitted = {
      task,
      isCancelled: false,
      end: async (outcome) => {
        settle(outcome);
        await end;
      },
    };
    submitted.push(entry);
    return {
      end,
      cancel: () => {
        entry.isCancelled = true;
      },
    };
  };
  const runner = new JobRunner((event) => told.push(event), engine, { submit });
  return { runner, told, submitted };
}

// No test here looks into the modules; they only have to come through.
const modules = {} as Engine['modules'];
const loadedEngine: EngineGetter = {
  get: async () => ({
    modules,
    spawnWorker: () => {
      throw new Error('no worker in this test');
    },
  }),
};

describe('following the list', () => {
  test('starts each waiting file once', () => {
    const { runner, submitted } = setUp();
    const jobs = [jobOf(1, states.waiting), jobOf(2, states.waiting), jobOf(3, states.damaged)];
    runner.follow(jobs);
    runner.follow(jobs);
    expect(submitted).toHaveLength(2);
  });

  test('ends the run of a file that was cancelled or removed', () => {
    const { runner, submitted } = setUp();
    runner.follow([jobOf(1, states.waiting), jobOf(2, states.waiting)]);
    runner.follow([jobOf(1, states.cancelled, { attempt: 2 })]);
    expect(submitted.map(({ isCancelled }) => isCancelled)).toEqual([true, true]);
  });

  test('starts a new attempt of the same file', () => {
    const { runner, submitted } = setUp();
    runner.follow([jobOf(1, states.waiting)]);
    runner.follow([jobOf(1, states.waiting, { attempt: 2 })]);
    expect(submitted).toHaveLength(2);
  });
});

describe('telling what happened', () => {
  test('a smaller file becomes a PDF blob', async () => {
    const { runner, told, submitted } = setUp();
    runner.follow([jobOf(1, states.waiting)]);
    submitted[0].task.onStart();
    submitted[0].task.onProgress({ fraction: 0.5, phase: 'images' });
    await submitted[0].end({ kind: 'finished', bytes: new Uint8Array([1, 2]), report: reportOf() });

    expect(told.map(({ type }) => type)).toEqual(['job-started', 'job-progressed', 'job-finished']);
    expect(told[2]).toMatchObject({ id: 1, attempt: 1, result: { isSaved: false } });
    const { blob } = (told[2] as Extract<JobsEvent, { type: 'job-finished' }>).result;
    expect([blob.size, blob.type]).toEqual([2, 'application/pdf']);
  });

  test('an unchanged file is the very file that was given', async () => {
    const { runner, told, submitted } = setUp();
    const job = jobOf(1, states.waiting);
    runner.follow([job]);
    await submitted[0].end({ kind: 'finished', bytes: null, report: reportOf() });
    expect((told[0] as Extract<JobsEvent, { type: 'job-finished' }>).result.blob).toBe(job.file);
  });

  test('a cancelled run is no news', async () => {
    const { runner, told, submitted } = setUp();
    runner.follow([jobOf(1, states.waiting)]);
    await submitted[0].end({ kind: 'cancelled' });
    expect(told).toEqual([]);
  });
});

describe('preparing a run', () => {
  test('reads the file only then, and gives options, password and modules along', async () => {
    const { runner, submitted } = setUp();
    const job = jobOf(1, states.waiting, { file: pdfFile('a.pdf', 7), password: 'word' });
    runner.follow([job]);
    const request = await submitted[0].task.prepare();
    expect(request).toMatchObject({ options: job.options, password: 'word', modules });
    expect(request).toHaveProperty('input.byteLength', 7);
  });

  test('refuses what no tab can hold, without reading it', async () => {
    const { runner, submitted } = setUp();
    const file = pdfFile('huge.pdf');
    Object.defineProperty(file, 'size', { value: 2_600_000_000 });
    runner.follow([jobOf(1, states.waiting, { file })]);
    expect(await submitted[0].task.prepare()).toEqual({
      code: 'limit_exceeded',
      limit: 'inputBytes',
      allowed: 2_000_000_000,
      found: 2_600_000_000,
    });
  });

  test('says so when the file is gone', async () => {
    const { runner, submitted } = setUp();
    const file = pdfFile('gone.pdf');
    file.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    runner.follow([jobOf(1, states.waiting, { file })]);
    expect(await submitted[0].task.prepare()).toEqual({ code: 'unreadable_file' });
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
