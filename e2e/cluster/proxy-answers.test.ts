import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startNginx } from './nginx.ts';
import { freePort } from './programs.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startProxy(
  port: number,
  changes: readonly (readonly [RegExp, string])[] = [],
): Promise<string> {
  const nginx = await startNginx([port, port], changes);
  closing.push(() => nginx.remove());
  return nginx.origin;
}

/** What every refusal of the service is, whoever says it. */
async function expectProblem(answer: Response, status: number, code: string): Promise<void> {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  const problem = (await answer.json()) as Record<string, unknown>;
  expect(problem).toMatchObject({ type: `urn:pagelight:problem:${code}`, status, code });
  expect(problem.requestId).toBe(answer.headers.get('X-Request-Id'));
}

test('with no replica nginx says 502 in the form of all refusals, and when to come back', async () => {
  const answer = await fetch(`${await startProxy(await freePort())}/api/v1/health`);
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  await expectProblem(answer, 502, 'unreachable');
});

test('so it says 504 for a replica that does not answer', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  closing.push(() => void silent.close());
  const { port } = silent.address() as { port: number };
  const origin = await startProxy(port, [[/proxy_read_timeout 900s;/, 'proxy_read_timeout 1s;']]);
  const answer = await fetch(`${origin}/api/v1/compress`, { method: 'POST', body: 'a document' });
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  await expectProblem(answer, 504, 'timeout');
});

test('so it says 413 to an upload that announces too much, and 404 for what is not for clients', async () => {
  const origin = await startProxy(await freePort());
  await expectProblem(await fetch(`${origin}/metrics`), 404, 'not_found');

  const upload = request(`${origin}/api/v1/compress`, {
    method: 'POST',
    headers: { 'Content-Length': 261 * 1024 * 1024 },
  });
  upload.on('error', () => undefined);
  upload.flushHeaders();
  const [response] = await once(upload, 'response');
  const body = await new Response(response).text();
  upload.destroy();
  await expectProblem(
    new Response(body, { status: response.statusCode, headers: response.headers }),
    413,
    'too_large',
  );
});
