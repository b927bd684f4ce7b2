import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Dialect, Kysely, Migrator, SqliteDialect } from 'kysely';
import Libsql from 'libsql';
import { ConfigError } from '../config.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Schema } from './schema.ts';

export type Database = Kysely<Schema>;

/** Server and command line may meet a new file at the same moment; the loser of that race finds the work done. */
const MIGRATION_ATTEMPTS = 10;

/**
 * Opens the database in `dataDir`, creates it where there is none, and brings its tables up to date.
 *
 * @throws ConfigError when the folder cannot be used.
 */
export async function openDatabase(dataDir: string): Promise<Database> {
  const db: Database = new Kysely({ dialect: sqliteIn(dataDir) });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

function sqliteIn(dataDir: string): Dialect {
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

async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
  for (let attempt = 1; ; attempt += 1) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if (attempt === MIGRATION_ATTEMPTS) throw error;
    await delay(50 * attempt);
  }
}
