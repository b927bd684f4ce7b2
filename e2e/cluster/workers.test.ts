import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { createKeyService } from '../../server/keys/key-service.ts';
import { freePort } from '../support/free-port.ts';
import { pdfOf } from './cluster.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { type Program, removeFolder, startProgram, temporaryFolder, until } from './programs.ts';
import { createReplica, type Replica } from './replica.ts';

const COMMAND = fileURLToPath(new URL('../../dist/package/pagelight.js', import.meta.url));
/** Asks Prometheus for what workers are scaled by. */
const SCALING = fileURLToPath(
  new URL('../../deploy/kubernetes/overlays/keda/scaled-object.yaml', import.meta.url),
);
const DOCUMENTS = 200;
/** Enough to meet a process in the middle of one. */
const SOME = 60;
/** Also what a worker dies with within the 20 seconds that are promised. */
const WORKER_DEAD_S = '3';

let postgres: Postgres;
let db: Database;
let folder: string;
let replica: Replica;
let secret: string;
let settings: Record<string, string>;
const workers: Program[] = [];
beforeAll(async () => {
  [postgres, folder] = await Promise.all([startPostgres(), temporaryFolder('jobs')]);
  settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    JOBS: 'on',
    JOBS_SECRET: randomBytes(32).toString('base64'),
    JOBS_DIR: join(folder, 'shared'),
    WORKER_DEAD_S,
    CONCURRENCY: '1',
    WORKER_THREADS: '1',
    JOB_NICENESS: '0',
    RATE_LIMIT_PER_MINUTE: '0',
  };
  replica = await createReplica({ ...settings, JOBS_DIR: join(folder, 'shared') });
  await replica.start();
  db = await openDatabase({ dataDir: folder, databaseUrl: postgres.url });
  secret = (await createKeyService(db).create({ name: 'jobs' })).secret;
});
afterAll(async () => {
  for (const worker of workers) await worker.stop('SIGKILL');
  await db?.destroy();
  await replica?.remove();
  await postgres.remove();
  await removeFolder(folder);
});

// biome-ignore lint/suspicious/noExplicitAny: JSON of the API
type Json = any;

async function ask(path: string, init: RequestInit = {}): Promise<Json> {
  const headers = { Authorization: `Bearer ${secret}`, ...init.headers };
  const answer = await fetch(`${replica.origin}/api/v1/${path}`, { ...init, headers });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return answer.json();
}

function startWorker(port = 0): Program {
  const env = { ...settings, WORK_PORT: String(port) };
  const worker = startProgram(process.execPath, [COMMAND, 'work'], { env });
  workers.push(worker);
  return worker;
}

const running = (pid: number) =>
  db
    .selectFrom('job_documents')
    .select(['id', 'attempts', 'worker_id'])
    .where('state', '=', 'running')
    .where('worker_id', 'like', `%-${pid}-%`)
    .execute();

test('of two workers and a server one dies in the middle, and each document has exactly one result', async () => {
  const port = await freePort();
  const [dying, staying] = [startWorker(), startWorker(port)];
  for (const worker of [dying, staying])
    await until('the worker is there', async () => worker.output().includes('working on jobs'), worker);
  expect(await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()).toEqual({ status: 'ready' });
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  // Both workers and the server, with a slot each.
  for (const name of ['workers', 'slots'])
    expect(metrics).toMatch(new RegExp(`^pagelight_jobs_${name} 3$`, 'm'));
  const scaling = await readFile(SCALING, 'utf8');
  for (const [name] of scaling.matchAll(/\bpagelight_\w+/g))
    expect(metrics).toMatch(new RegExp(`^${name}\\b`, 'm'));
  const { id: upload } = await ask('files', {
    method: 'POST',
    headers: { 'Content-Type': 'application/pdf' },
    body: await pdfOf(100_000),
  });
  const submit = (length: number) =>
    ask('jobs', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ documents: Array.from({ length }, () => ({ input: { upload } })) }),
    });
  const job = await submit(DOCUMENTS);
  const pid = dying.child.pid!;
  let held: readonly string[] = [];
  await until('the worker is stopped in the middle of a document', async () => {
    process.kill(pid, 'SIGSTOP');
    held = (await running(pid)).map(({ id }) => id);
    if (held.length === 0) process.kill(pid, 'SIGCONT');
    return held.length > 0;
  });
  await dying.stop('SIGKILL');
  let state = job;
  while (state.state !== 'ended') state = await ask(`jobs/${job.id}`, { headers: { Prefer: 'wait=30' } });
  expect(state).toMatchObject({ outcome: 'done', counts: { done: DOCUMENTS, failed: 0 } });
  const rows = await db.selectFrom('job_documents').selectAll().where('job_id', '=', job.id).execute();
  expect(new Set(rows.map(({ output }) => output)).size).toBe(DOCUMENTS);
  const again = rows.filter(({ attempts }) => attempts > 1).map(({ id }) => id);
  // Its last statement may have been on its way to the database.
  expect([[], held]).toContainEqual(again);
  const files = await readdir(settings.JOBS_DIR!);
  expect(files).toEqual(expect.arrayContaining(rows.map(({ output }) => output)));

  // A signal lets the document end, and none is begun a second time.
  const next = await submit(SOME);
  await until(
    'the other worker is at a document',
    async () => (await running(staying.child.pid!)).length > 0,
  );
  await staying.stop('SIGTERM');
  state = next;
  while (state.state !== 'ended') state = await ask(`jobs/${next.id}`, { headers: { Prefer: 'wait=30' } });
  expect(state).toMatchObject({ outcome: 'done', counts: { done: SOME } });
  const attempts = await db
    .selectFrom('job_documents')
    .select('attempts')
    .where('job_id', '=', next.id)
    .execute();
  expect(attempts.every((row) => row.attempts === 1)).toBe(true);

  // At the second signal it hands its document back, although that would never end: its process is stopped.
  const leaving = startWorker();
  const third = await submit(SOME);
  const children = () => childrenOf(leaving.child.pid!);
  await until('a document is stopped in the middle', async () => {
    for (const pid of children()) process.kill(pid, 'SIGSTOP');
    if ((await running(leaving.child.pid!)).length > 0) return true;
    for (const pid of children()) process.kill(pid, 'SIGCONT');
    return false;
  });
  const stopped = await running(leaving.child.pid!);
  leaving.child.kill('SIGTERM');
  await until('it drains', async () => leaving.output().includes('draining'), leaving);
  expect(await running(leaving.child.pid!)).toEqual(stopped);
  await leaving.stop('SIGTERM');
  expect(leaving.child.exitCode).toBe(0);
  state = third;
  while (state.state !== 'ended') state = await ask(`jobs/${third.id}`, { headers: { Prefer: 'wait=30' } });
  expect(state).toMatchObject({ outcome: 'done', counts: { done: SOME, failed: 0 } });
  const tries = await db
    .selectFrom('job_documents')
    .select(['id', 'attempts'])
    .where('job_id', '=', third.id)
    .execute();
  expect(tries.filter((row) => row.attempts !== 1)).toEqual([]);
  // Who died or left is forgotten; the server goes on.
  expect(await db.selectFrom('job_workers').select('id').execute()).toHaveLength(1);
});

/** Processes that this one has started (Linux). */
function childrenOf(pid: number): readonly number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  return readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number);
}
