import type { Logger } from 'pino';
import type { DatabaseClock } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import type { FileRow, JobDocumentRow, JobRow } from '../db/schema.ts';
import { untilAvailable } from '../db/until-available.ts';
import type { ApiKey } from '../keys/key-service.ts';
import type { ByteBudget } from '../limits/byte-budget.ts';
import type { BestEffortWrites } from '../ops/best-effort-writes.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { JobRunner } from '../pool/job.ts';
import { type Problem, ProblemError } from '../problem.ts';
import type { Buckets } from '../store/buckets.ts';
import type { Store } from '../store/folder-store.ts';
import { expireJobs, removeOrphans, removeUnusedFiles } from './expire.ts';
import { createStoreUse, keepFile } from './files.ts';
import { createWebhooks, type Webhooks } from './hooks/webhooks.ts';
import { createJobWorker } from './job-worker.ts';
import { keysOf } from './keys-of.ts';
import type { JobLimits } from './limits.ts';
import { createJobOverview, type JobOverview } from './overview/job-overview.ts';
import { createRemotePlaces } from './places/remote-places.ts';
import { createJobChanges, type JobChanges } from './queue/changes.ts';
import type { JobQueue } from './queue/job-queue.ts';
import { requeueDue } from './queue/postponed.ts';
import { createPresence } from './queue/presence.ts';
import { takeUpAgain } from './queue/take-over.ts';
import { retryDocuments } from './retry.ts';
import type { Sealer } from './sealer.ts';
import { submitJob, type WantedJob } from './submit.ts';
import { cancelDocuments } from './transitions.ts';
import type { QueuePosition } from './views.ts';

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
  /** Where other processes work on the same database. */
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
export interface JobService {
  readonly limits: JobLimits;
  readonly webhooks: Webhooks;
  readonly overview: JobOverview;
  keepFile(key: ApiKey, document: Uint8Array): Promise<{ readonly file: FileRow; readonly isNew: boolean }>;
  submit(key: ApiKey, wanted: WantedJob): Promise<{ readonly job: JobRow; readonly isNew: boolean }>;
  /** @throws ProblemError `not_found` */
  find(key: ApiKey, id: string): Promise<JobRow>;
  /** Resolves when the job ends, after `ms`, or when the caller disconnects. */
  waitForEnd(key: ApiKey, id: string, ms: number, signal: AbortSignal): Promise<JobRow>;
  position(job: JobRow): Promise<QueuePosition | undefined>;
  /** The newest first. */
  list(key: ApiKey, page: JobPage): Promise<readonly JobRow[]>;
  documents(job: JobRow, page: DocumentPage): Promise<readonly JobDocumentRow[]>;
  /** @throws ProblemError `not_found` */
  document(job: JobRow, n: number): Promise<JobDocumentRow>;
  /** @throws ProblemError `not_ended`, `no_result`, `result_gone` */
  result(document: JobDocumentRow): Promise<Buffer<ArrayBuffer>>;
  cancel(job: JobRow): Promise<void>;
  /** Puts documents that failed for a passing reason back in line; returns how many. */
  retry(key: ApiKey, job: JobRow): Promise<number>;
  remove(job: JobRow): Promise<void>;
  /** Removes expired results, files and jobs, and lets postponed documents go on. Also runs by itself. */
  sweep(): Promise<void>;
  /** Queues again what the last process left running, and starts work. */
  start(): Promise<void>;
  /** Takes nothing new. Resolves when all running documents have ended. */
  stop(): Promise<void>;
  /** Puts running documents back in line at once; `stop` then resolves. */
  handBack(): Promise<void>;
}

export interface JobPage {
  readonly state?: string | undefined;
  readonly limit: number;
  /** The id of the last one of the page before. */
  readonly after?: string | undefined;
}

export interface DocumentPage {
  readonly state?: string | undefined;
  readonly limit: number;
  /** The place of the last one of the page before; −1 for the first page. */
  readonly after: number;
}

