import { rm } from 'node:fs/promises';
import { Kysely, type Migration, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKey, hashSecret } from '../keys/key-format.ts';
import { createKeyService } from '../keys/key-service.ts';
import { ConfigError } from '../settings/config-error.ts';
import { inMemoryFolder } from '../testing/in-memory-folder.ts';
import { type Database, migrate, openDatabase } from './database.ts';
import { MIGRATIONS } from './migrations.ts';
import { sqliteIn } from './sqlite.ts';

let folder: string;
beforeEach(async () => {
  folder = await inMemoryFolder();
});
afterEach(() => rm(folder, { recursive: true }));

/** The migrations of version 0.1.0. */
const RELEASED = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '005'));
const LATER: Migration = {
  async up(db) {
    await db.schema.createTable('of_a_later_version').addColumn('id', 'text').execute();
    await db.schema.alterTable('api_keys').addColumn('colour', 'text').execute();
  },
};

async function databaseWith(migrations: Readonly<Record<string, Migration>>): Promise<Database> {
  const db: Database = new Kysely({ dialect: await sqliteIn(folder) });
  await migrate(db, migrations);
  return db;
}

async function withNext(name: string): Promise<void> {
  await (await databaseWith({ ...MIGRATIONS, [name]: LATER })).destroy();
}

test('a database of a later version is gone on with, where that version only added', async () => {
  await withNext('900_colours');
  const db = await openDatabase({ dataDir: folder });
  const keys = createKeyService(db);
  const { secret, key } = await keys.create({ name: 'older code' });
  expect(await keys.check(secret)).toMatchObject({ ok: true, key: { id: key.id } });
  await db.destroy();
  // The later version then finds its own migration again.
  await withNext('900_colours');
});

test('one that a later version took something from ends the start with a line that says what to do', async () => {
  await withNext('900_contract_old_columns');
  const start = openDatabase({ dataDir: folder });
  await expect(start).rejects.toThrow(ConfigError);
  await expect(start).rejects.toThrow(
    /^The database belongs to a later version of Pagelight \(900_contract_old_columns\).*backup/,
  );
});

test('what the released version wrote works with the tables of today', async () => {
  const old = await databaseWith(RELEASED);
  const secret = createKey();
  await sql`insert into api_keys (id, name, key_hash, hint, scopes, created_at, limit_per_minute)
    values ('old', 'from 0.1.0', ${hashSecret(secret)}, 'pgl', 'compress', 1800000000000, 7)`.execute(old);
  await sql`insert into answered_requests (id, fingerprint, report, expires_at)
    values ('a', 'b', '{"inputSize":1}', 4000000000000)`.execute(old);
  await old.destroy();
  const db = await openDatabase({ dataDir: folder });
  expect(await createKeyService(db).check(secret)).toMatchObject({ ok: true, key: { limitPerMinute: 7 } });
  await db.destroy();
});

test('what was released finds its tables as they were: later migrations only add, and nothing that must be filled in', async () => {
  const old = await databaseWith(RELEASED);
  const before = await old.introspection.getTables();
  await migrate(old);
  const after = await old.introspection.getTables();
  await old.destroy();
  for (const table of before) {
    const now = after.find(({ name }) => name === table.name);
    expect(now?.columns.slice(0, table.columns.length)).toEqual(table.columns);
    for (const added of now?.columns.slice(table.columns.length) ?? [])
      expect([table.name, added.name, added.isNullable || added.hasDefaultValue]).toEqual([
        table.name,
        added.name,
        true,
      ]);
  }
});

test('migrations are numbered without a gap, and those that take something away say so', () => {
  const names = Object.keys(MIGRATIONS);
  expect(names.map((name) => Number(name.slice(0, 3)))).toEqual(names.map((_, index) => index + 1));
});
