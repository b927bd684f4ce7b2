import { expect, test, vi } from 'vitest';
import { plainJob } from './testing/image-jobs.ts';
import { WorkPool, type WorkThread } from './work-pool.ts';
import { answerJobs, runnerBehind } from './work-port.ts';

function setUp(thread: WorkThread) {
  const pool = new WorkPool({ threads: 2, pixels: 1000, idleMs: 1000, spawn: () => thread });
  const { port1, port2 } = new MessageChannel();
  const stop = answerJobs(port1, pool);
  return { pool, stop, runner: runnerBehind(port2) };
}

const never = () => new Promise<never>(() => undefined);

test('jobs and results go through the port without copies, each answer to its job', async () => {
  const { pool, runner, stop } = setUp({
    run: async ({ width, source }) => ({
      kind: 'result',
      result: {
        kind: 'replaced',
        image: {
          width,
          height: 1,
          bits: 8,
          space: { kind: 'same' },
          data: {
            kind: 'flate',
            bytes: source.kind === 'samples' ? source.rows : new Uint8Array(),
            predictorColors: null,
          },
        },
      },
    }),
    end: () => {},
  });
  const jobs = [plainJob(3), plainJob(4), plainJob(5)];
  const results = await Promise.all(jobs.map((job) => runner.run(job)));
  expect(results).toMatchObject(
    [3, 4, 5].map((width) => ({ image: { width, data: { bytes: { length: width } } } })),
  );
  expect(jobs.map(({ source }) => source.kind === 'samples' && source.rows.length)).toEqual([0, 0, 0]);
  stop();
  pool.end();
});

test('what a job throws is thrown at the other end', async () => {
  const { pool, runner, stop } = setUp({
    run: async () => ({ kind: 'thrown', error: new TypeError('a bug') }),
    end: () => {},
  });
  await expect(runner.run(plainJob())).rejects.toThrow('a bug');
  stop();
  pool.end();
});

test('closing at the end of the document ends what is under way in the pool', async () => {
  const thread = { run: vi.fn(never), end: vi.fn() };
  const { pool, runner } = setUp(thread);
  void runner.run(plainJob());
  await vi.waitFor(() => expect(thread.run).toHaveBeenCalledOnce());
  runner.close();
  await vi.waitFor(() => expect(thread.end).toHaveBeenCalledOnce());
  pool.end();
});