const SWEEP_MS = 60_000;
const RETRY_MS = 2000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A long poll reads the row again after this time, should a message between processes get lost. */
const LOOK_AGAIN_MS = 5000;
/** A file without a row this old belongs to no process that is at it. */
const ORPHAN_MS = 24 * 60 * 60 * 1000;
const NOT_ENDED_RETRY_S = 2;
/** Counting the whole queue would cost more the longer it is. */
const MAX_COUNTED = 10_000;

export function createJobService(deps: JobServiceDeps): JobService {
  const { db, queue, store, bookkeeping, limits, now = Date.now } = deps;
  const { shared, workerId } = deps;
  const webhooks = createWebhooks({ ...deps, clock: shared?.clock ?? (async () => now()) });
  const told = createJobChanges(shared?.databaseUrl);
  const changes: JobChanges = {
    ...told,
    tell(jobId) {
      told.tell(jobId);
      webhooks.wake();
    },
  };
  const remote = createRemotePlaces(deps.outbound, deps.buckets, deps.maxDocumentBytes);
  const worker = createJobWorker({ ...deps, remote, changes, now });
  const presence =
    shared === undefined
      ? undefined
      : createPresence({
          ...shared,
          db,
          queue,
          log: deps.log,
          workerId,
          slots: deps.slots,
          leases: worker.leases,
          onLost: worker.abort,
          onBeat: worker.wake,
          onRequeued: changes.announceWork,
        });
  const use = createStoreUse(db);
  let sweeping: NodeJS.Timeout | undefined;
  let retrying: NodeJS.Timeout | undefined;

  const sweep = () =>
    bookkeeping.write('jobs', async () => {
      await expireJobs(db, store, limits.jobDays, now());
      await webhooks.expire(now() - limits.jobDays * DAY_MS);
    });
  /** Lets postponed documents go on whose time has come. */
  const retryDue = async () => {
    try {
      if ((await requeueDue(db, queue, now())) > 0) changes.announceWork();
    } catch (error) {
      deps.log.warn(
        { err: error },
        'documents whose input or output failed wait: the database does not answer',
      );
    }
  };
  const inTransaction = db.transaction();

  const find = async (key: ApiKey, id: string): Promise<JobRow> => {
    const job = await db
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', id)
      .where('key_id', 'in', await keysOf(db, key.id))
      .executeTakeFirst();
    if (job === undefined) throw new ProblemError({ code: 'not_found' });
    return job;
  };

  const cancel = async (job: JobRow) => {
    await inTransaction.execute((transaction) => cancelDocuments(transaction, queue, job.id, now()));
    worker.abortJob(job.id);
    changes.tell(job.id);
  };

  return {
    limits,
    webhooks,
    overview: createJobOverview(deps),
    keepFile: (key, document) =>
      keepFile({ db, store, use, maxBytes: limits.storeBytes }, key.id, document, now()),
    async submit(key, wanted) {
      const submitted = await submitJob(
        { db, queue, sealer: deps.sealer, remote, maxOpen: limits.openPerKey, now },
        key,
        wanted,
      );
      changes.announceWork();
      return submitted;
    },
    find,
    async waitForEnd(key, id, ms, signal) {
      const until = performance.now() + ms;
      for (;;) {
        // Subscribes before it reads the row, so an end in between is not missed.
        const change = changes.next(
          id,
          Math.min(LOOK_AGAIN_MS, Math.max(0, until - performance.now())),
          signal,
        );
        const job = await find(key, id);
        if (job.state === 'ended' || signal.aborted || performance.now() >= until) return job;
        await change;
      }
    },
    async position({ id, state }) {
      if (state !== 'queued') return undefined;
      const first = await db
        .selectFrom('job_documents')
        .select((row) => row.fn.min('tag').as('tag'))
        .where('job_id', '=', id)
        .executeTakeFirst();
      const before = await db
        .selectFrom((from) =>
          from
            .selectFrom('job_documents')
            .select('id')
            .where('state', '=', 'queued')
            .where('tag', '<', first?.tag ?? 0)
            .limit(MAX_COUNTED + 1)
            .as('before'),
        )
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const count = Number(before.count);
      return { documentsBefore: Math.min(count, MAX_COUNTED), exact: count <= MAX_COUNTED };
    },
    async list(key, { state, limit, after }) {
      let query = db
        .selectFrom('jobs')
        .selectAll()
        .where('key_id', 'in', await keysOf(db, key.id))
        .orderBy('id', 'desc')
        .limit(limit);
      if (state !== undefined) query = query.where('state', '=', state);
      if (after !== undefined) query = query.where('id', '<', after);
      return query.execute();
    },
    async documents({ id }, { state, limit, after }) {
      let query = db
        .selectFrom('job_documents')
        .selectAll()
        .where('job_id', '=', id)
        .where('n', '>', after)
        .orderBy('n')
        .limit(limit);
      if (state !== undefined) query = query.where('state', '=', state);
      return query.execute();
    },
    async document({ id }, n) {
      const row = await db
        .selectFrom('job_documents')
        .selectAll()
        .where('job_id', '=', id)
        .where('n', '=', n)
        .executeTakeFirst();
      if (row === undefined) throw new ProblemError({ code: 'not_found' });
      return row;
    },
    async result(document) {
      const bytes = document.output === null ? undefined : await store.get(document.output);
      if (bytes === undefined) throw new ProblemError(whyNoResult(document));
      return bytes;
    },
    cancel,
    async retry(key, job) {
      if (job.keep_until !== null && job.keep_until <= now()) throw new ProblemError({ code: 'result_gone' });
      const count = await inTransaction.execute((transaction) =>
        retryDocuments(transaction, queue, key, job, now()),
      );
      changes.announceWork();
      return count;
    },
    async remove(job) {
      await cancel(job);
      const documents = await db
        .selectFrom('job_documents')
        .select(['output', 'file_id'])
        .where('job_id', '=', job.id)
        .execute();
      await inTransaction.execute(async (transaction) => {
        await transaction.deleteFrom('job_documents').where('job_id', '=', job.id).execute();
        await transaction.deleteFrom('jobs').where('id', '=', job.id).execute();
      });
      for (const { output } of documents) if (output !== null) await store.remove(output);
      const ids = [...new Set(documents.map(({ file_id }) => file_id))];
      for (let at = 0; at < ids.length; at += IDS_OF_A_STATEMENT)
        await removeUnusedFiles(db, store, now(), { ids: ids.slice(at, at + IDS_OF_A_STATEMENT) });
    },
    async sweep() {
      await sweep();
      await retryDue();
    },
    async start() {
      if (presence === undefined) {
        await takeUpAgain(db, queue, now());
        await removeOrphans(db, store);
      } else {
        await untilAvailable(() => presence.start());
        await untilAvailable(() => removeOrphans(db, store, now() - ORPHAN_MS));
      }
      await sweep();
      sweeping = setInterval(() => void sweep(), SWEEP_MS).unref();
      retrying = setInterval(() => void retryDue(), RETRY_MS).unref();
      changes.onWork(worker.wake);
      webhooks.start();
      worker.wake();
    },
    async stop() {
      clearInterval(sweeping);
      clearInterval(retrying);
      await worker.stop();
      await webhooks.stop();
      await presence?.stop();
      changes.close();
      await queue.close();
    },
    async handBack() {
      await worker.handBack();
    },
  };
}

const IDS_OF_A_STATEMENT = 500;

function whyNoResult({ state, remote_output }: JobDocumentRow): Problem {
  if (state === 'done' && remote_output !== null) return { code: 'result_sent' };
  if (state === 'queued' || state === 'running') return { code: 'not_ended', retryAfterS: NOT_ENDED_RETRY_S };
  return { code: state === 'done' ? 'result_gone' : 'no_result' };
}
