import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { createKeyService } from '../keys/key-service.ts';
import { keysCommand } from './keys-command.ts';

let folder: string;
let now: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-keys-'));
  now = Date.UTC(2027, 0, 15);
});
afterEach(() => rm(folder, { recursive: true }));

async function openKeys() {
  const db = await openDatabase({ dataDir: folder });
  return { keys: createKeyService(db, () => now), close: () => db.destroy() };
}

async function run(...args: readonly string[]) {
  let out = '';
  let err = '';
  const output = {
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
  };
  const code = await keysCommand(args, { openKeys, output, now: () => now });
  return { code, out, err };
}

describe('keys', () => {
  test('create prints the key alone on stdout, and the key is good', async () => {
    const { code, out, err } = await run('create', '--name', 'shop');
    expect(code).toBe(0);
    expect(out).toMatch(/^pgl_live_\w{38}\n$/);
    expect(err).not.toContain(out.trim());
    expect(err).toMatch(/^Key \w+ is made\. It is shown this one time: store it now\.\n$/);
    const { keys, close } = await openKeys();
    expect((await keys.check(out.trim())).ok).toBe(true);
    await close();
  });

  test('create takes a limit per minute', async () => {
    await run('create', '--name', 'slow', '--per-minute', '5');
    expect(await run('create', '--name', 'none', '--per-minute', '0')).toMatchObject({ code: 2, out: '' });
    const { keys, close } = await openKeys();
    expect(await keys.list()).toMatchObject([{ name: 'slow', limitPerMinute: 5 }]);
    await close();
  });

  test('list shows what each key is, and none of their secrets', async () => {
    const { out: secret } = await run('create', '--name=shop');
    await run('create', '--name', 'trial', '--expires-in-days', '30');
    now += 24 * 60 * 60 * 1000;
    const { code, out } = await run('list');
    expect(code).toBe(0);
    const [head, ...rows] = out.trimEnd().split('\n');
    expect(head).toMatch(/^ID +NAME +KEY +CREATED +LAST USED +STATE$/);
    const shown = rows.map((row) => row.replace(/ {2,}/g, '|').split('|').slice(1));
    expect(shown.map(([name, , created, used, state]) => [name, created, used, state]).sort()).toEqual([
      ['shop', '2027-01-15', 'never', 'active'],
      ['trial', '2027-01-15', 'never', 'active until 2027-02-14'],
    ]);
    expect(out).not.toContain(secret.trim());
  });

  test('revoke ends a key, once', async () => {
    const { out: secret } = await run('create', '--name', 'shop');
    const id = (await run('list')).out.split('\n')[1]!.split(' ')[0]!;
    expect(await run('revoke', id)).toMatchObject({ code: 0, err: `Key ${id} is revoked.\n` });
    expect(await run('revoke', id)).toMatchObject({ code: 0, err: `Key ${id} was revoked before.\n` });
    expect((await run('list')).out).toContain('revoked 2027-01-15');
    const { keys, close } = await openKeys();
    expect(await keys.check(secret.trim())).toEqual({ ok: false, code: 'revoked_key' });
    await close();
  });

  test('an unknown key cannot be revoked', async () => {
    expect(await run('revoke', 'nobody')).toMatchObject({ code: 1, out: '' });
  });

  test('with no keys, list says how to make one', async () => {
    expect(await run('list')).toMatchObject({ code: 0, out: '', err: expect.stringContaining('create') });
  });

  test.each([
    [[], ['Say what to do']],
    [['make'], ['"make" is not a command']],
    [['create'], ['--name is missing']],
    [['create', '--name', ' '], ['--name is missing']],
    [['create', '--name', 'a\nb'], ['control characters']],
    [
      ['create', '--name', 'x'.repeat(101), '--expires-in-days', '0', '--scope', 'all', 'more'],
      ['100', '--expires-in-days', '--scope', '"all more"'],
    ],
    [['list', '--name', 'x'], ['--name belongs to create']],
    [['revoke'], ['The ID of the key is missing']],
    [['revoke', 'a', 'b'], ['"b" is too much']],
  ])('%o is wrong usage, and all of it is said', async (args, messages) => {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    for (const message of messages) expect(err).toContain(message);
  });
});
