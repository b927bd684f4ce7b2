import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../server/db/database.ts';
import { dropOldEngine } from '../../server/jobs/queue/drop-old-engine.ts';
import { BEAT_MS } from '../../server/jobs/queue/heartbeat.ts';
import { takeOverFromDead } from '../../server/jobs/queue/take-over.ts';
import { queuedJob } from '../../server/jobs/queued-rows.ts';
import { readJobSettings } from '../../server/jobs/settings.ts';
import { expireJobs } from '../../server/jobs/stored/expire.ts';
import { type ApiKey, createKeyService } from '../../server/keys/key-service.ts';
import { SettingReader } from '../../server/settings/setting-reader.ts';
import { folderStore } from '../../server/store/folder-store.ts';
import { smallPdf } from '../../server/testing/documents.ts';
import { type JobServer, type JobServerSettings, jobOf, startJobServer } from './job-server.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { removeFolder, temporaryFolder, until } from './programs.ts';

let postgres: Postgres;
let folder: string;
let pdf: Uint8Array;
beforeAll(async () => {
  [postgres, folder, pdf] = await Promise.all([startPostgres(), temporaryFolder('jobs'), smallPdf()]);
});
afterAll(async () => {
  await postgres.remove();
  await removeFolder(folder);
});

const startServer = (settings: Partial<JobServerSettings> = {}) =>
  startJobServer({ databaseUrl: postgres.url, folder, ...settings });

const newKey = async ({ db }: JobServer, dailyDocuments?: number): Promise<ApiKey> =>
  (
    await createKeyService(db).create({
      name: 'jobs',
      ...(dailyDocuments === undefined ? {} : { dailyDocuments }),
    })
  ).key;

