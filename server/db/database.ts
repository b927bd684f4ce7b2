import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, Migrator } from 'kysely';
import { MIGRATIONS } from './migrations.ts';
import { MIGRATION_PATIENCE, postgresAt, REQUEST_PATIENCE } from './postgres.ts';
import type { Schema } from './schema.ts';
import { sqliteIn } from './sqlite.ts';

export type Database = Kysely<Schema>;

/** Where the data is kept: in PostgreSQL where an address of one is given, else in a file. */
export interface Storage {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}

/**
 * Several may start on the same new database. PostgreSQL lets one migrate while the others wait (an advisory lock
 * that Kysely takes); SQLite, and the very first table in PostgreSQL, let the others fail, who then find the work done.
 */
const MIGRATION_ATTEMPTS = 10;

/**
 * Opens the database and brings its tables up to date.
 *
 * @throws ConfigError when the folder cannot be used, or the address leads to no database.
 */
export async function openDatabase({ dataDir, databaseUrl }: Storage): Promise<Database> {
  if (databaseUrl === undefined) {
    const db: Database = new Kysely({ dialect: sqliteIn(dataDir) });
    try {
      await migrate(db);
    } catch (error) {
      await db.destroy();
      throw error;
    }
    return db;
  }
  const patient: Database = new Kysely({ dialect: await postgresAt(databaseUrl, MIGRATION_PATIENCE) });
  try {
    await migrate(patient);
  } finally {
    await patient.destroy();
  }
  return new Kysely({ dialect: await postgresAt(databaseUrl, REQUEST_PATIENCE) });
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
