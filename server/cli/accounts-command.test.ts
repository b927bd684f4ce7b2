import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAccountAdmin } from '../accounts/account-admin.ts';
import { createAccounts, ensureFirstAccount } from '../accounts/account-service.ts';
import { createPasswords } from '../accounts/passwords.ts';
import { createAuditLog } from '../audit/audit-log.ts';
import { openDatabase } from '../db/database.ts';
import { codeAt } from '../testing/authenticator.ts';
import { accountsCommand } from './accounts-command.ts';

const OWNER = { email: 'laura@example.org', password: 'a short sentence' };
const FROM = { address: '203.0.113.9' };
const passwords = createPasswords({ logN: 4, r: 8, p: 1 });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-accounts-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(...args: readonly string[]) {
  const said = { out: '', err: '' };
  const output = {
    out: (text: string) => {
      said.out += text;
    },
    err: (text: string) => {
      said.err += text;
    },
  };
  const openAccounts = async () => {
    const db = await openDatabase({ dataDir: folder });
    const audit = createAuditLog(db, { write: async (_entry, write) => write().then(() => true) });
    return { accounts: createAccountAdmin(db, passwords, audit), close: () => db.destroy() };
  };
  return { code: await accountsCommand(args, { openAccounts, output }), ...said };
}

test('a new password is printed alone; the old one and all sessions end', async () => {
  const db = await openDatabase({ dataDir: folder });
  const accounts = createAccounts(db, passwords);
  await ensureFirstAccount(db, passwords, OWNER, Date.UTC(2027, 0, 15));
  const session = await accounts.signIn(OWNER, FROM);

  const { code, out } = await run('reset-password', 'Laura@Example.org');
  expect(code).toBe(0);
  expect(out).toMatch(/^[0-9A-Za-z]{20}\n$/);
  expect(await accounts.sessions.find(session.token)).toBe(null);
  await expect(accounts.signIn(OWNER, FROM)).rejects.toThrow('wrong_credentials');
  await accounts.signIn({ ...OWNER, password: out.trim() }, FROM);
  await db.destroy();
  expect((await run('list')).out).toBe(
    'EMAIL              ROLE   SECOND STEP  CREATED\nlaura@example.org  owner  off          2027-01-15\n',
  );
});

test('who lost app and codes signs in with the password alone again', async () => {
  const db = await openDatabase({ dataDir: folder });
  const accounts = createAccounts(db, passwords);
  await ensureFirstAccount(db, passwords, OWNER, Date.now());
  const { token } = await accounts.signIn(OWNER, FROM);
  const session = (await accounts.sessions.find(token))!;
  expect(await run('reset-second-factor', OWNER.email)).toMatchObject({
    code: 0,
    err: expect.stringContaining('Nothing to do'),
  });

  const { secret } = await accounts.beginSecondFactor(session, OWNER.password, FROM);
  await accounts.confirmSecondFactor(session, codeAt(secret, Date.now()), FROM);
  await expect(accounts.signIn(OWNER, FROM)).rejects.toThrow('two_factor_required');
  expect((await run('list')).out).toMatch(/owner +on /);
  expect(await run('reset-second-factor', OWNER.email)).toMatchObject({ code: 0, out: '' });
  await accounts.signIn(OWNER, FROM);
  const log = await db.selectFrom('audit_log').selectAll().execute();
  expect(log).toMatchObject([{ actor: 'command line', action: 'second-factor-off', subject: OWNER.email }]);
  await db.destroy();
});

test('the last owner is not removed while others are left, and any of those can be made one', async () => {
  const db = await openDatabase({ dataDir: folder });
  const accounts = createAccounts(db, passwords);
  await ensureFirstAccount(db, passwords, OWNER, Date.now());
  const { token } = await accounts.invitations.invite('mina@example.org', 'viewer', OWNER.email);
  await accounts.acceptInvitation({ token, password: 'another sentence' }, FROM);

  expect(await run('remove', OWNER.email)).toMatchObject({
    code: 1,
    err: expect.stringContaining('last owner'),
  });
  expect(await run('make-owner', 'mina@example.org')).toMatchObject({ code: 0 });
  expect(await run('remove', OWNER.email)).toMatchObject({ code: 0 });
  // The very last account may be removed.
  expect(await run('remove', 'mina@example.org')).toMatchObject({ code: 0 });
  expect(await accounts.isSetUp()).toBe(false);
  await db.destroy();
});

test('what cannot be done is said', async () => {
  expect(await run('list')).toMatchObject({ code: 0, out: '', err: expect.stringContaining('set-up link') });
  expect(await run('reset-password', 'nobody@example.org')).toMatchObject({ code: 1, out: '' });
  for (const command of ['reset-second-factor', 'make-owner', 'remove']) {
    expect(await run(command, 'nobody@example.org')).toMatchObject({ code: 1, out: '' });
  }
  for (const args of [
    [],
    ['toString', 'a'],
    ['remove'],
    ['reset-password'],
    ['list', 'all'],
    ['list', '--quick'],
  ]) {
    expect(await run(...args)).toMatchObject({ code: 2, out: '' });
  }
});

test('help is no error and opens no storage', async () => {
  const output = { out: vi.fn(), err: vi.fn() };
  const openAccounts = () => Promise.reject(new Error('storage was opened'));
  expect(await accountsCommand(['list', '--help'], { openAccounts, output })).toBe(0);
  expect(output.out).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('reset-password'));
  expect(output.err).not.toHaveBeenCalled();
});
