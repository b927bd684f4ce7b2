import { expect, test, vi } from 'vitest';
import { plainJob } from '../testing/pictures/image-jobs.ts';
import { WorkPool, type WorkThread } from './pool.ts';
import { remoteRunner, serveJobs } from './port.ts';

function setUp(thread: WorkThread) {
  const pool = new WorkPool({ threads: 2, pixels: 1000, idleMs: 1000, spawn: () => thread });
  const { port1, port2 } = new MessageChannel();
  const stop = serveJobs(port1, pool);
  return { pool, stop, runner: remoteRunner(port2) };
}

const never = () => new Promise<never>(() => undefined);

test('jobs and results go through the port without copies, each answer to its job', async () => {
  const { pool, runner, stop } = setUp({
    run: async (job) => ({
      kind: 'result',
      result: { kind: 'packed', packed: job.kind === 'deflate' ? job.bytes : new Uint8Array(), plain: null },
    }),
    terminate: () => {},
  });
  const jobs = [3, 4, 5].map(
    (length) => ({ kind: 'deflate', bytes: new Uint8Array(length), worthBytes: null }) as const,
  );
  const results = await Promise.all(jobs.map((job) => runner.run(job)));
  expect(results).toMatchObject([3, 4, 5].map((length) => ({ packed: { length } })));
  expect(jobs.map(({ bytes }) => bytes.length)).toEqual([0, 0, 0]);
  stop();
  pool.terminate();
});

test('what a job throws is thrown at the other end', async () => {
  const { pool, runner, stop } = setUp({
    run: async () => ({ kind: 'thrown', error: new TypeError('a bug') }),
    terminate: () => {},
  });
  await expect(runner.run(plainJob())).rejects.toThrow('a bug');
  stop();
  pool.terminate();
});

test('closing at the end of the document ends what is under way in the pool', async () => {
  const thread = { run: vi.fn(never), terminate: vi.fn() };
  const { pool, runner } = setUp(thread);
  void runner.run(plainJob());
  await vi.waitFor(() => expect(thread.run).toHaveBeenCalledOnce());
  runner.close();
  await vi.waitFor(() => expect(thread.terminate).toHaveBeenCalledOnce());
  pool.terminate();
});
