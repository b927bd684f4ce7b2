import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createS3 } from '../library/node/s3/s3.ts';
import type { Config } from './config.ts';
import type { BestEffortWrites } from './db/best-effort-writes.ts';
import { databaseClock } from './db/clock.ts';
import type { Database } from './db/database.ts';
import { createJobService, type JobService } from './jobs/job-service.ts';
import { countEvents, watchWork, watchWorker } from './jobs/overview/work-metrics.ts';
import { createJobQueue } from './jobs/queue/job-queue.ts';
import { createSealer, secretIn } from './jobs/sealer.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { ByteBudget } from './limits/byte-budget.ts';
import type { Metrics } from './ops/metrics.ts';
import { createOutbound } from './outbound/outbound.ts';
import type { DocumentPool } from './pool/pool.ts';
import { createBuckets } from './store/buckets.ts';
import { folderStore } from './store/folder-store.ts';

export interface JobParts {
  readonly db: Database;
  readonly pool: DocumentPool;
  readonly budget: ByteBudget;
  readonly bookkeeping: BestEffortWrites;
  readonly lifecycle: Lifecycle;
  readonly metrics: Pick<Metrics, 'registry'>;
  readonly log: Logger;
  /** Maximum number of documents at a time; by default requests find a place at once where there is more than one. */
  readonly slots?: number;
}

type JobConfig = Pick<
  Config,
  'jobs' | 'dataDir' | 'databaseUrl' | 'concurrency' | 'maxUploadBytes' | 'maxInFlightBytes'
>;

/** A slot that does 20-kB documents in 15 ms is kept busy by 14 places where a request takes 100 ms, of which a key gets half. */
const LANE_PLACES = 32;
const LANE_PLACES_PER_SLOT = 32;

/**
 * Takes up the jobs that the last process left and works on, as the settings say. Invariant: one process has the SQLite database,
 * so what its rows call running belongs to no process at a start. With PostgreSQL processes share the work, and take over from the dead.
 */
export async function startJobs(
  config: JobConfig,
  { db, pool, lifecycle, metrics, slots = slotsBeside(config), ...parts }: JobParts,
): Promise<JobService | undefined> {
  if (config.jobs === undefined) return undefined;
  const { databaseUrl } = config;
  const { deadMs } = config.jobs;
  const [first = secretIn(config.dataDir), ...others] = config.jobs.secrets;
  const workerId = `${hostname()}-${process.pid}-${randomUUID()}`;
  const jobs = createJobService({
    ...parts,
    db,
    workerId,
    queue: createJobQueue(db, workerId, databaseUrl !== undefined),
    runner: pool,
    store: folderStore(config.jobs.folder ?? join(config.dataDir, 'files')),
    sealer: createSealer([first, ...others]),
    outbound: createOutbound(config.jobs.outbound),
    maxDocumentBytes: config.maxUploadBytes,
    buckets: createBuckets(config.jobs.buckets, createS3(config.jobs.s3)),
    limits: config.jobs.limits,
    shared: databaseUrl === undefined ? undefined : { databaseUrl, clock: databaseClock(db, config), deadMs },
    slots,
    onEventEnd: countEvents(metrics.registry),
    lane: { places: LANE_PLACES + LANE_PLACES_PER_SLOT * slots, bytes: config.maxInFlightBytes / 4 },
    hasFreePlace: () => {
      const { waiting, running } = pool.load();
      return !lifecycle.draining && waiting === 0 && running < config.concurrency;
    },
  });
  await jobs.start();
  watchWork(metrics.registry, jobs.overview.workState, Date.now);
  watchWorker(metrics.registry, jobs.load, config.jobs.limits.storeBytes);
  return jobs;
}

/** Slots of a server: requests find a place at once where there is more than one. */
function slotsBeside({ jobs, concurrency }: Pick<Config, 'jobs' | 'concurrency'>): number {
  return jobs?.works === false ? 0 : Math.max(1, concurrency - 1);
}
