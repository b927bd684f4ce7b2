import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { createKeyService } from '../../../server/keys/key-service.ts';
import { type JobServer, jobOf, startJobServer } from '../job-server.ts';
import { startPostgres } from '../postgres.ts';
import { removeFolder, temporaryFolder, until } from '../programs.ts';
import { type StormReceiver, startStormReceiver } from './receiver.ts';
import { buildStormWorker, startStormWorkers } from './workers.ts';

/** Events during the work on jobs. */
export interface StormPlan {
  readonly documents: number;
  /** Each has one job and one webhook. */
  readonly keys: number;
  readonly workers: number;
  readonly killEveryMs: number;
  /** How many must have happened before the storm ends, and at most. */
  readonly kills: readonly [least: number, most: number];
  /** PostgreSQL is restarted, fast and immediate in turns. */
  readonly restarts: number;
  readonly restartEveryMs: number;
  /** The receiver answers 503 from the first event on, for this long. */
  readonly receiverDownMs: number;
  /** The schedule of webhooks runs so many times as fast: waiting events are moved towards now. */
  readonly timeScale: number;
  readonly deadMs: number;
  readonly documentMs: readonly [least: number, most: number];
  /** Gives up after this. */
  readonly limitMs: number;
}

export interface StormReport {
  readonly seconds: number;
  readonly killed: number;
  readonly endedByThemselves: number;
  readonly restarts: number;
  readonly states: Readonly<Record<string, number>>;
  /** Documents that were begun more than once, and the most that one was begun. */
  readonly begunAgain: number;
  readonly mostAttempts: number;
  /** Sum over jobs of documents that ended well; a second end of one would count twice. */
  readonly counted: number;
  readonly open: number;
  readonly results: number;
  readonly missingFiles: number;
  /** Files of workers that were killed between file and row; removed an hour later. */
  readonly orphans: number;
  readonly events: number;
  readonly eventsTaken: number;
  readonly deliveries: number;
  readonly refused: number;
  readonly badSignatures: number;
}

const STEP_MS = 250;

/** Runs a storm with a PostgreSQL, workers and a receiver of its own. */
export async function runStorm(plan: StormPlan): Promise<StormReport> {
  const [postgres, folder, receiver] = await Promise.all([
    startPostgres(),
    temporaryFolder('storm'),
    startStormReceiver(),
  ]);
  receiver.isDown = true;
  const front = await startJobServer({
    databaseUrl: postgres.url,
    folder,
    slots: 0,
    outbound: receiver.outbound,
    openPerKey: plan.documents,
  });
  await submitAll(front, receiver, plan);
  await buildStormWorker();
  let began = performance.now();
  const passed = () => performance.now() - began;
  const workers = startStormWorkers(plan.workers, {
    databaseUrl: postgres.url,
    folder,
    receiverPort: Number(new URL(receiver.origin).port),
    deadMs: plan.deadMs,
    documentMs: plan.documentMs,
  });
  await until('all workers are ready', async () => workers.areReady());
  began = performance.now();
  const [leastKills, mostKills] = plan.kills;
  let [restarts, nextKill, lastShift, downSince] = [0, plan.killEveryMs, 0, Number.POSITIVE_INFINITY];
  while (passed() < plan.limitMs) {
    await delay(STEP_MS);
    if (receiver.counts.refused > 0) downSince = Math.min(downSince, passed());
    if (passed() >= downSince + plan.receiverDownMs) receiver.isDown = false;
    const isKill = passed() >= nextKill && workers.counts.killed < mostKills;
    // While one starts, the few at work would be killed again and again with the same documents.
    if (isKill && workers.areReady() && workers.killOne()) nextKill = passed() + plan.killEveryMs;
    if (restarts < plan.restarts && passed() >= (restarts + 1) * plan.restartEveryMs) {
      await postgres.stop(restarts % 2 === 0 ? 'SIGINT' : 'SIGQUIT');
      await postgres.start();
      restarts += 1;
    }
    const shiftMs = (passed() - lastShift) * (plan.timeScale - 1);
    const isDone = await moveOn(front, Math.round(shiftMs)).catch(() => undefined);
    if (isDone !== undefined) lastShift = passed();
    if (isDone && restarts === plan.restarts && workers.counts.killed >= leastKills) break;
  }
  const seconds = passed() / 1000;
  await workers.stop();
  const report = {
    seconds: Math.round(seconds),
    ...workers.counts,
    restarts,
    ...(await readRows(front)),
    ...(await compareFiles(front, folder)),
    eventsTaken: receiver.taken.size,
    deliveries: [...receiver.taken.values()].reduce((sum, count) => sum + count, 0),
    ...receiver.counts,
  };
  await front.close();
  receiver.close();
  await postgres.remove();
  await removeFolder(folder);
  return report;
}

