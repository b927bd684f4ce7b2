import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Epoch milliseconds by the one clock that all replicas have in common. */
export type DatabaseClock = () => Promise<number>;

/** PostgreSQL's own clock; a file is one machine's, whose clock is as good. */
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
