import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_OPTIONS, type Progress } from '../../shared/index.ts';
import { plainJob } from '../../shared/testing/pictures/image-jobs.ts';
import { remoteRunner } from '../../shared/work/port.ts';
import { FakeWorker } from '../testing/fake-worker.ts';
import { reportOf } from '../testing/jobs.ts';
import { workPoolOf } from '../testing/work-threads.ts';
import { type CompressCallbacks, CompressWorker } from './client.ts';
import { EngineError } from './engine.ts';
import type { CompressApi, Compressed, CompressRequest, WasmModules, WorkerResult } from './wire.ts';

// The fakes compile nothing, so they need no modules.
const modules = {} as WasmModules;

const open: CompressWorker[] = [];
afterEach(() => {
  for (const worker of open.splice(0)) worker.terminate();
});

function setUp(compress: CompressApi['compress'], work = workPoolOf()) {
  const fake = new FakeWorker({ compress, probe: never });
  const worker = new CompressWorker({ spawn: () => fake, modules, work });
  open.push(worker);
  return { fake, worker };
}

function requestOf(size = 4): CompressRequest {
  return { input: new Blob([new Uint8Array(size)]), options: DEFAULT_OPTIONS };
}

const never = () => new Promise<never>(() => undefined);
const ignore = () => undefined;
const watch: CompressCallbacks = { savesMemory: false, onProgress: ignore };
const finished = (value: Partial<Compressed>): WorkerResult<Compressed> => ({
  ok: true,
  value: { blob: null, report: reportOf(), ...value },
});

test('hands the file over unread, hears of progress and gets the result', async () => {
  const { worker } = setUp(async ({ input }, _modules, onProgress) => {
    await onProgress({ fraction: 0.5, phase: 'images', done: 1, total: 2 });
    return finished({ blob: new Blob([new Uint8Array(input.size / 2)]) });
  });
  const heard: Progress[] = [];
  const answer = await worker.compress(requestOf(8), {
    savesMemory: false,
    onProgress: (progress) => heard.push(progress),
  });
  expect(answer.ok && answer.value.blob?.size).toBe(4);
  expect(heard).toEqual([{ fraction: 0.5, phase: 'images', done: 1, total: 2 }]);
});

test('low-memory mode leaves all work on the worker of the document', async () => {
  const { worker } = setUp(async (_request, _modules, _onProgress, door) =>
    finished({ report: { ...reportOf(), repairs: [door === undefined ? 'alone' : 'side by side'] } }),
  );
  const report = (repairs: string[]) => ({ value: { report: { repairs } } });
  expect(await worker.compress(requestOf(), { ...watch, savesMemory: true })).toMatchObject(
    report(['alone']),
  );
  expect(await worker.compress(requestOf(), watch)).toMatchObject(report(['side by side']));
});

test('what only an option needs is loaded first; without it the document has a problem, and the worker none', async () => {
  const compress = vi.fn(async () => finished({}));
  const fake = new FakeWorker({ compress, probe: never });
  const problem = { code: 'engine_not_loaded' } as const;
  const loadFor = vi.fn(async ({ jpx }: { jpx: string }) => {
    if (jpx === 'lossless') throw new EngineError(problem);
  });
  const worker = new CompressWorker({ spawn: () => fake, modules, loadFor, work: workPoolOf() });
  open.push(worker);
  const options = { ...DEFAULT_OPTIONS, jpx: 'lossless' } as const;
  expect(await worker.compress({ ...requestOf(), options }, watch)).toEqual({ ok: false, problem });
  expect(compress).not.toHaveBeenCalled();
  expect(await worker.compress(requestOf(), watch)).toMatchObject({ ok: true });
});

test("a document's problem arrives as data", async () => {
  const problem = { code: 'encrypted_pdf', reason: 'password-needed' } as const;
  const { worker } = setUp(async () => ({ ok: false, problem }));
  expect(await worker.compress(requestOf(), watch)).toEqual({ ok: false, problem });
});

test('a worker that dies in the middle answers all the same', async () => {
  const { fake, worker } = setUp(never);
  const answer = worker.compress(requestOf(), watch);
  fake.die('Script error.');
  expect(await answer).toEqual({ ok: false, problem: { code: 'worker_died' } });
});

test('a worker that dies of hunger is told apart', async () => {
  const { fake, worker } = setUp(never);
  const answer = worker.compress(requestOf(), watch);
  fake.die('Uncaught RangeError: Array buffer allocation failed');
  expect(await answer).toEqual({ ok: false, problem: { code: 'out_of_memory' } });
});

test('a message that cannot be read ends the call', async () => {
  const { fake, worker } = setUp(never);
  const answer = worker.compress(requestOf(), watch);
  fake.dispatchEvent(new Event('messageerror'));
  expect(await answer).toEqual({ ok: false, problem: { code: 'worker_died' } });
});

test('a worker that was already dead answers the next call, too', async () => {
  const { fake, worker } = setUp(never);
  fake.die('gone');
  expect(await worker.compress(requestOf(), watch)).toMatchObject({ ok: false });
});

test('something thrown across the border is a death, not an exception', async () => {
  const { worker } = setUp(async () => {
    throw new Error('not caught inside');
  });
  expect(await worker.compress(requestOf(), watch)).toEqual({ ok: false, problem: { code: 'worker_died' } });
});

test("the document's heavy work is done by the pool of all documents", async () => {
  const result = { kind: 'kept', reason: 'not-smaller' } as const;
  const work = workPoolOf(() => ({ run: async () => ({ kind: 'result', result }), terminate: ignore }));
  const { worker } = setUp(async (_request, _modules, _onProgress, door) => {
    const answer = await remoteRunner(door!.port).run(plainJob());
    return finished({ report: { ...reportOf(), repairs: [answer.kind, String(door!.parallelism)] } });
  }, work);
  expect(await worker.compress(requestOf(), watch)).toMatchObject({
    value: { report: { repairs: ['kept', '1'] } },
  });
  work.terminate();
});

test('ending the worker ends its jobs', async () => {
  const thread = { run: vi.fn(never), terminate: vi.fn() };
  const { worker } = setUp(
    async (_request, _modules, _onProgress, door) => {
      await remoteRunner(door!.port).run(plainJob());
      return never();
    },
    workPoolOf(() => thread),
  );
  void worker.compress(requestOf(), watch);
  await vi.waitFor(() => expect(thread.run).toHaveBeenCalled());
  worker.terminate();
  await vi.waitFor(() => expect(thread.terminate).toHaveBeenCalled());
});
