import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseClock } from '../../server/db/clock.ts';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { createJobService, type JobService } from '../../server/jobs/job-service.ts';
import { createSealer, SECRET_BYTES } from '../../server/jobs/sealer.ts';
import type { WantedJob } from '../../server/jobs/submit.ts';
import { type ApiKey, createKeyService } from '../../server/keys/key-service.ts';
import { createByteBudget } from '../../server/limits/byte-budget.ts';
import { createBestEffortWrites } from '../../server/ops/best-effort-writes.ts';
import { folderStore } from '../../server/store/folder-store.ts';
import { smallPdf } from '../../server/testing/documents.ts';
import { inlineRunner } from '../../server/testing/inline-runner.ts';
import { OPTION_SETS } from '../../shared/index.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { removeFolder, temporaryFolder } from './programs.ts';

const log = pino({ level: 'silent' });
let postgres: Postgres;
let folder: string;
beforeAll(async () => {
  [postgres, folder] = await Promise.all([startPostgres(), temporaryFolder('jobs')]);
});
afterAll(async () => {
  await postgres.remove();
  await removeFolder(folder);
});

/** Jobs of one server, as `start-jobs.ts` puts them together, with the core in this thread. */
async function startServer(): Promise<{ readonly db: Database; readonly jobs: JobService }> {
  const storage = { dataDir: '/nowhere', databaseUrl: postgres.url };
  const db = await openDatabase(storage);
  const jobs = createJobService({
    db,
    store: folderStore(join(folder, 'files')),
    runner: inlineRunner(),
    hasFreePlace: () => true,
    budget: createByteBudget(64 * 1024 * 1024),
    sealer: createSealer([Buffer.alloc(SECRET_BYTES)]),
    bookkeeping: createBestEffortWrites(log, () => undefined),
    log,
    slots: 2,
    limits: { openPerKey: 100, storeBytes: 1e9, resultHours: 1, jobDays: 1 },
    shared: { databaseUrl: postgres.url, clock: databaseClock(db, storage), deadMs: 15_000 },
  });
  await jobs.start();
  return { db, jobs };
}

const neverAborted = new AbortController().signal;

test('two servers on one PostgreSQL share the line, and a call that comes to both is one job', async () => {
  const servers = [await startServer(), await startServer()] as const;
  const [{ db, jobs: one }, { jobs: other }] = servers;
  const { key } = (await createKeyService(db).create({ name: 'jobs' })) as { key: ApiKey };
  const pdf = await smallPdf();
  // Of the same content sent to both at once one file is kept.
  const sent = await Promise.all([one.keepFile(key, pdf), other.keepFile(key, pdf)]);
  expect(new Set(sent.map(({ file }) => file.id)).size).toBe(1);

  const wanted = (name: string): WantedJob => ({
    documents: Array.from({ length: 20 }, (_, n) => ({
      ref: `${n}`,
      upload: sent[0].file.id,
      options: OPTION_SETS.api,
      password: undefined,
    })),
    keepHours: 1,
    labels: {},
    name: { idempotencyKey: name, fingerprint: 'the same' },
    isCounted: false,
  });
  for (const name of ['a', 'b']) {
    const submitted = await Promise.all([one, other, one].map((jobs) => jobs.submit(key, wanted(name))));
    expect(submitted.map(({ isNew }) => isNew).sort()).toEqual([false, false, true]);
    const { id } = submitted[0]!.job;
    expect(new Set(submitted.map(({ job }) => job.id))).toEqual(new Set([id]));
    // Whoever waits at the server that did not end the last document hears of it.
    const waited = await Promise.all(
      servers.map(({ jobs }) => jobs.waitForEnd(key, id, 60_000, neverAborted)),
    );
    for (const job of waited) expect(job).toMatchObject({ outcome: 'done', open: 0, done: 20, failed: 0 });
    const documents = await other.documents(waited[0]!, { limit: 100, after: -1 });
    expect(documents.map(({ attempts, state }) => [attempts, state])).toEqual(
      documents.map(() => [1, 'done']),
    );
    expect(new Set(documents.map(({ output }) => output)).size).toBe(20);
    expect((await other.result(documents[0]!)).subarray(0, 5).toString()).toBe('%PDF-');
  }
  // More than is allowed, at both at once: one call is refused whole.
  const calls = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => (n % 2 === 0 ? one : other).submit(key, wanted(`many ${n}`))),
  );
  expect(calls.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  for (const call of calls)
    if (call.status === 'rejected') expect(call.reason).toMatchObject({ problem: { code: 'too_many_open' } });
  // A cancel at one server ends what the other is at.
  const jobs = await one.list(key, { limit: 100 });
  await Promise.all(jobs.filter(({ state }) => state !== 'ended').map((job) => other.cancel(job)));
  for (const job of jobs)
    expect(await one.waitForEnd(key, job.id, 60_000, neverAborted)).toMatchObject({
      open: 0,
      state: 'ended',
    });
  for (const { jobs, db } of servers) {
    await jobs.stop();
    await db.destroy();
  }
});
