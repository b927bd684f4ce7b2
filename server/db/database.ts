import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, type Migration, Migrator } from 'kysely';
import { ConfigError } from '../config.ts';
import { MIGRATIONS } from './migrations.ts';
import { MIGRATION_TIMEOUTS, postgresAt, REQUEST_TIMEOUTS } from './postgres.ts';
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
    await migrate(patient);
  } finally {
    await patient.destroy();
  }
  return new Kysely({ dialect: await postgresAt(databaseUrl, REQUEST_TIMEOUTS) });
}

/**
 * A later version may have been here: during an upgrade, or before one was taken back. What it added is no trouble.
 *
 * @throws ConfigError when it took away what this version needs.
 */
export async function migrate(
  db: Database,
  migrations: Readonly<Record<string, Migration>> = MIGRATIONS,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const later = await laterThan(db, migrations);
    const breaking = later.find((name) => CONTRACTING.test(name));
    if (breaking !== undefined) throw fromLaterVersion(breaking);
    // Kysely wants to know each that was carried out, in order.
    const known = { ...migrations, ...Object.fromEntries(later.map((name) => [name, DONE_ELSEWHERE])) };
    const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if (attempt === MIGRATION_ATTEMPTS) throw error;
    await delay(50 * attempt);
  }
}

/** A migration that takes away what an earlier version needs has this in its name. */
const CONTRACTING = /^\d+_contract_/;
const DONE_ELSEWHERE: Migration = { up: async () => undefined };
/** Of Kysely. */
const MIGRATION_TABLE = 'kysely_migration';

/** Migrations that were carried out here and that this version does not know. */
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
    `The database belongs to a later version of Pagelight (${name}), which took away what this one needs. Start that version, or put a backup in its place: npm run -s backup -- --help`,
  ]);
}
