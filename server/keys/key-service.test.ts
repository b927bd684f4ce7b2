import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { issueSetupToken } from '../accounts/setup-token.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { ConfigError } from '../settings/config-error.ts';
import { inMemoryFolder } from '../testing/in-memory-folder.ts';
import { hashSecret } from './key-format.ts';
import { createKeyService, type KeyService } from './key-service.ts';

let folder: string;
let db: Database;
let keys: KeyService;
let now: number;

beforeEach(async () => {
  folder = await inMemoryFolder();
  db = await openDatabase({ dataDir: join(folder, 'data') });
  now = 1_800_000_000_000;
  keys = createKeyService(db, () => now);
});
afterEach(async () => {
  await db.destroy();
  await rm(folder, { recursive: true });
});

describe('key service', () => {
  test('a new key is good, and all that is kept of it is a hash', async () => {
    const { secret, key } = await keys.create({ name: 'shop' });
    expect(await keys.check(secret)).toMatchObject({ ok: true, key: { id: key.id, name: 'shop' } });
    const files = await readdir(join(folder, 'data'));
    const stored = await Promise.all(files.map((file) => readFile(join(folder, 'data', file), 'latin1')));
    expect(stored.join('')).toContain(hashSecret(secret));
    expect(stored.join('')).not.toContain(secret);
  });

  test('an unknown key of the right shape is not good', async () => {
    const { secret } = await keys.create({ name: 'gone' });
    await db.deleteFrom('api_keys').execute();
    expect(await keys.check(secret)).toEqual({ ok: false, code: 'invalid_key' });
  });

  test('revoking works once, at once, and also from another process', async () => {
    const { secret, key } = await keys.create({ name: 'shop' });
    expect((await keys.check(secret)).ok).toBe(true);
    const other = await openDatabase({ dataDir: join(folder, 'data') });
    expect(await createKeyService(other).revoke(key.id)).toBe('revoked');
    await other.destroy();
    expect(await keys.check(secret)).toEqual({ ok: false, code: 'revoked_key' });
    expect(await keys.revoke(key.id)).toBe('already-revoked');
    expect(await keys.revoke('nobody')).toBe('unknown');
  });

  test('a key ends at its time', async () => {
    const { secret } = await keys.create({ name: 'short', expiresAt: now + 1000 });
    now += 999;
    expect((await keys.check(secret)).ok).toBe(true);
    now += 1;
    expect(await keys.check(secret)).toEqual({ ok: false, code: 'expired_key' });
  });

  test('lists keys in the order they were made, whatever their names are', async () => {
    const names = ['b', "'; drop table api_keys; --", 'ä „ö“'];
    for (const name of names) {
      await keys.create({ name });
      now += 1;
    }
    expect((await keys.list()).map((key) => key.name)).toEqual(names);
  });
});

describe('database', () => {
  test('opens again with what was in it, and only for this user', async () => {
    const { secret } = await keys.create({ name: 'kept' });
    const again = await openDatabase({ dataDir: join(folder, 'data') });
    expect((await createKeyService(again, () => now).check(secret)).ok).toBe(true);
    await again.destroy();
    expect((await stat(join(folder, 'data'))).mode & 0o077).toBe(0);
  });

  test('several that meet a new folder at the same moment all find it ready', async () => {
    const fresh = join(folder, 'fresh');
    const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ dataDir: fresh })));
    for (const one of opened) {
      expect(await createKeyService(one).list()).toEqual([]);
      await one.destroy();
    }
  });

  test('a folder that cannot be used is told by the name of its setting', async () => {
    await expect(openDatabase({ dataDir: '/dev/null/data' })).rejects.toThrow(ConfigError);
    await expect(openDatabase({ dataDir: '/dev/null/data' })).rejects.toThrow(/^DATA_DIR/);
  });
});

describe('set-up token', () => {
  const stored = () => db.selectFrom('setup_tokens').select('token_hash').execute();

  test('is kept as a hash only', async () => {
    const token = await issueSetupToken(db, now);
    expect(token).toMatch(/^[0-9A-Za-z]{32}$/);
    expect(await stored()).toEqual([{ token_hash: hashSecret(token!) }]);
  });

  test('ends after a day', async () => {
    await issueSetupToken(db, now);
    const second = await issueSetupToken(db, now + 24 * 60 * 60 * 1000);
    expect(await stored()).toEqual([{ token_hash: hashSecret(second!) }]);
  });

  test('is not given once there is an account', async () => {
    await db
      .insertInto('accounts')
      .values({
        id: 'a',
        email: 'a@example.org',
        password_hash: 'x',
        created_at: now,
        role: 'owner',
        signed_in_at: null,
      })
      .execute();
    expect(await issueSetupToken(db, now)).toBe(null);
    expect(await stored()).toEqual([]);
  });
});
