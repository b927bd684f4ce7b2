import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { dashboardUnderTest } from '../../testing/dashboard.ts';

const dashboard = dashboardUnderTest();

describe('bad input', () => {
  test.each([
    ['no JSON', '{"email":', 400],
    ['a list', '[]', 400],
    ['null', 'null', 400],
    ['a form', 'email=a&password=b', 400],
    ['far too much', `{"email":"${'x'.repeat(200_000)}"}`, 400],
    ['deep nesting', `${'['.repeat(8000)}${']'.repeat(8000)}`, 400],
    ['wrong types', '{"email":{"$ne":null},"password":["a"]}', 400],
    ['a prototype', '{"__proto__":{"email":"a@b"},"email":"a@b","password":""}', 400],
  ])('%s is refused, without a stack or a path', async (_what, body, status) => {
    const answer = await dashboard.visitor().post('sign-in', body);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.text).not.toMatch(/\bat \S+ \(|node_modules|\.ts\b|SqliteError|SELECT/i);
  });

  test('a fault of the server says nothing of its inside, and only the log knows', async () => {
    const client = await dashboard.owner();
    await dashboard.service.db.schema.alterTable('usage_days').renameTo('gone').execute();
    const { status, json, text } = await client.get('usage');
    expect([status, json.code]).toEqual([500, 'internal']);
    expect(text).not.toMatch(/usage_days|no such table|\/server\//);
    expect(JSON.stringify(dashboard.service.logLines)).toContain('no such table');
  });

  test('unknown addresses and wrong methods are told as problems, never as a page', async () => {
    const client = await dashboard.owner();
    expect((await client.get('nothing')).json.code).toBe('not_found');
    const put = await fetch(`${dashboard.service.origin}/api/dashboard/session`, {
      method: 'PUT',
      headers: { 'x-pagelight-page': 'dashboard' },
    });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('a thousand wrong keys leave nothing behind, and a good key goes on', async () => {
    const key = dashboard.service.key;
    const wrongChecksum = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    const logged = dashboard.service.logLines.length;
    const wrong = Array.from({ length: 1000 }, (_, n) => (n % 2 === 0 ? wrongChecksum : `pgl_live_${n}`));
    const answers = await pipelined(wrong);
    expect(answers.filter((status) => status !== 401 && status !== 429)).toEqual([]);

    await dashboard.service.usage.flush();
    for (const table of ['usage_days', 'tries', 'sessions'] as const) {
      expect(await dashboard.service.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    expect(dashboard.service.logLines.length - logged).toBeLessThanOrEqual(wrong.length);
    expect(JSON.stringify(dashboard.service.logLines)).not.toContain(wrongChecksum);
    expect((await dashboard.service.keys.check(key)).ok).toBe(true);
  });
});

/** Statuses of empty uploads with these keys, pipelined on one connection (RFC 9112, 9.3.2). */
async function pipelined(keys: readonly string[]): Promise<readonly number[]> {
  const { hostname, port } = new URL(dashboard.service.origin);
  const socket = connect(Number(port), hostname);
  const requests = keys.map((key) =>
    [
      'POST /api/v1/compress HTTP/1.1',
      'Host: localhost',
      `X-API-Key: ${key}`,
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n'),
  );
  socket.write(requests.join(''));
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    if (text.split('HTTP/1.1 ').length > keys.length) break;
  }
  socket.destroy();
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}
