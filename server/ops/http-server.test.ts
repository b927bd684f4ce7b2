import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smallPdf } from '../testing/documents.ts';
import { type HttpService, startHttpService } from '../testing/http-service.ts';

const pdf = await smallPdf();
let service: HttpService;
beforeEach(async () => {
  service = await startHttpService({}, { requestMs: 1500, headersMs: 700, checkMs: 100 });
});
afterEach(() => service.close());

/** All responses to these lines, until the connection closes. */
async function answerTo(...lines: readonly string[]): Promise<string> {
  const socket = connect(service.port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(lines.join('\r\n'));
  await once(socket, 'close');
  return text;
}

test('the health check of a balancer that speaks HTTP/1.0 is answered, without Host', async () => {
  expect(await answerTo('GET /healthz HTTP/1.0', '', '')).toMatch(/^HTTP\/1\.1 200 OK.*"status":"ok"/s);
  expect(await answerTo('GET /healthz HTTP/1.1', '', '')).toMatch(/^HTTP\/1\.1 400 /);
});

test.each([
  ['a request without Host', 400, ['GET /healthz HTTP/1.1', '', '']],
  ['a Host that is none', 400, ['GET /healthz HTTP/1.1', 'Host: a b', '', '']],
  ['a path with a backslash', 400, ['GET /..\\healthz HTTP/1.1', 'Host: x', '', '']],
  ['no HTTP at all', 400, ['hello', '', '']],
  ['headers without end', 431, ['GET / HTTP/1.1', 'Host: x', `X-Huge: ${'x'.repeat(40_000)}`, '', '']],
  ['an expectation that nobody knows', 417, ['GET / HTTP/1.1', 'Host: x', 'Expect: wonders', '', '']],
  ['headers that do not come', 408, ['GET / HTTP/1.1', 'X-Slow: ']],
])('%s is refused as problem+json', async (_what, status, lines) => {
  const answer = await answerTo(...lines);
  const [head, body] = answer.split('\r\n\r\n') as [string, string];
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toMatch(/^content-type: application\/problem\+json$/im);
  expect(JSON.parse(body)).toMatchObject({ status, code: 'malformed_request', detail: expect.any(String) });
});

test('a body that says it is packed is refused with what would be taken', async () => {
  const send = (encoding: string) =>
    fetch(`${service.origin}/api/v1/compress`, {
      method: 'POST',
      body: pdf,
      headers: {
        'X-API-Key': service.key,
        'Content-Type': 'application/pdf',
        'Content-Encoding': encoding,
      },
    });
  const refused = await send('gzip');
  expect([refused.status, refused.headers.get('Accept-Encoding'), await refused.json()]).toMatchObject([
    415,
    'identity',
    { code: 'unsupported_encoding' },
  ]);
  expect((await send('identity')).status).toBe(200);
});
