import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createKey } from './keys/key-format.ts';
import { createByteBudget } from './limits/byte-budget.ts';
import { createCounters } from './limits/counters.ts';
import { smallPdf } from './testing/documents.ts';
import { type HttpService, startHttpService } from './testing/http-service.ts';
import { testPool } from './testing/pool.ts';

const PATH = '/api/v1/compress';
const BUDGET_BYTES = 8 * 1024 * 1024;
const pdf = await smallPdf();

let service: HttpService;
let budget: ReturnType<typeof createByteBudget>;

beforeEach(async () => {
  budget = createByteBudget(BUDGET_BYTES);
  service = await startHttpService({ budget }, { requestMs: 1500, headersMs: 700, checkMs: 100 });
});

/** After every attempt the service still works, holds no memory of it, and no bug was found. */
afterEach(async () => {
  const answer = await fetch(`${service.origin}${PATH}`, { method: 'POST', body: pdf, headers: headers() });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
  await expect.poll(() => budget.held).toBe(0);
  expect(service.logLines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  await service.close();
});

function headers(more: Record<string, string> = {}): Record<string, string> {
  return { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/pdf', ...more };
}

/** Parts that no response may contain: a position in our code, a stack, a folder of this machine. */
const LEAK = /node_modules|node:internal|\.[cm]?[jt]s\b|\n\s+at |\/(tmp|home|usr|work|root)\//;

async function refusalOf(response: Response): Promise<{ status: number; code: unknown }> {
  const text = await response.text();
  expect(text).not.toMatch(LEAK);
  expect(JSON.stringify([...response.headers])).not.toMatch(LEAK);
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  return { status: response.status, code: (JSON.parse(text) as { code: unknown }).code };
}

const post = (body: NonNullable<RequestInit['body']>, more: Record<string, string> = {}) =>
  fetch(`${service.origin}${PATH}`, { method: 'POST', body, headers: headers(more) });

async function everything(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close');
  return text;
}

describe('uploads that do not come as they should', () => {
  const head = (length: number) =>
    [
      `POST ${PATH} HTTP/1.1`,
      'Host: localhost',
      `X-API-Key: ${service.key}`,
      'Content-Type: application/pdf',
      `Content-Length: ${length}`,
    ].join('\r\n');

  test('slow ones are ended, and meanwhile others are served', async () => {
    const sockets = Array.from({ length: 20 }, () => connect(service.port, '127.0.0.1'));
    const answers = sockets.map(everything);
    const drips = sockets.map((socket) => {
      socket.on('error', () => undefined);
      socket.write(`${head(10_000)}\r\n\r\n%PDF`);
      return setInterval(() => socket.write('x'), 100);
    });
    // The received bytes of each, not what was announced.
    await expect.poll(() => budget.held).toBeGreaterThanOrEqual(20 * 4);
    expect(budget.held).toBeLessThan(20_000);
    expect((await post(pdf)).status).toBe(200);
    const texts = await Promise.all(answers);
    for (const drip of drips) clearInterval(drip);
    for (const text of texts) expect(text).not.toMatch(LEAK);
  });

  test('headers in drops are answered with 408', async () => {
    const socket = connect(service.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`POST ${PATH} HTTP/1.1\r\nX-Slow: `);
    const drip = setInterval(() => socket.write('x'), 100);
    expect(await everything(socket)).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(drip);
  });

  test('one that is cut in the middle leaves nothing', async () => {
    const socket = connect(service.port, '127.0.0.1');
    socket.write(`${head(5_000_000)}\r\n\r\n%PDF-1.7`);
    await expect.poll(() => budget.held).toBe(0);
    socket.destroy();
    const whole = connect(service.port, '127.0.0.1');
    whole.write(`${head(500_000)}\r\n\r\n%PDF-1.7`);
    whole.write(Buffer.alloc(400_000));
    await expect.poll(() => budget.held).toBe(400_008);
    whole.destroy();
    await expect.poll(() => budget.held).toBe(0);
  });

  test('no room is claimed by announcing much, and of one key at most its share by sending much', async () => {
    const claim = (sent: Uint8Array) => {
      const socket = connect(service.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(`${head(1_000_000)}\r\n\r\n`);
      socket.write(sent);
      return socket;
    };
    const claims = Array.from({ length: 12 }, () => claim(new Uint8Array(4)));
    await expect.poll(() => budget.held).toBe(48);
    expect((await post(pdf)).status).toBe(200);

    claims.push(...Array.from({ length: 6 }, () => claim(new Uint8Array(900_000))));
    await expect.poll(() => budget.held).toBeGreaterThanOrEqual(3_600_000);
    expect(await refusalOf(await post(new Uint8Array(1_000_000)))).toEqual({ status: 503, code: 'busy' });
    expect(budget.held).toBeLessThanOrEqual(BUDGET_BYTES / 2);
    const other = await service.keys.create({ name: 'other' });
    expect((await post(pdf, { Authorization: `Bearer ${other.secret}` })).status).toBe(200);
    for (const socket of claims) socket.destroy();
    await expect.poll(() => budget.held).toBe(0);
  });

  test('huge headers are answered with 431', async () => {
    const socket = connect(service.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Huge: ${'x'.repeat(100_000)}\r\n\r\n`);
    const text = await everything(socket);
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
    expect(text).not.toMatch(LEAK);
  });
});

describe('forms that are no forms', () => {
  const multipart = { 'Content-Type': 'multipart/form-data; boundary=b' };

  test('ten thousand tiny fields are refused', async () => {
    const field = (index: number) => `--b\r\nContent-Disposition: form-data; name="f${index}"\r\n\r\n1\r\n`;
    const body = `${Array.from({ length: 10_000 }, (_, index) => field(index)).join('')}--b--\r\n`;
    expect(await refusalOf(await post(body, multipart))).toEqual({
      status: 400,
      code: 'malformed_multipart',
    });
  });

  test.each([
    ['JSON', '{"file":"x"}', 'application/json', 415, 'unsupported_media_type'],
    ['JSON that says it is a form', '{"file":"x"}', multipart['Content-Type'], 400, 'malformed_multipart'],
    ['JSON that says it is a PDF', '{"file":"x"}', 'application/pdf', 415, 'not_a_pdf'],
    [
      'a boundary of 10 kB',
      'x',
      `multipart/form-data; boundary=${'b'.repeat(10_000)}`,
      400,
      'malformed_multipart',
    ],
  ])('%s is refused', async (_what, body, type, status, code) => {
    expect(await refusalOf(await post(body, { 'Content-Type': type }))).toEqual({ status, code });
  });

  test.each([
    ['a path', '../../../etc/passwd', 'passwd-light.pdf'],
    ['a path of Windows', 'C:\\\\Windows\\\\system32\\\\evil.pdf', 'evil-light.pdf'],
    ['nothing but dots', '..', 'document-light.pdf'],
    ['a line end', 'a%0d%0aX-Evil: 1.pdf', 'a_0d_0aX-Evil_ 1-light.pdf'],
    ['quotes', 'a\\"; filename=evil.exe; x=\\".pdf', undefined],
    ['a NUL', 'evil.exe\0.pdf', undefined],
  ])('%s in a file name does no harm', async (_what, name, expected) => {
    const part = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(part), pdf, Buffer.from('\r\n--b--\r\n')]);
    const answer = await post(body, multipart);
    await answer.arrayBuffer();
    const disposition = answer.headers.get('Content-Disposition') ?? '';
    expect(answer.status).toBe(200);
    expect(answer.headers.get('X-Evil')).toBeNull();
    expect(disposition).toMatch(/^attachment; filename="[A-Za-z0-9 ._()-]+"; filename\*=UTF-8''[\w%.~!-]+$/);
    expect(disposition).toMatch(/-light\.pdf$/);
    if (expected !== undefined) expect(disposition).toContain(`filename="${expected}"`);
    expect(JSON.stringify(service.logLines)).not.toMatch(/passwd|evil/);
  });

  test('a line end that a file name of RFC 8187 decodes to sets no header', async () => {
    const disposition = 'form-data; name="file"; filename*=UTF-8\'\'a%0D%0AX-Evil%3A%201.pdf';
    const part = `--b\r\nContent-Disposition: ${disposition}\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(part), pdf, Buffer.from('\r\n--b--\r\n')]);
    const answer = await post(body, multipart);
    expect(answer.headers.get('X-Evil')).toBeNull();
    // The parser does not accept such a part.
    expect(await refusalOf(answer)).toEqual({ status: 400, code: 'missing_file' });
  });
});

describe('bombs', () => {
  test('a PDF that unpacks to gigabytes ends in its process, within its memory', async () => {
    const pool = testPool({ maxQueue: 4, timeoutMs: 50_000, memoryMb: 256 });
    const bombed = await startHttpService({ jobs: pool });
    const file = bomb();
    try {
      const before = process.memoryUsage.rss();
      const answer = await fetch(`${bombed.origin}${PATH}`, {
        method: 'POST',
        body: file,
        headers: headers({ Authorization: `Bearer ${bombed.key}` }),
      });
      // Returned unchanged or refused by a limit: both are correct; anything else is not.
      if (answer.status === 200)
        expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(file.length);
      else expect(await refusalOf(answer)).toEqual({ status: 422, code: 'limit_exceeded' });
      expect(process.memoryUsage.rss() - before).toBeLessThan(1_500_000_000);
    } finally {
      await bombed.close();
      await pool.close();
    }
  });

  /** A page whose content is 600 MB of zeros, deflated twice. */
  function bomb(): Uint8Array<ArrayBuffer> {
    const data = deflateSync(deflatedZeros(600));
    const objects = [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
    ];
    const parts = [
      '%PDF-1.7\n',
      ...objects.map((text, index) => `${index + 1} 0 obj\n${text}\nendobj\n`),
      `4 0 obj\n<</Filter[/FlateDecode/FlateDecode]/Length ${data.length}>>stream\n`,
    ].map((text) => Buffer.from(text));
    const file = Buffer.concat([...parts, data, Buffer.from('\nendstream\nendobj\n')]);
    const offsets = [1, 2, 3, 4].map((number) => file.indexOf(`${number} 0 obj`));
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    const end = `xref\n0 5\n0000000000 65535 f \n${rows}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`;
    return new Uint8Array(Buffer.concat([file, Buffer.from(end)]));
  }
});

/** So many MiB of zeros, deflated: one block again and again, since deflating them all takes seconds. */
function deflatedZeros(mebibytes: number): Buffer {
  const mebibyte = Buffer.alloc(1024 * 1024);
  const block = deflateRawSync(mebibyte, { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from({ length: mebibytes }, () => block);
  // Adler-32 of zeros: the second half counts them, from 1 on.
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE((mebibytes * mebibyte.length) % 65_521, 0);
  checksum.writeUInt16BE(1, 2);
  return Buffer.concat([Buffer.of(0x78, 0x01), ...blocks, deflateRawSync(Buffer.alloc(0)), checksum]);
}

describe('keys that are none', () => {
  test('one with a wrong checksum is refused without asking the database', async () => {
    const good = createKey();
    const last = good.at(-1) === 'a' ? 'b' : 'a';
    const wrong = { Authorization: `Bearer ${good.slice(0, -1)}${last}` };
    await service.db.schema.alterTable('api_keys').renameTo('hidden').execute();
    expect(await refusalOf(await post(pdf, wrong))).toEqual({ status: 401, code: 'invalid_key' });
    await service.db.schema.alterTable('hidden').renameTo('api_keys').execute();
  });

  test.each(["' or 1=1 --", `${'x'.repeat(8000)}`, 'pgl_live_\u00e9', '__proto__', 'null'])(
    'the key %s opens nothing',
    async (key) => {
      expect(await refusalOf(await post(pdf, { Authorization: `Bearer ${key}` }))).toEqual({
        status: 401,
        code: 'invalid_key',
      });
    },
  );

  test('a thousand wrong ones from one address are soon refused, and a good one from there is not', async () => {
    const limits = { counters: createCounters(), perKey: 0, perAddress: 300, trustProxy: false };
    const attacked = await startHttpService({ limits });
    const agent = new Agent({ keepAlive: true, maxSockets: 40 });
    const counts = new Map<number, number>();
    const tryKey = async () => {
      const request = httpRequest({
        agent,
        port: attacked.port,
        path: PATH,
        method: 'POST',
        headers: { Authorization: `Bearer ${createKey()}`, 'Content-Length': 0 },
      });
      request.end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      const status = response.statusCode!;
      counts.set(status, (counts.get(status) ?? 0) + 1);
    };
    const began = performance.now();
    const attacker = async () => {
      for (let tries = 0; tries < 25; tries += 1) await tryKey();
    };
    await Promise.all(Array.from({ length: 40 }, attacker));
    // A window starts with the first attempt after the previous one has passed; a slow machine needs several.
    const minutes = 1 + Math.floor((performance.now() - began) / 60_000);
    agent.destroy();
    const good = await fetch(`${attacked.origin}${PATH}`, {
      method: 'POST',
      body: pdf,
      headers: { 'Content-Type': 'application/pdf', Authorization: `Bearer ${attacked.key}` },
    });
    expect(good.status).toBe(200);
    await attacked.close();
    const answered = counts.get(401) ?? 0;
    expect(answered).toBeGreaterThanOrEqual(300);
    expect(answered).toBeLessThanOrEqual(300 * minutes);
    expect([...counts.keys()].sort()).toEqual([401, 429]);
    expect(answered + (counts.get(429) ?? 0)).toBe(1000);
  });
});
