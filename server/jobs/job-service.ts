import type { Logger } from 'pino';
import type { BestEffortWrites } from '../db/best-effort-writes.ts';
import { type DatabaseClock, followClock } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import type { ByteBudget } from '../limits/byte-budget.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { JobRunner } from '../pool/job.ts';
import type { Buckets } from '../store/buckets.ts';
import type { Store } from '../store/folder-store.ts';
import type { DeliveryDeps } from './hooks/deliver.ts';
import { createWebhooks, type Webhooks } from './hooks/webhooks.ts';
import { createJobWorker, type JobWorker } from './job-worker.ts';
import type { JobLimits } from './limits.ts';
import { createJobOverview, type JobOverview } from './overview/job-overview.ts';
import { createRemotePlaces } from './places/remote-places.ts';
import { createJobChanges, type JobChanges } from './queue/changes.ts';
import { createHeartbeat } from './queue/heartbeat.ts';
import type { JobQueue } from './queue/job-queue.ts';
import type { LaneRoom } from './remote-lane.ts';
import type { Sealer } from './sealer.ts';
import { createJobCommands, type JobCommands } from './service/job-commands.ts';
import { createJobReads, type JobReads } from './service/job-reads.ts';
import { createJobUpkeep, type JobUpkeep } from './service/job-upkeep.ts';
import { createStoreUse } from './stored/store-use.ts';

export interface JobServiceDeps {
  readonly db: Database;
  readonly queue: JobQueue;
  /** Names this process in the leases that it holds. */
  readonly workerId: string;
  readonly store: Store;
  readonly runner: JobRunner;
  readonly hasFreePlace: () => boolean;
  readonly budget: ByteBudget;
  readonly sealer: Sealer;
  readonly outbound: Outbound;
  readonly buckets: Buckets;
  /** For a document that is read from an address or a bucket. */
  readonly maxDocumentBytes: number;
  readonly bookkeeping: BestEffortWrites;
  readonly log: Logger;
  readonly slots: number;
  readonly onEventEnd?: DeliveryDeps['onEventEnd'];
  /** Room for documents whose input or output is elsewhere. */
  readonly lane: LaneRoom;
  /** Set if other processes work on the same database. */
  readonly shared?: SharedJobs | undefined;
  readonly limits: JobLimits;
  readonly now?: () => number;
}

export interface SharedJobs {
  /** URL of the PostgreSQL. */
  readonly databaseUrl: string;
  readonly clock: DatabaseClock;
  /** A process not seen for this long has lost its documents. */
  readonly deadMs: number;
}

/** Jobs of keys. A key sees its own jobs and those of the keys it replaced. */
export interface JobService extends JobReads, JobCommands, Pick<JobUpkeep, 'sweep'>, Pick<JobWorker, 'load'> {
  readonly limits: JobLimits;
  readonly webhooks: Webhooks;
  readonly overview: JobOverview;
  /** Queues again what the last process left running, and starts work. */
  start(): Promise<void>;
  /** Takes nothing new. Resolves when all running documents have ended. */
  stop(): Promise<void>;
  /** Puts running documents back in line at once; `stop` then resolves. */
  handBack(): Promise<void>;
}

export function createJobService(deps: JobServiceDeps): JobService {
  const { db, store, limits, shared } = deps;
  // Processes whose clocks differ agree on when things expire. Each beat of the heart reads the shared clock.
  const followed = shared && followClock(shared.clock);
  const now = deps.now ?? followed?.now ?? Date.now;
  const clock = followed?.clock ?? (async () => now());
  const webhooks = createWebhooks({ ...deps, clock });
  const changes = wakingWebhooks(createJobChanges(shared?.databaseUrl), webhooks);
  const remote = createRemotePlaces(deps.outbound, deps.buckets, deps.maxDocumentBytes);
  const use = createStoreUse(db, limits.storeBytes);
  const isShared = shared !== undefined;
  const parts = { ...deps, webhooks, changes, remote, use, isShared, clock, now };
  const worker = createJobWorker(parts);
  const heartbeat =
    shared &&
    createHeartbeat({
      ...parts,
      ...shared,
      clock,
      leases: worker.leases,
      onLost: worker.abort,
      onBeat: worker.wake,
      onRequeued: changes.announceWork,
    });
  const upkeep = createJobUpkeep({ ...parts, heartbeat, jobDays: limits.jobDays });

  return {
    ...createJobReads(db, store, changes),
    ...createJobCommands({ ...parts, worker }),
    limits,
    webhooks,
    overview: createJobOverview(parts),
    sweep: upkeep.sweep,
    async start() {
      await upkeep.start();
      changes.onWork(worker.wake);
      webhooks.start();
      worker.wake();
    },
    async stop() {
      upkeep.stop();
      await worker.stop();
      await webhooks.stop();
      await heartbeat?.stop();
      changes.close();
    },
    load: worker.load,
    handBack: worker.handBack,
  };
}

/** A job that changed may have written an event for a webhook. */
function wakingWebhooks(changes: JobChanges, webhooks: Webhooks): JobChanges {
  return {
    ...changes,
    tell(jobId) {
      changes.tell(jobId);
      webhooks.wake();
    },
  };
}
