import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Bucket, openBucket } from '../../../library/node/s3/bucket.ts';
import { createS3 } from '../../../library/node/s3/s3.ts';
import { bucketPlace } from './bucket-place.ts';

/** Objects of a service with conditional writes, as Amazon documents them; Swift, which has none, is in e2e/cluster. */
let objects: Map<string, Buffer>;
let server: Server;
let bucket: Bucket;
/** Called between the look at an object and its write. */
let between: () => void;
/** Answers of the service to conditions, once each but the last. */
let conditions: ('kept' | 'conflict' | 'not implemented' | 'ignored')[];
let notices: number;
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

beforeEach(async () => {
  objects = new Map();
  conditions = ['kept'];
  notices = 0;
  between = () => {};
  server = createServer(async (request, response) => {
    const body: Buffer[] = [];
    for await (const piece of request) body.push(piece);
    const { pathname, searchParams } = new URL(request.url!, 'http://s3');
    const end = (status: number, text = '', headers = {}) => response.writeHead(status, headers).end(text);
    const there = objects.get(pathname);
    if (request.method === 'HEAD' || request.method === 'GET') {
      if (there === undefined) return end(404);
      response.writeHead(200, { etag: etagOf(there), 'content-length': there.length });
      return response.end(request.method === 'GET' ? there : undefined);
    }
    if (searchParams.has('uploads')) return end(200, '<UploadId>u</UploadId>');
    if (searchParams.has('partNumber')) {
      objects.set('part', Buffer.concat([objects.get('part') ?? Buffer.alloc(0), ...body]));
      return end(200, '', { etag: '"p"' });
    }
    if (request.method === 'DELETE') {
      if (!searchParams.has('uploadId')) objects.delete(pathname);
      return end(204);
    }
    const { 'if-match': match, 'if-none-match': none } = request.headers;
    if (match !== undefined || none !== undefined) {
      if (match === undefined || objects.has(pathname)) between();
      const does = conditions.length > 1 ? conditions.shift() : conditions[0];
      const now = objects.get(pathname);
      const isMet = none === undefined ? now !== undefined && etagOf(now) === match : now === undefined;
      if (does === 'not implemented') return end(501, '<Error><Code>NotImplemented</Code></Error>');
      if (does === 'conflict') return end(409, '<Error><Code>ConditionalRequestConflict</Code></Error>');
      if (does === 'kept' && !isMet) return end(412, '<Error><Code>PreconditionFailed</Code></Error>');
    }
    objects.set(pathname, request.method === 'POST' ? objects.get('part')! : Buffer.concat(body));
    return end(200, request.method === 'POST' ? '<CompleteMultipartUploadResult/>' : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const s3 = createS3({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: async () => ({ accessKeyId: 'a', secretAccessKey: 'b', sessionToken: undefined }),
    totalMs: 60_000,
  });
  bucket = openBucket(s3, 'scans', {
    patienceMs: 60_000,
    signal: new AbortController().signal,
    pause: async () => {},
    multipartAbove: 10,
    onUnconditional: () => {
      notices += 1;
    },
  });
});
afterEach(() => server.close());

const SMALL = Buffer.from('result');
const LARGE = Buffer.from('a larger result');
const theirs = Buffer.from('theirs');
const object = (pieces: Buffer, more = {}) => ({ pieces: [pieces], sha256: 'x', attributes: {}, ...more });

test.each([
  ['in one request', SMALL],
  ['in parts', LARGE],
])('two writers at the same moment never overwrite one another, %s', async (_, bytes) => {
  const place = bucketPlace(bucket, 'scans', '');
  await place.write('free.pdf', object(bytes));
  expect(objects.get('/scans/free.pdf')).toEqual(bytes);
  const version = (await place.read('free.pdf'))!.version;
  between = () => objects.set('/scans/new.pdf', theirs);
  await expect(place.write('new.pdf', object(bytes))).rejects.toMatchObject({ code: 'output_exists' });
  expect(objects.get('/scans/new.pdf')).toEqual(theirs);
  between = () => objects.set('/scans/free.pdf', theirs);
  await expect(place.write('free.pdf', object(bytes, { replaces: version }))).rejects.toMatchObject({
    code: 'modified_concurrently',
  });
  await expect(place.write('free.pdf', object(bytes, { mayReplace: true }))).resolves.toBeUndefined();
  between = () => objects.delete('/scans/free.pdf');
  const now = (await place.read('free.pdf'))!.version;
  await expect(place.write('free.pdf', object(bytes, { replaces: now }))).rejects.toMatchObject({
    code: 'modified_concurrently',
  });
  expect(objects.has('/scans/free.pdf')).toBe(false);
});

test('a conflict of two writes is decided by another try', async () => {
  conditions = ['kept', 'conflict', 'kept'];
  await bucket.put('a.pdf', [SMALL], { mediaType: 'application/pdf', condition: 'absent' });
  expect(objects.get('/scans/a.pdf')).toEqual(SMALL);
});

test.each(['not implemented', 'ignored'] as const)(
  'a service where conditions are %s is asked once, and gets objects without them',
  async (does) => {
    conditions = [does];
    const upload = { mediaType: 'application/pdf', condition: 'absent' } as const;
    await bucket.put('a.pdf', [LARGE], upload);
    await bucket.put('a.pdf', [theirs], upload);
    expect([...objects.keys()].filter((key) => key.startsWith('/'))).toEqual(['/scans/a.pdf']);
    expect(objects.get('/scans/a.pdf')).toEqual(theirs);
    expect(notices).toBe(1);
  },
);
