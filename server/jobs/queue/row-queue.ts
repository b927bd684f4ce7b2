import type { Database } from '../../db/database.ts';
import { leaseDocument } from '../document-leases.ts';
import type { JobQueue } from './job-queue.ts';

const nothing = async () => {};

/** The queue of SQLite: the rows in the order of their tags. Invariant: one process has the database, and its transactions take turns. */
export function createRowQueue(db: Database, workerId: string): JobQueue {
  return {
    add: nothing,
    drop: nothing,
    relist: async () => 0,
    close: nothing,
    take: (now) =>
      db.transaction().execute(async (transaction) => {
        const next = await transaction
          .selectFrom('job_documents')
          .select('id')
          .where('state', '=', 'queued')
          .where('retry_at', 'is', null)
          .orderBy('tag')
          .limit(1)
          .executeTakeFirst();
        return next === undefined ? undefined : leaseDocument(transaction, next.id, workerId, now);
      }),
  };
}
