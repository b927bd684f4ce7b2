import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createByteBudget } from './limits/byte-budget.ts';
import { smallPdf } from './testing/documents.ts';
import { type HttpService, startHttpService } from './testing/http-service.ts';

const PATH = '/api/v1/compress';
const MIB = 1024 * 1024;
const budget = createByteBudget(64 * MIB);
const pdf = Buffer.from(await smallPdf());

let service: HttpService;
beforeAll(async () => {
  service = await startHttpService({ budget, maxUploadBytes: 32 * MIB });
});
/** After every attempt no memory is held, and no bug was found. */
afterAll(async () => {
  await vi.waitFor(() => expect(budget.held).toBe(0));
  expect(service.logLines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  await service.close();
});

/** Returns the responses to these bytes until the server closes the connection, as requested by `Connection: close`. */
async function answersTo(...parts: readonly (string | Uint8Array)[]): Promise<string> {
  const socket = connect(service.port, '127.0.0.1');
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1');
  });
  socket.on('error', () => undefined);
  for (const part of parts) socket.write(part);
  await once(socket, 'close');
  return text;
}

const statusesOf = (answers: string) =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

const head = (line: string, ...headers: readonly string[]) =>
  [line, 'Host: localhost', ...headers, '', ''].join('\r\n');
const postHead = (...headers: readonly string[]) =>
  head(`POST ${PATH} HTTP/1.1`, `X-API-Key: ${service.key}`, 'Content-Type: application/pdf', ...headers);
/** A potential second request, smuggled behind the first. */
const HIDDEN = head('GET /healthz HTTP/1.1', 'Connection: close');

