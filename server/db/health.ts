import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';

/** `cannot-write`: documents are still processed; their records are lost or delayed. */
export type DatabaseState = 'well' | 'cannot-write' | 'gone';

/** Maximum wait of a health check. */
const ANSWER_MS = 1500;

interface Look {
  /** Result known so far. */
  found: DatabaseState;
  readonly done: Promise<void>;
}

/**
 * Checks the database. Concurrent calls share one check.
 *
 * @param isBehind whether a recent write failed: a full disk shows only there
 */
export function createHealthCheck(db: Database, isBehind: () => boolean): () => Promise<DatabaseState> {
  let current: Look | undefined;
  return async () => {
    const look = (current ??= startLook(db, () => {
      current = undefined;
    }));
    await Promise.race([look.done, delay(ANSWER_MS, undefined, { ref: false })]);
    return look.found === 'well' && isBehind() ? 'cannot-write' : look.found;
  };
}

function startLook(db: Database, onDone: () => void): Look {
  const look: Look = { found: 'gone', done: examine().then(onDone) };
  return look;

  async function examine(): Promise<void> {
    try {
      // The query of every request: a database that responds may have lost its tables.
      await db.selectFrom('api_keys').selectAll().orderBy('key_hash').limit(1).execute();
      look.found = 'cannot-write';
      // Changes no row, and fails if the database is read-only.
      await db.updateTable('tries').set({ count: 0 }).where('subject', '=', '').execute();
      look.found = 'well';
    } catch {
      // The result found before the failure stands.
    }
  }
}
