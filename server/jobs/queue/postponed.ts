import type { Database } from '../../db/database.ts';
import { nextTag, tagsFrom } from '../fairness.ts';

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
 * Returns postponed documents whose time has come to the end of their keys' lines; returns how many. Several processes may do so at
 * once.
 *
 * @param isShared with PostgreSQL: skips rows that another process is returning
 */
export function requeueDue(db: Database, isShared: boolean, now: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const due = await transaction
      .selectFrom('job_documents')
      .select(['id', 'key_id', 'bytes_in'])
      .where('retry_at', '<=', now)
      .orderBy('retry_at')
      .limit(BATCH)
      .$if(isShared, (query) => query.forUpdate().skipLocked())
      .execute();
    for (const keyId of new Set(due.map(({ key_id }) => key_id))) {
      const ofKey = due.filter(({ key_id }) => key_id === keyId);
      const tags = tagsFrom(
        await nextTag(transaction, keyId),
        ofKey.map(({ bytes_in }) => bytes_in),
      );
      for (const [n, { id }] of ofKey.entries())
        await transaction
          .updateTable('job_documents')
          .set({ retry_at: null, tag: tags[n]! })
          .where('id', '=', id)
          .execute();
    }
    return due.length;
  });
}