/** Rules that a storm broke; empty if all is well. */
export function stormFaults(plan: StormPlan, report: StormReport): readonly string[] {
  const { documents, keys } = plan;
  const wanted: readonly (readonly [string, number | undefined, number])[] = [
    ['documents done', report.states.done, documents],
    ['documents counted as done', report.counted, documents],
    ['results', report.results, documents],
    ['results without a file', report.missingFiles, 0],
    ['open documents', report.open, 0],
    ['workers ended by themselves', report.endedByThemselves, 0],
    // One of each document and one of each job.
    ['events', report.events, documents + keys],
    ['events taken by the receiver', report.eventsTaken, documents + keys],
    ['bad signatures', report.badSignatures, 0],
    ['restarts of PostgreSQL', report.restarts, plan.restarts],
  ];
  return wanted.flatMap(([what, is, should]) => (is === should ? [] : `${what}: ${is}, not ${should}`));
}

async function submitAll(front: JobServer, receiver: StormReceiver, plan: StormPlan): Promise<void> {
  const keys = createKeyService(front.db);
  for (let n = 0; n < plan.keys; n += 1) {
    const { key } = await keys.create({ name: `storm ${n}` });
    const path = `/hook/${n}`;
    const { webhook, secret } = await front.jobs.webhooks.create(key, receiver.origin + path);
    receiver.secrets.set(path, secret);
    const { file } = await front.jobs.keepFile(key, Buffer.from('%PDF-1.7 of the storm'));
    const first = Math.floor((plan.documents * n) / plan.keys);
    const count = Math.floor((plan.documents * (n + 1)) / plan.keys) - first;
    const events = 'document.done document.failed job.ended';
    await front.jobs.submit(key, { ...jobOf(file.id, count), webhook: { id: webhook.id, events } });
  }
}

/** Lets `ms` pass for events that wait. Returns whether all documents have ended and all events are delivered. */
async function moveOn({ db }: JobServer, ms: number): Promise<boolean> {
  await sql`update webhook_events set next_at = next_at - ${ms}
    where next_at > extract(epoch from clock_timestamp()) * 1000`.execute(db);
  const { rows } = await sql<{ open: number }>`select
    (select coalesce(sum(open), 0) from jobs)
    + (select count(*) from webhook_events where delivered_at is null) as open`.execute(db);
  return Number(rows[0]!.open) === 0;
}

async function readRows({ db }: JobServer) {
  const { rows } = await sql<{ state: string; count: number; again: number; most: number; results: number }>`
    select state, count(*) as count, count(*) filter (where attempts > 1) as again, max(attempts) as most,
      count(distinct output) as results from job_documents group by state`.execute(db);
  const all = await sql<{ counted: number; open: number; events: number }>`select
    (select sum(done) from jobs) as counted, (select sum(open) from jobs) as open,
    (select count(*) from webhook_events) as events`.execute(db);
  const { counted, open, events } = all.rows[0]!;
  return {
    states: Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)])),
    begunAgain: rows.reduce((sum, { again }) => sum + Number(again), 0),
    mostAttempts: rows.reduce((most, row) => Math.max(most, Number(row.most)), 0),
    results: rows.reduce((sum, { results }) => sum + Number(results), 0),
    counted: Number(counted),
    open: Number(open),
    events: Number(events),
  };
}

async function compareFiles({ db }: JobServer, folder: string) {
  const rows = await db.selectFrom('job_documents').select('output').execute();
  const names = new Set((await readdir(join(folder, 'files'))).filter((name) => /^out_\w+$/.test(name)));
  const missingFiles = rows.filter(({ output }) => output === null || !names.has(output)).length;
  return { missingFiles, orphans: names.size - (rows.length - missingFiles) };
}
