import { afterEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_OPTIONS } from '../../shared/index.ts';
import { createLifecycle } from '../lifecycle.ts';
import type { ProblemError } from '../problem.ts';
import { STUB_WORKER, testPool } from '../testing/pool.ts';
import { SMALL_BYTES } from './admission.ts';
import { type Job, JobCancelled } from './job.ts';
import { JobProcess } from './job-process.ts';
import { ownMemoryBytes } from './memory.ts';
import type { DocumentPool, PoolSettings } from './pool.ts';

const MIB = 1024 * 1024;
const SETUP = { workThreadFile: '', workThreads: 1, heapMb: 128, tasksPerProcess: 100, niceness: 0 };
const DEAF = { started: () => undefined, threadLost: () => undefined };
const NEVER = new AbortController().signal;
const pools: DocumentPool[] = [];

function pool(settings: Partial<PoolSettings> = {}): DocumentPool {
  const created = testPool({ workerFile: STUB_WORKER, memoryMb: 128, ...settings });
  pools.push(created);
  return created;
}

function job(behaviour: string, text = 'document'): Job {
  return jobOf(behaviour, new TextEncoder().encode(text));
}

/** A job that has to wait for a common slot. */
function largeJob(behaviour: string): Job {
  return jobOf(behaviour, new Uint8Array(SMALL_BYTES + 1));
}

function jobOf(behaviour: string, document: Uint8Array): Job {
  const buffer = new ArrayBuffer(document.length + 1000);
  new Uint8Array(buffer).set(document);
  return { buffer, byteLength: document.length, options: DEFAULT_OPTIONS, password: behaviour };
}

afterEach(async () => {
  for (const created of pools.splice(0)) await created.close();
});

