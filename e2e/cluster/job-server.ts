import { join } from 'node:path';
import { pino } from 'pino';
import { createBestEffortWrites } from '../../server/db/best-effort-writes.ts';
import { databaseClock } from '../../server/db/clock.ts';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { createJobService, type JobService } from '../../server/jobs/job-service.ts';
import { createJobQueue, type JobQueue } from '../../server/jobs/queue/job-queue.ts';
import { createSealer, SECRET_BYTES } from '../../server/jobs/sealer.ts';
import type { WantedJob } from '../../server/jobs/wanted-job.ts';
import { createByteBudget } from '../../server/limits/byte-budget.ts';
import { createOutbound, type Outbound } from '../../server/outbound/outbound.ts';
import type { JobRunner } from '../../server/pool/job.ts';
import { folderStore } from '../../server/store/folder-store.ts';
import { inlineRunner } from '../../server/testing/inline-runner.ts';
import { NO_BUCKETS } from '../../server/testing/service.ts';
import { OPTION_SETS } from '../../shared/index.ts';

/** Jobs of one server, as `start-jobs.ts` puts them together, with the core in the thread of the test. */
export interface JobServer {
  readonly db: Database;
  readonly queue: JobQueue;
  readonly jobs: JobService;
  /** Keys of the documents that it ran, in order. */
  readonly ran: readonly string[];
  close(): Promise<void>;
}

export interface JobServerSettings {
  readonly databaseUrl: string;
  /** Files of all servers are in `files` of this folder. */
  readonly folder: string;
  /** 0: takes jobs in and works on none. */
  readonly slots?: number;
  /** A document that has begun ends only after this. */
  readonly gate?: () => Promise<void>;
  /** Default: refuses every address. */
  readonly outbound?: Outbound;
  readonly openPerKey?: number;
  /** How far the shared clock is ahead of this process's own. */
  readonly clockAheadMs?: number;
}

const NO_OUTBOUND = createOutbound({ hosts: [], ports: [], totalMs: 1000, idleMs: 1000 });
let servers = 0;

export async function startJobServer(settings: JobServerSettings): Promise<JobServer> {
  const {
    databaseUrl,
    folder,
    slots = 2,
    gate = async () => {},
    outbound = NO_OUTBOUND,
    clockAheadMs = 0,
  } = settings;
  const log = pino({ level: 'silent' });
  servers += 1;
  const workerId = `server-${servers}`;
  const storage = { dataDir: '/nowhere', databaseUrl };
  const db = await openDatabase(storage);
  const clock = databaseClock(db, storage);
  const queue = createJobQueue(db, workerId, true);
  const core = inlineRunner();
  const ran: string[] = [];
  const runner: JobRunner = {
    ...core,
    async run(job, signal) {
      ran.push(job.client ?? '');
      await gate();
      return core.run(job, signal);
    },
  };
  const jobs = createJobService({
    db,
    queue,
    workerId,
    store: folderStore(join(folder, 'files')),
    runner,
    hasFreePlace: () => true,
    budget: createByteBudget(64 * 1024 * 1024),
    outbound,
    buckets: NO_BUCKETS,
    maxDocumentBytes: 1024 * 1024,
    sealer: createSealer([Buffer.alloc(SECRET_BYTES)]),
    bookkeeping: createBestEffortWrites(log, () => undefined),
    log,
    slots,
    lane: { places: 8, bytes: 1e6 },
    limits: { openPerKey: settings.openPerKey ?? 100, storeBytes: 1e9, resultHours: 1, jobDays: 1 },
    shared: { databaseUrl, clock: async () => (await clock()) + clockAheadMs, deadMs: 15_000 },
  });
  await jobs.start();
  return {
    db,
    queue,
    jobs,
    ran,
    async close() {
      await jobs.stop();
      await db.destroy();
    },
  };
}

/** A call with the same file many times. */
export function jobOf(upload: string, count: number, idempotencyKey?: string): WantedJob {
  return {
    documents: Array.from({ length: count }, (_, n) => ({
      ref: `${n}`,
      input: { upload },
      options: OPTION_SETS.api,
      password: undefined,
    })),
    keepHours: 1,
    labels: {},
    name: idempotencyKey === undefined ? undefined : { idempotencyKey, fingerprint: 'the same' },
    isCounted: false,
  };
}
