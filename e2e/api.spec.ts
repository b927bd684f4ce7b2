import { readFile } from 'node:fs/promises';
import { callCompress, type FormFields, pdf, problemOf, send } from './support/api-client.ts';
import { createKey, runCommand } from './support/command-line.ts';
import {
  damagedDocument,
  lockedDocument,
  photoDocument,
  REAL_DOCUMENTS,
  SLOW_PHOTOS,
} from './support/documents.ts';
import { environment } from './support/environment.ts';
import { expect, test } from './support/test.ts';

/** Slow enough on any machine for a client to cancel. */
const LOSSLESS: FormFields = [
  ['quality', '100'],
  ['maxDimension', '1000000'],
  ['convertToJpeg', 'false'],
];

const document = pdf(await readFile(REAL_DOCUMENTS.invoice));

test('a key from the command line opens the API, by either header and at either address', {
  tag: '@small',
}, async ({ apiKey }) => {
  const calls = [
    { key: apiKey },
    { key: apiKey, path: '/v1/compress' },
    { headers: { 'X-API-Key': apiKey } },
  ];
  for (const call of calls) {
    const answer = await callCompress([['file', document, 'Résumé.pdf']], call);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.headers.get('x-original-size')).toBe(String(document.size));
    expect(answer.headers.get('x-compressed-size')).toBe(String(bytes.length));
    expect(Number(answer.headers.get('x-compression-ratio'))).toBeCloseTo(bytes.length / document.size, 5);
    expect(answer.headers.get('x-compression-options')).toContain('quality=75');
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  }
});

test('a form field wins over a query parameter of the same name', async ({ apiKey }) => {
  const answer = await callCompress(
    [
      ['file', document],
      ['quality', '40'],
    ],
    {
      key: apiKey,
      query: '?quality=90&maxDimension=800',
    },
  );
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-compression-options')).toContain('quality=40');
  expect(answer.headers.get('x-compression-options')).toContain('maxDimension=800');
});

for (const [name, value] of [
  ['quality', '0'],
  ['quality', '101'],
  ['quality', '7.5'],
  ['quality', 'abc'],
  ['stripMetadata', 'yes'],
  ['convertToJpeg', '1'],
  ['maxDimension', '-1'],
]) {
  test(`${name}=${value} is refused by name, as a field and as a query parameter`, async ({ apiKey }) => {
    const refusal = {
      status: 400,
      type: 'application/problem+json',
      code: 'invalid_parameter',
      fields: [name],
    };
    const asField = await callCompress(
      [
        ['file', document],
        [name!, value!],
      ],
      { key: apiKey },
    );
    expect(await problemOf(asField)).toEqual(refusal);
    const asQuery = await callCompress([['file', document]], { key: apiKey, query: `?${name}=${value}` });
    expect(await problemOf(asQuery)).toEqual(refusal);
  });
}

test('every wrong field is named at once', async ({ apiKey }) => {
  const answer = await callCompress(
    [
      ['quality', '0'],
      ['maxDimension', 'big'],
      ['stripMetadata', 'yes'],
    ],
    {
      key: apiKey,
    },
  );
  const { status, fields } = await problemOf(answer);
  expect(status).toBe(400);
  expect([...fields].sort()).toEqual(['file', 'maxDimension', 'quality', 'stripMetadata']);
});

const text = (content: string) => pdf(new TextEncoder().encode(content));

const REFUSED: readonly (readonly [
  what: string,
  status: number,
  code: string,
  fields: () => Promise<FormFields>,
])[] = [
  ['no file', 400, 'missing_file', async () => [['quality', '75']]],
  [
    'two files',
    400,
    'duplicate_parameter',
    async () => [
      ['file', document],
      ['file', document],
    ],
  ],
  ['an empty file', 415, 'not_a_pdf', async () => [['file', text('')]]],
  ['a text file', 415, 'not_a_pdf', async () => [['file', text('Dear reader, this is plain text.')]]],
  ['a damaged PDF', 422, 'damaged_pdf', async () => [['file', pdf(new Uint8Array(damagedDocument()))]]],
  ['a truncated PDF', 422, 'damaged_pdf', async () => [['file', document.slice(0, 2000)]]],
  [
    'a locked PDF',
    422,
    'encrypted_pdf',
    async () => [['file', pdf(new Uint8Array(await lockedDocument('word')))]],
  ],
  ['too many bytes', 413, 'too_large', async () => [['file', pdf(new Uint8Array(50 * 1024 * 1024))]]],
];

for (const [what, status, code, fields] of REFUSED) {
  test(`${what} is answered with ${status} ${code}`, async ({ apiKey }) => {
    const answer = await callCompress(await fields(), { key: apiKey });
    expect(await problemOf(answer)).toMatchObject({ status, code, type: 'application/problem+json' });
  });
}

test('a body that is neither a form nor a PDF is refused', async ({ apiKey }) => {
  const answer = await send(JSON.stringify({ file: 'report.pdf' }), { key: apiKey });
  expect(await problemOf(answer)).toMatchObject({ status: 415, code: 'unsupported_media_type' });
});

test('without a key, with a wrong one and with a revoked one the API stays closed', async () => {
  const without = await callCompress([['file', document]]);
  expect(without.headers.get('www-authenticate')).toContain('Bearer');
  expect(await problemOf(without)).toMatchObject({ status: 401, code: 'missing_key' });
  const wrong = await callCompress([['file', document]], { key: 'not-a-key' });
  expect(await problemOf(wrong)).toMatchObject({ status: 401, code: 'invalid_key' });

  const { key, id } = await createKey('to be revoked');
  expect((await callCompress([['file', document]], { key })).status).toBe(200);
  expect(await runCommand('keys', 'revoke', id)).toMatchObject({ code: 0 });
  const revoked = await callCompress([['file', document]], { key });
  expect(await problemOf(revoked)).toMatchObject({ status: 401, code: 'revoked_key' });
});

test('unknown addresses and methods are answered as problems, never as a page', async () => {
  const { baseURL } = await environment();
  expect(await problemOf(await fetch(`${baseURL}/api/v1/nothing`))).toMatchObject({
    status: 404,
    code: 'not_found',
  });
  const wrongMethod = await fetch(`${baseURL}/api/v1/compress`);
  expect(await problemOf(wrongMethod)).toMatchObject({ status: 405, code: 'method_not_allowed' });
});

test('a client that hangs up in the middle ends its job, and the server goes on', async ({ apiKey }) => {
  const client = new AbortController();
  const large = pdf(new Uint8Array(await photoDocument(SLOW_PHOTOS)));
  const answer = callCompress([['file', large], ...LOSSLESS], { key: apiKey, signal: client.signal });
  const hungUp = expect(answer).rejects.toThrow();
  await expect.poll(jobsRunning).toBe(1);
  client.abort();
  await hungUp;
  await expect.poll(jobsRunning).toBe(0);
  expect((await callCompress([['file', document]], { key: apiKey })).status).toBe(200);
});

/** Number of documents in work, from the server's metrics. */
async function jobsRunning(): Promise<number> {
  const { baseURL } = await environment();
  const metrics = await (await fetch(`${baseURL}/metrics`)).text();
  return Number(/^pagelight_jobs\{state="running"\} (\d+)$/m.exec(metrics)?.[1]);
}
