import type { Database } from '../../db/database.ts';
import type { JobQueue, TakenDocument } from './job-queue.ts';

/** An input or output that fails so often ends its document. */
export const MAX_REMOTE_TRIES = 5;
const FIRST_DELAY_MS = 4000;
const LONGEST_DELAY_MS = 5 * 60_000;
/** Rows per look. */
const BATCH = 500;

/** Delay before the next try, after `tries` of them: 4 s, then twice as long each time. */
export function remoteDelay(tries: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (tries - 1));
}

/**
 * Returns a document whose input or output cannot be reached to its place, from where no process takes it before `retryAt`. The queue
 * does not list it until then. Returns false if the lease was lost.
 *
 * @param next `tries`: how many count from now on
 */
export async function postponeDocument(
  db: Database,
  { id, lease, attempts }: TakenDocument,
  next: { readonly tries: number; readonly retryAt: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job_documents')
    .set({
      state: 'queued',
      lease: null,
      worker_id: null,
      // It was not this server that failed.
      attempts: attempts - 1,
      remote_tries: next.tries,
      retry_at: next.retryAt,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('lease', '=', lease)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists postponed documents whose time has come; returns how many. Several processes may do so at once. */
export function requeueDue(db: Database, queue: JobQueue, now: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const due = await transaction
      .selectFrom('job_documents')
      .select(['id', 'tag'])
      .where('retry_at', '<=', now)
      .limit(BATCH)
      .execute();
    if (due.length === 0) return 0;
    await queue.add(transaction, due);
    await transaction
      .updateTable('job_documents')
      .set({ retry_at: null })
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .execute();
    return due.length;
  });
}
