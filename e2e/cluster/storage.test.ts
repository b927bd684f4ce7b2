import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../server/db/database.ts';
import { DatabaseUnavailable } from '../../server/db/unavailable.ts';
import { createKeyService } from '../../server/keys/key-service.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { until } from './programs.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

const open = () => openDatabase({ dataDir: '/nowhere', databaseUrl: postgres.url });

test('several start at once on an empty database, and each finds all tables', async () => {
  const opened = await Promise.all(Array.from({ length: 4 }, open));
  for (const db of opened) expect(await createKeyService(db).list()).toEqual([]);
  await Promise.all(opened.map((db) => db.destroy()));
});

test('keys live in PostgreSQL as they do in a file: times are numbers, what is not set is null', async () => {
  const now = 1_800_000_000_000;
  const [one, other] = [await open(), await open()];
  const keys = createKeyService(one, () => now);
  const { secret, key } = await keys.create({
    name: "Robert'); drop table api_keys; --",
    expiresAt: now + 1,
  });
  expect(await createKeyService(other).list()).toEqual([key]);
  expect(key).toMatchObject({ createdAt: now, expiresAt: now + 1, revokedAt: null, limitPerMinute: null });
  expect(await createKeyService(other, () => now).check(secret)).toMatchObject({ ok: true });
  expect(await keys.revoke(key.id)).toBe('revoked');
  expect(await createKeyService(other, () => now).check(secret)).toEqual({ ok: false, code: 'revoked_key' });
  await Promise.all([one.destroy(), other.destroy()]);
});

test('while PostgreSQL is away that is what is said, and after it the same handle goes on', async () => {
  const db = await open();
  const keys = createKeyService(db);
  const before = await keys.list();
  await postgres.stop();
  await expect(keys.list()).rejects.toThrow(DatabaseUnavailable);
  await postgres.start();
  await until('the database answers', () =>
    keys.list().then(
      () => true,
      () => false,
    ),
  );
  expect(await keys.list()).toEqual(before);
  await db.destroy();
});

test('a database that refuses ends the start and is named, without its password', async () => {
  const wrong = postgres.url.replace('pagelight@', 'nobody:pass-word@');
  const refused = openDatabase({ dataDir: '/nowhere', databaseUrl: wrong });
  await expect(refused).rejects.toThrow(/^DATABASE_URL: the database refuses: role "nobody" does not exist$/);
});
