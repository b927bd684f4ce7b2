import type { BestEffortWrites } from '../db/best-effort-writes.ts';
import type { DatabaseClock } from '../db/clock.ts';
import type { Database } from '../db/database.ts';

/** Leases of running requests with an `Idempotency-Key`, across replicas. */
export interface RequestLeases {
  /** Claims the request, or reports that it is running or that its key belongs to another request. */
  begin(id: string, fingerprint: string): Promise<RequestLease | 'running' | 'mismatch'>;
}

export interface RequestLease {
  /** Never rejects. */
  release(): Promise<void>;
}

/** Leases of a killed replica expire after this time. */
const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 20_000;

const UNCLAIMED: RequestLease = { release: async () => undefined };

export function createRequestLeases(
  db: Database,
  bookkeeping: BestEffortWrites,
  now: DatabaseClock,
): RequestLeases {
  const hold = (id: string, claimedUntil: number): RequestLease => {
    // A lease is identified by its end: one lost meanwhile belongs to another replica, and is neither renewed nor
    // deleted.
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
      // If the database cannot be written, the request runs without a lease, and so perhaps twice.
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
