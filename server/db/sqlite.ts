import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Dialect, SqliteDialect } from 'kysely';
import Libsql from 'libsql';
import { ConfigError } from '../config.ts';

/**
 * The database file in `dataDir`, made where there is none.
 *
 * @throws ConfigError when the folder cannot be used.
 */
export function sqliteIn(dataDir: string): Dialect {
  const file = openFile(dataDir);
  // First, so that the pragmas after it wait for another process too.
  file.pragma('busy_timeout = 5000');
  // Readers do not wait for the writer, and every commit is on disk before it is confirmed.
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  return new SqliteDialect({ database: file });
}

function openFile(dataDir: string): Libsql.Database {
  try {
    // Only this user may list the folder: it holds what stands for keys and passwords.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return new Libsql(join(dataDir, 'pagelight.sqlite'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`DATA_DIR is "${dataDir}", where no database can be kept: ${reason}`]);
  }
}
