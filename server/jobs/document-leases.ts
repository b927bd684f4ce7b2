import { randomUUID } from 'node:crypto';
import type { Receipt } from '../../shared/index.ts';
import type { Database } from '../db/database.ts';
import type { JobDocumentRow } from '../db/schema.ts';
import type { Problem } from '../problem.ts';
import { tellDocumentEnded } from './hooks/outbox.ts';
import { endJobIfDone } from './job-ends.ts';
import { addUsage, chargeBytes, type Transacting } from './quota.ts';

/** A document with its lease. */
export type TakenDocument = JobDocumentRow & { readonly lease: string };

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

/** Takes this document: writes a random lease into its row, without which nothing of it may be written. Undefined if it does not wait. */
export async function leaseDocument(
  transaction: Transacting,
  id: string,
  workerId: string,
  now: number,
  isFetched = false,
): Promise<TakenDocument | undefined> {
  const lease = randomUUID();
  const taken = await transaction
    .updateTable('job_documents')
    .set((row) => ({
      state: 'running',
      lease,
      worker_id: workerId,
      attempts: row('attempts', '+', 1),
      // A document from elsewhere begins once it is there.
      started_at: isFetched ? null : now,
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

/**
 * Notes that a fetched document is compressed from now on, and takes its bytes, which were not known when its job was made, from the
 * day of its key, once. Returns false if the lease was lost.
 *
 * @throws ProblemError `daily_limit`
 */
export function beginDocument(
  db: Database,
  document: TakenDocument,
  bytes: number,
  now: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await leasedRow(transaction, document)
      .set({ started_at: now, bytes_in: bytes })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const more = bytes - document.bytes_in;
    if (more !== 0) await chargeBytes(transaction, document.key_id, more, now);
    return true;
  });
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
    const { numUpdatedRows } = await leasedRow(transaction, document)
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
 * @param change its attempts from now on, and when it is tried again
 */
export async function requeueDocument(
  db: Database,
  document: TakenDocument,
  change: Pick<JobDocumentRow, 'attempts'> & Partial<Pick<JobDocumentRow, 'remote_tries' | 'retry_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await leasedRow(db, document)
    .set({ ...change, state: 'queued', lease: null, worker_id: null })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The row of a document while its lease is held: after that, nothing of it may be written. */
function leasedRow(db: Transacting | Database, { id, lease }: TakenDocument) {
  return db
    .updateTable('job_documents')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('lease', '=', lease);
}
