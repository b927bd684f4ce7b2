import type { DatabaseClock } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import type { BestEffortWrites } from '../ops/best-effort-writes.ts';

/** Requests that named themselves and are in work, on whichever replica. */
export interface RequestLeases {
  /** Claims it; or says that another does it, or does another one of that name. */
  begin(id: string, fingerprint: string): Promise<RequestLease | 'running' | 'mismatch'>;
}

export interface RequestLease {
  /** It never rejects. */
  release(): Promise<void>;
}

/** A replica that was killed holds its requests no longer. */
const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 20_000;

const UNCLAIMED: RequestLease = { release: async () => undefined };

export function createRequestLeases(
  db: Database,
  bookkeeping: BestEffortWrites,
  now: DatabaseClock,
): RequestLeases {
  const hold = (id: string, claimedUntil: number): RequestLease => {
    // A claim is known by its end: one that was lost meanwhile is another's, and neither renewed nor taken away.
    let until = claimedUntil;
    const renew = () =>
      bookkeeping.write('running-request', async () => {
        const next = (await now()) + LEASE_MS;
        const renewed = await db
          .updateTable('running_requests')
          .set({ until: next })
          .where('id', '=', id)
          .where('until', '=', until)
          .executeTakeFirst();
        if (renewed.numUpdatedRows > 0n) until = next;
      });
    let renewing: Promise<unknown> = Promise.resolve();
    const timer = setInterval(() => {
      renewing = renew();
    }, RENEW_EVERY_MS).unref();
    return {
      async release() {
        clearInterval(timer);
        await renewing;
        await bookkeeping.write('running-request', async () => {
          await db.deleteFrom('running_requests').where('id', '=', id).where('until', '=', until).execute();
        });
      },
    };
  };

  return {
    async begin(id, fingerprint) {
      let until = 0;
      let isMine = false;
      const isWritten = await bookkeeping.write('running-request', async () => {
        const time = await now();
        until = time + LEASE_MS;
        await db.deleteFrom('running_requests').where('until', '<=', time).execute();
        const mine = await db
          .insertInto('running_requests')
          .values({ id, fingerprint, until })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst();
        isMine = mine !== undefined;
      });
      if (isMine) return hold(id, until);
      // A database that cannot be written keeps no document from being done, though then it may be done twice.
      if (!isWritten) return UNCLAIMED;
      const other = await db
        .selectFrom('running_requests')
        .select('fingerprint')
        .where('id', '=', id)
        .executeTakeFirst();
      return other === undefined || other.fingerprint === fingerprint ? 'running' : 'mismatch';
    },
  };
}
