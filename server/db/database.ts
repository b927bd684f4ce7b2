import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, type Migration, Migrator } from 'kysely';
import { calledAs } from '../called-as.ts';
import { ConfigError } from '../settings/config-error.ts';
import { MIGRATIONS } from './migrations.ts';
import { MIGRATION_TIMEOUTS, postgresAt, REQUEST_TIMEOUTS } from './postgres.ts';
import type { Schema } from './schema.ts';
import { sqliteIn } from './sqlite.ts';
import { untilAvailable } from './until-available.ts';

export type Database = Kysely<Schema>;

/** The location of the data: a PostgreSQL if a URL is given, else a file. */
export interface Storage {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}

/**
 * Several replicas may start on the same new database. In PostgreSQL one migrates while the others wait (Kysely takes
 * an advisory lock). In SQLite, and for the very first table in PostgreSQL, the others fail and find the work done when
 * they retry.
 */
const MIGRATION_ATTEMPTS = 10;

/**
 * Opens the database and migrates it.
 *
 * @throws ConfigError if the folder cannot be used, or the database cannot be reached
 */
export async function openDatabase({ dataDir, databaseUrl }: Storage): Promise<Database> {
  if (databaseUrl === undefined) {
    const db: Database = new Kysely({ dialect: await sqliteIn(dataDir) });
    try {
      await migrate(db);
    } catch (error) {
      await db.destroy();
      throw error;
    }
    return db;
  }
  const patient: Database = new Kysely({ dialect: await postgresAt(databaseUrl, MIGRATION_TIMEOUTS) });
  try {
    await untilAvailable(() => migrate(patient));
  } finally {
    await patient.destroy();
  }
  return new Kysely({ dialect: await postgresAt(databaseUrl, REQUEST_TIMEOUTS) });
}

/**
 * A later version may have migrated the database, during an upgrade or before a rollback. Additions are compatible.
 *
 * @throws ConfigError if it removed something that this version needs
 */
export async function migrate(
  db: Database,
  migrations: Readonly<Record<string, Migration>> = MIGRATIONS,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const later = await laterThan(db, migrations);
    const breaking = later.find((name) => CONTRACTING.test(name));
    if (breaking !== undefined) throw fromLaterVersion(breaking);
    // Kysely requires every migration that was run, in order.
    const known = { ...migrations, ...Object.fromEntries(later.map((name) => [name, DONE_ELSEWHERE])) };
    const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if (attempt === MIGRATION_ATTEMPTS) throw error;
    await delay(50 * attempt);
  }
}

/** Name of a migration that removes something an earlier version needs. */
const CONTRACTING = /^\d+_contract_/;
const DONE_ELSEWHERE: Migration = { up: async () => undefined };
/** Kysely's own table. */
const MIGRATION_TABLE = 'kysely_migration';

/** Migrations that were run and that this version does not know. */
async function laterThan(
  db: Database,
  migrations: Readonly<Record<string, Migration>>,
): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === MIGRATION_TABLE)) return [];
  const rows = await (db as unknown as Kysely<{ [MIGRATION_TABLE]: { name: string } }>)
    .selectFrom(MIGRATION_TABLE)
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name).filter((name) => !(name in migrations));
}

function fromLaterVersion(name: string): ConfigError {
  return new ConfigError([
    `The database belongs to a later version of Pagelight (${name}), which took away what this one needs. Start that version, or put a backup in its place: ${calledAs('backup')} --help`,
  ]);
}
