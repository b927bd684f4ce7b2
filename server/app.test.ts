import { PDFDocument } from 'pdf-lib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OPTION_NAMES } from '../shared/options.ts';
import { createLifecycle } from './lifecycle.ts';
import type { JobOutcome, JobRunner } from './pool/job.ts';
import { PROBLEM_STATUS, ProblemError } from './problem.ts';
import { smallPdf } from './testing/documents.ts';
import { inlineRunner } from './testing/inline-runner.ts';
import { startTestService, type TestService } from './testing/service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PATH = '/api/v1/compress';

let service: TestService;
let pdf: Uint8Array<ArrayBuffer>;

beforeEach(async () => {
  service = await startTestService();
  pdf = await smallPdf();
});
afterEach(() => service.close());

type Fields = Readonly<Record<string, string | readonly string[]>>;

function formOf(fields: Fields = {}, { name = 'report.pdf', bytes = pdf } = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    for (const one of [value].flat()) form.append(field, one as string);
  }
  form.append('file', new Blob([bytes], { type: 'application/pdf' }), name);
  return form;
}

async function send(
  body: FormData | string,
  { path = PATH, headers = {}, from = service } = {},
): Promise<Response> {
  return from.app.request(path, {
    method: 'POST',
    body,
    headers: { Authorization: `Bearer ${from.key}`, ...headers },
  });
}

