import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Epoch milliseconds of the clock that all replicas share. */
export type DatabaseClock = () => Promise<number>;

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
