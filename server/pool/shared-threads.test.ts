import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_OPTIONS } from '../../shared/index.ts';
import { albumFile } from '../../shared/testing/documents/album-file.ts';
import { inlineRunner } from '../testing/inline-runner.ts';
import { FAULTY_WORK_THREAD, testPool } from '../testing/pool.ts';
import { JobCancelled, type JobRunner } from './job.ts';
import type { PoolSettings } from './pool.ts';

const NEVER = new AbortController().signal;

/** A limit against hangs. */
const WAIT = { timeout: 50_000 };
const runners: JobRunner[] = [];
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.close();
});

/** Two documents at once, each with two work threads. */
function setUp(settings: Partial<PoolSettings> = {}): JobRunner {
  const runner = testPool({ concurrency: 2, workThreads: 2, maxQueue: 0, ...settings });
  runners.push(runner);
  return runner;
}

function jobOf(bytes: Uint8Array, options = DEFAULT_OPTIONS) {
  return { buffer: new Uint8Array(bytes).buffer, byteLength: bytes.length, options };
}

test('documents at the same time come out as alone', async () => {
  const runner = setUp();
  const albums = [await albumFile(2), await albumFile(1)];
  const together = await Promise.all(albums.map((album) => runner.run(jobOf(album), NEVER)));
  for (const [index, album] of albums.entries()) {
    const alone = await inlineRunner().run(jobOf(album), NEVER);
    if (!together[index]!.ok || !alone.ok) throw new Error('both must succeed');
    expect(Buffer.compare(together[index]!.bytes, alone.bytes)).toBe(0);
    expect(together[index]!.report).toEqual(alone.report);
  }
});

test('a document that is made to fit a size goes to the threads again for every try', async () => {
  const runner = setUp();
  const album = await albumFile(1);
  const asked = await runner.run(jobOf(album), NEVER);
  if (!asked.ok) throw new Error('must succeed');
  const targetSize = Math.round(asked.report.outputSize * 0.7);
  const fitted = await runner.run(jobOf(album, { ...DEFAULT_OPTIONS, targetSize }), NEVER);
  if (!fitted.ok) throw new Error('must succeed');
  expect(fitted.bytes.length).toBeLessThanOrEqual(targetSize);
  expect(JSON.stringify(fitted.report.images)).not.toContain('worker-failed');
});

test('a client that goes takes the work threads along that work for it', async () => {
  // The first image of every thread never ends.
  const runner = setUp({ workThreads: 1, workThreadFile: FAULTY_WORK_THREAD });
  const client = new AbortController();
  const going = runner.run(jobOf(await albumFile(2)), client.signal);
  const isCancelled = expect(going).rejects.toThrow(JobCancelled);
  const told = join(tmpdir(), `pagelight-hangs-${process.pid}`);
  await vi.waitFor(() => readFileSync(told), WAIT);
  const hung = Number(readFileSync(told, 'utf8'));
  await rm(told);
  client.abort('gone');
  await isCancelled;
  await expect.poll(() => existsSync(`/proc/${hung}`)).toBe(false);
});