/** Documents that a free worker would take. */
async function waiting({ db }: JobServer): Promise<number> {
  const { count } = await db
    .selectFrom('job_documents')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('state', '=', 'queued')
    .where('retry_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const neverAborted = new AbortController().signal;
const LONG_MS = 60_000;

test('processes that start at once on an empty database all find their tables', async () => {
  const first = await openDatabase({ dataDir: '/nowhere', databaseUrl: postgres.url });
  for (const name of ['fresh_1', 'fresh_2', 'fresh_3']) {
    await sql`create database ${sql.id(name)}`.execute(first);
    const databaseUrl = postgres.url.replace(/\/\w+$/, `/${name}`);
    const all = await Promise.all(
      Array.from({ length: 4 }, () => openDatabase({ dataDir: '/nowhere', databaseUrl })),
    );
    for (const db of all) expect(await db.selectFrom('job_documents').selectAll().execute()).toEqual([]);
    for (const db of all) await db.destroy();
  }
  await first.destroy();
});

test('the schema of pg-boss goes when no process of a version that needs it is alive', async () => {
  const { db, close } = await startServer({ slots: 0 });
  const isThere = async () =>
    (await sql`select 1 from pg_namespace where nspname = 'pagelight_queue_10'`.execute(db)).rows.length > 0;
  await sql`create schema pagelight_queue_10`.execute(db);
  await sql`create table pagelight_queue_10.job (id text)`.execute(db);
  await db.insertInto('job_workers').values({ id: 'of the version before', seen_at: 1 }).execute();
  await dropOldEngine(db);
  expect(await isThere()).toBe(true);
  await db.deleteFrom('job_workers').where('seen_at', '=', 1).execute();
  await dropOldEngine(db);
  expect(await isThere()).toBe(false);
  await close();
});

test('two servers on one PostgreSQL share the line, and a call that comes to both is one job', async () => {
  const servers = [await startServer(), await startServer()] as const;
  const [{ jobs: one }, { jobs: other }] = servers;
  const key = await newKey(servers[0]);
  // Of the same content sent to both at once one file is kept.
  const sent = await Promise.all([one.keepFile(key, pdf), other.keepFile(key, pdf)]);
  expect(new Set(sent.map(({ file }) => file.id)).size).toBe(1);

  const wanted = (name: string) => jobOf(sent[0].file.id, 20, name);
  for (const name of ['a', 'b']) {
    const submitted = await Promise.all([one, other, one].map((jobs) => jobs.submit(key, wanted(name))));
    expect(submitted.map(({ isNew }) => isNew).sort()).toEqual([false, false, true]);
    const { id } = submitted[0]!.job;
    expect(new Set(submitted.map(({ job }) => job.id))).toEqual(new Set([id]));
    // A client that waits at the server that did not end the last document hears of it.
    const waited = await Promise.all(
      servers.map(({ jobs }) => jobs.waitForEnd(key, id, LONG_MS, neverAborted)),
    );
    for (const job of waited) expect(job).toMatchObject({ outcome: 'done', open: 0, done: 20, failed: 0 });
    const documents = await other.documents(waited[0]!, { limit: 100, after: -1 });
    expect(documents.map(({ attempts, state }) => [attempts, state])).toEqual(
      documents.map(() => [1, 'done']),
    );
    expect(new Set(documents.map(({ output }) => output)).size).toBe(20);
    expect((await other.result(documents[0]!)).subarray(0, 5).toString()).toBe('%PDF-');
  }
  expect(await waiting(servers[0])).toBe(0);
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
    expect(await one.waitForEnd(key, job.id, LONG_MS, neverAborted)).toMatchObject({
      open: 0,
      state: 'ended',
    });
  // A key's day holds over both.
  const limited = await newKey(servers[0], 10);
  const own = await one.keepFile(limited, pdf);
  const ofDay = await Promise.allSettled(
    [one, other, one, other].map((jobs) => jobs.submit(limited, jobOf(own.file.id, 4))),
  );
  expect(ofDay.map(({ status }) => status).sort()).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  for (const server of servers) await server.close();
});

test('a late key does not wait for the many of another; a cancel takes its own out of the line', async () => {
  const front = await startServer({ slots: 0 });
  const [many, late] = [await newKey(front), await newKey(front)];
  const [ofMany, ofLate] = [await front.jobs.keepFile(many, pdf), await front.jobs.keepFile(late, pdf)];
  await front.db.deleteFrom('job_documents').execute();
  const big = await front.jobs.submit(many, jobOf(ofMany.file.id, 40));
  const small = await front.jobs.submit(late, jobOf(ofLate.file.id, 3));
  const dropped = await front.jobs.submit(late, jobOf(ofLate.file.id, 50));
  expect(await waiting(front)).toBe(93);
  await front.jobs.cancel(dropped.job);
  expect(await waiting(front)).toBe(43);

  const worker = await startServer({ slots: 1 });
  const ended = await front.jobs.waitForEnd(late, small.job.id, LONG_MS, neverAborted);
  expect(ended).toMatchObject({ outcome: 'done', done: 3 });
  expect(worker.ran.slice(0, 7).filter((client) => client === late.id)).toHaveLength(3);
  await front.jobs.cancel(big.job);
  expect(await front.jobs.find(many, big.job.id)).toMatchObject({ open: 0, outcome: 'cancelled' });
  await worker.close();
  await front.close();
});

test('a fetch from a long queue sorts nothing, and passes neither postponed nor remote documents', async () => {
  const front = await startServer({ slots: 0 });
  const transaction = await front.db.startTransaction().execute();
  const job = queuedJob('key', null, jobOf('', 1), 15_000, 0);
  await transaction.insertInto('jobs').values(job).execute();
  const rows = async (from: number, to: number, remote: string | null, retryAt: number | null) =>
    sql`insert into job_documents (id, job_id, key_id, n, state, tag, attempts, file_id, options, has_password, bytes_in,
      remote_input, retry_at)
      select 'long.' || n, ${job.id}::text, 'key', n, 'queued', n, 0, '', '{}', 0, 0, ${remote}::text, ${retryAt}::bigint
      from generate_series(${from}::int, ${to}::int) n`.execute(transaction);
  await rows(1, 5000, '{}', null);
  await rows(5001, 10_000, null, 1);
  await rows(10_001, 15_000, null, null);
  await sql`analyze job_documents`.execute(transaction);
  // As `take` asks (job-queue.ts).
  const plan = await sql<{ 'QUERY PLAN': string }>`explain (analyze, timing off) select id from job_documents
    where state = 'queued' and retry_at is null and coalesce(remote_input, remote_output) is null
    order by tag limit 1 for update skip locked`.execute(transaction);
  await transaction.rollback().execute();
  const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(lines).toContain('job_documents_next_of_store');
  expect(lines).not.toMatch(/Sort|Rows Removed/);
  await front.close();
});

test('a process whose clock is an hour behind keeps results as long as the others do', async () => {
  const clockAheadMs = 60 * 60_000;
  const server = await startServer({ clockAheadMs });
  const key = await newKey(server);
  const { file } = await server.jobs.keepFile(key, pdf);
  const { job } = await server.jobs.submit(key, jobOf(file.id, 1));
  await server.jobs.waitForEnd(key, job.id, LONG_MS, neverAborted);
  // As a process does whose clock is right.
  const store = folderStore(join(folder, 'files'));
  await expireJobs({ db: server.db, store, isShared: true, jobDays: 1 }, Date.now() + clockAheadMs);
  expect((await server.jobs.result(await server.jobs.document(job, 0))).length).toBeGreaterThan(0);
  await server.close();
});

test("documents go from a process that is silent for longer than WORKER_DEAD_S, by the database's clock, within 20 seconds", async () => {
  const settings = readJobSettings(new SettingReader({}), false);
  const { deadMs } = settings!;
  // Every other process looks once in a beat.
  expect(deadMs + BEAT_MS).toBeLessThan(20_000);

  const front = await startServer({ slots: 0 });
  const key = await newKey(front);
  const { file } = await front.jobs.keepFile(key, pdf);
  const { job } = await front.jobs.submit(key, jobOf(file.id, 2));
  const { db, queue } = front;
  const seenAt = 1_000_000;
  await db.insertInto('job_workers').values({ id: 'silent', seen_at: seenAt }).execute();
  const lease = () => queue.take(seenAt, { from: 'store' }).then((taken) => taken!);
  const taken = [await lease(), await lease()];
  await db.updateTable('job_documents').set({ worker_id: 'silent' }).where('job_id', '=', job.id).execute();
  expect(await waiting(front)).toBe(0);
  expect(await takeOverFromDead(db, seenAt - 1, seenAt)).toBe(0);
  expect(await takeOverFromDead(db, seenAt, seenAt)).toBe(2);
  expect(await waiting(front)).toBe(2);
  // In their old places, with new leases; the next process to look finds nothing.
  expect(await takeOverFromDead(db, seenAt, seenAt)).toBe(0);
  const again = [await lease(), await lease()];
  expect(again.map(({ id, attempts }) => [id, attempts])).toEqual(taken.map(({ id }) => [id, 2]));
  expect(again.map(({ lease }) => lease)).not.toEqual(taken.map(({ lease }) => lease));
  await front.jobs.cancel(job);
  await front.close();
});

test.each([
  ['fast', 'SIGINT'],
  ['immediate', 'SIGQUIT'],
] as const)(
  'PostgreSQL restarts (%s) while documents are at work: each has one result',
  async (_, signal) => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const servers = [
      await startServer({ gate: () => gate }),
      await startServer({ gate: () => gate }),
    ] as const;
    const [one, other] = servers;
    const key = await newKey(one);
    const { file } = await one.jobs.keepFile(key, pdf);
    const { job } = await one.jobs.submit(key, jobOf(file.id, 24));
    await until('both are at two documents', async () => servers.every(({ ran }) => ran.length === 2));
    // A connection may break when PostgreSQL has written a lease, but not said so: this process does not know of it.
    await one.queue.take(Date.now(), { from: 'store' });
    await postgres.stop(signal);
    // They end while there is no database, and must be written down later.
    open();
    await postgres.start();
    const answers = () =>
      waiting(one).then(
        () => true,
        () => false,
      );
    await until('PostgreSQL answers', answers);
    const ended = await other.jobs.waitForEnd(key, job.id, LONG_MS, neverAborted);
    expect(ended).toMatchObject({ outcome: 'done', open: 0, done: 24, failed: 0 });
    const documents = await one.jobs.documents(ended, { limit: 100, after: -1 });
    expect(documents.map(({ attempts }) => attempts)).toEqual(documents.map(() => 1));
    expect(new Set(documents.map(({ output }) => output)).size).toBe(24);
    expect(one.ran.length + other.ran.length).toBe(24);
    expect(await waiting(one)).toBe(0);
    for (const server of servers) await server.close();
  },
);
