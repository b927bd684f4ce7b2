import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAccountAdmin } from '../accounts/account-admin.ts';
import { createAccounts, ensureFirstAccount } from '../accounts/account-service.ts';
import { createPasswords } from '../accounts/passwords.ts';
import { openDatabase } from '../db/database.ts';
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
    return { accounts: createAccountAdmin(db, passwords), close: () => db.destroy() };
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
  expect((await run('list')).out).toBe('EMAIL              CREATED\nlaura@example.org  2027-01-15\n');
});

test('what cannot be done is said', async () => {
  expect(await run('list')).toMatchObject({ code: 0, out: '', err: expect.stringContaining('set-up link') });
  expect(await run('reset-password', 'nobody@example.org')).toMatchObject({ code: 1, out: '' });
  for (const args of [[], ['remove'], ['reset-password'], ['list', 'all'], ['list', '--quick']]) {
    expect(await run(...args)).toMatchObject({ code: 2, out: '' });
  }
});