async function problemOf(response: Response) {
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  const problem = (await response.json()) as Record<string, unknown> & {
    errors?: { field: string; code: string; message: string }[];
  };
  expect(problem.status).toBe(response.status);
  expect(problem.type).toBe(`urn:pagelight:problem:${problem.code}`);
  expect(problem.requestId).toBe(response.headers.get('X-Request-Id'));
  expect(String(problem.title).length).toBeGreaterThan(0);
  expect(String(problem.detail)).not.toMatch(/undefined|\[object|NaN/);
  return problem;
}

function runnerThat(run: JobRunner['run'], isFull = () => false): JobRunner {
  return { ...inlineRunner(), run, isFull };
}

describe('compressing', () => {
  test.each([PATH, '/v1/compress'])('%s answers with the smaller document', async (path) => {
    const response = await send(formOf(), { path });
    expect(response.status).toBe(200);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes.length).toBeLessThan(pdf.length);
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(2);
  });

  test('tells the facts of the result in headers', async () => {
    const response = await send(formOf({ quality: '60' }));
    const { headers } = response;
    const size = (await response.arrayBuffer()).byteLength;
    expect(headers.get('Content-Type')).toBe('application/pdf');
    expect(headers.get('Content-Length')).toBe(String(size));
    expect(headers.get('X-Original-Size')).toBe(String(pdf.length));
    expect(headers.get('X-Compressed-Size')).toBe(String(size));
    expect(headers.get('X-Compression-Ratio')).toMatch(/^0\.\d{1,6}$/);
    expect(Number(headers.get('X-Compression-Ratio'))).toBeCloseTo(size / pdf.length, 5);
    const applied = headers.get('X-Compression-Options') ?? '';
    expect(applied).toMatch(/^quality=60&maxDimension=1200&maxDpi=0&minDpi=0&stripMetadata=true&/);
    expect([...new URLSearchParams(applied).keys()]).toEqual(OPTION_NAMES);
    expect(headers.get('X-Compression-Warnings')).toBe('');
    expect(headers.get('X-Request-Id')).toMatch(/^[\w-]{20,}$/);
    expect(headers.get('Server-Timing')).toMatch(
      /^upload;dur=[\d.]+, queue;dur=[\d.]+, compress;dur=[\d.]+$/,
    );
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Content-Disposition')).toBe(
      `attachment; filename="report-light.pdf"; filename*=UTF-8''report-light.pdf`,
    );
  });

  test('a preset is the base of all that is not given, in the form and in the query', async () => {
    const optionsOf = async (form: FormData, query = '') =>
      (await send(form, { path: `${PATH}${query}` })).headers.get('X-Compression-Options');
    const small = `quality=60&maxDimension=1200&maxDpi=150&minDpi=110&`;
    expect(await optionsOf(formOf({ preset: 'small' }))).toContain(small);
    expect(await optionsOf(formOf({ minDpi: '0' }), '?preset=small')).toContain(
      'quality=60&maxDimension=1200&maxDpi=150&minDpi=0&',
    );
    expect(await optionsOf(formOf({ preset: 'api' }))).toBe(await optionsOf(formOf()));
  });

  test('gives an incompressible document back as it came, ratio 1, under its own name', async () => {
    const once = new Uint8Array(await (await send(formOf())).arrayBuffer());
    const response = await send(formOf({}, { bytes: once }));
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(once);
    expect(response.headers.get('X-Compression-Ratio')).toBe('1');
    expect(response.headers.get('Content-Disposition')).toContain('filename="report.pdf"');
  });

  test('takes options from the query, and a form field wins over one of the same name', async () => {
    const response = await send(formOf({ quality: '30' }), { path: `${PATH}?quality=0&stripMetadata=false` });
    expect(response.status).toBe(200);
    expect(response.headers.get('X-Compression-Options')).toContain('quality=30&');
    expect(response.headers.get('X-Compression-Options')).toContain('stripMetadata=false');
  });

  test.each([
    ['a form field', { password: 'open sesame' }, {}],
    ['a header', {}, { 'X-PDF-Password': 'open sesame' }],
    ['a form field before a header', { password: 'open sesame' }, { 'X-PDF-Password': 'another' }],
  ])('takes the password from %s, and never says it again', async (_where, fields: Fields, headers) => {
    const run = vi.fn<JobRunner['run']>(async () => ({
      ok: false,
      problem: { code: 'encrypted_pdf', reason: 'wrong-password' },
      queuedMs: 0,
      runMs: 0,
    }));
    const from = await startTestService({ jobs: runnerThat(run) });
    const response = await send(formOf(fields), { from, headers });
    expect(run.mock.lastCall?.[0].password).toBe('open sesame');
    expect(response.status).toBe(422);
    expect(await response.text()).not.toContain('sesame');
    expect(JSON.stringify([[...response.headers], from.logLines])).not.toContain('sesame');
    await from.close();
  });

  test('logs where a result did not prove equal, and not what stands there', async () => {
    const plain = inlineRunner();
    const run: JobRunner['run'] = async (job, signal) => {
      const outcome = await plain.run(job, signal);
      if (!outcome.ok) return outcome;
      return {
        ...outcome,
        report: { ...outcome.report, checkFailure: '12 0 R /Title: (salary) became (pay)' },
      };
    };
    const from = await startTestService({ jobs: runnerThat(run) });
    expect((await send(formOf(), { from })).status).toBe(200);
    expect(from.logLines).toContainEqual(expect.objectContaining({ checkFailedAt: '12 0 R /Title' }));
    expect(JSON.stringify(from.logLines)).not.toContain('salary');
    await from.close();
  });

  test('hands the worker the client signal, so that hanging up ends the job', async () => {
    const client = new AbortController();
    let seen: AbortSignal | undefined;
    const run: JobRunner['run'] = (_job, signal) => {
      seen = signal;
      client.abort();
      return new Promise((_resolve, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    };
    const from = await startTestService({ jobs: runnerThat(run) });
    const request = new Request(`http://localhost${PATH}`, {
      method: 'POST',
      body: formOf(),
      headers: { 'X-API-Key': from.key },
      signal: client.signal,
    });
    expect((await from.app.request(request)).status).toBe(499);
    expect(seen?.aborted).toBe(true);
    await from.close();
  });
});

describe('wrong parameters', () => {
  test.each([
    ['quality', '0'],
    ['quality', '101'],
    ['quality', '7.5'],
    ['quality', 'abc'],
    ['quality', ''],
    ['maxDimension', '-1'],
    ['maxDimension', '0'],
    ['stripMetadata', 'yes'],
    ['convertToJpeg', '1'],
    ['colour', 'red'],
  ])('%s=%s is refused in the form and in the query', async (field, value) => {
    const inForm = await send(formOf({ [field]: value }));
    const inQuery = await send(formOf(), { path: `${PATH}?${new URLSearchParams({ [field]: value })}` });
    for (const response of [inForm, inQuery]) {
      expect(response.status).toBe(400);
      const { code, errors } = await problemOf(response);
      expect(code).toBe('invalid_parameter');
      expect(errors?.map((error) => error.field)).toEqual([field]);
    }
  });

  test('every wrong field is named at once', async () => {
    const form = formOf({
      quality: '0',
      maxDimension: 'big',
      colour: 'red',
      preset: 'ebook',
      stripMetadata: ['true', 'false'],
    });
    form.append('file', new Blob([pdf]), 'second.pdf');
    const { code, errors } = await problemOf(await send(form, { path: `${PATH}?convertToJpeg=ja` }));
    expect(code).toBe('duplicate_parameter');
    expect(errors?.map(({ field, code }) => `${field} ${code}`).sort()).toEqual([
      'colour invalid_parameter',
      'convertToJpeg invalid_parameter',
      'file duplicate_parameter',
      'maxDimension invalid_parameter',
      'preset invalid_parameter',
      'quality invalid_parameter',
      'stripMetadata duplicate_parameter',
    ]);
  });

  test('the same parameter twice is refused, in the form and in the query', async () => {
    const inForm = await send(formOf({ quality: ['50', '60'] }));
    const inQuery = await send(formOf(), { path: `${PATH}?quality=50&quality=50` });
    for (const response of [inForm, inQuery]) {
      expect(await problemOf(response)).toMatchObject({
        status: 400,
        code: 'duplicate_parameter',
        errors: [{ field: 'quality', code: 'duplicate_parameter' }],
      });
    }
  });

  test('a password in the address is refused and not repeated', async () => {
    const response = await send(formOf(), { path: `${PATH}?password=sesame` });
    const problem = await problemOf(response);
    expect(problem.errors?.map((error) => error.field)).toEqual(['password']);
    expect(JSON.stringify(problem)).not.toContain('sesame');
  });

  test('a form without a document is refused, along with what else is wrong', async () => {
    const form = new FormData();
    form.append('quality', 'high');
    expect(await problemOf(await send(form))).toMatchObject({
      status: 400,
      code: 'missing_file',
      errors: [{ field: 'file' }, { field: 'quality' }],
    });
  });

  test('a document in another field is pointed to its right one', async () => {
    const form = new FormData();
    form.append('pdf', new Blob([pdf]), 'report.pdf');
    const { code, errors } = await problemOf(await send(form));
    expect(code).toBe('missing_file');
    expect(errors?.map((error) => error.field)).toEqual(['pdf', 'file']);
  });

  test('an empty file field, as a browser sends it where nothing was chosen, is a missing file', async () => {
    const boundary = 'x';
    const part =
      'Content-Disposition: form-data; name="file"; filename=""\r\nContent-Type: application/octet-stream';
    const body = `--${boundary}\r\n${part}\r\n\r\n\r\n--${boundary}--\r\n`;
    const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
    expect((await problemOf(await send(body, { headers }))).code).toBe('missing_file');
  });
});

describe('wrong bodies', () => {
  test.each([
    ['JSON', '{}', 'application/json'],
    ['a url-encoded form', 'file=x', 'application/x-www-form-urlencoded'],
  ])('%s is neither a form nor a PDF', async (_what, body, type) => {
    const response = await send(body, { headers: { 'Content-Type': type } });
    expect(await problemOf(response)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  const part = 'Content-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7';
  test.each([
    ['without a boundary', `--x\r\n${part}\r\n--x--`, 'multipart/form-data', 'no-boundary'],
    ['cut off', `--x\r\n${part}`, 'multipart/form-data; boundary=x', 'unreadable'],
    ['that is no form at all', 'hello', 'multipart/form-data; boundary=x', 'unreadable'],
    ['that is empty', '', 'multipart/form-data; boundary=x', 'unreadable'],
  ])('a form %s is malformed', async (_what, body, type, reason) => {
    const response = await send(body, { headers: { 'Content-Type': type } });
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'malformed_multipart', reason });
  });

  test('a form of very many fields is refused', async () => {
    const form = formOf();
    for (let index = 0; index < 1000; index += 1) form.append(`field${index}`, 'x');
    expect(await problemOf(await send(form))).toMatchObject({
      status: 400,
      code: 'malformed_multipart',
      reason: 'too-many-parts',
    });
  });

  test.each([
    ['empty', new Uint8Array(0), { status: 415, code: 'not_a_pdf', reason: 'empty' }],
    [
      'text',
      new TextEncoder().encode('hello '.repeat(50)),
      { status: 415, code: 'not_a_pdf', reason: 'no-header' },
    ],
  ])('a document that is %s is refused', async (_what, bytes, expected) => {
    expect(await problemOf(await send(formOf({}, { bytes })))).toMatchObject(expected);
  });

  test('a damaged document is refused as such', async () => {
    const bytes = new TextEncoder().encode(`%PDF-1.7\n${'nothing here '.repeat(50)}`);
    expect(await problemOf(await send(formOf({}, { bytes })))).toMatchObject({
      status: 422,
      code: 'damaged_pdf',
    });
  });

  test('a document over the limit is refused with the limit', async () => {
    const bytes = new Uint8Array(1024 * 1024 + 1);
    const problem = await problemOf(await send(formOf({}, { bytes })));
    expect(problem).toMatchObject({ status: 413, code: 'too_large', limitBytes: 1024 * 1024 });
    expect(problem.detail).toContain('1 MB');
  });
});

describe('keys', () => {
  test.each([
    ['Authorization', (key: string) => `Bearer ${key}`],
    ['Authorization', (key: string) => `bearer  ${key}`],
    ['X-API-Key', (key: string) => key],
  ])('%s is enough', async (header, value) => {
    const response = await service.app.request(PATH, {
      method: 'POST',
      body: formOf(),
      headers: { [header]: value(service.key) },
    });
    expect(response.status).toBe(200);
  });

  test('X-API-Key is enough where Authorization is for someone else', async () => {
    const headers = { Authorization: 'Basic dXNlcjpwYXNz', 'X-API-Key': service.key };
    expect((await send(formOf(), { headers })).status).toBe(200);
  });

  test('no key is answered with how to send one', async () => {
    const response = await service.app.request(PATH, { method: 'POST', body: formOf() });
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer realm="pagelight"');
    expect(await problemOf(response)).toMatchObject({ status: 401, code: 'missing_key' });
  });

  test.each([
    ['of another shape', 'secret'],
    ['with a wrong checksum', `pgl_live_${'a'.repeat(38)}`],
  ])('a key %s is not known', async (_what, key) => {
    const response = await send(formOf(), { headers: { Authorization: `Bearer ${key}` } });
    expect(response.headers.get('WWW-Authenticate')).toContain('error="invalid_token"');
    expect(await problemOf(response)).toMatchObject({ status: 401, code: 'invalid_key' });
  });

  test('a revoked key ends at once', async () => {
    const [key] = await service.keys.list();
    await service.keys.revoke(key!.id);
    expect(await problemOf(await send(formOf()))).toMatchObject({ status: 401, code: 'revoked_key' });
  });

  test('an expired key is told so', async () => {
    const { secret } = await service.keys.create({ name: 'short', expiresAt: service.clock.now + DAY_MS });
    const headers = { Authorization: `Bearer ${secret}` };
    expect((await send(formOf(), { headers })).status).toBe(200);
    service.clock.now += DAY_MS;
    expect(await problemOf(await send(formOf(), { headers }))).toMatchObject({
      status: 401,
      code: 'expired_key',
    });
  });

  test('a key without the scope is refused', async () => {
    await service.db.updateTable('api_keys').set({ scopes: 'other' }).execute();
    expect(await problemOf(await send(formOf()))).toMatchObject({ status: 403, code: 'insufficient_scope' });
  });
});

describe('a server in trouble', () => {
  test('says when to come back before it reads an upload it has no place for', async () => {
    const run = vi.fn<JobRunner['run']>();
    const from = await startTestService({ jobs: runnerThat(run, () => true) });
    const response = await send(formOf(), { from });
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await problemOf(response)).toMatchObject({ status: 503, code: 'busy' });
    expect(run).not.toHaveBeenCalled();
    await from.close();
  });

  test.each([
    [{ code: 'busy', reason: 'bytes', retryAfterS: 7 }, 503],
    [{ code: 'timeout', limitMs: 300_000 }, 504],
    [{ code: 'limit_exceeded', limit: 'memory', allowed: 2048 }, 422],
    [{ code: 'limit_exceeded', limit: 'objects', allowed: 10, found: 11 }, 422],
    [{ code: 'encrypted_pdf', reason: 'password-needed' }, 422],
    [{ code: 'unsupported_filter', filter: 'ZstdDecode' }, 422],
  ] as const)('%o is answered with %i', async (problem, status) => {
    const run = async (): Promise<JobOutcome> => {
      throw new ProblemError(problem);
    };
    const from = await startTestService({ jobs: runnerThat(run) });
    expect(await problemOf(await send(formOf(), { from }))).toMatchObject({ status, code: problem.code });
    await from.close();
  });

  test('a bug becomes 500 with a request id, and its text stays in the log', async () => {
    const run = async (): Promise<JobOutcome> => {
      throw new Error('secret inside at /root/server.ts');
    };
    const from = await startTestService({ jobs: runnerThat(run) });
    const response = await send(formOf(), { from });
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ status: 500, code: 'internal' });
    expect(JSON.stringify(problem)).not.toContain('secret inside');
    expect(JSON.stringify(from.logLines)).toContain('secret inside');
    expect(from.logLines.some((line) => line.requestId === problem.requestId)).toBe(true);
    await from.close();
  });
});

