import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';

/** `cannot-write`: documents are still done, and what is to be written down about them is lost or waits. */
export type DatabaseState = 'well' | 'cannot-write' | 'gone';

/** Whoever asks waits no longer, whatever the database does. */
const ANSWER_MS = 1500;

interface Look {
  /** As far as is known by now. */
  found: DatabaseState;
  readonly done: Promise<void>;
}

/**
 * Asks the database how it is. However many ask at the same moment, the database is asked once.
 *
 * @param isFailing whether something could not be written of late: a full disk shows only there.
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
      // What every request asks: a database that answers may have lost what is in it.
      await db.selectFrom('api_keys').selectAll().orderBy('key_hash').limit(1).execute();
      look.found = 'cannot-write';
      // Changes no row, and is refused where none could be changed.
      await db.updateTable('tries').set({ count: 0 }).where('subject', '=', '').execute();
      look.found = 'well';
    } catch {
      // What was found before is so.
    }
  }
}
