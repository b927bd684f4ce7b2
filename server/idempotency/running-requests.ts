import type { Database } from '../db/database.ts';
import type { Bookkeeping } from '../ops/bookkeeping.ts';

/** Requests that named themselves and are in work, on whichever replica. */
export interface RunningRequests {
  /** Claims it; or says that another does it, or does another one of that name. */
  begin(id: string, fingerprint: string): Promise<RunningRequest | 'running' | 'mismatch'>;
}

export interface RunningRequest {
  /** It never rejects. */
  end(): Promise<void>;
}

/** A replica that was killed holds its requests no longer. */
const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 20_000;

export function createRunningRequests(
  db: Database,
  bookkeeping: Bookkeeping,
  now: () => number,
): RunningRequests {
  const hold = (id: string): RunningRequest => {
    const renew = () =>
      bookkeeping.write('running-request', async () => {
        await db
          .updateTable('running_requests')
          .set({ until: now() + LEASE_MS })
          .where('id', '=', id)
          .execute();
      });
    const timer = setInterval(() => void renew(), RENEW_EVERY_MS).unref();
    return {
      async end() {
        clearInterval(timer);
        await bookkeeping.write('running-request', async () => {
          await db.deleteFrom('running_requests').where('id', '=', id).execute();
        });
      },
    };
  };

  return {
    async begin(id, fingerprint) {
      let isMine = false;
      const isWritten = await bookkeeping.write('running-request', async () => {
        await db.deleteFrom('running_requests').where('until', '<=', now()).execute();
        const mine = await db
          .insertInto('running_requests')
          .values({ id, fingerprint, until: now() + LEASE_MS })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst();
        isMine = mine !== undefined;
      });
      // A database that cannot be written keeps no document from being done, though then it may be done twice.
      if (isMine || !isWritten) return hold(id);
      const other = await db
        .selectFrom('running_requests')
        .select('fingerprint')
        .where('id', '=', id)
        .executeTakeFirst();
      return other === undefined || other.fingerprint === fingerprint ? 'running' : 'mismatch';
    },
  };
}
