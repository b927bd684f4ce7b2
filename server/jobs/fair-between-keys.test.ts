import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JobOutcome, JobRunner } from '../pool/job.ts';
import { smallPdf } from '../testing/documents.ts';
import { inlineRunner } from '../testing/inline-runner.ts';
import { type LoopbackService, startLoopbackService } from '../testing/loopback-service.ts';
import { startTestService, type TestService } from '../testing/service.ts';

// Each test has a key that holds what it can, and a quiet one beside it. Table: README.md, "What a key can hold".

const pdf = await smallPdf();
const MINUTE_MS = 60_000;

let remote: LoopbackService;
let service: TestService;
let quietKey: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
/** Keys of the documents that were compressed, in order. */
let ran: string[];
/** While set, a document that is being compressed waits for it. */
let gate: Promise<void> | undefined;

beforeEach(async () => {
  answer = (_, response) => void response.end(pdf);
  ran = [];
  gate = undefined;
  remote = await startLoopbackService((request, response) => {
    request.resume();
    request.on('end', () => answer(request, response));
  });
  const core = inlineRunner();
  const jobs: JobRunner = {
    ...core,
    async run(job, signal): Promise<JobOutcome> {
      ran.push(job.client ?? '');
      await gate;
      return core.run(job, signal);
    },
  };
  service = await startTestService({ jobs }, { storeBytes: 10 * pdf.length }, remote.outbound);
  quietKey = (await service.keys.create({ name: 'quiet' })).secret;
});
afterEach(async () => {
  remote.close();
  await service.close();
});

// biome-ignore lint/suspicious/noExplicitAny: JSON of the API
type Json = any;

