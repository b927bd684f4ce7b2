import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { codeAt } from '../testing/authenticator.ts';
import { inMemoryFolder } from '../testing/in-memory-folder.ts';
import { createSecondFactors, type SecondFactors } from './second-factor.ts';

const ID = 'an account';
/** RFC 6238, appendix B: `12345678901234567890` in base 32, and the last six digits of its codes. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const RFC_CODES = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const;

let folder: string;
let db: Database;
let now: number;
let factors: SecondFactors;
beforeEach(async () => {
  folder = await inMemoryFolder();
  db = await openDatabase({ dataDir: folder });
  const account = { email: 'a@example.org', password_hash: '', created_at: 0, role: 'owner' };
  await db
    .insertInto('accounts')
    .values({ id: ID, ...account, signed_in_at: null })
    .execute();
  now = 1_800_000_000_000;
  factors = createSecondFactors(db, () => now);
});
afterEach(async () => {
  await db.destroy();
  await rm(folder, { recursive: true });
});

test.each(RFC_CODES)('at second %i the code of the RFC is right, once', async (second, code) => {
  expect(codeAt(RFC_SECRET, second * 1000)).toBe(code);
  const row = { account_id: ID, secret: RFC_SECRET, confirmed_at: 0, last_step: 0 };
  await db.insertInto('second_factors').values(row).execute();
  now = second * 1000;
  expect(await factors.check(ID, ` ${code.slice(0, 3)} ${code.slice(3)}`)).toBe('code');
  await expect(factors.check(ID, code)).rejects.toThrow('invalid_code');
});

test('it counts once a code was confirmed, and a secret that was begun anew is another one', async () => {
  const first = await factors.begin(ID, 'a@example.org');
  expect(await factors.isOn(ID)).toBe(false);
  const { secret, uri } = await factors.begin(ID, 'a@example.org');
  expect(secret).not.toBe(first.secret);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new URL(uri).searchParams.get('secret')).toBe(secret);
  expect(decodeURIComponent(uri)).toContain('totp/Pagelight:a@example.org');

  await expect(factors.confirm(ID, codeAt(first.secret, now))).rejects.toThrow('invalid_code');
  await expect(factors.check(ID, codeAt(secret, now))).rejects.toThrow('invalid_code');
  const codes = await factors.confirm(ID, codeAt(secret, now));
  expect(new Set(codes).size).toBe(10);
  expect(await factors.recoveryCodesLeft(ID)).toBe(10);
  await expect(factors.begin(ID, 'a@example.org')).rejects.toThrow('two_factor_enabled');
  await expect(factors.confirm(ID, codeAt(secret, now))).rejects.toThrow('invalid_code');
  const kept = JSON.stringify(await db.selectFrom('recovery_codes').selectAll().execute());
  for (const code of codes) expect(kept).not.toContain(code);
});

test('a code counts one step before and after its own, and none before the last that was used', async () => {
  const { secret } = await factors.begin(ID, 'a@example.org');
  await factors.confirm(ID, codeAt(secret, now));
  const wrong = async (time: number) =>
    expect(factors.check(ID, codeAt(secret, time))).rejects.toThrow('invalid_code');
  now += 300_000;
  await wrong(now - 60_000);
  await wrong(now + 60_000);
  expect(await factors.check(ID, codeAt(secret, now + 30_000))).toBe('code');
  // Observed or replayed: it was valid a moment ago, and so were those before it.
  await wrong(now + 30_000);
  await wrong(now);
  now += 60_000;
  expect(await factors.check(ID, codeAt(secret, now))).toBe('code');
});

test('of many who send one code at the same moment one comes in', async () => {
  const { secret } = await factors.begin(ID, 'a@example.org');
  const codes = await factors.confirm(ID, codeAt(secret, now));
  now += 60_000;
  for (const code of [codeAt(secret, now), codes[0]!]) {
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => factors.check(ID, code)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
});

test('each recovery code opens once, however it is typed, until new ones are made', async () => {
  const { secret } = await factors.begin(ID, 'a@example.org');
  const [first, second, third] = await factors.confirm(ID, codeAt(secret, now));
  expect(await factors.check(ID, first!)).toBe('recovery-code');
  await expect(factors.check(ID, first!)).rejects.toThrow('invalid_code');
  expect(await factors.check(ID, ` ${second!.toUpperCase().replaceAll('-', ' ')}`)).toBe('recovery-code');
  expect(await factors.recoveryCodesLeft(ID)).toBe(8);

  expect(await factors.remakeRecoveryCodes(ID)).toHaveLength(10);
  await expect(factors.check(ID, third!)).rejects.toThrow('invalid_code');
  expect(await factors.remove(ID)).toBe(true);
  expect(await factors.remove(ID)).toBe(false);
  expect([await factors.recoveryCodesLeft(ID), await factors.remakeRecoveryCodes(ID)]).toEqual([null, null]);
});
