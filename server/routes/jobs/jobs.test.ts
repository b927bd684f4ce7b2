import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBestEffortWrites } from '../../db/best-effort-writes.ts';
import { createJobService } from '../../jobs/job-service.ts';
import { createJobQueue } from '../../jobs/queue/job-queue.ts';
import { createSealer, SECRET_BYTES } from '../../jobs/sealer.ts';
import { createByteBudget } from '../../limits/byte-budget.ts';
import { createOutbound } from '../../outbound/outbound.ts';
import { JobCancelled, type JobRunner } from '../../pool/job.ts';
import { ProblemError } from '../../problem.ts';
import { folderStore } from '../../store/folder-store.ts';
import { smallPdf } from '../../testing/documents.ts';
import { inlineRunner } from '../../testing/inline-runner.ts';
import { NO_BUCKETS, startTestService, type TestService } from '../../testing/service.ts';

const ENCRYPTED = new URL('../../../shared/fixtures/encrypted/r6-aes-256.pdf', import.meta.url);
const HOUR_MS = 60 * 60 * 1000;
const pdf = await smallPdf();
/** The same document with other bytes, so that it is another file. */
const variant = (n: number) => Buffer.concat([pdf, Buffer.from(`\n%${n}\n`)]);

/** The real core; what waits at the gate goes on when it is opened, and `fail` speaks for the next document. */
function gatedRunner() {
  const real = inlineRunner();
  let open = Promise.resolve();
  let unlock = () => {};
  const order: (string | undefined)[] = [];
  const state = { fail: undefined as Error | undefined, order };
  const runner: JobRunner = {
    ...real,
    async run(job, signal) {
      order.push(job.client);
      const gone = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new JobCancelled()));
      });
      gone.catch(() => undefined);
      await Promise.race([open, gone]);
      const { fail } = state;
      state.fail = undefined;
      if (fail !== undefined) throw fail;
      return real.run(job, signal);
    },
  };
  return {
    runner,
    state,
    close: () => {
      open = new Promise((resolve) => {
        unlock = () => resolve();
      });
    },
    open: () => unlock(),
  };
}

