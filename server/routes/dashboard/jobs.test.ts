import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ensureFirstAccount } from '../../accounts/account-service.ts';
import { JobCancelled } from '../../pool/job.ts';
import { cheapPasswords, GUESTS_PASSWORD, OWNER } from '../../testing/dashboard.ts';
import { type DashboardClient, dashboardClient } from '../../testing/dashboard-client.ts';
import { smallPdf } from '../../testing/documents.ts';
import { type HttpService, startHttpService } from '../../testing/http-service.ts';
import { inlineRunner } from '../../testing/inline-runner.ts';
import { type LoopbackService, startLoopbackService } from '../../testing/loopback-service.ts';

const LOCKED = new URL('../../../shared/fixtures/encrypted/r6-aes-256.pdf', import.meta.url);
const DAY_MS = 24 * 60 * 60 * 1000;

// biome-ignore lint/suspicious/noExplicitAny: JSON of the API
type Json = any;

/** The real core. While `isBroken`, documents fail for a passing reason; while `isHeld`, they stay in work. */
const state = { isBroken: false, isHeld: false };
const held: (() => void)[] = [];
const core = inlineRunner();
const runner: typeof core = {
  ...core,
  async run(job, signal) {
    if (state.isBroken) throw new Error('planted');
    if (state.isHeld)
      await new Promise<void>((resolve, reject) => {
        held.push(resolve);
        signal.addEventListener('abort', () => reject(new JobCancelled()));
      });
    return core.run(job, signal);
  },
};
let receiver: LoopbackService;
let receiverStatus = 204;
let service: HttpService;
let owner: DashboardClient;
let pdf: Uint8Array;

beforeAll(async () => {
  pdf = await smallPdf();
  receiver = await startLoopbackService((request, response) => {
    request.resume().on('end', () => response.writeHead(receiverStatus).end());
  });
  service = await startHttpService({ jobs: runner }, undefined, receiver.outbound);
  await ensureFirstAccount(service.db, cheapPasswords, OWNER, service.clock.now);
  owner = dashboardClient(service.origin);
  expect((await owner.post('sign-in', OWNER)).status).toBe(200);
});
afterEach(() => {
  state.isBroken = false;
  state.isHeld = false;
  for (const release of held.splice(0)) release();
});
afterAll(async () => {
  await service.close();
  receiver.close();
});

async function guest(role: string, name: string): Promise<DashboardClient> {
  const { json } = await owner.post('invitations', { email: `${name}@example.org`, role });
  const client = dashboardClient(service.origin);
  await client.post('invitation/accept', { token: json.token, password: GUESTS_PASSWORD });
  return client;
}

