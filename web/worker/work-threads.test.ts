import { describe, expect, test } from 'vitest';
import { plainJob } from '../../shared/testing/pictures/image-jobs.ts';
import { FakeWorker } from '../testing/fake-worker.ts';
import type { WasmModules, WorkApi } from './wire.ts';
import { startThread } from './work-threads.ts';
import { workPoolSize } from './worker-count.ts';

// The fakes compile nothing.
const modules = {} as WasmModules;
const never = () => new Promise<never>(() => undefined);

function setUp(work: WorkApi['work']) {
  const fakes: FakeWorker[] = [];
  const spawn = () => {
    const fake = new FakeWorker({ work });
    fakes.push(fake);
    return fake;
  };
  const thread = startThread(spawn, modules);
  return { fake: fakes[0], fakes, thread };
}

describe('a work thread', () => {
  test('gets the job without a copy and answers', async () => {
    const { fake, thread } = setUp(async (job) => ({
      kind: 'result',
      result: { kind: 'kept', reason: 'width' in job && job.width === 7 ? 'matte' : 'not-smaller' },
    }));
    const job = plainJob(7);
    expect(await thread.run(job)).toEqual({ kind: 'result', result: { kind: 'kept', reason: 'matte' } });
    expect(job.source.kind === 'samples' && job.source.rows.byteLength).toBe(0);
    thread.terminate();
    expect(fake!.isTerminated).toBe(true);
  });

  test('that dies fails its job, and is replaced for the next', async () => {
    const { fake, fakes, thread } = setUp(never);
    const answer = thread.run(plainJob());
    fake!.die('Script error.');
    await expect(answer).rejects.toThrow('a work thread died');
    void thread.run(plainJob());
    expect(fakes).toHaveLength(2);
    expect(fake!.isTerminated).toBe(true);
    thread.terminate();
    expect(fakes[1]!.isTerminated).toBe(true);
  });
});

describe('work threads', () => {
  const desktop = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156';
  const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/156 Mobile';

  test.each([
    [1, desktop, 1],
    [4, desktop, 3],
    [32, desktop, 7],
    [8, phone, 1],
  ])('%d cores of %s have %d', (hardwareConcurrency, userAgent, threads) => {
    expect(workPoolSize({ hardwareConcurrency, userAgent }).threads).toBe(threads);
  });
});
