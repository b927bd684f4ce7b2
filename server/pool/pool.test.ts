import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../shared/index.ts';
import { noWorkThreads } from '../testing/no-work-threads.ts';
import { type Job, JobCancelled, type JobRunner } from './job.ts';
import { createPool, type PoolSettings } from './pool.ts';

const NEVER = new AbortController().signal;
const pools: JobRunner[] = [];

function pool(settings: Partial<PoolSettings> = {}): JobRunner {
  const created = createPool({
    workerFile: fileURLToPath(new URL('../testing/obedient-worker.mjs', import.meta.url)),
    concurrency: 1,
    maxQueue: 1,
    timeoutMs: 60_000,
    memoryMb: 64,
    work: noWorkThreads(),
    log: pino({ level: 'silent' }),
    ...settings,
  });
  pools.push(created);
  return created;
}

function job(behaviour: string, text = 'document'): Job {
  const buffer = new ArrayBuffer(1000);
  new TextEncoder().encodeInto(text, new Uint8Array(buffer));
  return { buffer, byteLength: text.length, options: DEFAULT_OPTIONS, password: behaviour };
}

afterEach(async () => {
  for (const created of pools.splice(0)) await created.close();
});

describe('pool', () => {
  test('moves the document to the worker and the result back', async () => {
    const sent = job('echo', 'hello');
    const outcome = await pool().run(sent, NEVER);
    expect(sent.buffer.byteLength).toBe(0);
    expect(outcome.ok && new TextDecoder().decode(outcome.bytes)).toBe('hello');
  });

  test("passes the document's own problem on as data", async () => {
    expect(await pool().run(job('refuse'), NEVER)).toMatchObject({
      ok: false,
      problem: { code: 'damaged_pdf', reason: 'no-xref' },
    });
  });

  test('ends a job that takes too long, and does the next one', async () => {
    const runner = pool({ timeoutMs: 50 });
    await expect(runner.run(job('hang'), NEVER)).rejects.toMatchObject({
      problem: { code: 'timeout', limitMs: 50 },
    });
    expect(await runner.run(job('echo'), NEVER)).toMatchObject({ ok: true });
  });

  test('ends a running job when its client goes, and does the next one', async () => {
    const runner = pool();
    const client = new AbortController();
    const running = runner.run(job('hang'), client.signal);
    client.abort('gone');
    await expect(running).rejects.toThrow(JobCancelled);
    expect(await runner.run(job('echo'), NEVER)).toMatchObject({ ok: true });
  });

  test('forgets a waiting job when its client goes', async () => {
    const runner = pool();
    const [first, second] = [new AbortController(), new AbortController()];
    const running = runner.run(job('hang'), first.signal);
    const waiting = runner.run(job('echo'), second.signal);
    expect(runner.isFull()).toBe(true);
    second.abort('gone');
    await expect(waiting).rejects.toThrow(JobCancelled);
    expect(runner.isFull()).toBe(false);
    first.abort('gone too');
    await expect(running).rejects.toThrow(JobCancelled);
  });

  test('refuses a job when all places are taken, and nothing is lost by it', async () => {
    const runner = pool();
    const client = new AbortController();
    const running = runner.run(job('hang'), client.signal);
    const waiting = runner.run(job('echo'), NEVER);
    const refused = job('echo');
    await expect(runner.run(refused, NEVER)).rejects.toMatchObject({ problem: { code: 'busy' } });
    expect(refused.buffer.byteLength).toBe(1000);
    client.abort('gone');
    await expect(running).rejects.toThrow(JobCancelled);
    expect(await waiting).toMatchObject({ ok: true });
  });

  test('survives a job that eats all memory', async () => {
    const runner = pool();
    await expect(runner.run(job('hoard'), NEVER)).rejects.toMatchObject({
      problem: { code: 'limit_exceeded', limit: 'memory', allowed: 64 },
    });
    expect(await runner.run(job('echo'), NEVER)).toMatchObject({ ok: true });
  });

  test('replaces a thread that is done for, without a job for it in between', async () => {
    const runner = pool({ concurrency: 1, maxQueue: 3 });
    const outcomes = await Promise.all(
      ['who', 'retire', 'who', 'who'].map((what) => runner.run(job(what), NEVER)),
    );
    const [first, retired, ...later] = outcomes.map((outcome) => !outcome.ok && outcome.problem);
    expect(retired).toEqual(first);
    expect(later[0]).not.toEqual(first);
    expect(later[1]).toEqual(later[0]);
  });

  test('lets a bug in a job through', async () => {
    await expect(pool().run(job('crash'), NEVER)).rejects.toThrow('a bug');
  });
});