describe('a request whose end is in doubt is refused, and nothing behind it is taken for another', () => {
  test.each([
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 5'], '0\r\n\r\n'],
    ['two lengths', ['Content-Length: 5', 'Content-Length: 6'], '%PDF-'],
    ['a list of lengths', ['Content-Length: 5, 6'], '%PDF-'],
    ['a signed length', ['Content-Length: +5'], '%PDF-'],
    ['a length below zero', ['Content-Length: -1'], ''],
    ['a hexadecimal length', ['Content-Length: 0x5'], '%PDF-'],
    ['a length beyond all numbers', ['Content-Length: 99999999999999999999999'], ''],
    ['a space before the colon', ['Content-Length : 5'], '%PDF-'],
    ['chunks that are not the last coding', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
    ['a coding that nobody knows', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['a signed chunk', ['Transfer-Encoding: chunked'], '+5\r\n%PDF-\r\n0\r\n\r\n'],
    ['a chunk beyond all numbers', ['Transfer-Encoding: chunked'], 'fffffffffffffffff\r\n%PDF-'],
    ['a chunk that is longer than it says', ['Transfer-Encoding: chunked'], '2\r\n%PDF-\r\n0\r\n\r\n'],
    ['lines that end without a return', ['Transfer-Encoding: chunked'], '5\n%PDF-\n0\n\n'],
    ['a NUL in a header', ['X-Nul: a\0b', 'Content-Length: 5'], '%PDF-'],
    ['a header without a name', [': x', 'Content-Length: 5'], '%PDF-'],
  ])('%s', async (_what, headers, body) => {
    expect(statusesOf(await answersTo(postHead(...headers), body, HIDDEN))).toEqual([400]);
  });

  test('a length that is too short', async () => {
    // The rest of the document is not a valid request, and closes the connection with everything on it.
    const answers = await answersTo(postHead(`Content-Length: ${pdf.length - 20}`), pdf, HIDDEN);
    expect(statusesOf(answers)).toEqual([400]);
  });
});

test('requests on one connection that do not wait for answers get them in their order', async () => {
  const answers = await answersTo(
    postHead(`Content-Length: ${pdf.length}`),
    pdf,
    head('GET /api/nope HTTP/1.1'),
    HIDDEN,
  );
  expect(statusesOf(answers)).toEqual([200, 404, 200]);
});

describe('addresses that are tricks', () => {
  test.each([
    '//api/v1/compress',
    '/api//v1/compress',
    '/api/v1/compress/',
    '/API/V1/COMPRESS',
    '/api/v1/%63ompress',
    '/api/v1/compress%00',
    '/api/v1/compress;x=1',
    '/./api/v1/compress',
    '/api/v1/../v1/compress',
    '/api/v1\\compress',
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/../../package.json',
    '/assets/..%5c..%5cpackage.json',
    'http://localhost/api/v1/compress',
    'http://evil.example/api/dashboard/keys',
    '/api/dashboard/%2e%2e/dashboard/keys',
    '/api/dashboard//keys',
    '/metrics/..;/api/dashboard/keys',
    '*',
  ])('%s opens nothing', async (address) => {
    for (const method of ['GET', 'POST']) {
      const answers = await answersTo(
        head(`${method} ${address} HTTP/1.1`, 'Content-Length: 0', 'Connection: close'),
      );
      expect(answers).toMatch(/^HTTP\/1\.1 (400|401|403|404|405) /);
      expect(answers).not.toMatch(/"version"|root:|node_modules/);
    }
  });

  test.each(['QUERY', 'TRACE', 'PROPFIND', 'PATCH', 'DELETE'])('%s cannot compress', async (method) => {
    const answers = await answersTo(
      head(`${method} ${PATH} HTTP/1.1`, 'Content-Length: 0', 'Connection: close'),
    );
    expect(statusesOf(answers)).toEqual([405]);
    expect(answers).toMatch(/^allow: POST, OPTIONS\r$/im);
  });

  test.each(['CONNECT localhost:22', 'FOO /', 'get /healthz', 'PRI *'])('%s is no request', async (line) => {
    expect(await answersTo(head(`${line} HTTP/1.1`, 'Connection: close'))).toMatch(
      /^(HTTP\/1\.1 (400|404|405) |$)/,
    );
  });
});

describe('forms with parts that are tricks', () => {
  const part = (name: string, value: string | Buffer, more = '') =>
    Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
  const file = part('file', pdf, '; filename="a.pdf"');
  const send = async (...parts: readonly Buffer[]) => {
    const answer = await fetch(`${service.origin}${PATH}`, {
      method: 'POST',
      body: new Uint8Array(Buffer.concat([...parts, Buffer.from('--b--\r\n')])),
      headers: { 'X-API-Key': service.key, 'Content-Type': 'multipart/form-data; boundary=b' },
    });
    if (answer.status === 200) return { status: 200, bytes: Buffer.from(await answer.arrayBuffer()) };
    const { code, errors } = (await answer.json()) as { code: string; errors?: { field: string }[] };
    return { status: answer.status, code, fields: errors?.map(({ field }) => field) };
  };
  const HUGE = 'x'.repeat(10 * MIB);

  test.each([
    ['no name at all', '', 'x', ['']],
    ['the name of a prototype', '__proto__', '1', ['__proto__']],
    ['the name of a method', 'constructor', '1', ['constructor']],
    ['a value of nothing', 'quality', '', ['quality']],
    ['a zero byte', 'quality', '5\0', ['quality']],
    ['digits of another script', 'quality', '٧٥', ['quality']],
    ['ten megabytes of value', 'quality', HUGE, ['quality']],
  ])('a field with %s is refused by name', async (_what, name, value, fields) => {
    expect(await send(file, part(name, value))).toEqual({ status: 400, code: 'invalid_parameter', fields });
  });

  test('ten megabytes of a name are refused for a field, and cut for a file', async () => {
    expect((await send(part(HUGE, '1'))).status).toBe(400);
    expect(await send(part('file', pdf, `; filename="${HUGE}.pdf"`))).toEqual(await send(file));
  });

  test('64 parts are read, and one more is not', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, index) => part(`f${index}`, '1'));
    expect(await send(...fields(63), file)).toMatchObject({ status: 400, code: 'invalid_parameter' });
    expect(await send(...fields(64), file)).toMatchObject({ status: 400, code: 'malformed_multipart' });
  });

  test('what nearly ends a part is what the part says', async () => {
    const nearly = '\r\n--a\r\n-\r\n--\r\r\n-'.repeat(MIB);
    const [plain, followed] = [
      await send(file),
      await send(part('file', Buffer.concat([pdf, Buffer.from(nearly)]), '; filename="a.pdf"')),
    ];
    expect(followed).toEqual(plain);
  });

  test('a body in pieces of one byte is the same body', async () => {
    const body = Buffer.concat([file, Buffer.from('--b--\r\n')]);
    const pieces = [...body].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join('');
    const form = [
      'Transfer-Encoding: chunked',
      'Connection: close',
      'Content-Type: multipart/form-data; boundary=b',
    ];
    const answers = await answersTo(
      head(`POST ${PATH} HTTP/1.1`, `X-API-Key: ${service.key}`, ...form),
      Buffer.from(`${pieces}0\r\n\r\n`, 'latin1'),
    );
    expect(statusesOf(answers)).toEqual([200]);
  });
});