let service: TestService;
const gate = gatedRunner();
beforeAll(async () => {
  service = await startTestService({ jobs: gate.runner }, { openPerKey: 60 });
});
afterAll(async () => {
  expect(service.logLines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  await service.close();
});

// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what each test asserts
type Json = Record<string, any>;

async function ask(
  method: string,
  path: string,
  {
    key = service.key,
    headers = {},
    body,
  }: { key?: string; headers?: Record<string, string>; body?: unknown } = {},
) {
  const isBytes = body instanceof Uint8Array;
  const response = await service.app.request(path.startsWith('/') ? path : `/api/v1/${path}`, {
    method,
    headers: {
      'X-API-Key': key,
      ...(body === undefined ? {} : { 'Content-Type': isBytes ? 'application/pdf' : 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = /json$/.test(response.headers.get('Content-Type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    json: (isJson ? JSON.parse(bytes.toString()) : {}) as Json,
  };
}

async function upload(document: Uint8Array, key = service.key): Promise<string> {
  return (await ask('POST', 'files', { key, body: document })).json.id;
}

async function submit(uploads: readonly string[], more: Json = {}, key = service.key) {
  const documents = uploads.map((id) => ({ input: { upload: id } }));
  return ask('POST', 'jobs', { key, body: { documents, ...more } });
}

const ended = (id: string, key = service.key) =>
  ask('GET', `jobs/${id}`, { key, headers: { Prefer: 'wait=60' } });

describe('a job', () => {
  test('takes documents in, does them, and hands out results, receipts and a report by line', async () => {
    const uploads = [await upload(pdf), await upload(variant(1))];
    const [one, two] = uploads;
    const documents = [
      { ref: 'invoice.pdf', input: { upload: one } },
      { ref: 'other', input: { upload: two }, options: { quality: 40 } },
      { ref: 'no pdf', input: { upload: await upload(Buffer.from('text')) } },
    ];
    const body = { documents, options: { quality: 60 }, labels: { customer: '42' }, keepHours: 2 };
    const made = await ask('POST', 'jobs', { body });
    expect([made.status, made.headers.get('Location')]).toEqual([202, `/api/v1/jobs/${made.json.id}`]);
    expect(made.json).toMatchObject({ counts: { total: 3 }, outcome: null, labels: { customer: '42' } });

    const job = await ended(made.json.id);
    expect(job.json).toMatchObject({
      state: 'ended',
      outcome: 'partial',
      counts: { total: 3, open: 0, done: 2, failed: 1, cancelled: 0 },
      progress: 1,
    });
    expect(job.json.bytes.in).toBe(pdf.length + variant(1).length);
    expect(Date.parse(job.json.resultsUntil) - Date.parse(job.json.endedAt)).toBe(2 * HOUR_MS);

    const lines = await ask('GET', `jobs/${made.json.id}/documents`, {
      headers: { Accept: 'application/jsonl' },
    });
    const report = lines.bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(report).toMatchObject([
      { n: 0, ref: 'invoice.pdf', state: 'done', receipt: { options: { quality: 60 } } },
      { n: 1, state: 'done', receipt: { options: { quality: 40 } } },
      { n: 2, state: 'failed', problem: { code: 'not_a_pdf', status: 415, retryable: false } },
    ]);

    // Byte for byte what a client that waits gets.
    const waited = await ask('POST', 'compress?quality=60', { body: pdf });
    const result = await ask('GET', `jobs/${made.json.id}/documents/0/result`);
    expect(result.bytes.equals(waited.bytes)).toBe(true);
    expect(result.headers.get('Content-Disposition')).toContain('invoice-light.pdf');
    for (const name of [
      'X-Compression-Ratio',
      'X-Compressed-Size',
      'X-Compression-Options',
      'X-Compression-Warnings',
    ])
      expect(result.headers.get(name)).toBe(waited.headers.get(name));
    const receipt = await ask('GET', `jobs/${made.json.id}/documents/0/receipt`);
    expect(receipt.json).toMatchObject({
      input: { size: pdf.length },
      output: { size: result.bytes.length },
    });
    const versionOf = ({ headers }: typeof result) => headers.get('ETag') ?? '';
    const address = `jobs/${made.json.id}/documents/0/result`;
    const rest = await ask('GET', address, {
      headers: { Range: 'bytes=100-', 'If-Range': versionOf(result) },
    });
    expect([rest.status, rest.headers.get('Content-Range')]).toEqual([
      206,
      `bytes 100-${result.bytes.length - 1}/${result.bytes.length}`,
    ]);
    expect(rest.bytes.equals(result.bytes.subarray(100))).toBe(true);
    const known = await ask('GET', address, { headers: { 'If-None-Match': versionOf(result) } });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
    const before = await ask('GET', `jobs/${made.json.id}`);
    const same = await ask('GET', `jobs/${made.json.id}`, {
      headers: { 'If-None-Match': versionOf(before) },
    });
    expect([before.status, same.status]).toEqual([200, 304]);
    expect((await ask('GET', `jobs/${made.json.id}/documents/2/result`)).json).toMatchObject({
      code: 'no_result',
    });

    const page = await ask('GET', `jobs/${made.json.id}/documents?limit=2`);
    expect(page.headers.get('Link')).toBe(
      `</api/v1/jobs/${made.json.id}/documents?limit=2&after=1>; rel="next"`,
    );
    expect(page.json.documents.map(({ n }: Json) => n)).toEqual([0, 1]);
    const failed = await ask('GET', `jobs/${made.json.id}/documents?state=failed`);
    expect(failed.json.documents.map(({ n }: Json) => n)).toEqual([2]);
  });

  test('what is wrong with it is named, and nothing of it is taken in', async () => {
    const [{ jobs: before }, one] = [(await ask('GET', 'jobs')).json, await upload(pdf)];
    const wrong = async (body: unknown) => {
      const answer = await ask('POST', 'jobs', { body });
      expect([answer.status, answer.json.code]).toEqual([400, 'invalid_parameter']);
      return answer.json.errors.map(({ field }: Json) => field);
    };
    const good = { input: { upload: one } };
    expect(await wrong({ documents: [] })).toEqual(['documents']);
    expect(await wrong({ documents: [good, { input: { upload: 'file_x' } }] })).toEqual([
      'documents.1.input.upload',
    ]);
    expect(await wrong({ documents: [{ ...good, options: { quality: 101, qualty: 3 } }] })).toEqual([
      'documents.0.options.quality',
      'documents.0.options.qualty',
    ]);
    expect(
      await wrong({
        documents: [
          { ref: 'a', ...good },
          { ref: 'a', ...good },
        ],
      }),
    ).toEqual(['documents']);
    expect(await wrong({ documents: [good], keepHours: 0, priority: 1 })).toEqual(['keepHours', 'priority']);
    expect(
      (await ask('POST', 'jobs', { headers: { 'Content-Type': 'text/plain' }, body: {} })).json.code,
    ).toBe('malformed_json');
    expect((await ask('GET', 'jobs')).json.jobs).toEqual(before);
  });

  test('is seen with its key alone, and with the one that takes its place', async () => {
    const [other, old] = [
      await service.keys.create({ name: 'other' }),
      await service.keys.create({ name: 'old' }),
    ];
    const id = (await submit([await upload(pdf, old.secret)], {}, old.secret)).json.id;
    await ended(id, old.secret);
    for (const path of ['', '/documents', '/documents/0', '/documents/0/result', '/documents/0/receipt'])
      expect([path, (await ask('GET', `jobs/${id}${path}`, { key: other.secret })).status]).toEqual([
        path,
        404,
      ]);
    for (const [method, path] of [
      ['POST', '/cancel'],
      ['POST', '/retry'],
      ['DELETE', ''],
    ] as const)
      expect((await ask(method, `jobs/${id}${path}`, { key: other.secret })).status).toBe(404);
    expect((await ask('GET', 'jobs', { key: other.secret })).json.jobs).toEqual([]);
    const next = await service.keys.rotate(old.key.id, HOUR_MS);
    expect((await ask('GET', `jobs/${id}/documents/0/result`, { key: next!.secret })).status).toBe(200);
    const inspecting = await service.keys.create({ name: 'inspects', scope: 'inspect' });
    expect((await ask('GET', 'jobs', { key: inspecting.secret })).json.code).toBe('insufficient_scope');
    // A file is one key's own too.
    const file = await upload(variant(9), old.secret);
    expect((await submit([file], {}, other.secret)).status).toBe(400);
  });

  test('the same name gives the same job, with something else it is refused, and the same content is one file', async () => {
    const [one, again, two] = [await upload(variant(2)), await upload(variant(2)), await upload(variant(3))];
    expect(again).toBe(one);
    const named = { 'Idempotency-Key': 'batch-1' };
    const call = (id: string) =>
      ask('POST', 'jobs', { headers: named, body: { documents: [{ input: { upload: id } }] } });
    const first = await call(one);
    const many = await Promise.all([call(one), call(one), call(one)]);
    expect(many.map(({ status, json }) => [status, json.id])).toEqual(Array(3).fill([200, first.json.id]));
    expect(many[0]!.headers.get('Idempotency-Replayed')).toBe('true');
    expect((await call(two)).json.code).toBe('idempotency_mismatch');
    await ended(first.json.id);
  });
});

describe('Prefer: respond-async', () => {
  test('makes a job of the document, and hands the file out where it is done in time', async () => {
    const async = { headers: { Prefer: 'respond-async', 'Idempotency-Key': 'one' }, body: pdf };
    const answer = await ask('POST', 'compress?quality=30', async);
    expect([answer.status, answer.headers.get('Preference-Applied')]).toEqual([202, 'respond-async']);
    const repeat = await ask('POST', 'compress?quality=30', async);
    expect([repeat.json.id, repeat.headers.get('Idempotency-Replayed')]).toEqual([answer.json.id, 'true']);
    expect((await ask('POST', 'compress?quality=31', async)).json.code).toBe('idempotency_mismatch');
    await ended(answer.json.id);
    const result = await ask('GET', `${answer.headers.get('Location')}/documents/0/result`);
    const waits = await ask('POST', 'compress?quality=30', {
      headers: { Prefer: 'respond-async, wait=60' },
      body: pdf,
    });
    expect([waits.status, waits.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    expect(waits.bytes.equals(result.bytes)).toBe(true);
    const refused = await ask('POST', 'compress', {
      headers: { Prefer: 'respond-async, wait=60' },
      body: Buffer.from('x'),
    });
    expect([refused.status, refused.json.outcome]).toEqual([202, 'failed']);
  });

  test('a repeat of what a version with fewer options took in gives its job; other options make another', async () => {
    const send = (query: string, name: string) =>
      ask('POST', `compress${query}`, {
        headers: { Prefer: 'respond-async', 'Idempotency-Key': name },
        body: variant(1),
      });
    const { id } = (await send('?quality=32', 'made here')).json;
    const checked = await service.keys.check(service.key);
    const keyId = checked.ok ? checked.key.id : '';
    const { db } = service;
    // As versions before 015 wrote it.
    await db
      .updateTable('jobs')
      .set({
        request_id: createHash('sha256').update(`${keyId}\0older`).digest('hex'),
        fingerprint: 'of fewer options',
      })
      .where('id', '=', id)
      .execute();
    await db
      .updateTable('job_documents')
      .set({ options: '{"quality":32}' })
      .where('job_id', '=', id)
      .execute();
    const repeat = await send('?quality=32', 'older');
    expect([repeat.json.id, repeat.headers.get('Idempotency-Replayed')]).toEqual([id, 'true']);
    const other = await send('?quality=33', 'older');
    expect([other.status, other.json.id === id]).toEqual([202, false]);
  });
});

describe('counting', () => {
  test("documents are taken from the key's day at once, all or none, and given back where they are not done", async () => {
    const { secret, key } = await service.keys.create({ name: 'limited', dailyDocuments: 4 });
    const usage = () =>
      service.db.selectFrom('usage_days').selectAll().where('key_id', '=', key.id).executeTakeFirst();
    const good = await upload(pdf, secret);
    const bad = await upload(Buffer.from('no pdf'), secret);
    const five = await submit([good, good, good, good, good], {}, secret);
    expect([five.status, five.json]).toMatchObject([
      429,
      { code: 'daily_limit', policy: 'documents', limit: 4 },
    ]);
    const { id } = (await submit([good, bad, good], {}, secret)).json;
    await ended(id, secret);
    const result = await ask('GET', `jobs/${id}/documents/0/result`, { key: secret });
    expect(await usage()).toMatchObject({
      requests: 3,
      errors: 1,
      bytes_in: 2 * pdf.length + 6,
      bytes_out: 2 * result.bytes.length,
    });
    // Two of four are left, and of two calls at the same moment one gets them.
    const both = await Promise.all([submit([good, good], {}, secret), submit([good, good], {}, secret)]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 429]);
  });

  test('a key has so many documents open at most', async () => {
    gate.close();
    const file = await upload(variant(4));
    const first = await submit(Array(60).fill(file));
    const more = await submit([file]);
    expect([more.status, more.json.code, more.headers.get('Retry-After')]).toEqual([
      429,
      'too_many_open',
      '30',
    ]);
    await ask('POST', `jobs/${first.json.id}/cancel`);
    gate.open();
    expect((await submit([file])).status).toBe(202);
  });

  test('a late key goes next, and both take turns', async () => {
    const [early, late] = [
      await service.keys.create({ name: 'early' }),
      await service.keys.create({ name: 'late' }),
    ];
    const files = [await upload(pdf, early.secret), await upload(pdf, late.secret)] as const;
    gate.close();
    gate.state.order.length = 0;
    const first = await submit(Array(8).fill(files[0]), {}, early.secret);
    await expect.poll(() => gate.state.order).toHaveLength(1);
    const second = await submit(Array(3).fill(files[1]), {}, late.secret);
    expect(second.json.position).toEqual({ documentsBefore: 0, exact: true });
    gate.open();
    await Promise.all([ended(first.json.id, early.secret), ended(second.json.id, late.secret)]);
    const lateAt = gate.state.order.flatMap((client, at) => (client === late.key.id ? at : []));
    expect(lateAt).toHaveLength(3);
    expect(Math.max(...lateAt)).toBeLessThanOrEqual(6);
    // It waits for the document that was being compressed, and for no other.
    expect(Math.min(...lateAt)).toBe(1);
  });
});

describe('an end before the end', () => {
  test('cancel ends what waits and what runs, and keeps what is done', async () => {
    const [a, b] = [await upload(variant(5)), await upload(variant(6))];
    const taken = () =>
      service.db
        .selectFrom('usage_days')
        .select((row) => [row.fn.sum('requests').as('documents'), row.fn.sum('bytes_in').as('bytes')])
        .executeTakeFirstOrThrow();
    const before = await taken();
    gate.close();
    gate.state.order.length = 0;
    const { id } = (await submit([a, b, a])).json;
    await expect.poll(() => gate.state.order).toHaveLength(1);
    expect((await taken()).documents).toBe(Number(before.documents) + 3);
    expect((await ask('GET', `jobs/${id}/documents/0/result`)).json).toMatchObject({ code: 'not_ended' });
    const job = await ask('POST', `jobs/${id}/cancel`);
    expect(job.json).toMatchObject({
      state: 'ended',
      outcome: 'cancelled',
      counts: { open: 0, cancelled: 3 },
    });
    // The day of the key has them back.
    expect(await taken()).toEqual(before);
    gate.open();
    expect((await ask('POST', `jobs/${id}/cancel`)).json.counts.cancelled).toBe(3);
    expect((await ask('GET', `jobs/${id}/documents/0/result`)).json.code).toBe('no_result');
  });

  test('what failed for a passing reason is tried again when asked, and nothing else', async () => {
    gate.state.fail = new ProblemError({ code: 'timeout', limitMs: 1000 });
    const { id } = (await submit([await upload(pdf), await upload(Buffer.from('no pdf'))])).json;
    expect((await ended(id)).json).toMatchObject({ outcome: 'failed', counts: { failed: 2 } });
    const again = await ask('POST', `jobs/${id}/retry`);
    expect([again.status, again.json.counts]).toMatchObject([202, { open: 1, failed: 1 }]);
    expect((await ended(id)).json).toMatchObject({ outcome: 'partial', counts: { done: 1, failed: 1 } });
  });

  test('failAfter ends the rest once too many have failed, and a retry puts that back in line', async () => {
    const [good, bad] = [await upload(pdf), await upload(Buffer.from('no pdf'))];
    const uploads = [good, bad, bad, good, good, good];
    const made = await submit(uploads, { failAfter: { failed: 0.6, atLeast: 3 } });
    const job = await ended(made.json.id);
    expect(job.json).toMatchObject({
      outcome: 'partial',
      counts: { total: 6, open: 0, done: 1, failed: 5, cancelled: 0 },
    });
    const { documents } = (await ask('GET', `jobs/${made.json.id}/documents`)).json;
    const codes = documents.map(({ problem }: Json) => problem?.code ?? 'done');
    expect(codes).toEqual(['done', 'not_a_pdf', 'not_a_pdf', ...Array(3).fill('job_failed_early')]);
    // A share that is never reached ends nothing; nor does one of too few.
    for (const failAfter of [
      { failed: 0.7, atLeast: 3 },
      { failed: 0.1, atLeast: 100 },
    ]) {
      const { id } = (await submit(uploads, { failAfter })).json;
      expect((await ended(id)).json.counts).toMatchObject({ done: 4, failed: 2 });
    }
    await ask('POST', `jobs/${made.json.id}/retry`);
    expect((await ended(made.json.id)).json.counts).toMatchObject({ done: 4, failed: 2 });
    expect((await submit(uploads, { failAfter: { failed: 0 } })).json.code).toBe('invalid_parameter');
  });

  test('what the pool has no room for waits, and does not fail', async () => {
    gate.state.fail = new ProblemError({ code: 'busy', reason: 'queue', retryAfterS: 1 });
    const { id } = (await submit([await upload(pdf)])).json;
    expect((await ended(id)).json.outcome).toBe('done');
    expect((await ask('GET', `jobs/${id}/documents/0`)).json.attempts).toBe(1);
  });

  test('deleting takes input and result away at once; time does so later, and the job then says so', async () => {
    const inStore = async () => (await readdir(join(service.folder, 'files'))).length;
    const before = await inStore();
    const { id } = (await submit([await upload(variant(7))])).json;
    await ended(id);
    expect(await inStore()).toBe(before + 2);
    expect((await ask('DELETE', `jobs/${id}`)).status).toBe(204);
    expect([await inStore(), (await ask('GET', `jobs/${id}`)).status]).toEqual([before, 404]);

    const kept = (await submit([await upload(variant(8))], { keepHours: 1 })).json.id;
    await ended(kept);
    service.clock.now += 3 * HOUR_MS;
    await service.asyncJobs.sweep();
    expect((await ask('GET', `jobs/${kept}/documents/0/result`)).json).toMatchObject({
      code: 'result_gone',
      status: 410,
    });
    expect((await ask('GET', `jobs/${kept}/documents/0/receipt`)).status).toBe(200);
    expect((await ask('POST', `jobs/${kept}/retry`)).json.code).toBe('result_gone');
    service.clock.now += 31 * 24 * HOUR_MS;
    await service.asyncJobs.sweep();
    expect([(await ask('GET', `jobs/${kept}`)).status, await inStore()]).toEqual([404, 0]);
  });

  test('results of a retry go in their time, though a process whose clock is ahead has swept the job before', async () => {
    gate.state.fail = new ProblemError({ code: 'timeout', limitMs: 1000 });
    const { id } = (await submit([await upload(variant(9))])).json;
    await ended(id);
    await service.db.updateTable('jobs').set({ swept_at: service.clock.now }).where('id', '=', id).execute();
    await ask('POST', `jobs/${id}/retry`);
    expect((await ended(id)).json.outcome).toBe('done');
    service.clock.now += 25 * HOUR_MS;
    await service.asyncJobs.sweep();
    expect(await readdir(join(service.folder, 'files'))).toEqual([]);
  });
});

test('a password opens its document, is unreadable in the database, and is gone when the document has ended', async () => {
  gate.close();
  gate.state.order.length = 0;
  const password = 'user';
  const file = await upload(await readFile(ENCRYPTED));
  const { id } = (await ask('POST', 'jobs', { body: { documents: [{ input: { upload: file }, password }] } }))
    .json;
  await expect.poll(() => gate.state.order).toHaveLength(1);
  const row = () =>
    service.db.selectFrom('job_documents').selectAll().where('job_id', '=', id).executeTakeFirstOrThrow();
  expect((await row()).sealed).not.toBeNull();
  expect(JSON.stringify(await row())).not.toContain(`"${password}"`);
  gate.open();
  expect((await ended(id)).json.outcome).toBe('done');
  expect((await row()).sealed).toBeNull();
});

test('a server that was killed at its documents takes them up again, at most five times, and a late result counts for nothing', async () => {
  const results = async () =>
    (await readdir(join(service.folder, 'files'))).filter((name) => name.startsWith('out')).length;
  const before = await results();
  gate.close();
  gate.state.order.length = 0;
  const file = await upload(variant(10));
  const { id } = (await submit([file, file])).json;
  await expect.poll(() => gate.state.order).toHaveLength(1);
  // The next process finds a document without a process for the second time, and one for the fifth.
  const documents = service.db.updateTable('job_documents').where('job_id', '=', id);
  await documents
    .set({ state: 'running', lease: 'of a process that is gone', attempts: 5 })
    .where('n', '=', 1)
    .execute();
  const next = createJobService({
    db: service.db,
    workerId: 'next',
    queue: createJobQueue(service.db, 'next', false),
    outbound: createOutbound({ hosts: [], ports: [], totalMs: 1000, idleMs: 1000 }),
    buckets: NO_BUCKETS,
    maxDocumentBytes: 1024 * 1024,
    store: folderStore(join(service.folder, 'files')),
    runner: inlineRunner(),
    hasFreePlace: () => true,
    budget: createByteBudget(64 * 1024 * 1024),
    sealer: createSealer([Buffer.alloc(SECRET_BYTES)]),
    bookkeeping: createBestEffortWrites({ warn() {}, error() {} } as never, () => undefined),
    log: { warn() {}, error() {} } as never,
    slots: 1,
    lane: { places: 8, bytes: 1e6 },
    limits: service.asyncJobs.limits,
    now: () => service.clock.now,
  });
  await next.start();
  await expect.poll(async () => (await ask('GET', `jobs/${id}`)).json.state).toBe('ended');
  // The first process wakes up late, with the lease that it lost: what it made goes.
  gate.open();
  const last = (await submit([file])).json.id;
  await ended(last);
  await expect.poll(results).toBe(before + 2);
  expect((await ask('GET', `jobs/${id}`)).json).toMatchObject({
    outcome: 'partial',
    counts: { done: 1, failed: 1 },
  });
  expect((await ask('GET', `jobs/${id}/documents/1`)).json.problem).toMatchObject({
    code: 'worker_lost',
    retryable: true,
  });
  expect((await ask('GET', `jobs/${id}/documents/0`)).json.attempts).toBe(2);
  await next.stop();
});

test('a server without jobs says so, and answers whoever does not wait as it answers others', async () => {
  const without = await startTestService({ asyncJobs: undefined });
  const headers = { 'X-API-Key': without.key, 'Content-Type': 'application/pdf', Prefer: 'respond-async' };
  const off = await without.app.request('/api/v1/files', {
    method: 'POST',
    headers,
    body: new Uint8Array(pdf),
  });
  expect([off.status, ((await off.json()) as Json).code]).toEqual([501, 'jobs_off']);
  const body = new Uint8Array(pdf);
  const answer = await without.app.request('/api/v1/compress', { method: 'POST', headers, body });
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
  await without.close();
});
