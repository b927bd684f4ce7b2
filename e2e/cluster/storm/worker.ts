// A worker of the storm: queue, leases, store and webhooks as shipped; a document takes a moment and no processor.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { createBestEffortWrites } from '../../../server/db/best-effort-writes.ts';
import { databaseClock } from '../../../server/db/clock.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { createJobService } from '../../../server/jobs/job-service.ts';
import { createJobQueue } from '../../../server/jobs/queue/job-queue.ts';
import { createSealer, SECRET_BYTES } from '../../../server/jobs/sealer.ts';
import { createByteBudget } from '../../../server/limits/byte-budget.ts';
import { JobCancelled, type JobOutcome, type JobRunner } from '../../../server/pool/job.ts';
import { createBuckets } from '../../../server/store/buckets.ts';
import { folderStore } from '../../../server/store/folder-store.ts';
import { loopbackOutbound } from '../../../server/testing/loopback-service.ts';

/** The first argument, as JSON. */
export interface StormWorkerSettings {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly receiverPort: number;
  readonly deadMs: number;
  /** Shortest and longest time of a document. */
  readonly documentMs: readonly [least: number, most: number];
}

const SLOTS = 2;

// Written by storm.ts.
const settings = JSON.parse(process.argv[2] ?? '') as StormWorkerSettings;
const { databaseUrl, folder, deadMs, documentMs } = settings;
const storage = { dataDir: '/nowhere', databaseUrl };
const workerId = `storm-${process.pid}`;
const log = pino({ level: 'silent' });

const never = () => Promise.reject(new Error('not asked for'));
const runner: JobRunner = {
  isFull: () => false,
  retryAfterS: () => 1,
  async run({ buffer, byteLength }, signal): Promise<JobOutcome> {
    const [least, most] = documentMs;
    await delay(least + Math.random() * (most - least));
    if (signal.aborted) throw new JobCancelled();
    // The cast: jobs read no more than this of a report.
    const report = { warnings: [], unchanged: true } as unknown as Extract<
      JobOutcome,
      { ok: true }
    >['report'];
    return { ok: true, bytes: new Uint8Array(buffer, 0, byteLength), report, queuedMs: 0, runMs: 0 };
  },
  inspect: never,
  verify: never,
  close: async () => {},
};

const db = await openDatabase(storage);
const jobs = createJobService({
  db,
  queue: createJobQueue(db, workerId, true),
  workerId,
  store: folderStore(join(folder, 'files')),
  runner,
  hasFreePlace: () => true,
  budget: createByteBudget(64 * 1024 * 1024),
  outbound: loopbackOutbound(settings.receiverPort),
  buckets: createBuckets([], { send: never }),
  maxDocumentBytes: 1024 * 1024,
  sealer: createSealer([Buffer.alloc(SECRET_BYTES)]),
  bookkeeping: createBestEffortWrites(log, () => undefined),
  log,
  slots: SLOTS,
  lane: { places: 8, bytes: 1e6 },
  limits: { openPerKey: 1, storeBytes: 1e9, resultHours: 1, jobDays: 1 },
  shared: { databaseUrl, clock: databaseClock(db, storage), deadMs },
});
await jobs.start();
process.stdout.write('ready\n');
process.once('SIGTERM', async () => {
  await jobs.stop();
  await db.destroy();
});
