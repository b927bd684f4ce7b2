// The line of documents, measured: `npm run bench -- queue [WAITING]`.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { type Database, openDatabase } from '../../../server/db/database.ts';
import { createJobQueue, type JobQueue } from '../../../server/jobs/queue/job-queue.ts';
import { createKeyService } from '../../../server/keys/key-service.ts';
import { smallPdf } from '../../../server/testing/documents.ts';
import { jobOf, startJobServer } from '../job-server.ts';
import { startPostgres } from '../postgres.ts';
import { removeFolder, temporaryFolder } from '../programs.ts';

const WAITING = Number(process.argv[2] ?? 1_000_000);
const FEW = 1000;
const TAKES = 300;
const QUIET_JOBS = 100;
const MANY = 10_000;
const LATE = 40;
const DOCUMENT_MS = 50;
const LONG_MS = 120_000;

const [postgres, folder, pdf] = await Promise.all([startPostgres(), temporaryFolder('queue'), smallPdf()]);
const settings = { databaseUrl: postgres.url, folder, openPerKey: 2 * MANY };
const front = await startJobServer({ ...settings, slots: 0 });
const never = new AbortController().signal;
const newKey = async () => {
  const { key } = await createKeyService(front.db).create({ name: 'bench' });
  return { key, file: (await front.jobs.keepFile(key, pdf)).file.id };
};

for (const [name, measure] of Object.entries({ quiet, late, fetches }))
  process.stdout.write(`${name}: ${JSON.stringify(await measure())}\n`);
await postgres.remove();
await removeFolder(folder);

/** Milliseconds from before a call to the begin of its document, on workers that have nothing else to do. */
async function quiet() {
  const worker = await startJobServer({ ...settings, slots: 2 });
  const { key, file } = await newKey();
  const times: number[] = [];
  for (let n = 0; n < QUIET_JOBS; n += 1) {
    const began = Date.now();
    const { job } = await front.jobs.submit(key, jobOf(file, 1));
    await front.jobs.waitForEnd(key, job.id, LONG_MS, never);
    times.push((await front.jobs.document(job, 0)).started_at! - began);
  }
  await worker.close();
  times.sort((a, b) => a - b);
  return { p50: times[QUIET_JOBS / 2], p95: times[QUIET_JOBS * 0.95], max: times.at(-1) };
}

/** A key with many documents, and one that comes later. */
async function late() {
  const worker = await startJobServer({ ...settings, slots: 1, gate: () => delay(DOCUMENT_MS) });
  const [many, few] = [await newKey(), await newKey()];
  const big = await front.jobs.submit(many.key, jobOf(many.file, MANY));
  while (worker.ran.length < 20) await delay(10);
  const before = worker.ran.length;
  const { job } = await front.jobs.submit(few.key, jobOf(few.file, LATE));
  await front.jobs.waitForEnd(few.key, job.id, LONG_MS, never);
  const since = worker.ran.slice(before);
  const first = since.indexOf(few.key.id);
  const last = since.lastIndexOf(few.key.id);
  await front.jobs.cancel(big.job);
  await worker.close();
  return {
    documentsBeforeItsFirst: first,
    othersUntilItWasThrough: since.slice(first, last).filter((id) => id === many.key.id).length,
    ofItsOwn: LATE,
  };
}

/** CPU milliseconds of PostgreSQL for a fetch, with few and with many that wait. */
async function fetches() {
  // Alone with its queue: a server looks after leases and the list meanwhile.
  await front.close();
  const db = await openDatabase({ dataDir: '/nowhere', databaseUrl: postgres.url });
  const queue = createJobQueue(db, 'bench', true);
  const few = await cost(db, queue, FEW);
  const many = await cost(db, queue, WAITING);
  await db.destroy();
  return { few: FEW, cpuMsOfFew: few, many: WAITING, cpuMsOfMany: many, ratio: many / few };
}

async function cost(db: Database, queue: JobQueue, waiting: number): Promise<number> {
  const key = { id: `bench ${waiting}` };
  const job = `job_bulk_${waiting}`;
  // Statements of the server's own connections end after seconds.
  const bulk = new pg.Client({ connectionString: postgres.url });
  await bulk.connect();
  await bulk.query('delete from job_documents');
  await bulk.query(
    `insert into jobs (id, key_id, fingerprint, state, total, open, done, failed, cancelled, bytes_in, bytes_out,
    keep_hours, labels, created_at) values ($1, $2, '', 'queued', $3, $3, 0, 0, 0, 0, 0, 1, '{}', 0)`,
    [job, key.id, waiting],
  );
  await bulk.query(
    `insert into job_documents (id, job_id, key_id, n, state, tag, attempts, file_id, options, has_password, bytes_in)
    select $1::text || '.' || n, $1, $2, n, 'queued', n, 0, '', '{}', 0, 0 from generate_series($3::int, 1, -1) n`,
    [job, key.id, waiting],
  );
  // As autovacuum does in its own time.
  await bulk.query('vacuum analyze job_documents');
  await bulk.end();
  for (let n = 0; n < 50; n += 1) await queue.take(Date.now(), { from: 'store' });
  const before = await cpuMs(db);
  for (let n = 0; n < TAKES; n += 1) await queue.take(Date.now(), { from: 'store' });
  return ((await cpuMs(db)) - before) / TAKES;
}

/** CPU time of all connections (Linux), with 100 ticks in a second. */
async function cpuMs(db: Database): Promise<number> {
  const { rows } = await sql<{
    pid: number;
  }>`select pid from pg_stat_activity where backend_type = 'client backend'`.execute(db);
  return rows.reduce((sum, { pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) * 10;
  }, 0);
}
