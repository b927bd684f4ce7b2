import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { type DestinationStream, pino } from 'pino';
import { createAccounts } from '../accounts/account-service.ts';
import { createPasswords } from '../accounts/passwords.ts';
import { createAgentFileStores } from '../agents/file-stores.ts';
import { type AppDeps, createApp } from '../app.ts';
import { createAuditLog } from '../audit/audit-log.ts';
import { createBestEffortWrites } from '../db/best-effort-writes.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { createHealthCheck } from '../db/health.ts';
import type { AppEnv } from '../http/app-env.ts';
import { DATA_RATE_WINDOW_MS } from '../http/min-data-rate.ts';
import { createIdempotencyStore } from '../idempotency/idempotency-store.ts';
import { createResultCache } from '../idempotency/result-cache.ts';
import { createJobService, type JobService } from '../jobs/job-service.ts';
import type { JobLimits } from '../jobs/limits.ts';
import { countEvents } from '../jobs/overview/work-metrics.ts';
import { createJobQueue } from '../jobs/queue/job-queue.ts';
import { createSealer, SECRET_BYTES } from '../jobs/sealer.ts';
import { createKeyService, type KeyService } from '../keys/key-service.ts';
import { createLifecycle } from '../lifecycle.ts';
import { createByteBudget } from '../limits/byte-budget.ts';
import { createCounters } from '../limits/counters.ts';
import { createMetrics } from '../ops/metrics.ts';
import { createOutbound, type Outbound } from '../outbound/outbound.ts';
import { type Buckets, createBuckets } from '../store/buckets.ts';
import { folderStore } from '../store/folder-store.ts';
import { createUsageRecorder, type UsageRecorder } from '../usage/usage-recorder.ts';
import { migratedFolder } from './in-memory-folder.ts';
import { inlineRunner } from './inline-runner.ts';

/** The whole app with a database in a temporary folder, jobs in this thread, and an API key. */
export interface TestService {
  readonly app: Hono<AppEnv>;
  readonly db: Database;
  /** Holds the database and the files of jobs. */
  readonly folder: string;
  readonly asyncJobs: JobService;
  readonly keys: KeyService;
  readonly usage: UsageRecorder;
  /** The secret of a valid key. */
  readonly key: string;
  /** All log lines so far. */
  readonly logLines: readonly Record<string, unknown>[];
  /** The clock of the keys, in epoch milliseconds. */
  readonly clock: { now: number };
  close(): Promise<void>;
}

/** Refuses every address. */
export const NO_BUCKETS = createBuckets([], { send: () => Promise.reject(new Error('no S3 here')) });
/** Hashing takes a moment instead of half a second. */
const CHEAP = { logN: 4, r: 8, p: 1 };

export async function startTestService(
  deps: Partial<AppDeps> = {},
  jobLimits: Partial<JobLimits> = {},
  outbound: Outbound = createOutbound({ hosts: [], ports: [], totalMs: 1000, idleMs: 1000 }),
  buckets: Buckets = NO_BUCKETS,
): Promise<TestService> {
  const folder = await migratedFolder();
  const db = await openDatabase({ dataDir: folder });
  const clock = { now: 1_800_000_000_000 };
  const keys = createKeyService(db, () => clock.now);
  const now = () => clock.now;
  const { secret } = await keys.create({ name: 'test' });
  const logLines: Record<string, unknown>[] = [];
  const log = pino({ level: 'trace' }, collector(logLines));
  const budget = deps.budget ?? createByteBudget(64 * 1024 * 1024);
  const metrics = createMetrics({ budget });
  const bookkeeping = createBestEffortWrites(log, metrics.unwritten);
  const usage = createUsageRecorder(db, bookkeeping, now);
  const runner = deps.jobs ?? inlineRunner();
  const asyncJobs = createJobService({
    db,
    workerId: 'test',
    queue: createJobQueue(db, 'test', false),
    store: folderStore(join(folder, 'files')),
    runner,
    hasFreePlace: () => true,
    budget,
    outbound,
    buckets,
    maxDocumentBytes: 1024 * 1024,
    sealer: createSealer([randomBytes(SECRET_BYTES)]),
    bookkeeping,
    log,
    slots: 1,
    onEventEnd: countEvents(metrics.registry),
    lane: { places: 8, bytes: 16 * 1024 * 1024 },
    limits: {
      openPerKey: 20_000,
      storeBytes: 64 * 1024 * 1024,
      resultHours: 24,
      jobDays: 30,
      ...jobLimits,
    },
    now,
  });
  await asyncJobs.start();
  const app = createApp({
    jobs: runner,
    asyncJobs,
    keys,
    usage,
    dashboard: {
      accounts: createAccounts(db, createPasswords(CHEAP), now),
      audit: createAuditLog(db, bookkeeping, now),
      db,
      now,
    },
    log,
    lifecycle: createLifecycle(),
    databaseState: createHealthCheck(db, () => bookkeeping.isFailing),
    maxUploadBytes: 1024 * 1024,
    minDataRate: { bytesPerS: 0, windowMs: DATA_RATE_WINDOW_MS },
    answered: createIdempotencyStore(db, bookkeeping, createResultCache(16 * 1024 * 1024, now), now),
    fileStores: createAgentFileStores(4 * 1024 * 1024, now),
    corsOrigins: [],
    budget,
    isComplete: true,
    metrics,
    limits: { counters: createCounters(), perKey: 0, perAddress: 0, trustProxy: false },
    trustProxy: false,
    ...deps,
  });
  return {
    app,
    db,
    folder,
    asyncJobs,
    keys,
    usage,
    key: secret,
    logLines,
    clock,
    async close() {
      await asyncJobs.stop();
      await usage.flush();
      await db.destroy();
      await rm(folder, { recursive: true });
    },
  };
}

function collector(lines: Record<string, unknown>[]): DestinationStream {
  return { write: (line) => void lines.push(JSON.parse(line)) };
}
