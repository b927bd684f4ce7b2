import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { createWorkPool } from '../../library/node/work-threads.ts';
import { DEFAULT_OPTIONS } from '../../shared/index.ts';
import { albumFile } from '../../shared/testing/documents/album-file.ts';
import type { WorkRunner } from '../../shared/work/threads.ts';
import { inlineRunner } from '../testing/inline-runner.ts';
import { JobCancelled, type JobRunner } from './job.ts';
import { createPool } from './pool.ts';

const NEVER = new AbortController().signal;
/** What the thread is at when it hangs, after all that it did before. */
const WITH_HANGING = expect.arrayContaining([expect.objectContaining({ width: 401 })]);
/** A limit against hangs. */
const WAIT = { timeout: 50_000 };

const runners: JobRunner[] = [];
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.close();
});

/** Two documents at once, and threads for the work of both. */
function setUp(threads: number, imageWorker: string, workerData?: unknown) {
  const work = createWorkPool({
    workerFile: fileURLToPath(new URL(imageWorker, import.meta.url)),
    threads,
    memoryMb: 256,
    workerData,
  });
  const runner = createPool({
    workerFile: fileURLToPath(new URL('./worker.dev.mjs', import.meta.url)),
    concurrency: 2,
    maxQueue: 0,
    timeoutMs: 60_000,
    memoryMb: 512,
    work,
    log: pino({ level: 'silent' }),
  });
  runners.push(runner);
  return { runner, work };
}

function jobOf(bytes: Uint8Array, options = DEFAULT_OPTIONS) {
  return { buffer: new Uint8Array(bytes).buffer, byteLength: bytes.length, options };
}

test('documents at the same time share the work threads and come out as alone', async () => {
  const { runner } = setUp(2, '../../library/node/work-thread.dev.mjs');
  const albums = [await albumFile(2), await albumFile(1)];
  const together = await Promise.all(albums.map((album) => runner.run(jobOf(album), NEVER)));
  for (const [index, album] of albums.entries()) {
    const alone = await inlineRunner().run(jobOf(album), NEVER);
    if (!together[index].ok || !alone.ok) throw new Error('both must succeed');
    expect(Buffer.compare(together[index].bytes, alone.bytes)).toBe(0);
    expect(together[index].report).toEqual(alone.report);
  }
});

test('a document that is made to fit a size goes to the threads again for every try', async () => {
  const { runner } = setUp(2, '../../library/node/work-thread.dev.mjs');
  const album = await albumFile(1);
  const asked = await runner.run(jobOf(album), NEVER);
  if (!asked.ok) throw new Error('must succeed');
  const targetSize = Math.round(asked.report.outputBytes * 0.7);
  const fitted = await runner.run(jobOf(album, { ...DEFAULT_OPTIONS, targetSize }), NEVER);
  if (!fitted.ok) throw new Error('must succeed');
  expect(fitted.bytes.length).toBeLessThanOrEqual(targetSize);
  expect(JSON.stringify(fitted.report.images)).not.toContain('job-failed');
});

test('a client that goes takes the work threads along that work for it', async () => {
  // The first image of the second round never ends, and there is no other thread.
  const { runner, work } = setUp(1, '../../library/testing/faulty-work-thread.mjs', {
    faults: { 401: 'hang' },
  });
  const asked = vi.fn<WorkRunner['run']>();
  const open = work.open.bind(work);
  vi.spyOn(work, 'open').mockImplementationOnce(() => {
    const opened = open();
    asked.mockImplementation((job) => opened.run(job));
    return { run: asked, close: opened.close };
  });
  const client = new AbortController();
  const going = runner.run(jobOf(await albumFile(2)), client.signal);
  const isCancelled = expect(going).rejects.toThrow(JobCancelled);
  await vi.waitFor(() => expect(asked.mock.calls.flat()).toEqual(WITH_HANGING), WAIT);
  client.abort('gone');
  await isCancelled;

  const next = await runner.run(jobOf(await albumFile(1)), NEVER);
  if (!next.ok) throw new Error('must succeed');
  expect(next.report.images.filter(({ outcome }) => outcome.kind === 'replaced')).not.toHaveLength(0);
  expect(JSON.stringify(next.report.images)).not.toContain('job-failed');
});
