import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { built } from '../library/testing/built.ts';
import { smallPdf } from './testing/documents.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagelight-entry-'));
});
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  await rm(folder, { recursive: true });
});

/** Starts an entry as it is shipped, with settings of its own and nothing of the caller's. */
function start(entry: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [built(`server/${entry}`), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    text.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text.err += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...text }));
  return {
    child,
    text,
    ended,
    /** Resolves as soon as the output has what matches. */
    async printed(pattern: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const match = pattern.exec(text.out);
        if (match !== null) return match;
        await Promise.race([
          once(child.stdout, 'data'),
          ended.then((end) => {
            throw new Error(`ended without ${pattern}: ${JSON.stringify(end)}`);
          }),
        ]);
      }
    },
  };
}

describe('command lines', () => {
  test('a wrong setting is named', async () => {
    expect(await start('keys-cli', ['list'], { DATA_DIR: '/dev/null/x' }).ended).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^DATA_DIR /),
    });
    expect(await start('main', [], { PORT: 'http', MAX_QUEUE: '-1' }).ended).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^PORT .*\nMAX_QUEUE /),
    });
  });
});

describe('server', () => {
  test('starts, says where, takes keys made while it runs, compresses in a worker, and stops on SIGTERM', async () => {
    const server = start('main', [], { PORT: '0' });
    const [, address] = await server.printed(/Pagelight runs at (http:\/\/localhost:\d+)\n/);
    await server.printed(/\/setup\?token=[0-9A-Za-z]{32}\n/);

    const created = await start('keys-cli', ['create', '--name', 'test']).ended;
    const form = new FormData();
    form.append('file', new Blob([await smallPdf()]), 'in.pdf');
    const ask = (key = created.out.trim()) =>
      fetch(`${address}/api/v1/compress`, {
        method: 'POST',
        body: form,
        headers: { 'X-API-Key': key },
      });
    const response = await ask();
    expect(response.status).toBe(200);
    expect(Number(response.headers.get('X-Compression-Ratio'))).toBeLessThan(1);

    const listed = await start('keys-cli', ['list']).ended;
    await start('keys-cli', ['revoke', listed.out.split('\n')[1].split(' ')[0]]).ended;
    const refused = await ask();
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'revoked_key' }]);

    const second = await start('keys-cli', ['create', '--name', 'last']).ended;
    await ask(second.out.trim());
    server.child.kill('SIGTERM');
    const end = await server.ended;
    expect({ code: end.code, err: end.err }).toEqual({ code: 0, err: '' });
    expect(end.out).not.toContain(created.out.trim());
    expect(end.out).not.toContain('in.pdf');
    // What was counted and not yet written is written before the end.
    expect((await start('keys-cli', ['list']).ended).out).not.toMatch(/ never /);
  });

  test('a taken port is told with what to do', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port } = squatter.address() as { port: number };
    const end = await start('main', [], { PORT: String(port) }).ended;
    squatter.close();
    expect(end).toMatchObject({ code: 1, err: expect.stringContaining(`Port ${port} is already in use.`) });
  });
});
