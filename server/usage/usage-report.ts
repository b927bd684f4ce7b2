import type { Database } from '../db/database.ts';
import { dayOf } from './usage-recorder.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Usage of one key on one day. Bytes are those of documents. */
export interface UsageOfDay {
  /** `2026-11-21`, in UTC. */
  readonly day: string;
  readonly keyId: string;
  readonly requests: number;
  readonly errors: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly bytesSaved: number;
}

/** The last `days` days, including today, in order. */
export function lastDays(days: number, now: number): readonly string[] {
  return Array.from({ length: days }, (_, index) => dayOf(now - (days - 1 - index) * DAY_MS));
}

/** All usage written for these days; a day without requests has no row. */
export async function usageOf(db: Database, days: readonly string[]): Promise<readonly UsageOfDay[]> {
  const rows = await db
    .selectFrom('usage_days')
    .selectAll()
    .where('day', '>=', days[0]!)
    .where('day', '<=', days.at(-1)!)
    .orderBy('day')
    .orderBy('key_id')
    .execute();
  return rows.map((row) => ({
    day: row.day,
    keyId: row.key_id,
    requests: row.requests,
    errors: row.errors,
    bytesIn: row.bytes_in,
    bytesOut: row.bytes_out,
    bytesSaved: row.bytes_saved,
  }));
}

/** Requests per key on these days, by key id. */
export async function requestsByKey(
  db: Database,
  days: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('usage_days')
    .select((row) => ['key_id', row.cast<number>(row.fn.sum('requests'), 'bigint').as('requests')])
    .where('day', '>=', days[0]!)
    .where('day', '<=', days.at(-1)!)
    .groupBy('key_id')
    .execute();
  return new Map(rows.map((row) => [row.key_id, row.requests]));
}
