import { sql } from 'kysely';
import type { JobDocumentRow, JobRow, WebhookEventRow, WebhookRow } from '../../db/schema.ts';
import { firstIdAt } from '../ids.ts';
import { type FailureGroup, failuresOf, problemsLike } from './failures.ts';
import {
  countOf,
  type KeyIds,
  liveWorkers,
  oldestWaiting,
  type WorkState,
  type WorkStateDeps,
  workState,
} from './waiting.ts';

export const JOB_FILTERS = ['all', 'open', 'failures'] as const;
/** `open`: not ended; `failures`: with documents that failed. */
export type JobFilter = (typeof JOB_FILTERS)[number];

/** A job, and how many of its documents run. */
export type ListedJob = JobRow & { readonly running: number };

/** Numbers over all jobs of some keys. */
export interface JobNumbers {
  readonly open: number;
  readonly oldestAt: number | null;
  readonly workers: number;
  /** Documents of jobs that are open or were made in the last 24 hours. */
  readonly recentlyFailed: number;
  readonly recentlyEnded: number;
  /** Counted up to `MAX_COUNTED`. */
  readonly jobs: Readonly<Record<JobFilter, number>>;
}

export interface JobListPage {
  readonly filter: JobFilter;
  readonly limit: number;
  /** The id of the last one of the page before. */
  readonly after?: string | undefined;
}

/** Selects documents of a job: those in a state, or those that failed like one of them. */
export interface DocumentSelection {
  readonly state: string;
  readonly like?: number | undefined;
  readonly limit: number;
  /** The place of the last one of the page before; −1 for the first page. */
  readonly after: number;
}

/** Jobs as the dashboard shows them, over the keys that its reader may see. */
export interface JobOverview {
  workState(): Promise<WorkState>;
  workers(): Promise<Pick<WorkState, 'workers' | 'slots'>>;
  numbers(keyIds: KeyIds, now: number): Promise<JobNumbers>;
  /** The newest first. */
  list(keyIds: KeyIds, page: JobListPage): Promise<readonly ListedJob[]>;
  find(keyIds: KeyIds, id: string): Promise<ListedJob | undefined>;
  /** The causes of failed documents, the most frequent first. */
  failures(job: JobRow): Promise<readonly FailureGroup[]>;
  documents(job: JobRow, selection: DocumentSelection): Promise<readonly JobDocumentRow[]>;
  /** The receiver of a job's events, and the latest of them: first those that were not delivered. */
  deliveries(job: JobRow): Promise<JobDeliveries | undefined>;
  /** An event of a job, unless its webhook was removed. */
  eventOf(job: JobRow, id: string): Promise<WebhookEventRow | undefined>;
}

export interface JobDeliveries {
  readonly webhook: WebhookRow;
  readonly events: readonly WebhookEventRow[];
  readonly total: number;
}

/** Counting all jobs would cost more the more there are. */
export const MAX_COUNTED = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const SHOWN_EVENTS = 20;

export function createJobOverview(deps: WorkStateDeps): JobOverview {
  const { db } = deps;
  return {
    workState: () => workState(deps),
    workers: () => liveWorkers(db, deps.shared, deps.slots),
    numbers: (keyIds, now) => numbersOf(deps, keyIds, now),
    async list(keyIds, { filter, limit, after }) {
      const rows = await filteredJobs(db, keyIds, filter)
        .selectAll()
        .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return withRunning(db, rows);
    },
    async find(keyIds, id) {
      const rows = await seenJobs(db, keyIds).selectAll().where('id', '=', id).execute();
      return (await withRunning(db, rows))[0];
    },
    failures: (job) => failuresOf(db, job),
    async documents(job, { state, like, limit, after }) {
      const texts = like === undefined ? undefined : await problemsLike(db, job, like);
      return db
        .selectFrom('job_documents')
        .selectAll()
        .where('job_id', '=', job.id)
        .where('state', '=', state)
        .where('n', '>', after)
        .$if(texts !== undefined, (query) => query.where('problem', 'in', texts ?? []))
        .orderBy('n')
        .limit(limit)
        .execute();
    },
    eventOf: (job, id) =>
      db
        .selectFrom('webhook_events')
        .selectAll()
        .where('id', '=', id)
        .where('job_id', '=', job.id)
        .executeTakeFirst(),
    deliveries: (job) => deliveriesOf(db, job),
  };
}

type Db = WorkStateDeps['db'];

function seenJobs(db: Db, keyIds: KeyIds) {
  return db
    .selectFrom('jobs')
    .$if(keyIds !== undefined, (query) => query.where('key_id', 'in', keyIds ?? []));
}

function filteredJobs(db: Db, keyIds: KeyIds, filter: JobFilter) {
  return seenJobs(db, keyIds)
    .$if(filter === 'open', (query) => query.where('state', 'in', ['queued', 'running']))
    .$if(filter === 'failures', (query) => query.where('failed', '>', 0));
}

async function withRunning(db: Db, rows: readonly JobRow[]): Promise<readonly ListedJob[]> {
  const open = rows.filter(({ state }) => state === 'running').map(({ id }) => id);
  const running = new Map<string, number>();
  if (open.length > 0)
    for (const { job_id, count } of await db
      .selectFrom('job_documents')
      .select((row) => ['job_id', row.fn.countAll<number>().as('count')])
      .where('state', '=', 'running')
      .where('job_id', 'in', open)
      .groupBy('job_id')
      .execute())
      running.set(job_id, Number(count));
  return rows.map((row) => ({ ...row, running: running.get(row.id) ?? 0 }));
}

async function numbersOf(
  { db, shared, slots }: WorkStateDeps,
  keyIds: KeyIds,
  now: number,
): Promise<JobNumbers> {
  const count = (filter: JobFilter) =>
    countOf(db, filteredJobs(db, keyIds, filter).select('id').limit(MAX_COUNTED));
  const [totals, oldestAt, { workers }, all, open, failures] = await Promise.all([
    seenJobs(db, keyIds)
      .select((row) => [
        row.fn.sum<number>('open').as('open'),
        row.fn.sum<number>('failed').as('failed'),
        row.fn.sum<number>(sql`done + failed`).as('ended'),
      ])
      .where((row) =>
        row.or([row('id', '>=', firstIdAt('job', now - DAY_MS)), row('state', 'in', ['queued', 'running'])]),
      )
      .executeTakeFirstOrThrow(),
    oldestWaiting(db, keyIds),
    liveWorkers(db, shared, slots),
    count('all'),
    count('open'),
    count('failures'),
  ]);
  return {
    open: Number(totals.open ?? 0),
    oldestAt,
    workers,
    recentlyFailed: Number(totals.failed ?? 0),
    recentlyEnded: Number(totals.ended ?? 0),
    jobs: { all, open, failures },
  };
}

async function deliveriesOf(db: Db, { id, webhook_id }: JobRow): Promise<JobDeliveries | undefined> {
  if (webhook_id === null) return undefined;
  const webhook = await db.selectFrom('webhooks').selectAll().where('id', '=', webhook_id).executeTakeFirst();
  if (webhook === undefined) return undefined;
  const ofJob = db.selectFrom('webhook_events').where('job_id', '=', id);
  const [events, { total }] = await Promise.all([
    ofJob
      .selectAll()
      .orderBy(sql`case when delivered_at is null then 0 else 1 end`)
      .orderBy('id', 'desc')
      .limit(SHOWN_EVENTS)
      .execute(),
    ofJob.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { webhook, events, total: Number(total) };
}
