import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { plainJob } from '../testing/pictures/image-jobs.ts';
import type { WorkJob } from './job.ts';
import { type ThreadResponse, WorkPool, type WorkPoolSettings } from './pool.ts';

/** A job that the pool sent to a thread; the test decides when it is answered. */
interface Asked {
  readonly thread: number;
  readonly job: WorkJob;
  readonly answer: (reason?: 'not-smaller') => void;
  readonly throwInJob: (error: Error) => void;
  readonly die: (why: Error) => void;
}

let asked: Asked[];
let made: number;
let ended: number[];
beforeEach(() => {
  asked = [];
  made = 0;
  ended = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const KEPT = { kind: 'kept', reason: 'not-smaller' } as const;
const FAILED = { kind: 'lost' } as const;

function poolOf(settings: Partial<WorkPoolSettings> = {}): WorkPool {
  return new WorkPool({
    threads: 2,
    pixels: 1_000_000,
    idleMs: 10_000,
    spawn() {
      const thread = made++;
      return {
        run: (job) =>
          new Promise<ThreadResponse>((resolve, die) => {
            asked.push({
              thread,
              job,
              answer: () => resolve({ kind: 'result', result: KEPT }),
              throwInJob: (error) => resolve({ kind: 'thrown', error }),
              die,
            });
          }),
        terminate: () => ended.push(thread),
      };
    },
    ...settings,
  });
}

const widths = () => asked.map(({ job }) => (job.kind === 'recode' ? job.width : 0));
/** Runs everything that only waits for promises. */
const settled = () => vi.advanceTimersByTimeAsync(0);

describe('threads', () => {
  test('are made on demand, used again, and let go when idle', async () => {
    const pool = poolOf();
    const document = pool.open();
    expect(made).toBe(0);
    const first = document.run(plainJob(1));
    await settled();
    asked[0]!.answer();
    expect(await first).toEqual(KEPT);
    const second = document.run(plainJob(2));
    await settled();
    expect([made, asked[1]!.thread]).toEqual([1, 0]);
    asked[1]!.answer();
    await second;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ended).toEqual([0]);
    const third = document.run(plainJob(3));
    await settled();
    expect([made, asked[2]!.thread]).toEqual([2, 1]);
    asked[2]!.answer();
    await third;
    pool.terminate();
    expect(ended).toEqual([0, 1]);
  });

  test('are made before there are jobs where they are sure to come, but no more than are used', async () => {
    const pool = poolOf();
    pool.prewarm();
    pool.prewarm();
    expect(made).toBe(2);
    void pool.open().run(plainJob(1));
    await settled();
    expect([made, widths()]).toEqual([2, [1]]);
    pool.terminate();
  });

  test('that rest end when their memory is wanted; one at work goes on, and more are made when there are jobs', async () => {
    const pool = poolOf();
    pool.prewarm();
    const document = pool.open();
    const first = document.run(plainJob(1));
    await settled();
    pool.terminateIdle();
    expect(ended).toHaveLength(1);
    asked[0]!.answer();
    expect(await first).toEqual(KEPT);
    void document.run(plainJob(2));
    void document.run(plainJob(3));
    await settled();
    expect(made).toBe(3);
    pool.terminate();
  });

  test('are no more than were asked for, whatever the number of documents', async () => {
    const pool = poolOf();
    for (let document = 0; document < 5; document += 1) void pool.open().run(plainJob(document + 1));
    await settled();
    expect([made, widths()]).toEqual([2, [1, 2]]);
    pool.terminate();
  });

  test('take no more pixels together than allowed, but a large image alone', async () => {
    const pool = poolOf({ threads: 8, pixels: 1000 });
    const document = pool.open();
    const all = [plainJob(60, 10), plainJob(40, 10), plainJob(10, 10), plainJob(500, 10), plainJob(1, 1)].map(
      (job) => document.run(job),
    );
    await settled();
    expect(widths()).toEqual([60, 40]);
    asked[0]!.answer();
    await settled();
    expect(widths()).toEqual([60, 40, 10]);
    for (const each of asked) each.answer();
    await settled();
    expect(widths()).toEqual([60, 40, 10, 500]);
    asked[3]!.answer();
    await settled();
    asked[4]!.answer();
    expect(await Promise.all(all)).toEqual([KEPT, KEPT, KEPT, KEPT, KEPT]);
    pool.terminate();
  });
});

test('a thread is given the next job of its document early, where the pool’s own thread is busy', async () => {
  const pool = poolOf({ threads: 1, jobsPerThread: 2 });
  const [first, second] = [pool.open(), pool.open()];
  const done = [
    first.run(plainJob(1)),
    second.run(plainJob(2)),
    first.run(plainJob(3)),
    first.run(plainJob(4)),
  ];
  await settled();
  expect(asked.map(({ thread }) => thread)).toEqual([0, 0]);
  expect(widths()).toEqual([1, 3]);
  asked[0]!.answer();
  await settled();
  expect(widths()).toEqual([1, 3, 4]);
  first.close();
  expect(await Promise.all([done[0], done[2], done[3]])).toEqual([KEPT, FAILED, FAILED]);
  await settled();
  expect(widths()).toEqual([1, 3, 4, 2]);
  expect(asked[3]!.thread).toBe(1);
  asked[3]!.answer();
  expect(await done[1]).toEqual(KEPT);
  pool.terminate();
});

test('two documents take turns, though one came first with more', async () => {
  const pool = poolOf();
  const [first, second] = [pool.open(), pool.open()];
  /** As in the pass: three in progress, the next one when one is done. */
  const keepAsking = async (document: typeof first, kind: number) => {
    for (let image = 0; image < 10; image += 1) await document.run(plainJob(kind));
  };
  for (let lane = 0; lane < 3; lane += 1) void keepAsking(first, 1);
  await settled();
  for (let lane = 0; lane < 3; lane += 1) void keepAsking(second, 2);
  for (let turn = 0; turn < 20; turn += 1) {
    await settled();
    asked[turn]!.answer();
  }
  await settled();
  expect(widths().filter((kind) => kind === 2).length).toBeGreaterThanOrEqual(9);
  pool.terminate();
});

test('of a document images go first, and what is no image has room beside a large one', async () => {
  const pool = poolOf({ threads: 3, pixels: 1000 });
  const document = pool.open();
  const bytes = new Uint8Array(1);
  const jobs = [
    plainJob(60, 10),
    { kind: 'deflate', bytes, worthBytes: null } as const,
    { kind: 'deflate', bytes, worthBytes: null } as const,
    plainJob(50, 10),
  ];
  for (const job of jobs) void document.run(job);
  await settled();
  expect(asked.map(({ job }) => job.kind)).toEqual(['recode', 'deflate', 'deflate']);
  asked[1]!.answer();
  await settled();
  expect(asked).toHaveLength(3);
  asked[0]!.answer();
  await settled();
  expect(widths()).toEqual([60, 0, 0, 50]);
  pool.terminate();
});

describe('a thread', () => {
  test('that dies costs its image the gain, and is replaced', async () => {
    const onWorkerCrashedError = vi.fn();
    const pool = poolOf({ threads: 1, onWorkerCrashedError });
    const document = pool.open();
    const [unlucky, next] = [document.run(plainJob(1)), document.run(plainJob(2))];
    await settled();
    const why = new Error('out of memory');
    asked[0]!.die(why);
    expect(await unlucky).toEqual(FAILED);
    expect(onWorkerCrashedError).toHaveBeenCalledWith(why);
    await settled();
    expect(asked[1]!.thread).toBe(1);
    asked[1]!.answer();
    expect(await next).toEqual(KEPT);
    pool.terminate();
  });

  test('that never answers is ended after a time that grows with the image', async () => {
    const pool = poolOf({ threads: 1 });
    const answer = pool.open().run(plainJob(1000, 1000));
    await vi.advanceTimersByTimeAsync(62_999);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toEqual([0]);
    expect(await answer).toEqual(FAILED);
    pool.terminate();
  });

  test('is not given up while the machine works for others', async () => {
    let cpu = 0;
    const pool = poolOf({ threads: 1, cpuMs: () => cpu });
    const answer = pool.open().run(plainJob(1000, 1000));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ended).toEqual([]);
    for (let beat = 0; beat < 13; beat += 1) {
      cpu += 9000;
      await vi.advanceTimersByTimeAsync(5000);
    }
    expect(await answer).toEqual(FAILED);
    pool.terminate();
  });

  test('that cannot be made costs the image its gain', async () => {
    const pool = poolOf({
      spawn: () => {
        throw new Error('refused');
      },
    });
    expect(await pool.open().run(plainJob())).toEqual(FAILED);
  });

  test('in which a job threw is not used again, and the caller gets what was thrown', async () => {
    const pool = poolOf({ threads: 1 });
    const answer = pool.open().run(plainJob());
    answer.catch(() => {});
    await settled();
    asked[0]!.throwInJob(new TypeError('a bug'));
    await expect(answer).rejects.toThrow('a bug');
    expect(ended).toEqual([0]);
    pool.terminate();
  });
});

test('a document that closes takes its waiting jobs along and ends its threads, and nobody else’s', async () => {
  const onWorkerCrashedError = vi.fn();
  const pool = poolOf({ onWorkerCrashedError });
  const [going, staying] = [pool.open(), pool.open()];
  const lost = [going.run(plainJob(1)), going.run(plainJob(2)), going.run(plainJob(3))];
  const kept = staying.run(plainJob(4));
  await settled();
  expect(widths()).toEqual([1, 2]);
  going.close();
  expect(await Promise.all(lost)).toEqual([FAILED, FAILED, FAILED]);
  expect(ended).toEqual([0, 1]);
  expect(widths()).toEqual([1, 2, 4]);
  asked[2]!.answer();
  expect(await kept).toEqual(KEPT);
  expect(onWorkerCrashedError).not.toHaveBeenCalled();
  pool.terminate();
});
