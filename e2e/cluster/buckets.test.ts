import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsClient } from 'aws4fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBucket } from '../../library/node/s3/bucket.ts';
import { createS3, isSendableKey } from '../../library/node/s3/s3.ts';
import { readConfig } from '../../server/config.ts';
import { readBucketRules } from '../../server/store/bucket-rules.ts';
import { type Buckets, createBuckets } from '../../server/store/buckets.ts';
import { smallPdf } from '../../server/testing/documents.ts';
import { startTestService } from '../../server/testing/service.ts';
import { startOverloadedProxy } from './overloaded-proxy.ts';
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
  client = new AwsClient({
    ...swift.settings,
    ...swift.settings.credentials,
    sessionToken: '',
    service: 's3',
    retries: 0,
  });
  for (const bucket of ['scans', 'both', 'listed'])
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
    createS3({ ...swift.settings, credentials: { ...swift.settings.credentials, secretAccessKey: 'no' } }),
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

test('a server without keys reads a bucket by the role of its container, and waits while the role says no', async () => {
  const { accessKeyId, secretAccessKey } = swift.settings.credentials;
  const answers = [
    { status: 503, body: 'later' },
    { status: 403, body: 'no such role' },
    { status: 200, body: JSON.stringify({ AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey }) },
  ];
  const role = createServer((_request, response) => {
    const { status, body } = answers.shift()!;
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => role.listen(0, '127.0.0.1', resolve));
  const { jobs } = readConfig({
    BUCKETS: RULES,
    S3_ENDPOINT: swift.settings.endpoint,
    S3_REGION: swift.settings.region,
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${(role.address() as AddressInfo).port}/role`,
  });
  const byRole = createBuckets(jobs!.buckets, createS3(jobs!.s3));
  await put('of-a-role.pdf', Buffer.from('role'));
  const get = () => byRole.get('s3://scans/of-a-role.pdf', limits);
  await expect(get()).rejects.toMatchObject({ reason: 'unreachable', isPassing: true });
  await expect(get()).rejects.toMatchObject({ reason: 'credentials', isPassing: true });
  expect((await get()).toString()).toBe('role');
  // The credentials are good for longer than the role answers.
  role.close();
  expect((await get()).toString()).toBe('role');
});

const listed = async (bucket: ReturnType<typeof openBucket>, pageKeys: number, prefix = '') => {
  const keys: string[] = [];
  for await (const { key } of bucket.list(prefix, pageKeys)) keys.push(key);
  return keys;
};

test('a bucket lists every key over many pages, whatever its name, and gives each object back', async () => {
  const bucket = openBucket(createS3(swift.settings), 'listed', { patienceMs: 0, signal });
  const hostile = [
    ...HOSTILE,
    'a+b c&d<e>f.pdf',
    'a%2Fb/%20.pdf',
    'twice//slash.pdf',
    '..dots/…/a..pdf',
    'c\u0001d.pdf',
  ];
  const plain = Array.from({ length: 60 }, (_, n) => `page/${String(n).padStart(5, '0')}.pdf`);
  for (const key of [...hostile, ...plain])
    await bucket.put(key, [Buffer.from(key)], { mediaType: 'application/pdf', metadata: { of: 'test' } });
  const byBytes = [...hostile, ...plain].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect(await listed(bucket, 7)).toEqual(byBytes);
  expect(await listed(bucket, 1000, 'page/')).toEqual(plain);
  for (const key of hostile) {
    const found = await bucket.get(key);
    expect(Buffer.from(found!.bytes).toString()).toBe(key);
    expect(await bucket.head(key)).toEqual(found!.facts);
    expect(found!.facts.metadata).toEqual({ of: 'test' });
    await bucket.remove(key);
    await bucket.remove(key);
    expect(await bucket.head(key)).toBeUndefined();
  }
  // A URL would name another object.
  expect(['a/../b', './a', 'a/.', '..'].filter(isSendableKey)).toEqual([]);
  await expect(bucket.put('a/../b', [], { mediaType: 'text/plain' })).rejects.toThrow(
    'no URL names this key',
  );
});

test('a large object goes in parts, and is there whole or not at all', async () => {
  const bytes = randomBytes(11 * 1024 * 1024 + 1);
  const parts = { multipartAbove: 1_000_000, partBytes: 5 * 1024 * 1024, patienceMs: 20_000, signal };
  const proxy = await startOverloadedProxy(swift.settings.endpoint!, { refused: 2, cut: 1000 });
  const bucket = openBucket(createS3({ ...swift.settings, endpoint: proxy.endpoint }), 'both', parts);
  const pieces = [bytes.subarray(0, 3), bytes.subarray(3, 9_000_000), bytes.subarray(9_000_000)];
  await bucket.put('large.pdf', pieces, { mediaType: 'application/pdf', metadata: { of: 'parts' } });
  expect(Buffer.compare((await bucket.get('large.pdf'))!.bytes, bytes)).toBe(0);
  // An ETag of parts says how many there were.
  expect(await bucket.head('large.pdf')).toMatchObject({
    bytes: bytes.length,
    etag: expect.stringMatching(/-3$/),
    metadata: { of: 'parts' },
  });
  expect(proxy.refused()).toBeGreaterThan(2);
  await proxy.close();
  const stopped = new AbortController();
  const ending = openBucket(createS3(swift.settings), 'both', { ...parts, signal: stopped.signal });
  const put = ending.put('never.pdf', pieces, { mediaType: 'application/pdf' });
  stopped.abort(new Error('asked to end'));
  await expect(put).rejects.toThrow('asked to end');
  const whole = openBucket(createS3(swift.settings), 'both', { ...parts, patienceMs: 0 });
  expect(await whole.head('never.pdf')).toBeUndefined();
});

test('an overloaded service is asked again; a wrong clock and wrong credentials are told in a sentence', async () => {
  const proxy = await startOverloadedProxy(swift.settings.endpoint!, { refused: 2, cut: 5 });
  const patient = openBucket(createS3({ ...swift.settings, endpoint: proxy.endpoint }), 'both', {
    patienceMs: 20_000,
    signal,
  });
  const bytes = randomBytes(200_000);
  for (let n = 0; n < 8; n++) {
    await patient.put(`again/${n}.pdf`, [bytes], { mediaType: 'application/pdf' });
    expect(Buffer.compare((await patient.get(`again/${n}.pdf`))!.bytes, bytes)).toBe(0);
  }
  expect(await listed(patient, 3, 'again/')).toHaveLength(8);
  expect(proxy.refused()).toBeGreaterThan(8);
  const impatient = openBucket(createS3({ ...swift.settings, endpoint: proxy.endpoint }), 'both', {
    patienceMs: 0,
    signal,
  });
  const tries = await Promise.allSettled([impatient.head('again/1.pdf'), impatient.head('again/1.pdf')]);
  expect(tries.map(({ status }) => status)).toContain('rejected');
  await proxy.close();

  const HOUR = 3_600_000;
  const early = createS3(swift.settings, () => new Date(Date.now() - HOUR));
  const clock = { kind: 'clock', code: 'RequestTimeTooSkewed', message: expect.stringContaining('clock') };
  await expect(
    openBucket(early, 'both', { patienceMs: HOUR, signal }).get('again/1.pdf'),
  ).rejects.toMatchObject(clock);
  const wrong = createBuckets(readBucketRules(RULES)!, early);
  await expect(wrong.get('s3://both/again/1.pdf', limits)).rejects.toMatchObject({
    reason: 'clock',
    isPassing: true,
  });
  await expect(
    wrong.put('s3://both/x.pdf', { body: bytes, mediaType: 'application/pdf', signal }),
  ).rejects.toMatchObject({ reason: 'clock' });
  const refusal = (more: object, name = 'both') =>
    openBucket(
      createS3({ ...swift.settings, credentials: { ...swift.settings.credentials, ...more } }),
      name,
      { patienceMs: HOUR, signal },
    ).get('again/1.pdf');
  await expect(refusal({ secretAccessKey: 'no' })).rejects.toMatchObject({ kind: 'credentials' });
  await expect(refusal({}, 'nowhere')).rejects.toMatchObject({ kind: 'no-bucket' });
  await expect(refusal({ accessKeyId: 'other:tester', secretAccessKey: 'testing2' })).rejects.toMatchObject({
    status: expect.any(Number),
  });
});
