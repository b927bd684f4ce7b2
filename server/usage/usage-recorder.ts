import type { BestEffortWrites } from '../db/best-effort-writes.ts';
import type { Database } from '../db/database.ts';

/** One request with a valid key. Bytes are those of documents. */
export interface Use {
  readonly keyId: string;
  readonly isError: boolean;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly bytesSaved: number;
}

export interface UsageRecorder {
  /** Counts in memory and returns at once. */
  record(use: Use): void;
  /** The key's usage today (UTC): all that is written, and all that this process counted. */
  today(keyId: string): Promise<{ readonly documents: number; readonly bytes: number }>;
  /** Writes the counts. Failed writes stay counted and are retried. */
  flush(): Promise<void>;
}

interface Count {
  readonly day: string;
  readonly keyId: string;
  lastUsedAt: number;
  requests: number;
  errors: number;
  bytesIn: number;
  bytesOut: number;
  bytesSaved: number;
}

/** Maximum loss if the process is killed instead of being stopped. */
const FLUSH_AFTER_MS = 2000;
const RETRY_AFTER_MS = 3000;

/**
 * Counts usage of keys and writes it in batches: a request must not wait for a write. Memory is bounded by the number
 * of keys. The owner calls `flush` once more at the end.
 */
export function createUsageRecorder(
  db: Database,
  bookkeeping: BestEffortWrites,
  now: () => number = Date.now,
): UsageRecorder {
  let counts = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  const flushAfter = (ms: number) => {
    timer ??= setTimeout(() => void flush(), ms).unref();
  };

  const add = (count: Count) => {
    const id = `${count.day} ${count.keyId}`;
    const known = counts.get(id);
    if (known === undefined) {
      counts.set(id, count);
      return;
    }
    known.lastUsedAt = Math.max(known.lastUsedAt, count.lastUsedAt);
    known.requests += count.requests;
    known.errors += count.errors;
    known.bytesIn += count.bytesIn;
    known.bytesOut += count.bytesOut;
    known.bytesSaved += count.bytesSaved;
  };

  const flushOnce = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (counts.size === 0) return;
    const taken = counts;
    counts = new Map();
    if (await bookkeeping.write('usage', () => write(db, [...taken.values()]))) return;
    for (const count of taken.values()) add(count);
    flushAfter(RETRY_AFTER_MS);
  };

  // Serialized, so that a flush that returns has written everything counted before it.
  const flush = () => (flushing = flushing.then(flushOnce));

  return {
    record({ isError, ...use }) {
      const time = now();
      add({ ...use, day: dayOf(time), lastUsedAt: time, requests: 1, errors: isError ? 1 : 0 });
      flushAfter(FLUSH_AFTER_MS);
    },
    async today(keyId) {
      const day = dayOf(now());
      const written = await db
        .selectFrom('usage_days')
        .select(['requests', 'errors', 'bytes_in'])
        .where('day', '=', day)
        .where('key_id', '=', keyId)
        .executeTakeFirst();
      const here = counts.get(`${day} ${keyId}`);
      const documents = (count?: { requests: number; errors: number }) =>
        count === undefined ? 0 : count.requests - count.errors;
      return {
        documents: documents(written) + documents(here),
        bytes: (written?.bytes_in ?? 0) + (here?.bytesIn ?? 0),
      };
    },
    flush,
  };
}

/** `2026-11-21`, in UTC. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

async function write(db: Database, counts: readonly Count[]): Promise<void> {
  // In a fixed order: replicas that lock the same rows in different orders would deadlock.
  const ordered = [...counts].sort((a, b) => compareText(a.keyId, b.keyId) || compareText(a.day, b.day));
  await db.transaction().execute(async (transaction) => {
    for (const count of ordered) {
      await transaction
        .insertInto('usage_days')
        .values({
          day: count.day,
          key_id: count.keyId,
          requests: count.requests,
          errors: count.errors,
          bytes_in: count.bytesIn,
          bytes_out: count.bytesOut,
          bytes_saved: count.bytesSaved,
        })
        .onConflict((conflict) =>
          conflict.columns(['day', 'key_id']).doUpdateSet((row) => ({
            requests: row('usage_days.requests', '+', row.ref('excluded.requests')),
            errors: row('usage_days.errors', '+', row.ref('excluded.errors')),
            bytes_in: row('usage_days.bytes_in', '+', row.ref('excluded.bytes_in')),
            bytes_out: row('usage_days.bytes_out', '+', row.ref('excluded.bytes_out')),
            bytes_saved: row('usage_days.bytes_saved', '+', row.ref('excluded.bytes_saved')),
          })),
        )
        .execute();
      await transaction
        .updateTable('api_keys')
        .set({ last_used_at: count.lastUsedAt })
        .where('id', '=', count.keyId)
        .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', count.lastUsedAt)]))
        .execute();
    }
  });
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
