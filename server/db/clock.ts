import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Epoch milliseconds of the clock that all replicas share. */
export type DatabaseClock = () => Promise<number>;

/** A shared clock, and its time without a request: the process's own, corrected by what the last reading showed. */
export interface FollowedClock {
  readonly clock: DatabaseClock;
  readonly now: () => number;
}

export function followClock(clock: DatabaseClock): FollowedClock {
  let aheadMs = 0;
  return {
    async clock() {
      const at = await clock();
      aheadMs = at - Date.now();
      return at;
    },
    now: () => Date.now() + aheadMs,
  };
}

/** PostgreSQL's clock; with SQLite the machine's own. */
export function databaseClock(
  db: Database,
  storage: { readonly databaseUrl?: string | undefined },
): DatabaseClock {
  if (storage.databaseUrl === undefined) return async () => Date.now();
  return async () => {
    const query = sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`;
    const { rows } = await query.execute(db);
    return rows[0]!.now;
  };
}
