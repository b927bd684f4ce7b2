import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, OPTION_SPECS } from '../../shared/index.ts';
import { smallPdf } from '../testing/documents.ts';
import { type HttpService, startHttpService } from '../testing/http-service.ts';
import { openApiDocument } from './openapi.ts';
import { compressAnswerSchema, inspectionSchema, problemSchema } from './schemas.ts';

const INVOICE = new URL('../../shared/fixtures/real/invoice-pdfa3.pdf', import.meta.url);

let service: HttpService;
const pdf = await smallPdf();
beforeAll(async () => {
  service = await startHttpService({ corsOrigins: ['https://app.example'] });
});
afterAll(() => service.close());

const published = async () =>
  (await fetch(`${service.origin}/api/openapi.json`)).json() as Promise<ReturnType<typeof openApiDocument>>;

function post(
  path: string,
  headers: Record<string, string> = {},
  body: Uint8Array<ArrayBuffer> | FormData = pdf,
) {
  return fetch(`${service.origin}${path}`, {
    method: 'POST',
    body,
    headers: {
      'X-API-Key': service.key,
      ...(body instanceof FormData ? undefined : { 'Content-Type': 'application/pdf' }),
      ...headers,
    },
  });
}

describe('the OpenAPI document', () => {
  test('has nothing that a linter objects to', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(await published()), config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test('has the ranges and defaults that requests are checked with', () => {
    const operation = openApiDocument().paths?.['/api/v1/compress']?.post;
    const inQuery = operation?.parameters?.flatMap((one) =>
      'in' in one && one.in === 'query' ? [[one.name, one.schema] as const] : [],
    );
    expect(Object.fromEntries(inQuery ?? [])).toMatchObject(
      Object.fromEntries(
        Object.entries(OPTION_SPECS).map(([name, fact]) => [
          name,
          fact.kind === 'integer'
            ? { type: 'integer', minimum: fact.min, maximum: fact.max, default: fact.default }
            : fact.kind === 'choice'
              ? { type: 'string', enum: fact.words, default: fact.default }
              : { type: 'boolean', default: fact.default },
        ]),
      ),
    );
  });

  test('makes a TypeScript client that compiles and works', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pagelight-client-'));
    try {
      await symlink(
        fileURLToPath(new URL('../../node_modules', import.meta.url)),
        join(folder, 'node_modules'),
      );
      const blob = ts.factory.createTypeReferenceNode('Blob');
      const types = await openapiTS(JSON.stringify(await published()), {
        transform: (schema) => (schema.format === 'binary' ? blob : undefined),
      });
      await writeFile(join(folder, 'package.json'), '{"type":"module"}');
      await writeFile(join(folder, 'api.ts'), astToString(types));
      const client = join(folder, 'client.ts');
      await writeFile(client, CLIENT);
      expect(compileErrors(client)).toEqual([]);
      const answer = JSON.parse(await run(client, { ORIGIN: service.origin, KEY: service.key }));
      expect(answer).toMatchObject({
        bytes: expect.stringMatching(/^%PDF/),
        ratio: expect.any(Number),
        quality: 33,
        pages: 2,
        problem: 'not_a_pdf',
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** A client written from the document alone. */
const CLIENT = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';
const client = createClient<paths>({
  baseUrl: process.env.ORIGIN!,
  headers: { Authorization: \`Bearer \${process.env.KEY}\` },
});
const asForm = (body: object) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, value instanceof Blob ? value : String(value));
  return form;
};
const file = new Blob([Buffer.from(${JSON.stringify(Buffer.from(pdf).toString('base64'))}, 'base64')]);
const small = await client.POST('/api/v1/compress', {
  body: { file, quality: 33 },
  bodySerializer: asForm,
  parseAs: 'blob',
});
const report = await client.POST('/api/v1/compress', {
  params: { query: { quality: 33 }, header: { Prefer: 'return=minimal' } },
  body: { file },
  bodySerializer: asForm,
  headers: { Accept: 'application/json' },
});
const inspected = await client.POST('/api/v1/inspect', { body: { file }, bodySerializer: asForm });
const refused = await client.POST('/api/v1/inspect', { body: { file: new Blob(['text']) }, bodySerializer: asForm });
const json = report.data as unknown as components['schemas']['CompressAnswer'];
const pages: number = inspected.data!.document.pages;
const problem: string = refused.error!.code;
process.stdout.write(JSON.stringify({
  bytes: (await (small.data as Blob).text()).slice(0, 8),
  ratio: json.report.ratio,
  quality: json.report.options.quality,
  pages,
  problem,
}));
`;

function compileErrors(file: string): readonly string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ['node'],
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

function run(file: string, env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    child.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(err))));
  });
}

describe('forms of the answer', () => {
  test('JSON has the report and the same file in base64', async () => {
    const bytes = Buffer.from(await (await post('/api/v1/compress')).arrayBuffer());
    const response = await post('/api/v1/compress', { Accept: 'application/json' });
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('X-Compressed-Size')).toBe(String(bytes.length));
    const text = await response.text();
    expect(response.headers.get('Content-Length')).toBe(String(Buffer.byteLength(text)));
    const { report, receipt, file } = compressAnswerSchema.parse(JSON.parse(text));
    expect(Buffer.from(file!.base64, 'base64').equals(bytes)).toBe(true);
    expect(file).toMatchObject({ name: 'document-light.pdf', size: bytes.length });
    expect(report).toMatchObject({
      inputSize: pdf.length,
      outputSize: bytes.length,
      options: DEFAULT_OPTIONS,
    });
    const digest = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
    expect(receipt).toMatchObject({
      schema: 'pagelight-receipt/2',
      input: { size: pdf.length, sha256: digest(pdf) },
      output: { size: bytes.length, sha256: digest(bytes) },
      options: DEFAULT_OPTIONS,
      passwordUsed: false,
      compared: expect.arrayContaining([{ kind: 'pages', before: 2, after: 2, equal: true, notCompared: 0 }]),
    });
  });

  test('report and receipt come alone where that is preferred', async () => {
    const response = await post('/api/v1/compress', { Accept: 'application/json', Prefer: 'return=minimal' });
    expect(response.headers.get('Preference-Applied')).toBe('return=minimal');
    const { report, receipt, file } = compressAnswerSchema.parse(await response.json());
    expect([file, report.inputSize]).toEqual([undefined, pdf.length]);
    expect(receipt.input.size).toBe(pdf.length);
  });

  test('the report says what was done to each font', async () => {
    const invoice = new Uint8Array(await readFile(INVOICE));
    const headers = { Accept: 'application/json', Prefer: 'return=minimal' };
    const response = await post('/api/v1/compress', headers, invoice);
    const { report } = compressAnswerSchema.parse(await response.json());
    expect(report.fonts).toMatchObject([
      {
        name: 'TimesNewRomanPSMT',
        format: 'TrueType',
        outcome: { kind: 'replaced', format: 'TrueType', steps: ['subset', 'tables-dropped'] },
      },
    ]);
  });

  test.each(['*/*', 'application/pdf', 'application/pdf, application/json;q=0.5'])(
    'Accept: %s is answered with the file',
    async (accept) => {
      const response = await post('/api/v1/compress', { Accept: accept });
      expect(response.headers.get('Content-Type')).toBe('application/pdf');
    },
  );
});

describe('a bare PDF as the body', () => {
  test('takes its options from the query, and a password from its header', async () => {
    const response = await post('/api/v1/compress?quality=31&stripMetadata=false');
    expect(response.headers.get('X-Compression-Options')).toMatch(/^quality=31&.*stripMetadata=false/);
    expect((await post('/api/v1/compress?qualty=31')).status).toBe(400);
  });
});

describe('inspecting', () => {
  test.each(['/api/v1/inspect', '/v1/inspect'])('%s says what a document is', async (path) => {
    const form = new FormData();
    form.append('file', new Blob([pdf]), 'a.pdf');
    const inspection = inspectionSchema.parse(await (await post(path, {}, form)).json());
    expect(inspection).toMatchObject({ fileSize: pdf.length, document: { pages: 2, encrypted: false } });
    expect(Object.values(inspection.sizes).reduce((sum, bytes) => sum + bytes, 0)).toBe(pdf.length);
  });

  test('needs a key, and refuses what it does not know', async () => {
    expect((await post('/api/v1/inspect', { 'X-API-Key': '' })).status).toBe(401);
    const response = await post('/api/v1/inspect?quality=3');
    expect(problemSchema.parse(await response.json())).toMatchObject({
      code: 'invalid_parameter',
      errors: [{ field: 'quality' }],
    });
  });
});

describe('Idempotency-Key', () => {
  const named = (name: string) => ({ 'Idempotency-Key': name });

  test('the same request gets the same answer, and says that it was there before', async () => {
    const first = await post('/api/v1/compress', named('invoice-1'));
    const second = await post('/api/v1/compress', named('invoice-1'));
    expect([first, second].map(({ headers }) => headers.get('Idempotency-Replayed'))).toEqual([null, 'true']);
    expect(await second.arrayBuffer()).toEqual(await first.arrayBuffer());
  });

  test('a report is answered again without the work', async () => {
    const headers = { ...named('report'), Accept: 'application/json', Prefer: 'return=minimal' };
    const first = await post('/api/v1/compress', headers);
    const second = await post('/api/v1/compress', headers);
    expect(first.headers.get('Server-Timing')).toContain('compress');
    expect(second.headers.get('Server-Timing')).toBeNull();
    expect(await second.json()).toEqual(await first.json());
  });

  test('a request that was answered with the file alone is done again for its receipt', async () => {
    await post('/api/v1/compress', named('file-first'));
    const headers = { ...named('file-first'), Accept: 'application/json', Prefer: 'return=minimal' };
    const response = await post('/api/v1/compress', headers);
    expect(response.headers.get('Idempotency-Replayed')).toBe('true');
    expect(compressAnswerSchema.parse(await response.json()).receipt.input.size).toBe(pdf.length);
  });

  test('another document or other options under the same name are refused', async () => {
    await post('/api/v1/compress', named('contract'));
    const other = new Uint8Array([...pdf, 10]);
    for (const response of [
      await post('/api/v1/compress?quality=10', named('contract')),
      await post('/api/v1/compress', named('contract'), other),
    ]) {
      expect([response.status, await response.json()]).toMatchObject([422, { code: 'idempotency_mismatch' }]);
    }
  });

  test("the name is one key's own, and free again after a day", async () => {
    const other = await service.keys.create({ name: 'other' });
    await post('/api/v1/compress', named('shared'));
    const headers = { ...named('shared'), 'X-API-Key': other.secret };
    expect((await post('/api/v1/compress?quality=10', headers)).status).toBe(200);
    service.clock.now += 24 * 60 * 60 * 1000;
    expect((await post('/api/v1/compress?quality=10', named('shared'))).status).toBe(200);
  });

  test('neither the name nor the document is kept', async () => {
    await post('/api/v1/compress', named('a-name-of-mine'));
    const rows = await service.db.selectFrom('answered_requests').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/a-name-of-mine|%PDF|A title/);
  });

  test('one that no header should hold is refused by name', async () => {
    const response = await post('/api/v1/compress', named('x'.repeat(256)));
    expect(await response.json()).toMatchObject({
      code: 'invalid_parameter',
      errors: [{ field: 'Idempotency-Key' }],
    });
  });
});

describe('a page on another origin', () => {
  test('may ask, and read the answer with its headers, from an origin of the list alone', async () => {
    const preflight = (origin: string) =>
      fetch(`${service.origin}/api/v1/compress`, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,idempotency-key',
        },
      });
    const allowed = await preflight('https://app.example');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('Access-Control-Allow-Origin')).toBe('https://app.example');
    expect(allowed.headers.get('Access-Control-Allow-Headers')?.toLowerCase()).toContain('authorization');
    expect((await preflight('https://evil.example')).headers.get('Access-Control-Allow-Origin')).toBeNull();

    for (const key of [service.key, 'wrong']) {
      const answer = await post('/api/v1/compress', { Origin: 'https://app.example', 'X-API-Key': key });
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('https://app.example');
      expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('X-Compression-Ratio');
      expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    }
  });

  test('is never let to the dashboard', async () => {
    const answer = await fetch(`${service.origin}/api/dashboard/session`, {
      headers: { Origin: 'https://app.example' },
    });
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});
