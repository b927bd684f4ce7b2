import type { Database } from '../../db/database.ts';
import type { JobDocumentRow, JobRow } from '../../db/schema.ts';
import type { ApiKey } from '../../keys/key-service.ts';
import { type Problem, ProblemError } from '../../problem.ts';
import type { Store } from '../../store/folder-store.ts';
import { keysOf } from '../keys-of.ts';
import type { JobChanges } from '../queue/changes.ts';
import type { QueuePosition } from '../views.ts';

/** Reads jobs, their documents and results. */
export interface JobReads {
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

/** A long poll reads the row again after this time, should a message between processes get lost. */
const POLL_INTERVAL_MS = 5000;
/** Counting the whole queue would cost more the longer it is. */
const MAX_COUNTED = 10_000;
const NOT_ENDED_RETRY_S = 2;

export function createJobReads(db: Database, store: Store, changes: JobChanges): JobReads {
  const find = (key: ApiKey, id: string) => findJob(db, key, id);
  return {
    find,
    async waitForEnd(key, id, ms, signal) {
      const until = performance.now() + ms;
      for (;;) {
        // Subscribes before it reads the row, so an end in between is not missed.
        const change = changes.next(
          id,
          Math.min(POLL_INTERVAL_MS, Math.max(0, until - performance.now())),
          signal,
        );
        const job = await find(key, id);
        if (job.state === 'ended' || signal.aborted || performance.now() >= until) return job;
        await change;
      }
    },
    position: ({ id, state }) => (state === 'queued' ? positionOf(db, id) : Promise.resolve(undefined)),
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
  };
}

async function findJob(db: Database, key: ApiKey, id: string): Promise<JobRow> {
  const job = await db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .where('key_id', 'in', await keysOf(db, key.id))
    .executeTakeFirst();
  if (job === undefined) throw new ProblemError({ code: 'not_found' });
  return job;
}

async function positionOf(db: Database, jobId: string): Promise<QueuePosition> {
  const first = await db
    .selectFrom('job_documents')
    .select((row) => row.fn.min('tag').as('tag'))
    .where('job_id', '=', jobId)
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
}

function whyNoResult({ state, remote_output }: JobDocumentRow): Problem {
  if (state === 'done' && remote_output !== null) return { code: 'result_sent' };
  if (state === 'queued' || state === 'running') return { code: 'not_ended', retryAfterS: NOT_ENDED_RETRY_S };
  return { code: state === 'done' ? 'result_gone' : 'no_result' };
}
