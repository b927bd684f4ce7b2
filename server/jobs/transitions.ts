import { randomUUID } from 'node:crypto';
import type { Receipt } from '../../shared/index.ts';
import type { Database } from '../db/database.ts';
import type { JobRow } from '../db/schema.ts';
import type { Problem } from '../problem.ts';
import { tellDocumentEnded, tellJobEnded } from './hooks/outbox.ts';
import type { JobQueue, TakenDocument } from './queue/job-queue.ts';
import { addUsage, type Transacting } from './quota.ts';
import type { FailAfter } from './submit.ts';

const HOUR_MS = 60 * 60 * 1000;

export type DocumentEnd =
  | {
      readonly state: 'done';
      /** The result's name in the store; null where it was sent elsewhere. */
      readonly output: string | null;
      readonly bytesIn: number;
      readonly bytesOut: number;
      readonly mediaType: string;
      readonly warnings: readonly string[];
      readonly receipt: Receipt | undefined;
    }
  | { readonly state: 'failed'; readonly problem: Problem };

/** Leases this document; undefined if it does not wait. */
export async function leaseDocument(
  transaction: Transacting,
  id: string,
  workerId: string,
  now: number,
): Promise<TakenDocument | undefined> {
  const lease = randomUUID();
  const taken = await transaction
    .updateTable('job_documents')
    .set((row) => ({
      state: 'running',
      lease,
      worker_id: workerId,
      attempts: row('attempts', '+', 1),
      started_at: now,
    }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('retry_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (taken === undefined) return undefined;
  await transaction
    .updateTable('jobs')
    .set({ state: 'running', started_at: now })
    .where('id', '=', taken.job_id)
    .where('state', '=', 'queued')
    .execute();
  return { ...taken, lease };
}

/** Writes a result, its usage and its job's counters in one transaction. Returns false, with nothing written, if the lease was lost. */
export function endDocument(
  db: Database,
  document: TakenDocument,
  end: DocumentEnd,
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const isDone = end.state === 'done';
    const { numUpdatedRows } = await transaction
      .updateTable('job_documents')
      .set({
        state: end.state,
        lease: null,
        worker_id: null,
        sealed: null,
        ended_at: now,
        ...(isDone
          ? {
              output: end.output,
              bytes_out: end.bytesOut,
              media_type: end.mediaType,
              warnings: end.warnings.join(','),
              receipt: end.receipt === undefined ? null : JSON.stringify(end.receipt),
            }
          : { problem: JSON.stringify(end.problem) }),
      })
      .where('id', '=', document.id)
      .where('state', '=', 'running')
      .where('lease', '=', document.lease)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const [bytesIn, bytesOut] = isDone ? [end.bytesIn, end.bytesOut] : [0, 0];
    const job = await transaction
      .updateTable('jobs')
      .set((row) => ({
        open: row('open', '-', 1),
        done: row('done', '+', isDone ? 1 : 0),
        failed: row('failed', '+', isDone ? 0 : 1),
        bytes_in: row('bytes_in', '+', bytesIn),
        bytes_out: row('bytes_out', '+', bytesOut),
      }))
      .where('id', '=', document.job_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const counted = isDone ? { bytesOut, bytesSaved: Math.max(0, bytesIn - bytesOut) } : { errors: 1 };
    await addUsage(transaction, document.key_id, job.created_at, counted);
    const problem = isDone ? undefined : end.problem;
    await tellDocumentEnded(transaction, job, document, problem, now);
    await endJobIfDone(transaction, job, now);
    return true;
  });
}

/**
 * Returns a document to its old place in the queue. Returns false if the lease was lost.
 *
 * @param attempts how many count from now on
 */
export function requeueDocument(
  db: Database,
  queue: JobQueue,
  { id, tag, lease }: TakenDocument,
  attempts: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await queue.add(transaction, [{ id, tag }]);
    const { numUpdatedRows } = await transaction
      .updateTable('job_documents')
      .set({ state: 'queued', lease: null, worker_id: null, attempts })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('lease', '=', lease)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

/** Ends the rest of a job as failed once its `failAfter` is reached. Returns whether it did. */
export function failEarly(db: Database, queue: JobQueue, jobId: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const job = await transaction
      .selectFrom('jobs')
      .select(['done', 'failed', 'open', 'fail_after'])
      .where('id', '=', jobId)
      .where('fail_after', 'is not', null)
      .where('open', '>', 0)
      .executeTakeFirst();
    if (job === undefined) return false;
    // Written by submit.ts.
    const { failed, atLeast } = JSON.parse(job.fail_after ?? '') as FailAfter;
    const ended = job.done + job.failed;
    if (ended < atLeast || job.failed / ended < failed) return false;
    await endRest(transaction, queue, jobId, 'failed', now);
    return true;
  });
}

/**
 * Ends all documents of a job that have not ended. One statement: of two, a document that begins or is handed back between them would
 * be in neither.
 */
export async function cancelDocuments(
  transaction: Transacting,
  queue: JobQueue,
  jobId: string,
  now: number,
): Promise<void> {
  await endRest(transaction, queue, jobId, 'cancelled', now);
}

const FAILED_EARLY: Problem = { code: 'job_failed_early' };

async function endRest(
  transaction: Transacting,
  queue: JobQueue,
  jobId: string,
  state: 'cancelled' | 'failed',
  now: number,
): Promise<void> {
  const waiting = await transaction
    .selectFrom('job_documents')
    .select('id')
    .where('job_id', '=', jobId)
    .where('state', '=', 'queued')
    .execute();
  await queue.drop(
    transaction,
    waiting.map(({ id }) => id),
  );
  const all = await transaction
    .updateTable('job_documents')
    .set({
      state,
      problem: state === 'failed' ? JSON.stringify(FAILED_EARLY) : null,
      lease: null,
      worker_id: null,
      sealed: null,
      retry_at: null,
      ended_at: now,
    })
    .where('job_id', '=', jobId)
    .where('state', 'in', ['queued', 'running'])
    .returning('bytes_in')
    .execute();
  if (all.length === 0) return;
  const job = await transaction
    .updateTable('jobs')
    .set((row) => ({ open: row('open', '-', all.length), [state]: row(state, '+', all.length) }))
    .where('id', '=', jobId)
    .returningAll()
    .executeTakeFirstOrThrow();
  const bytes = all.reduce((sum, { bytes_in }) => sum + bytes_in, 0);
  await addUsage(transaction, job.key_id, job.created_at, { requests: -all.length, bytesIn: -bytes });
  await endJobIfDone(transaction, job, now);
}

async function endJobIfDone(transaction: Transacting, job: JobRow, now: number): Promise<void> {
  if (job.open > 0) return;
  const ended = await transaction
    .updateTable('jobs')
    .set({
      state: 'ended',
      outcome: outcomeOf(job),
      ended_at: now,
      keep_until: now + job.keep_hours * HOUR_MS,
    })
    .where('id', '=', job.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tellJobEnded(transaction, ended, now);
}

function outcomeOf({ done, failed, cancelled }: JobRow): string {
  if (cancelled > 0) return 'cancelled';
  if (failed === 0) return 'done';
  return done === 0 ? 'failed' : 'partial';
}