async function api(
  method: string,
  path: string,
  body: Uint8Array | object,
  key = service.key,
): Promise<Json> {
  const isBytes = body instanceof Uint8Array;
  const response = await fetch(`${service.origin}/api/v1/${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': isBytes ? 'application/pdf' : 'application/json' },
    body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
  });
  return response.json();
}

const upload = async (document: Uint8Array, key?: string): Promise<string> =>
  (await api('POST', 'files', document, key)).id;

/** Waits until the job has ended. */
async function ended(id: string, key = service.key): Promise<void> {
  const headers = { 'X-API-Key': key, Prefer: 'wait=60' };
  await (await fetch(`${service.origin}/api/v1/jobs/${id}`, { headers })).text();
}

async function submit(documents: readonly object[], more: object = {}, key?: string): Promise<string> {
  // Ids sort by their time.
  service.clock.now += 1;
  return (await api('POST', 'jobs', { documents, ...more }, key)).id;
}

test('a job shows its failed documents by cause, and retries only those that may succeed', async () => {
  const [good, text, locked] = await Promise.all([
    upload(pdf),
    upload(Buffer.from('no pdf')),
    readFile(LOCKED).then((bytes) => upload(bytes)),
  ]);
  const id = await submit(
    [
      { ref: 'locked.pdf', input: { upload: locked }, options: { quality: 40 } },
      { input: { upload: text } },
      { ref: 'text 2', input: { upload: text } },
      { ref: 'good', input: { upload: good } },
    ],
    { labels: { batch: 'night' } },
  );
  await ended(id);
  state.isBroken = true;
  const broken = await submit([
    { input: { upload: good } },
    { input: { upload: good } },
    { input: { upload: good }, password: 'secret' },
  ]);
  await ended(broken);
  state.isBroken = false;

  const { json } = await owner.get(`jobs/${id}`);
  expect(json.job).toMatchObject({
    id,
    keyName: 'test',
    state: 'ended',
    outcome: 'partial',
    total: 4,
    counts: { queued: 0, running: 0, done: 1, failed: 3, cancelled: 0 },
    labels: { batch: 'night' },
  });
  expect([json.workers, json.webhook]).toEqual([1, null]);
  const causes = json.failures.map(({ count, retryable, document }: Json) => [
    document.problem.code,
    count,
    retryable,
    document.name,
  ]);
  expect(causes).toEqual([
    ['not_a_pdf', 2, 0, text],
    ['encrypted_pdf', 1, 0, 'locked.pdf'],
  ]);
  // What a client would send again, and nothing that it did not.
  expect(json.failures[1].document.request).toEqual({
    ref: 'locked.pdf',
    input: { upload: locked },
    options: { quality: 40 },
    password: '…',
  });

  const like = await owner.get(`jobs/${id}/documents?state=failed&like=1`);
  expect(like.json.documents.map(({ n }: Json) => n)).toEqual([1, 2]);
  const done = await owner.get(`jobs/${id}/documents?state=done`);
  expect(done.json).toMatchObject({
    next: null,
    documents: [{ name: 'good', problem: null, request: null }],
  });
  expect((await owner.get(`jobs/${id}/documents?state=odd&like=x`)).json.errors).toHaveLength(2);

  // The password is gone, so its document is not tried again.
  const before = await owner.get(`jobs/${broken}`);
  expect(before.json.failures).toMatchObject([{ count: 3, retryable: 2 }]);
  const retried = await owner.post(`jobs/${broken}/retry`, {});
  expect([retried.status, retried.json]).toEqual([202, { count: 2 }]);
  await ended(broken);
  expect((await owner.get(`jobs/${broken}`)).json.job.counts).toMatchObject({ done: 2, failed: 1 });
  const { entries } = (await owner.get('audit')).json;
  expect(entries[0]).toMatchObject({
    action: 'job-retried',
    actor: OWNER.email,
    subject: 'test',
    detail: `${broken} · 2`,
  });
});

test('the list has numbers, filters and pages, and a job that runs can be cancelled', async () => {
  const { json } = await owner.post('keys', { name: 'List', expiresAt: null, limitPerMinute: null });
  const { secret, key } = json;
  const list = async (more = '') => (await owner.get(`jobs?key=${key.id}${more}`)).json;
  const [file, text] = [await upload(pdf, secret), await upload(Buffer.from('no pdf'), secret)];
  const failed = await submit([{ input: { upload: file } }, { input: { upload: text } }], {}, secret);
  await ended(failed, secret);
  state.isHeld = true;
  const running = await submit([{ input: { upload: file } }, { input: { upload: file } }], {}, secret);
  // The next one waits behind it.
  const waiting = await submit([{ input: { upload: file } }], {}, secret);
  await expect.poll(async () => (await list('&show=open')).jobs[1]?.counts.running).toBe(1);
  const open = await list('&show=open');
  expect(open).toMatchObject({ isOn: true, open: 3, workers: 1, next: null });
  expect(open.jobs.map(({ id }: Json) => id)).toEqual([waiting, running]);
  expect(open.oldestAt).toBe(open.jobs[1].createdAt);
  expect(open.jobs[1].counts).toEqual({ queued: 1, running: 1, done: 0, failed: 0, cancelled: 0 });
  expect(open.counts).toEqual({ all: 3, open: 2, failures: 1 });
  expect([open.recentlyFailed, open.recentlyEnded]).toEqual([1, 2]);
  expect((await list('&show=failures')).jobs.map(({ id }: Json) => id)).toEqual([failed]);
  expect((await list(`&after=${running}`)).jobs).toHaveLength(1);
  expect((await owner.get('jobs?show=odd')).json.errors).toMatchObject([{ field: 'show' }]);
  expect((await owner.get('jobs?key=unknown')).json).toMatchObject({ jobs: [], counts: { all: 0 } });

  const cancelled = await owner.post(`jobs/${running}/cancel`, {});
  expect(cancelled.json).toMatchObject({ state: 'ended', outcome: 'cancelled', counts: { cancelled: 2 } });
  const { entries } = (await owner.get('audit')).json;
  expect(entries[0]).toMatchObject({ action: 'job-cancelled', subject: 'List', detail: running });
  await owner.post(`jobs/${waiting}/cancel`, {});
  // Jobs of an earlier day do not count among the recent ones.
  service.clock.now += 2 * DAY_MS;
  await owner.post('sign-in', OWNER);
  expect(await list()).toMatchObject({ recentlyEnded: 0, counts: { all: 3 } });
});

test('events that were not delivered come first, and are sent again', async () => {
  receiverStatus = 503;
  const { id: hook } = await api('POST', 'webhooks', { url: `${receiver.origin}/hook?token=hidden` });
  const file = await upload(pdf);
  const id = await submit([{ input: { upload: file } }], { webhook: { id: hook, events: ['job.ended'] } });
  await ended(id);
  const webhookOf = async () => (await owner.get(`jobs/${id}`)).json.webhook;
  await expect.poll(async () => (await webhookOf()).deliveries[0]?.status).toBe(503);
  const webhook = await webhookOf();
  // The path and the query may be secrets.
  expect(webhook).toMatchObject({ host: new URL(receiver.origin).host, offAt: null, total: 1 });
  expect(JSON.stringify(webhook)).not.toContain('hidden');
  const [event] = webhook.deliveries;
  expect(event).toMatchObject({ type: 'job.ended', state: 'waiting', tries: 1 });

  receiverStatus = 204;
  expect((await owner.post(`jobs/${id}/deliveries/${event.id}/resend`, {})).status).toBe(204);
  await expect
    .poll(async () => (await webhookOf()).deliveries[0])
    .toMatchObject({
      state: 'delivered',
      status: 204,
    });
  expect((await owner.get('audit')).json.entries[0]).toMatchObject({
    action: 'webhook-resent',
    detail: `job.ended · ${id}`,
  });
  const other = (await owner.get('jobs')).json.jobs.at(-1).id;
  expect((await owner.post(`jobs/${other}/deliveries/${event.id}/resend`, {})).status).toBe(404);
});

test('a member sees and changes jobs of their own keys alone, a viewer sees all', async () => {
  const member = await guest('member', randomUUID());
  const { json } = await member.post('keys', { name: 'Own', expiresAt: null, limitPerMinute: null });
  const file = await upload(pdf, json.secret);
  const own = await submit([{ input: { upload: file } }], {}, json.secret);
  await ended(own, json.secret);
  const everything = (await owner.get('jobs')).json;
  const other = everything.jobs.find(({ keyName }: Json) => keyName === 'test').id;

  const seen = (await member.get('jobs')).json;
  expect(seen.jobs.map(({ id }: Json) => id)).toEqual([own]);
  expect([seen.counts.all, seen.recentlyEnded, seen.keys.length]).toEqual([1, 1, 1]);
  for (const path of [`jobs/${other}`, `jobs/${other}/documents?state=failed`])
    expect((await member.get(path)).status).toBe(404);
  for (const act of ['cancel', 'retry', 'deliveries/evt_1/resend'])
    expect((await member.post(`jobs/${other}/${act}`, {})).status).toBe(404);
  expect((await member.post(`jobs/${own}/retry`, {})).json).toEqual({ count: 0 });

  const viewer = await guest('viewer', randomUUID());
  expect((await viewer.get('jobs')).json.counts).toEqual(everything.counts);
  expect((await viewer.post(`jobs/${other}/retry`, {})).json.code).toBe('not_allowed');
});
