import type { Database } from '../db/database.ts';
import type { JobRow } from '../db/schema.ts';
import type { Problem } from '../problem.ts';
import { tellJobEnded } from './hooks/outbox.ts';
import { addUsage, type Transacting } from './quota.ts';
import type { FailAfter } from './wanted-job.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Ends the rest of a job as failed once its `failAfter` is reached. Returns whether it did. */
export function failEarly(db: Database, jobId: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const job = await transaction
      .selectFrom('jobs')
      .select(['done', 'failed', 'open', 'fail_after'])
      .where('id', '=', jobId)
      .where('fail_after', 'is not', null)
      .where('open', '>', 0)
      .executeTakeFirst();
    if (job === undefined) return false;
    // Written by queued-rows.ts.
    const { failed, atLeast } = JSON.parse(job.fail_after ?? '') as FailAfter;
    const ended = job.done + job.failed;
    if (ended < atLeast || job.failed / ended < failed) return false;
    await endRest(transaction, jobId, 'failed', now);
    return true;
  });
}

/**
 * Ends all documents of a job that have not ended. One statement: of two, a document that begins or is handed back between them would
 * be in neither.
 */
export async function cancelDocuments(transaction: Transacting, jobId: string, now: number): Promise<void> {
  await endRest(transaction, jobId, 'cancelled', now);
}

const FAILED_EARLY: Problem = { code: 'job_failed_early' };

async function endRest(
  transaction: Transacting,
  jobId: string,
  state: 'cancelled' | 'failed',
  now: number,
): Promise<void> {
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

/** Ends a job of which no document is open. */
export async function endJobIfDone(transaction: Transacting, job: JobRow, now: number): Promise<void> {
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
