import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MAX_REMOTE_TRIES } from '../../jobs/queue/postponed.ts';
import { smallPdf } from '../../testing/documents.ts';
import { type LoopbackService, startLoopbackService } from '../../testing/loopback-service.ts';
import { startTestService, type TestService } from '../../testing/service.ts';

const HOUR_MS = 60 * 60 * 1000;
const SIGNATURE = 'X-Amz-Signature=5ec2e7';
const pdf = await smallPdf();

/** A bucket behind presigned addresses. */
let bucket: LoopbackService;
const objects = new Map<string, { readonly body: Buffer; readonly type: string | undefined }>();
/** Statuses of the next answers. */
let statuses: number[] = [];
/** While set, requests are not answered. */
let isHolding = false;
let asked = 0;
let gone = 0;
let service: TestService;

beforeAll(async () => {
  bucket = await startLoopbackService((request, response) => {
    asked += 1;
    response.on('close', () => {
      if (!response.writableEnded) gone += 1;
    });
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (isHolding) return;
      const { pathname, search } = new URL(request.url ?? '', bucket.origin);
      const status = statuses.shift() ?? (search.includes(SIGNATURE) ? 200 : 403);
      const isWanted = status === 200 && request.method === 'GET';
      if (status === 200 && request.method === 'PUT')
        objects.set(pathname, { body: Buffer.concat(pieces), type: request.headers['content-type'] });
      const body = isWanted ? objects.get(pathname)?.body : undefined;
      response.writeHead(isWanted && body === undefined ? 404 : status).end(body ?? 'an inner secret');
    });
  });
  input = { url: at('/in/a.pdf') };
  service = await startTestService({}, {}, bucket.outbound);
});
afterAll(async () => {
  expect(service.logLines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  expect(JSON.stringify(service.logLines)).not.toContain(SIGNATURE);
  await service.close();
  bucket.close();
});
beforeEach(() => {
  statuses = [];
  isHolding = false;
  asked = 0;
  gone = 0;
  objects.set('/in/a.pdf', { body: Buffer.from(pdf), type: 'application/pdf' });
});

// biome-ignore lint/suspicious/noExplicitAny: JSON of the API
type Json = any;

async function ask(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Json> {
  const answer = await service.app.request(`/api/v1/${path}`, {
    method,
    headers: { 'X-API-Key': service.key, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.json();
}

const at = (path: string, more = '') => `${bucket.origin}${path}?X-Amz-Expires=60&${SIGNATURE}${more}`;
let input: { readonly url: string };
const submit = (documents: readonly object[], headers?: Record<string, string>) =>
  ask('POST', 'jobs', { documents }, headers);
const ended = (id: string) => ask('GET', `jobs/${id}`, undefined, { Prefer: 'wait=60' });
/** The first document of a job that has ended. */
async function documentOf({ id }: { id: string }): Promise<Json> {
  await ended(id);
  return ask('GET', `jobs/${id}/documents/0`);
}
const rows = async () => JSON.stringify(await service.db.selectFrom('job_documents').selectAll().execute());
const stateOf = async (id: string) => (await ask('GET', `jobs/${id}/documents/0`)).state;

test('a document comes from a presigned address and its result goes to one; neither is readable at rest', async () => {
  isHolding = true;
  const output = { url: at('/out/a.pdf'), headers: { 'Content-Type': 'application/x-own' } };
  const job = await submit([{ input: { url: at('/in/a.pdf') }, output, options: { quality: 60 } }]);
  await expect.poll(() => asked).toBe(1);
  expect(await rows()).not.toContain(SIGNATURE);
  isHolding = false;
  const running = await ask('GET', `jobs/${job.id}/documents/0`);
  expect(running).toMatchObject({ state: 'running', input: { url: `${bucket.origin}/in/a.pdf` } });
  // The held request is never answered: the job is cancelled, and ends it.
  await ask('POST', `jobs/${job.id}/cancel`);
  await expect.poll(() => gone).toBe(1);
  expect(await stateOf(job.id)).toBe('cancelled');

  const document = await documentOf(
    await submit([{ input: { url: at('/in/a.pdf') }, output, options: { quality: 60 } }]),
  );
  expect(document).toMatchObject({
    state: 'done',
    input: { url: `${bucket.origin}/in/a.pdf`, bytes: pdf.length },
    output: { url: `${bucket.origin}/out/a.pdf` },
  });
  const waited = await service.app.request('/api/v1/compress?quality=60', {
    method: 'POST',
    headers: { 'X-API-Key': service.key, 'Content-Type': 'application/pdf' },
    body: pdf,
  });
  const sent = objects.get('/out/a.pdf');
  expect(sent?.body.equals(Buffer.from(await waited.arrayBuffer()))).toBe(true);
  expect(sent?.type).toBe('application/x-own');
  expect(document.output.bytes).toBe(sent?.body.length);
  expect(await ask('GET', `${document.links.self.slice('/api/v1/'.length)}/result`)).toMatchObject({
    code: 'result_sent',
    status: 409,
  });
  const all = await service.db.selectFrom('job_documents').select('sealed').execute();
  expect(all.map(({ sealed }) => sealed)).toEqual([null, null]);
});

test('what an input is not as the job says is told by name, without a word of the remote', async () => {
  const problemOf = async (document: object) => (await documentOf(await submit([document]))).problem;
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  const good = await documentOf(await submit([{ input: { ...input, sha256, maxBytes: pdf.length } }]));
  expect(good).toMatchObject({ state: 'done', output: { mediaType: 'application/pdf' } });
  expect(await problemOf({ input: { ...input, sha256: sha256.replace(/./g, '0') } })).toMatchObject({
    code: 'input_changed',
    reason: 'sha256',
    retryable: false,
  });
  expect(await problemOf({ input: { ...input, maxBytes: 10 } })).toMatchObject({
    code: 'input_too_large',
    limitBytes: 10,
  });
  const missing = await problemOf({ input: { url: at('/in/none.pdf') } });
  expect(missing).toMatchObject({ code: 'input_refused', reason: 'status', remoteStatus: 404 });
  expect(missing.detail).toContain('404');
  expect(await problemOf({ input: { url: `${bucket.origin}/in/a.pdf` } })).toMatchObject({
    remoteStatus: 403,
  });
  const unsigned = { url: `${bucket.origin}/out/b.pdf` };
  expect(await problemOf({ input, output: unsigned })).toMatchObject({
    code: 'output_refused',
    remoteStatus: 403,
  });
  expect(await rows()).not.toContain('inner secret');
});

test('an input or output that cannot be reached is tried again later, five times, and holds no slot meanwhile', async () => {
  const later = async () => {
    service.clock.now += HOUR_MS;
    await service.asyncJobs.sweep();
  };
  statuses = [503];
  const job = await submit([{ input, output: { url: at('/out/c.pdf') } }]);
  await expect.poll(() => stateOf(job.id)).toBe('queued');
  // Another document passes it.
  expect(await documentOf(await submit([{ input }]))).toMatchObject({ state: 'done' });
  await service.asyncJobs.sweep();
  expect(await stateOf(job.id)).toBe('queued');
  // The second try reads, but cannot write.
  statuses = [200, 500];
  await later();
  await expect.poll(() => stateOf(job.id)).toBe('queued');
  expect(asked).toBe(4);
  await later();
  expect(await documentOf(job)).toMatchObject({ state: 'done', attempts: 1 });
  expect(objects.has('/out/c.pdf')).toBe(true);

  asked = 0;
  statuses = Array(MAX_REMOTE_TRIES).fill(429);
  const lost = await submit([{ input }]);
  for (let tries = 1; tries < MAX_REMOTE_TRIES; tries += 1) {
    await expect.poll(() => stateOf(lost.id)).toBe('queued');
    await later();
  }
  expect((await documentOf(lost)).problem).toMatchObject({
    code: 'input_unreachable',
    status: 502,
    remoteStatus: 429,
    retryable: true,
  });
  expect(asked).toBe(MAX_REMOTE_TRIES);
  // Its address went with it.
  expect(await ask('POST', `jobs/${lost.id}/retry`)).toMatchObject({ state: 'ended' });
});

test('addresses that may not be asked, and outputs that would replace each other, refuse the call with their fields', async () => {
  const fields = async (documents: readonly object[], more: object = {}) => {
    const answer = await ask('POST', 'jobs', { documents, ...more });
    expect(answer.code).toBe('invalid_parameter');
    return answer.errors.map(({ field, message }: Json) => `${field} ${message}`);
  };
  expect(
    await fields([
      { input: { url: 'http://theirs.example.com/a' } },
      { input: { url: 'https://169.254.169.254/latest' } },
      { input: { url: at('/in/a.pdf').replace('theirs', 'other') }, output: { url: 'file:///etc/passwd' } },
      { input: { s3: 's3://scans/a.pdf' } },
      { input: { s3: 's3://scans/../a.pdf' } },
    ]),
  ).toEqual([
    'documents.0.input.url is refused: scheme.',
    'documents.1.input.url is refused: port.',
    'documents.2.input.url is refused: host_not_allowed.',
    'documents.2.output.url is refused: scheme.',
    'documents.3.input.s3 is refused: bucket.',
    'documents.4.input.s3 is refused: key.',
  ]);
  const output = { url: at('/out/same.pdf') };
  const twice = [
    { input, output },
    { input, output: { url: at('/out/same.pdf', '&again') } },
  ];
  expect(await fields(twice)).toEqual(['documents.1.output is the output of another document too.']);
  expect(await fields([{ input: { ...input, upload: 'file_0' } }])).toEqual([
    'documents.0.input must have one of upload, url and s3, and only the fields that belong to it.',
  ]);
});

test('a call that is repeated with new signatures gives the same job; bytes count against the day once they are known', async () => {
  const named = { 'Idempotency-Key': 'signed anew' };
  const one = await submit([{ input, output: { url: at('/out/d.pdf') } }], named);
  const again = await submit(
    [{ input: { url: at('/in/a.pdf', '1') }, output: { url: at('/out/d.pdf', '1') } }],
    named,
  );
  expect(again.id).toBe(one.id);
  expect(await submit([{ input: { url: at('/in/other.pdf') } }], named)).toMatchObject({
    code: 'idempotency_mismatch',
  });
  await ended(one.id);

  const { secret, key } = await service.keys.create({ name: 'bytes', dailyBytes: pdf.length * 2 - 1 });
  const own = { 'X-API-Key': secret };
  const job = await ask('POST', 'jobs', { documents: [{ input }, { input }] }, own);
  expect(await ask('GET', `jobs/${job.id}`, undefined, { ...own, Prefer: 'wait=60' })).toMatchObject({
    outcome: 'partial',
    bytes: { in: pdf.length },
  });
  expect(await ask('GET', `jobs/${job.id}/documents/1`, undefined, own)).toMatchObject({
    problem: { code: 'daily_limit', policy: 'bytes' },
  });
  const usage = await service.db
    .selectFrom('usage_days')
    .selectAll()
    .where('key_id', '=', key.id)
    .executeTakeFirstOrThrow();
  expect(usage).toMatchObject({ requests: 2, errors: 1, bytes_in: pdf.length });
});