describe('pool', () => {
  test('sends the document to the worker and the result back, and keeps neither', async () => {
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
    const runner = pool({ timeoutMs: 50, wallTimeoutMs: 60_000 });
    await expect(runner.run(job('hang'), NEVER)).rejects.toMatchObject({
      problem: { code: 'timeout', limitMs: 50 },
    });
    expect(await runner.run(job('echo'), NEVER)).toMatchObject({ ok: true });
  });

  test('a job that has no processor is not blamed for the time, but does not stay for ever', async () => {
    expect(await pool({ timeoutMs: 100, wallTimeoutMs: 60_000 }).run(job('idle'), NEVER)).toMatchObject({
      ok: false,
    });
    await expect(
      pool({ timeoutMs: 60_000, wallTimeoutMs: 100 }).run(job('idle'), NEVER),
    ).rejects.toMatchObject({ problem: { code: 'timeout', limitMs: 100 } });
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
    const running = runner.run(largeJob('hang'), first.signal);
    const waiting = runner.run(largeJob('echo'), second.signal);
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
    const running = runner.run(largeJob('hang'), client.signal);
    const waiting = runner.run(largeJob('echo'), NEVER);
    const refused = largeJob('echo');
    await expect(runner.run(refused, NEVER)).rejects.toMatchObject({ problem: { code: 'busy' } });
    expect(refused.buffer.byteLength).toBe(SMALL_BYTES + 1001);
    client.abort('gone');
    await expect(running).rejects.toThrow(JobCancelled);
    expect(await waiting).toMatchObject({ ok: true });
  });

  test('does a small document beside large ones that take all places', async () => {
    const runner = pool({ maxQueue: 0, guestSlots: 1 });
    const client = new AbortController();
    const running = runner.run(largeJob('hang'), client.signal);
    const [small, large] = [SMALL_BYTES, SMALL_BYTES + 1];
    const own = [runner.isFull(undefined, small), runner.isFull(undefined, large)];
    // Another client would be admitted beside the one that holds every slot.
    expect([...own, runner.isFull('x', large)]).toEqual([false, true, false]);
    expect(await runner.run(job('echo'), NEVER)).toMatchObject({ ok: true });
    expect(await runner.run({ ...largeJob('echo'), client: 'x' }, NEVER)).toMatchObject({ ok: true });
    client.abort('gone');
    await expect(running).rejects.toThrow(JobCancelled);
  });

  test('once the server drains, turns away at once what cannot be done in time, and the rest at the last call', async () => {
    const lifecycle = createLifecycle();
    const runner = pool({ maxQueue: 30, lifecycle });
    const answers = Array.from({ length: 30 }, (_, n) =>
      runner.run(largeJob(n === 0 ? 'hang' : 'echo'), NEVER).then(
        () => 'done',
        (error: ProblemError) => error.problem,
      ),
    );
    const refused = { code: 'busy', reason: 'draining', retryAfterS: expect.any(Number) };
    // Nothing was done yet: a document is assumed to need two seconds, so three more fit into nine.
    lifecycle.drain(9000);
    expect(await Promise.all(answers.slice(4))).toEqual(answers.slice(4).map(() => refused));
    expect([runner.isFull(), runner.retryAfterS() > 0]).toEqual([true, true]);
    const { waiting } = runner.load();
    const late = runner.run(largeJob('echo'), NEVER);
    // It is not even queued.
    expect(runner.load().waiting).toBe(waiting);
    await expect(late).rejects.toMatchObject({ problem: refused });
    expect(await Promise.all(answers.slice(0, 4))).toEqual(answers.slice(0, 4).map(() => refused));
  });

  test.each(['hoard', 'hoardBuffers'])(
    'ends a job that eats all memory (%s) near its limit, and does the next one',
    async (behaviour) => {
      const lost: string[] = [];
      const runner = pool({ onJobFailed: (why) => lost.push(why) });
      const before = process.memoryUsage.rss();
      const end = runner.run(job(behaviour), NEVER);
      await expect(end).rejects.toMatchObject({
        problem: { code: 'limit_exceeded', limit: 'memory', allowed: 128 },
      });
      // The server's own memory does not contain it.
      expect(process.memoryUsage.rss() - before).toBeLessThan(64 * MIB);
      expect(lost).toEqual(['memory']);
      expect(await runner.run(job('echo'), NEVER)).toMatchObject({ ok: true });
    },
  );

  test('ends at the limit what lies outside of the JavaScript heap: measured while it grows', async () => {
    const [limitMb, roomMb] = [256, 96];
    const exited = vi.fn();
    const grown = new JobProcess({ workerFile: STUB_WORKER, setup: SETUP, memoryMb: limitMb }, exited);
    let mostBytes = 0;
    const looking = setInterval(() => {
      mostBytes = Math.max(mostBytes, ownMemoryBytes(grown.pid!) ?? 0);
    }, 1);
    const task = { byteLength: 0, password: 'hoardBuffers' };
    await expect(grown.run(task, new ArrayBuffer(0), DEAF)).rejects.toMatchObject({
      why: 'memory',
    });
    clearInterval(looking);
    expect(exited).toHaveBeenCalledOnce();
    expect(mostBytes).toBeGreaterThan(limitMb * MIB * 0.75);
    expect(mostBytes).toBeLessThan((limitMb + roomMb) * MIB);
  });

  test('replaces a process that is done for, without a job for it in between', async () => {
    const runner = pool({ maxQueue: 3 });
    const outcomes = await Promise.all(
      ['who', 'retire', 'who', 'who'].map((what) => runner.run(largeJob(what), NEVER)),
    );
    const [first, retired, ...later] = outcomes.map((outcome) => !outcome.ok && outcome.problem);
    expect(retired).toEqual(first);
    expect(later[0]).not.toEqual(first);
    expect(later[1]).toEqual(later[0]);
  });

  test('a process that crashes takes nothing along', async () => {
    const runner = pool();
    await expect(runner.run(job('die'), NEVER)).rejects.toThrow(/ended with SIGSEGV/);
    expect(await runner.run(job('echo'), NEVER)).toMatchObject({ ok: true });
  });

  test('what reads documents knows nothing of the settings', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://somebody:secret@host/name');
    const outcome = await pool().run(job('environment'), NEVER);
    vi.unstubAllEnvs();
    if (outcome.ok) throw new Error('must refuse');
    expect(outcome.problem).toEqual({ names: expect.not.arrayContaining(['DATABASE_URL', 'HOME']) });
  });

  test('lets a bug in a job through', async () => {
    await expect(pool().run(job('crash'), NEVER)).rejects.toThrow('a bug');
  });
});
