import { afterEach, expect, test, vi } from 'vitest';
import { runnerBehind } from '../../shared/image-port.ts';
import { DEFAULT_OPTIONS, type Progress } from '../../shared/index.ts';
import { plainJob } from '../../shared/testing/image-jobs.ts';
import { FakeWorker } from '../testing/fake-worker.ts';
import { imagePoolOf } from '../testing/image-threads.ts';
import { reportOf } from '../testing/jobs.ts';
import { CompressWorker } from './client.ts';
import type { CompressApi, CompressRequest } from './wire.ts';

const open: CompressWorker[] = [];
afterEach(() => {
  for (const worker of open.splice(0)) worker.end();
});

function setUp(compress: CompressApi['compress'], images = imagePoolOf()) {
  const fake = new FakeWorker({ compress });
  const worker = new CompressWorker(() => fake, images);
  open.push(worker);
  return { fake, worker };
}

function requestOf(size = 4): CompressRequest {
  // The fake compiles nothing, so it needs no modules.
  return {
    input: new ArrayBuffer(size),
    options: DEFAULT_OPTIONS,
    modules: {} as CompressRequest['modules'],
  };
}

const never = () => new Promise<never>(() => undefined);
const ignore = () => undefined;

test('gives the input away, hears of progress and gets the bytes', async () => {
  const { worker } = setUp(async ({ input }, onProgress) => {
    await onProgress({ fraction: 0.5, phase: 'images', done: 1, total: 2 });
    return { ok: true, bytes: new Uint8Array(input.byteLength / 2), report: reportOf() };
  });
  const heard: Progress[] = [];
  const request = requestOf(8);
  const answer = await worker.compress(request, (progress) => heard.push(progress));
  expect(answer).toMatchObject({ ok: true, bytes: new Uint8Array(4) });
  expect(heard).toEqual([{ fraction: 0.5, phase: 'images', done: 1, total: 2 }]);
  expect(request.input.byteLength).toBe(0);
});

test("a document's problem arrives as data", async () => {
  const problem = { code: 'encrypted_pdf', reason: 'password-needed' } as const;
  const { worker } = setUp(async () => ({ ok: false, problem }));
  expect(await worker.compress(requestOf(), ignore)).toEqual({ ok: false, problem });
});

test('a worker that dies in the middle answers all the same', async () => {
  const { fake, worker } = setUp(never);
  const answer = worker.compress(requestOf(), ignore);
  fake.die('Script error.');
  expect(await answer).toEqual({ ok: false, problem: { code: 'worker_died' } });
});

test('a worker that dies of hunger is told apart', async () => {
  const { fake, worker } = setUp(never);
  const answer = worker.compress(requestOf(), ignore);
  fake.die('Uncaught RangeError: Array buffer allocation failed');
  expect(await answer).toEqual({ ok: false, problem: { code: 'out_of_memory' } });
});

test('a message that cannot be read ends the call', async () => {
  const { fake, worker } = setUp(never);
  const answer = worker.compress(requestOf(), ignore);
  fake.dispatchEvent(new Event('messageerror'));
  expect(await answer).toEqual({ ok: false, problem: { code: 'worker_died' } });
});

test('a worker that was already dead answers the next call, too', async () => {
  const { fake, worker } = setUp(never);
  fake.die('gone');
  expect(await worker.compress(requestOf(), ignore)).toMatchObject({ ok: false });
});

test('something thrown across the border is a death, not an exception', async () => {
  const { worker } = setUp(async () => {
    throw new Error('not caught inside');
  });
  expect(await worker.compress(requestOf(), ignore)).toEqual({ ok: false, problem: { code: 'worker_died' } });
});

test("the document's images are recoded by the pool of all documents", async () => {
  const result = { kind: 'kept', reason: 'not-smaller' } as const;
  const images = imagePoolOf(() => ({ run: async () => ({ kind: 'result', result }), end: ignore }));
  const { worker } = setUp(async (_request, _onProgress, door) => {
    const answer = await runnerBehind(door!.port).run(plainJob());
    return {
      ok: true,
      bytes: null,
      report: { ...reportOf(), repairs: [answer.kind, String(door!.parallelism)] },
    };
  }, images);
  expect(await worker.compress(requestOf(), ignore)).toMatchObject({ report: { repairs: ['kept', '1'] } });
  images.end();
});

test('ending the worker ends what its images are at', async () => {
  const thread = { run: vi.fn(never), end: vi.fn() };
  const { worker } = setUp(
    async (_request, _onProgress, door) => {
      await runnerBehind(door!.port).run(plainJob());
      return never();
    },
    imagePoolOf(() => thread),
  );
  void worker.compress(requestOf(), ignore);
  await vi.waitFor(() => expect(thread.run).toHaveBeenCalled());
  worker.end();
  await vi.waitFor(() => expect(thread.end).toHaveBeenCalled());
});
