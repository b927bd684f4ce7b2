import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { leaseDocument, type TakenDocument } from '../document-leases.ts';

export interface Wanted {
  /** `store`: input and result are in the store. `remote`: at least one of them is elsewhere. */
  readonly from: 'store' | 'remote';
  /** Documents of these keys stay. */
  readonly notOf?: readonly string[];
  /** Documents with a later tag stay. */
  readonly upTo?: number | undefined;
}

/** Waiting documents in the order of their tags. The rows are the queue. */
export interface JobQueue {
  /** Leases the next document; undefined if none waits. */
  take(now: number, wanted: Wanted): Promise<TakenDocument | undefined>;
}

/** @param isShared with PostgreSQL: skips rows that another process is taking */
export function createJobQueue(db: Database, workerId: string, isShared: boolean): JobQueue {
  return {
    take: (now, { from, notOf = [], upTo }) =>
      db.transaction().execute(async (transaction) => {
        // Literals, as the partial indexes of migration 015 have them: SQLite compares no parameter with those.
        const next = await transaction
          .selectFrom('job_documents')
          .select('id')
          .where('state', '=', sql.lit('queued'))
          .where('retry_at', 'is', null)
          .where(sql`coalesce(remote_input, remote_output)`, from === 'store' ? 'is' : 'is not', null)
          .$if(notOf.length > 0, (query) => query.where('key_id', 'not in', notOf))
          .$if(upTo !== undefined, (query) => query.where('tag', '<=', upTo!))
          .orderBy('tag')
          .limit(1)
          .$if(isShared, (query) => query.forUpdate().skipLocked())
          .executeTakeFirst();
        return next === undefined
          ? undefined
          : leaseDocument(transaction, next.id, workerId, now, from === 'remote');
      }),
  };
}
