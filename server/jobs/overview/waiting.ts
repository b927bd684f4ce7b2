import type { SelectQueryBuilder } from 'kysely';
import type { DatabaseClock } from '../../db/clock.ts';
import type { Database } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { StoreUse } from '../stored/store-use.ts';

/** Keys whose jobs are meant; undefined for all. */
export type KeyIds = readonly string[] | undefined;

/** How much work there is, and who does it. Times are epoch milliseconds. */
export interface WorkState {
  /** Documents that a free worker would take now. */
  readonly waiting: number;
  /** Documents that wait until their input or output is tried again. */
  readonly postponed: number;
  readonly running: number;
  /** When the oldest job with a waiting document was made; null if none waits. */
  readonly oldestAt: number | null;
  /** The keys that wait longest, at most ten: when the job of their first waiting document was made. */
  readonly oldestOfKeys: readonly { readonly keyId: string; readonly at: number }[];
  /** Bytes of files and results in the store. */
  readonly storeBytes: number;
  /** Webhook events that have not ended. */
  readonly events: number;
  /** Processes that work on jobs and gave a sign of life. */
  readonly workers: number;
  /** Documents that these processes work on at a time. */
  readonly slots: number;
}

export interface WorkStateDeps {
  readonly db: Database;
  /** Set with PostgreSQL; otherwise this process is the only one. */
  readonly shared?: { readonly clock: DatabaseClock; readonly deadMs: number } | undefined;
  /** Slots of this process. */
  readonly slots: number;
  readonly use: StoreUse;
  readonly now: () => number;
}

/** Counting a long queue would cost more the longer it is, and as many workers are wanted beyond this. */
const MAX_COUNTED = 100_000;
/** Keys that metrics name. */
const KEYS = 10;

/** Reads what waits, what runs and who works, over all keys. */
export async function workState({ db, shared, slots, use, now }: WorkStateDeps): Promise<WorkState> {
  const documents = db.selectFrom('job_documents').select('id').limit(MAX_COUNTED);
  const queued = documents.where('state', '=', 'queued');
  const events = db.selectFrom('webhook_events').select('id').where('next_at', 'is not', null);
  const [waiting, postponed, running, oldestAt, oldestOfKeys, storeBytes, open, workers] = await Promise.all([
    countOf(db, queued.where('retry_at', 'is', null)),
    countOf(db, queued.where('retry_at', 'is not', null)),
    countOf(db, documents.where('state', '=', 'running')),
    oldestWaiting(db, undefined),
    longestWaiting(db),
    use.total(now()),
    countOf(db, events.limit(MAX_COUNTED)),
    liveWorkers(db, shared, slots),
  ]);
  return { waiting, postponed, running, oldestAt, oldestOfKeys, storeBytes, events: open, ...workers };
}

/** Counts the rows of a limited query. */
export async function countOf(
  db: Database,
  rows: SelectQueryBuilder<Schema, 'job_documents' | 'jobs' | 'webhook_events', { readonly id: string }>,
): Promise<number> {
  const { count } = await db
    .selectFrom(rows.as('some'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** When the oldest job with a waiting document was made; null if none waits. */
export async function oldestWaiting(db: Database, keyIds: KeyIds): Promise<number | null> {
  const row = await db
    .selectFrom('jobs')
    .select('created_at')
    .where('state', '!=', 'ended')
    .$if(keyIds !== undefined, (query) => query.where('key_id', 'in', keyIds ?? []))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('job_documents')
          .select('job_documents.id')
          .whereRef('job_documents.job_id', '=', 'jobs.id')
          .where('job_documents.state', '=', 'queued')
          .where('job_documents.retry_at', 'is', null),
      ),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** One look into the index of each key: its first waiting document is that of its oldest job, but for what was retried. */
async function longestWaiting(db: Database): Promise<WorkState['oldestOfKeys']> {
  const keys = db
    .selectFrom('api_keys')
    .select((key) => [
      'api_keys.id',
      key
        .selectFrom('job_documents')
        .innerJoin('jobs', 'jobs.id', 'job_documents.job_id')
        .select('jobs.created_at')
        .whereRef('job_documents.key_id', '=', 'api_keys.id')
        .where('job_documents.state', '=', 'queued')
        .where('job_documents.retry_at', 'is', null)
        .orderBy('job_documents.tag')
        .limit(1)
        .as('at'),
    ]);
  const rows = await db
    .selectFrom(keys.as('keys'))
    .select(['id', 'at'])
    .where('at', 'is not', null)
    .orderBy('at')
    .limit(KEYS)
    .execute();
  return rows.flatMap(({ id, at }) => (at === null ? [] : { keyId: id, at }));
}

/** Processes that work on jobs and gave a sign of life, and their slots. */
export async function liveWorkers(
  db: Database,
  shared: WorkStateDeps['shared'],
  ownSlots: number,
): Promise<{ readonly workers: number; readonly slots: number }> {
  if (shared === undefined) return { workers: ownSlots > 0 ? 1 : 0, slots: ownSlots };
  const rows = await db
    .selectFrom('job_workers')
    .select('slots')
    .where('seen_at', '>', (await shared.clock()) - shared.deadMs)
    .execute();
  // Replicas with WORK=false only take jobs in.
  const working = rows.filter(({ slots }) => slots !== 0);
  return { workers: working.length, slots: working.reduce((sum, { slots }) => sum + (slots ?? 1), 0) };
}
