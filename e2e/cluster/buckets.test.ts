import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBucketRules } from '../../server/store/bucket-rules.ts';
import { type Buckets, createBuckets } from '../../server/store/buckets.ts';
import { createS3 } from '../../server/store/s3.ts';
import { smallPdf } from '../../server/testing/documents.ts';
import { startTestService } from '../../server/testing/service.ts';
import { type Swift, startSwift } from './swift.ts';

const RULES = 'scans=read,scans/small=write,both=both,nowhere=read';
const HOSTILE = [
  'a b/ü+ß%20&=?#[x]/Prüfung "1".pdf',
  "it's (a) *star* !.pdf",
  '%2e%2e/..pdf',
  'back\\slash:and|pipe<>.pdf',
  '日本語/🗜️.pdf',
];
const signal = new AbortController().signal;
const limits = { maxBytes: 1e6, signal };

let swift: Swift;
let client: AwsClient;
let buckets: Buckets;
beforeAll(async () => {
  swift = await startSwift();
  // Not our own door: what it writes and reads is what others see.
  client = new AwsClient({ ...swift.settings, sessionToken: '', service: 's3', retries: 0 });
  for (const bucket of ['scans', 'both'])
    expect((await client.fetch(`${swift.settings.endpoint}/${bucket}`, { method: 'PUT' })).status).toBe(200);
  buckets = createBuckets(readBucketRules(RULES)!, createS3(swift.settings));
});
afterAll(() => swift.remove());

const addressOf = (bucket: string, key: string) =>
  `${swift.settings.endpoint}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
const put = (key: string, body: Uint8Array) =>
  client.fetch(addressOf('scans', key), { method: 'PUT', body: body as Uint8Array<ArrayBuffer> });

test('objects with hostile names come back as they went; what is not there, changed or not allowed is told by name', async () => {
  for (const key of HOSTILE) {
    const body = Buffer.from(`%PDF of ${key}`);
    await buckets.put(`s3://both/${key}`, { body, mediaType: 'application/pdf', signal });
    expect((await buckets.get(`s3://both/${key}`, limits)).equals(body)).toBe(true);
  }
  const listed = await (await client.fetch(`${swift.settings.endpoint}/both?list-type=2`)).text();
  expect([...listed.matchAll(/<Key>/g)]).toHaveLength(HOSTILE.length);
  expect(listed).toContain('<Key>%2e%2e/..pdf</Key>');

  const etag = (await put('one.pdf', Buffer.from('one'))).headers.get('etag')!;
  const get = (address: string, more: object = {}) => buckets.get(address, { ...limits, ...more });
  expect((await get('s3://scans/one.pdf', { ifMatch: etag })).toString()).toBe('one');
  await put('one.pdf', Buffer.from('another'));
  await expect(get('s3://scans/one.pdf', { ifMatch: etag })).rejects.toMatchObject({ status: 412 });
  await expect(get('s3://scans/one.pdf', { maxBytes: 3 })).rejects.toMatchObject({ reason: 'too_large' });
  await expect(get('s3://scans/none.pdf')).rejects.toMatchObject({ reason: 'status', status: 404 });
  await expect(get('s3://nowhere/one.pdf')).rejects.toMatchObject({ status: 404 });
  await expect(get('s3://other/one.pdf')).rejects.toMatchObject({ reason: 'bucket' });
  const write = (address: string) => buckets.check.bind(undefined, address, 'write');
  expect(write('s3://scans/one.pdf')).toThrow('bucket');
  expect(write('s3://scans/small/../one.pdf')).toThrow('key');
  expect(write('s3://scans/small/a\n.pdf')).toThrow('key');
  expect(write('s3://scans/small/{ref}')).toThrow('key');
  expect(write(`s3://scans/small/${'ü'.repeat(513)}`)).toThrow('key');
  expect(write('s3://scans/smaller')).toThrow('bucket');
  expect(write('s3://scans/small/one.pdf')).not.toThrow();
  expect(readBucketRules('scans')).toBeUndefined();
  expect(readBucketRules('scans=all')).toBeUndefined();

  const wrong = createBuckets(
    readBucketRules(RULES)!,
    createS3({ ...swift.settings, secretAccessKey: 'no' }),
  );
  await expect(wrong.get('s3://scans/one.pdf', limits)).rejects.toMatchObject({ status: 403 });
  const away = createS3({ ...swift.settings, endpoint: 'http://127.0.0.1:1' });
  await expect(
    createBuckets(readBucketRules(RULES)!, away).get('s3://scans/one.pdf', limits),
  ).rejects.toMatchObject({ reason: 'unreachable', isPassing: true });
});

test('a job reads a bucket and writes to another place by a template', async () => {
  const pdf = Buffer.from(await smallPdf());
  const keys = ['2026/a b.pdf', '2026/ü.pdf'];
  for (const key of keys) await put(key, pdf);
  const service = await startTestService({}, {}, undefined, buckets);
  // biome-ignore lint/suspicious/noExplicitAny: JSON of the API
  const ask = async (path: string, init: RequestInit = {}): Promise<any> => {
    const headers = { 'X-API-Key': service.key, 'Content-Type': 'application/json', Prefer: 'wait=60' };
    return (await service.app.request(`/api/v1/${path}`, { ...init, headers })).json();
  };
  const documents = [...keys, 'none.pdf'].map((key) => ({ input: { s3: `s3://scans/${key}` } }));
  const body = JSON.stringify({ documents, output: { s3: 's3://scans/small/{key}' } });
  const { id } = await ask('jobs', { method: 'POST', body });
  expect(await ask(`jobs/${id}`)).toMatchObject({
    outcome: 'partial',
    counts: { done: 2, failed: 1 },
    bytes: { in: pdf.length * 2 },
  });
  const { documents: all } = await ask(`jobs/${id}/documents`);
  expect(all[1]).toMatchObject({
    input: { s3: 's3://scans/2026/ü.pdf', bytes: pdf.length },
    output: { s3: 's3://scans/small/2026/ü.pdf' },
  });
  expect(all[2].problem).toMatchObject({ code: 'input_refused', remoteStatus: 404, retryable: false });
  const made = Buffer.from(await (await client.fetch(addressOf('scans', 'small/2026/ü.pdf'))).arrayBuffer());
  expect(createHash('sha256').update(made).digest('hex')).toBe(all[1].receipt.output.sha256);
  // What no document's name fills in is refused, and so are two results of one name.
  const refused = async (given: object) =>
    (await ask('jobs', { method: 'POST', body: JSON.stringify(given) })).errors[0];
  expect(await refused({ documents, output: { s3: 's3://scans/small/{ref}' } })).toMatchObject({
    field: 'documents.0.output.s3',
    message: 'is refused: key.',
  });
  expect(await refused({ documents, output: { s3: 's3://scans/small/x.pdf' } })).toMatchObject({
    field: 'documents.1.output',
  });
  await service.close();
});