describe('addresses and methods', () => {
  test.each(['/api', '/api/nope', '/api/v1', '/v1/nope', '/api/v2/compress'])(
    '%s is not found',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const response = await service.app.request(path, { method, headers: { Accept: 'text/html' } });
        expect(await problemOf(response)).toMatchObject({ status: 404, code: 'not_found' });
      }
    },
  );

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('%s cannot compress', async (method) => {
    const response = await service.app.request(PATH, { method });
    expect(response.headers.get('Allow')).toBe('POST, OPTIONS');
    expect(await problemOf(response)).toMatchObject({ status: 405, code: 'method_not_allowed' });
  });

  test('HEAD cannot compress either, and has no body', async () => {
    const response = await service.app.request(PATH, { method: 'HEAD' });
    expect(response.status).toBe(405);
    expect(await response.text()).toBe('');
  });

  test('OPTIONS names the methods and needs no key', async () => {
    const response = await service.app.request(PATH, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('Allow')).toBe('POST, OPTIONS');
  });

  test('every code has a status, and every status is an error', () => {
    expect(Object.values(PROBLEM_STATUS).every((status) => status >= 400 && status < 600)).toBe(true);
  });
});

function draining() {
  const lifecycle = createLifecycle();
  lifecycle.drain(60_000);
  return lifecycle;
}

