import { once } from 'node:events';
import { createServer as createHttpServer, request } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { startHttpService } from '../../server/testing/http-service.ts';
import { freePort } from '../support/free-port.ts';
import { startNginx } from './nginx.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startProxy(
  ports: readonly number[],
  changes: readonly (readonly [RegExp, string])[] = [],
): Promise<string> {
  const nginx = await startNginx(ports, changes);
  closing.push(() => nginx.remove());
  return nginx.origin;
}

/** Two replicas of which none accepts connections. */
async function nobody(): Promise<number[]> {
  const port = await freePort();
  return [port, port];
}

/** The port of a fake replica that only runs this callback per connection; 0 selects a free port. */
async function startListening(onConnection: (socket: Socket) => void, port = 0): Promise<number> {
  const server = createServer(onConnection).listen(port, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Checks what every refusal of the service has in common, whether the proxy or a replica sends it. */
async function expectProblem(answer: Response, status: number, code: string): Promise<void> {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  const problem = (await answer.json()) as Record<string, unknown>;
  expect(problem).toMatchObject({ type: `urn:pagelight:problem:${code}`, status, code });
  expect(problem.requestId).toBe(answer.headers.get('X-Request-Id'));
}

test('with no replica nginx says 502 in the form of all refusals, and when to come back', async () => {
  const answer = await fetch(`${await startProxy(await nobody())}/api/v1/health`);
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  await expectProblem(answer, 502, 'unreachable');
});

test('so it says 504 for a replica that does not answer', async () => {
  const port = await startListening(() => undefined);
  const origin = await startProxy([port, port], [[/proxy_read_timeout 900s;/, 'proxy_read_timeout 1s;']]);
  const answer = await fetch(`${origin}/api/v1/compress`, { method: 'POST', body: 'a document' });
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  await expectProblem(answer, 504, 'timeout');
});

test('so it says 413 to an upload that announces too much, and 404 for what is not for clients', async () => {
  const origin = await startProxy(await nobody());
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

test.each([
  ['400', 400, 'malformed_request', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n'],
  ['400 without a Host', 400, 'malformed_request', 'GET / HTTP/1.1\r\n\r\n'],
  ['400 to no request at all', 400, 'malformed_request', 'not http\r\n\r\n'],
  ['414', 414, 'malformed_request', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  [
    '400 for large headers',
    400,
    'malformed_request',
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
  ],
  ['501', 501, 'malformed_request', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n'],
])('what nginx says by itself has the form of all refusals: %s', async (_name, status, code, head) => {
  const client = connect(Number(new URL(await startProxy(await nobody())).port), '127.0.0.1');
  client.write(head);
  const [headers = '', body = ''] = (await text(client)).split('\r\n\r\n');
  expect(headers).toMatch(new RegExp(`^HTTP/1.1 (${status}|431) `));
  expect(headers).toMatch(/^Content-Type: application\/problem\+json\r?$/m);
  expect(JSON.parse(body)).toMatchObject({ type: `urn:pagelight:problem:${code}`, code });
});

/** A port that forwards every connection to another one. */
function startLeadingTo(port: number, own: number): Promise<number> {
  return startListening((socket) => {
    const further = connect(port, '127.0.0.1');
    for (const end of [socket, further]) end.on('error', () => undefined);
    socket.pipe(further).pipe(socket);
  }, own);
}

test('a small upload outlives two replicas that die one after the other, once the first is back', async () => {
  const { port: alive, close } = await startHttpService();
  closing.push(close);
  const first = await freePort();
  let hasDied = false;
  const second = await startListening((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', async () => {
        if (!hasDied) await startLeadingTo(alive, first);
        hasDied = true;
        socket.resetAndDestroy();
      });
  });
  const origin = await startProxy([first, second]);
  const headers = { 'Content-Type': 'application/pdf' };
  const answer = await fetch(`${origin}/api/v1/compress`, { method: 'POST', headers, body: 'a document' });
  // A replica's response to a request without a key.
  expect(answer.status).toBe(401);
  expect(hasDied).toBe(true);
});

test('a small upload that comes in pieces is sent again when its replica dies over it', async () => {
  let died = 0;
  const dying = await startListening((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', () => {
        died += 1;
        socket.resetAndDestroy();
      });
  });
  const { port: alive, close } = await startHttpService();
  closing.push(close);
  const origin = await startProxy([dying, alive]);
  for (let turn = 0; turn < 4; turn += 1) {
    const client = connect(Number(new URL(origin).port), '127.0.0.1');
    client.write('POST /api/v1/compress HTTP/1.1\r\nHost: pagelight\r\nConnection: close\r\n');
    client.write('Content-Type: application/pdf\r\nContent-Length: 10\r\n\r\nhalf ');
    // nginx works in order: once this is answered, it has read the head and the first half.
    await fetch(`${origin}/metrics`);
    client.write('of it');
    // A replica's response to a request without a key.
    expect(await text(client)).toMatch(/^HTTP\/1\.1 401 /);
  }
  expect(died).toBeGreaterThan(0);
});

test('a small upload that one replica turns away is done by the other; where both do, their own answer comes through', async () => {
  const refusal = '{"code":"busy","retryAfterSeconds":7}';
  const full = createHttpServer((_request, response) => {
    response.writeHead(503, { 'Content-Type': 'application/problem+json', 'Retry-After': '7' }).end(refusal);
  }).listen(0, '127.0.0.1');
  await once(full, 'listening');
  closing.push(() => void full.close());
  const { port: fullPort } = full.address() as AddressInfo;
  const { port: alive, close } = await startHttpService();
  closing.push(close);
  const headers = { 'Content-Type': 'application/pdf' };
  const ask = (origin: string) =>
    fetch(`${origin}/api/v1/compress`, { method: 'POST', headers, body: 'a document' });

  const origin = await startProxy([fullPort, alive]);
  // A replica's response to a request without a key.
  for (let turn = 0; turn < 4; turn += 1) expect((await ask(origin)).status).toBe(401);
  const refused = await ask(await startProxy([fullPort, fullPort]));
  expect([refused.status, refused.headers.get('Retry-After'), await refused.text()]).toEqual([
    503,
    '7',
    refusal,
  ]);
});