async function ask(key: string, method: string, path: string, body?: object, name = ''): Promise<Json> {
  const response = await service.app.request(`/api/v1/${path}`, {
    method,
    headers: {
      'X-API-Key': key,
      'Content-Type': 'application/json',
      Prefer: 'wait=60',
      'Idempotency-Key': name || randomUUID(),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

const send = (key: string, n = 0) =>
  service.app.request('/api/v1/files', {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/pdf' },
    // Other bytes behind its end make it another file.
    body: Buffer.concat([pdf, Buffer.from(`\n%${n}`)]),
  });
const upload = async (key: string) => ((await (await send(key)).json()) as { readonly id: string }).id;

const submit = (key: string, documents: readonly object[], more: object = {}) =>
  ask(key, 'POST', 'jobs', { documents, ...more });
const addresses = (path: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ input: { url: `${remote.origin}/${path}/${n}.pdf` } }));
const idOf = async (secret: string) => {
  const checked = await service.keys.check(secret);
  return checked.ok ? checked.key.id : '';
};

test('inputs that never arrive hold no slot, and leave places for the inputs of another key', async () => {
  const held = new Set<ServerResponse>();
  answer = ({ url = '' }, response) => {
    if (url.startsWith('/silent/')) held.add(response);
    else response.end(pdf);
  };
  await submit(service.key, addresses('silent', 40));
  await expect.poll(() => held.size).toBeGreaterThan(1);

  const file = await upload(quietKey);
  const local = await submit(quietKey, [{ input: { upload: file } }]);
  expect(await ask(quietKey, 'GET', `jobs/${local.id}`)).toMatchObject({ outcome: 'done' });
  const fetched = await submit(quietKey, addresses('quick', 3));
  expect(await ask(quietKey, 'GET', `jobs/${fetched.id}`)).toMatchObject({ outcome: 'done' });
  // Of eight places a key takes as many as it leaves free.
  expect(held.size).toBe(4);
});

test('a server whose database is away stops, though inputs are still being fetched', async () => {
  let asked = 0;
  answer = () => {
    asked += 1;
  };
  await submit(service.key, addresses('silent', 2));
  await expect.poll(() => asked).toBe(2);
  const { db } = service;
  await sql`alter table job_documents rename to away`.execute(db);
  await service.asyncJobs.stop();
  await sql`alter table away rename to job_documents`.execute(db);
  // The next process finds them running, and takes them up again.
  const rows = await db.selectFrom('job_documents').select('state').execute();
  expect(rows).toEqual([{ state: 'running' }, { state: 'running' }]);
  // They were ended, and not waited for until they failed.
  expect(JSON.stringify(service.logLines)).not.toContain('was lost');
});

test('results that nobody takes hold no slot', async () => {
  let sending = 0;
  answer = ({ method }, response) => {
    if (method === 'PUT') sending += 1;
    else response.end(pdf);
  };
  const sent = addresses('sent', 10).map((document) => ({ ...document, output: document.input }));
  await submit(service.key, sent);
  await expect.poll(() => sending).toBeGreaterThan(1);
  const { id } = await submit(quietKey, [{ input: { upload: await upload(quietKey) } }]);
  expect(await ask(quietKey, 'GET', `jobs/${id}`)).toMatchObject({ outcome: 'done' });
});

test('documents that were fetched ahead do not go before one of another key that comes later', async () => {
  let open = () => {};
  gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const file = await upload(quietKey);
  await submit(service.key, addresses('quick', 12));
  const fetched = () =>
    service.db
      .selectFrom('job_documents')
      .select('id')
      .where('state', '=', 'running')
      .where('started_at', 'is', null)
      .execute();
  await expect.poll(async () => (await fetched()).length).toBe(3);
  const { id } = await submit(quietKey, [{ input: { upload: file } }]);
  open();
  await ask(quietKey, 'GET', `jobs/${id}`);
  // Only what was being compressed already came before it.
  expect(ran.indexOf(await idOf(quietKey))).toBe(1);
});

test('a document that is tried again goes behind what came meanwhile', async () => {
  let isDown = true;
  answer = (_, response) => void (isDown ? response.writeHead(503).end() : response.end(pdf));
  const again = await submit(service.key, addresses('flaky', 3));
  const postponed = async () =>
    service.db.selectFrom('job_documents').select('id').where('retry_at', 'is not', null).execute();
  await expect.poll(async () => (await postponed()).length).toBe(3);
  let open = () => {};
  gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const file = await upload(quietKey);
  await submit(
    quietKey,
    Array.from({ length: 4 }, () => ({ input: { upload: file } })),
  );
  await expect.poll(() => ran.length).toBe(1);
  // As if many of other keys had been compressed meanwhile.
  await service.db
    .updateTable('job_documents')
    .set((row) => ({ tag: row('tag', '+', 10) }))
    .where('key_id', '=', await idOf(quietKey))
    .execute();
  isDown = false;
  service.clock.now += MINUTE_MS;
  await service.asyncJobs.sweep();
  open();
  expect(await ask(service.key, 'GET', `jobs/${again.id}`)).toMatchObject({ outcome: 'done' });
  // In turns from now on, not all three at once.
  const quiet = await idOf(quietKey);
  expect(ran.slice(0, 3).filter((key) => key === quiet).length).toBeGreaterThanOrEqual(2);
});

test('a key fills half of the store, and the answer says when there is room again', async () => {
  const answers: Response[] = [];
  for (let n = 0; n < 8; n += 1) answers.push(await send(service.key, n));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 503, 503, 503, 503]);
  expect(await answers[4]!.json()).toMatchObject({ code: 'busy', reason: 'store' });
  expect((await send(quietKey)).status).toBe(201);
  // Files are kept for an hour, and the sweep comes each minute.
  const retryAfterS = Number(answers[4]!.headers.get('retry-after'));
  expect(retryAfterS).toBe(3660);
  service.clock.now += retryAfterS * 1000;
  await service.asyncJobs.sweep();
  expect((await send(service.key, 9)).status).toBe(201);
});

test('a repeated call gives its job, also when the store is full meanwhile', async () => {
  const documents = addresses('quick', 1);
  const first = await ask(service.key, 'POST', 'jobs', { documents }, 'named');
  for (let n = 0; n < 5; n += 1) await send(service.key, n);
  for (let n = 0; n < 3; n += 1) await send(quietKey, n);
  expect(await ask(service.key, 'POST', 'jobs', { documents })).toMatchObject({ reason: 'store' });
  expect(await ask(service.key, 'POST', 'jobs', { documents }, 'named')).toMatchObject({ id: first.id });
});

test('uploads that no job has count against the bytes of the day, also at the same time', async () => {
  const { secret } = await service.keys.create({ name: 'limited', dailyBytes: 2 * pdf.length + 100 });
  const sent = await Promise.all(Array.from({ length: 4 }, (_, n) => send(secret, n)));
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429]);
  // The same file again is no more.
  const again = sent.findIndex(({ status }) => status === 201);
  expect((await send(secret, again)).status).toBe(200);
});
