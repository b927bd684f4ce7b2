import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Accounts, createAccounts } from '../../server/accounts/account-service.ts';
import { createPasswords } from '../../server/accounts/passwords.ts';
import { issueSetupToken } from '../../server/accounts/setup-token.ts';
import { backupCommand } from '../../server/cli/backup-command.ts';
import { createBestEffortWrites } from '../../server/db/best-effort-writes.ts';
import { openDatabase } from '../../server/db/database.ts';
import { DatabaseUnavailable } from '../../server/db/unavailable.ts';
import { createIdempotencyStore } from '../../server/idempotency/idempotency-store.ts';
import { createResultCache } from '../../server/idempotency/result-cache.ts';
import { createKeyService } from '../../server/keys/key-service.ts';
import { codeAt } from '../../server/testing/authenticator.ts';
import { createUsageRecorder } from '../../server/usage/usage-recorder.ts';
import { lastDays, requestsByKey, usageOf } from '../../server/usage/usage-report.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { removeFolder, temporaryFolder, until } from './programs.ts';

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

test('accounts, tries and usage work there as in a file, and two replicas add up', async () => {
  const now = () => 1_800_000_000_000;
  const [one, other] = [await open(), await open()];
  const passwords = createPasswords({ logN: 4, r: 8, p: 1 });
  const owner = { email: 'laura@example.org', password: 'a short sentence' };
  const from = { address: '203.0.113.9' };
  const codes = [await issueSetupToken(one, now()), await issueSetupToken(other, now())];
  const both = await Promise.allSettled([
    createAccounts(one, passwords, now).setUp({ ...owner, code: codes[0]! }, from),
    createAccounts(other, passwords, now).setUp({ ...owner, code: codes[1]! }, from),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);

  const { token } = await createAccounts(one, passwords, now).signIn(owner, from);
  const { sessions, ...accounts } = createAccounts(other, passwords, now);
  expect(await sessions.find(token)).toMatchObject({ email: owner.email });
  await sessions.end(token);
  expect(await createAccounts(one, passwords, now).sessions.find(token)).toBe(null);
  for (let n = 0; n < 5; n += 1) {
    await expect(accounts.signIn({ ...owner, password: 'a guess' }, from)).rejects.toThrow(
      'wrong_credentials',
    );
  }
  await expect(accounts.signIn(owner, from)).rejects.toThrow('too_many_attempts');

  const bookkeeping = createBestEffortWrites(pino({ level: 'silent' }), () => undefined);
  const recorders = [one, other].map((db) => createUsageRecorder(db, bookkeeping, now));
  const use = { isError: false, bytesIn: 3_000_000_000, bytesOut: 1_000_000_000, bytesSaved: 2_000_000_000 };
  for (const keyId of ['a', 'b', 'a']) for (const usage of recorders) usage.record({ ...use, keyId });
  await Promise.all(recorders.map((usage) => usage.flush()));
  expect(await usageOf(one, lastDays(1, now()))).toMatchObject([
    { keyId: 'a', requests: 4, bytesIn: 12_000_000_000, bytesSaved: 8_000_000_000 },
    { keyId: 'b', requests: 2, bytesOut: 2_000_000_000 },
  ]);
  expect((await requestsByKey(other, lastDays(30, now()))).get('a')).toBe(4);
  await Promise.all([one.destroy(), other.destroy()]);
});

test('a backup can be read by its owner alone, and PostgreSQL reads it', async () => {
  await (await open()).destroy();
  const folder = await temporaryFolder('backup');
  const file = join(folder, 'data.backup');
  const errors: string[] = [];
  const output = { out: () => undefined, err: (text: string) => void errors.push(text) };
  const storage = () => ({ dataDir: '/nowhere', databaseUrl: postgres.url });
  expect([await backupCommand([file], { storage, output }), errors]).toEqual([0, [`${file} is made.\n`]]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { stdout } = await promisify(execFile)('pg_restore', ['--list', file]);
  expect(stdout).toContain('TABLE DATA public api_keys');
  await removeFolder(folder);
});

test('invitations, roles and second steps are the same there, and each counts once over two replicas', async () => {
  const clock = { now: 1_800_000_000_000 };
  const now = () => clock.now;
  const [one, other] = [await open(), await open()];
  const passwords = createPasswords({ logN: 4, r: 8, p: 1 });
  const replicas = [one, other].map((db) => createAccounts(db, passwords, now)) as [Accounts, Accounts];
  const from = { address: '198.51.100.7' };
  const both = <Result>(ask: (accounts: Accounts) => Promise<Result>) =>
    Promise.allSettled(replicas.map(ask)).then((all) => all.map(({ status }) => status).sort());
  const oneOfTwo = ['fulfilled', 'rejected'];

  const password = 'another short sentence';
  const invited = async (email: string) => {
    const { token } = await replicas[0].invitations.invite(email, 'owner', 'laura@example.org');
    expect(await both((accounts) => accounts.acceptInvitation({ token, password }, from))).toEqual(oneOfTwo);
    return (await replicas[1].people.list()).find((person) => person.email === email)!;
  };
  const [jonas, mina] = [await invited('jonas@example.org'), await invited('mina@example.org')];

  const { token } = await replicas[0].signIn({ email: mina.email, password }, from);
  const session = (await replicas[1].sessions.find(token))!;
  const { secret } = await replicas[0].beginSecondFactor(session, password, from);
  const confirm = (accounts: Accounts) => accounts.confirmSecondFactor(session, codeAt(secret, now()), from);
  expect(await both(confirm)).toEqual(oneOfTwo);
  clock.now += 60_000;
  const code = codeAt(secret, now());
  expect(await both((accounts) => accounts.signIn({ email: mina.email, password, code }, from))).toEqual(
    oneOfTwo,
  );
  expect(await replicas[1].secondFactor.recoveryCodesLeft(mina.id)).toBe(10);

  const others = (await replicas[0].people.list()).filter(({ id }) => id !== jonas.id && id !== mina.id);
  for (const { id } of others) await replicas[0].people.remove(id);
  const away = await Promise.allSettled([
    replicas[0].people.setRole(jonas.id, 'viewer'),
    replicas[1].people.remove(mina.id),
  ]);
  expect(away.map(({ status }) => status).sort()).toEqual(oneOfTwo);
  const owners = (await replicas[0].people.list()).filter(({ role }) => role === 'owner');
  expect(owners).toHaveLength(1);
  await Promise.all([one.destroy(), other.destroy()]);
});

test('of requests of one name that come to two replicas at the same moment one is begun, until it ends', async () => {
  const opened = [await open(), await open()];
  const bookkeeping = createBestEffortWrites(pino({ level: 'silent' }), () => undefined);
  const replicas = opened.map((db) => createIdempotencyStore(db, bookkeeping, createResultCache(0)));
  for (let round = 0; round < 20; round += 1) {
    const name = { keyId: 'a', idempotencyKey: `round ${round}` };
    const begun = await Promise.all(
      Array.from({ length: 8 }, (_, n) => replicas[n % 2]!.begin(name, n < 4 ? 'these bytes' : 'others')),
    );
    const [first, ...more] = begun.filter((one) => one.kind === 'new');
    expect(more).toEqual([]);
    expect(begun.filter(({ kind }) => kind === 'running')).toHaveLength(3);
    expect(begun.filter(({ kind }) => kind === 'mismatch')).toHaveLength(4);
    await first!.claim.drop();
  }
  await Promise.all(opened.map((db) => db.destroy()));
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