describe('health', () => {
  test.each(['/healthz', '/api/v1/health'])('%s says that the process runs', async (path) => {
    const response = await service.app.request(path);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok' });
  });

  test.each([
    ['ready', {}, 200],
    ['draining', { lifecycle: draining() }, 503],
    ['no-database', { databaseState: async () => 'gone' as const }, 503],
  ])('/readyz says %s', async (status, deps, code) => {
    const from = await startTestService(deps);
    const response = await from.app.request('/readyz');
    expect(response.status).toBe(code);
    expect(await response.json()).toEqual({ status });
    await from.close();
  });

  test('a draining server closes each connection', async () => {
    const from = await startTestService({ lifecycle: draining() });
    expect((await send(formOf(), { from })).headers.get('Connection')).toBe('close');
    await from.close();
  });
});

describe('request ids and the log', () => {
  test('a sane id of the client is kept, another is replaced', async () => {
    const ask = (id: string) => service.app.request('/healthz', { headers: { 'X-Request-Id': id } });
    expect((await ask('trace-42')).headers.get('X-Request-Id')).toBe('trace-42');
    expect((await ask('no good')).headers.get('X-Request-Id')).not.toBe('no good');
  });

  test('the log has route, status and key id, and neither key nor document name', async () => {
    await send(formOf({}, { name: 'salary-list.pdf' }), { path: `${PATH}?quality=0` });
    await send(formOf({}, { name: 'salary-list.pdf' }));
    await service.app.request('/api/salary-list.pdf');
    const [refused, done, missed] = service.logLines;
    const [key] = await service.keys.list();
    expect(refused).toMatchObject({ method: 'POST', route: PATH, status: 400, code: 'invalid_parameter' });
    expect(done).toMatchObject({ status: 200, keyId: key?.id, bytesIn: pdf.length });
    expect(missed).toMatchObject({ status: 404, code: 'not_found' });
    expect(JSON.stringify(service.logLines)).not.toMatch(/salary|pgl_live/);
  });
});

describe('security headers', () => {
  test('the page may only talk to its own server', async () => {
    const policy = (await service.app.request('/healthz')).headers.get('Content-Security-Policy');
    expect(policy).toBe(
      "default-src 'self'; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; " +
        "style-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'none'",
    );
  });

  test('errors have them too', async () => {
    const { headers } = await service.app.request('/api/nope');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('X-Frame-Options')).toBe('DENY');
  });

  test('HSTS is only for https, and only where the proxy is trusted', async () => {
    const headers = { 'X-Forwarded-Proto': 'https' };
    expect(
      (await service.app.request('/healthz', { headers })).headers.has('Strict-Transport-Security'),
    ).toBe(false);
    const trusting = await startTestService({ trustProxy: true });
    const ask = (init?: RequestInit) => trusting.app.request('/healthz', init);
    expect((await ask()).headers.has('Strict-Transport-Security')).toBe(false);
    expect((await ask({ headers })).headers.has('Strict-Transport-Security')).toBe(true);
    await trusting.close();
  });
});
