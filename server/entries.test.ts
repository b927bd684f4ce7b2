import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { dashboardClient } from './testing/dashboard-client.ts';
import { smallPdf } from './testing/documents.ts';
import { shippedPrograms } from './testing/shipped-programs.ts';

const { start } = shippedPrograms();

describe('command lines', () => {
  test('a wrong setting is named', async () => {
    expect(await start('keys-cli', ['list'], { DATA_DIR: '/dev/null/x' }).ended).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^DATA_DIR /),
    });
    // If a folder cannot be created, Node's own recursion does not end.
    for (const DATA_DIR of ['/proc/x', '/proc/x/y'])
      expect(await start('keys-cli', ['list'], { DATA_DIR }).ended).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^DATA_DIR is "\/proc[^\n]*\n$/),
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
    await start('keys-cli', ['revoke', listed.out.split('\n')[1]!.split(' ')[0]!]).ended;
    const refused = await ask();
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'revoked_key' }]);

    const second = await start('keys-cli', ['create', '--name', 'last']).ended;
    await ask(second.out.trim());
    server.child.kill('SIGTERM');
    const end = await server.ended;
    expect({ code: end.code, err: end.err }).toEqual({ code: 0, err: '' });
    expect(end.out).not.toContain(created.out.trim());
    expect(end.out).not.toContain('in.pdf');
    // Usage counted in memory is written before the exit.
    expect((await start('keys-cli', ['list']).ended).out).not.toMatch(/ never /);
  });

  test('keys that it said are made open the API after it was killed while it made more', async () => {
    const owner = { email: 'laura@example.org', password: 'a short sentence' };
    const settings = { PORT: '0', ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password };
    const running = async () => {
      const server = start('main', [], settings);
      const [, address] = await server.printed(/Pagelight runs at (http:\/\/localhost:\d+)\n/);
      return { ...server, address: address! };
    };
    const killed = await running();
    const client = dashboardClient(killed.address);
    expect((await client.post('sign-in', owner)).status).toBe(200);
    const secrets: string[] = [];
    const makeKeys = async () => {
      for (;;) {
        const made = await client.post('keys', { name: 'one', expiresAt: null, limitPerMinute: null });
        secrets.push(made.json.secret);
        if (secrets.length === 20) killed.child.kill('SIGKILL');
      }
    };
    await Promise.allSettled(Array.from({ length: 4 }, makeKeys));
    await killed.ended;

    const { address } = await running();
    const answers = secrets.map(async (secret) => {
      const headers = { 'X-API-Key': secret, 'Content-Type': 'application/pdf' };
      const answer = await fetch(`${address}/api/v1/inspect`, {
        method: 'POST',
        body: new Uint8Array(9),
        headers,
      });
      return ((await answer.json()) as { code: string }).code;
    });
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['not_a_pdf']));
    const again = dashboardClient(address);
    again.cookie = client.cookie;
    expect((await again.get('keys')).json.keys.length).toBeGreaterThanOrEqual(secrets.length);
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
