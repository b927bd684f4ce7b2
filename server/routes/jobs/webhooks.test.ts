import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openApiDocument } from '../../contract/openapi.ts';
import { newEvent } from '../../jobs/hooks/outbox.ts';
import { nextTry } from '../../jobs/hooks/schedule.ts';
import { smallPdf } from '../../testing/documents.ts';
import { type LoopbackService, startLoopbackService } from '../../testing/loopback-service.ts';
import { startTestService, type TestService } from '../../testing/service.ts';

const HOUR_MS = 60 * 60 * 1000;

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A receiver over TLS that answers with `status`. */
let receiver: LoopbackService;
let status = 204;
let isBroken = true;
/** Answers that a slow receiver still owes. */
const held: (() => void)[] = [];
const received: Received[] = [];
let service: TestService;
let url: string;
let slowUrl: string;
let upload: string;

beforeAll(async () => {
  receiver = await startLoopbackService((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      received.push({
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(pieces).toString(),
      });
      const answer = () =>
        response.writeHead(status, { location: 'https://elsewhere.example.com/' }).end('an inner secret');
      if (request.url?.startsWith('/broken') === true && isBroken) request.socket.destroy();
      else if (request.url?.startsWith('/slow') === true) held.push(answer);
      else answer();
    });
  });
  service = await startTestService({}, {}, receiver.outbound);
  url = `${receiver.origin}/hook?token=1`;
  slowUrl = `${receiver.origin}/slow`;
  const sent = await service.app.request('/api/v1/files', {
    method: 'POST',
    body: await smallPdf(),
    headers: { 'X-API-Key': service.key, 'Content-Type': 'application/pdf' },
  });
  upload = ((await sent.json()) as Json).id;
});
afterAll(async () => {
  await service.close();
  receiver.close();
});
beforeEach(() => {
  status = 204;
  received.length = 0;
  held.length = 0;
});

// biome-ignore lint/suspicious/noExplicitAny: JSON of the API
type Json = any;

async function ask(
  method: string,
  path: string,
  body?: object,
  key = service.key,
): Promise<{ status: number; json: Json }> {
  const answer = await service.app.request(`/api/v1/${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: answer.status === 204 ? undefined : await answer.json() };
}

const make = async (address = url, key = service.key) =>
  (await ask('POST', 'webhooks', { url: address }, key)).json as { id: string; secret: string };
const submit = (webhook: object, count = 1) =>
  ask('POST', 'jobs', {
    documents: Array.from({ length: count }, () => ({ input: { upload } })),
    webhook,
    labels: { customer: '42' },
  });
const deliveries = async (id: string) => (await ask('GET', `webhooks/${id}/deliveries`)).json.deliveries;

/** The signature by the text of the standard, without its package. */
function signature(secret: string, { headers, body }: Received): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}

test('a job tells its receiver what it asked for, signed; the answer of the receiver is not kept', async () => {
  const { id, secret } = await make();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const job = (await submit({ id }, 2)).json;
  await expect.poll(() => received).toHaveLength(3);
  const events = received.map(({ body }) => JSON.parse(body));
  expect(events.map(({ type }) => type).sort()).toEqual(['document.done', 'document.done', 'job.ended']);
  expect(events.find(({ type }) => type === 'job.ended')).toMatchObject({
    timestamp: new Date(service.clock.now).toISOString(),
    data: { id: job.id, outcome: 'done', counts: { total: 2, done: 2 }, labels: { customer: '42' } },
  });
  for (const one of received) expect(one.headers['webhook-signature']).toBe(signature(secret, one));
  await expect
    .poll(async () => (await deliveries(id)).map((one: Json) => [one.state, one.status, one.attempts]))
    .toEqual([
      ['delivered', 204, 1],
      ['delivered', 204, 1],
      ['delivered', 204, 1],
    ]);
  expect(Object.keys(openApiDocument().webhooks ?? {}).sort()).toEqual(
    [...new Set(events.map(({ type }) => type)), 'document.failed'].sort(),
  );
  // Secrets are encrypted, and nothing of the answer is written down.
  const rows = [
    await service.db.selectFrom('webhooks').selectAll().execute(),
    await service.db.selectFrom('webhook_events').selectAll().execute(),
  ];
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
  expect(JSON.stringify([rows, service.logLines])).not.toContain('inner secret');

  received.length = 0;
  await submit({ id, events: ['job.ended'] });
  await expect.poll(() => received.map(({ body }) => JSON.parse(body).type)).toEqual(['job.ended']);
});

test("Standard Webhooks' own package takes the signature, of the new and of the old secret for 24 hours", async () => {
  const { id, secret } = await make();
  const rolled = (await ask('POST', `webhooks/${id}/roll`)).json;
  expect(rolled.oldSecretUntil).toBe(new Date(service.clock.now + 24 * HOUR_MS).toISOString());
  const sent = (await ask('POST', `webhooks/${id}/test`)).json;
  expect(sent).toMatchObject({ type: 'webhook.test', state: 'delivered', status: 204 });
  const [first] = received as [Received];
  expect(first.headers['webhook-signature']?.split(' ')).toHaveLength(2);
  // The package judges the time by the real clock.
  const at = new Date(Number(first.headers['webhook-timestamp']) * 1000);
  for (const each of [secret, rolled.secret]) {
    const own = new Webhook(each).sign(first.headers['webhook-id']!, at, first.body);
    expect(first.headers['webhook-signature']?.split(' ')).toContain(own);
    expect(own).toBe(signature(each, first));
  }
  service.clock.now += 24 * HOUR_MS + 1;
  await ask('POST', `webhooks/${id}/test`);
  expect(received[1]?.headers['webhook-signature']).toBe(signature(rolled.secret, received[1]!));
});

test('an event is tried again under the same id until it is taken; resend sends it once more', async () => {
  status = 503;
  const { id } = await make();
  await submit({ id, events: ['job.ended'] });
  await expect.poll(async () => (await deliveries(id))[0]?.status).toBe(503);
  const [waiting] = await deliveries(id);
  expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, deliveredAt: null });
  const delay = Date.parse(waiting.nextTryAt) - service.clock.now;
  expect(delay).toBeGreaterThanOrEqual(4000);
  expect(delay).toBeLessThanOrEqual(6000);
  // A redirect is not followed, and counts as no.
  status = 302;
  service.clock.now += 6000;
  service.asyncJobs.webhooks.wake();
  await expect.poll(async () => (await deliveries(id))[0]?.status).toBe(302);
  status = 200;
  service.clock.now += HOUR_MS;
  service.asyncJobs.webhooks.wake();
  await expect.poll(async () => (await deliveries(id))[0]).toMatchObject({ state: 'delivered', attempts: 3 });
  expect((await ask('POST', `webhooks/${id}/deliveries/${waiting.id}/resend`)).status).toBe(202);
  await expect.poll(() => received).toHaveLength(4);
  expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([waiting.id]));
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
});

/** Events that ended since the start, by result. */
async function ends(): Promise<readonly number[]> {
  const text = await (await service.app.request('/metrics')).text();
  return ['delivered', 'failed'].map((result) =>
    Number(text.match(`pagelight_webhook_events_total{result="${result}"} (\\d+)`)?.[1] ?? 0),
  );
}

test('410 switches a webhook off until a test is answered well', async () => {
  const [delivered, failed] = await ends();
  status = 410;
  const { id } = await make();
  await submit({ id, events: ['job.ended'] });
  await expect.poll(async () => (await deliveries(id))[0]).toMatchObject({ state: 'failed', status: 410 });
  const isOff = async () =>
    (await ask('GET', 'webhooks')).json.webhooks.find((one: Json) => one.id === id).offAt !== null;
  expect(await isOff()).toBe(true);
  await submit({ id, events: ['job.ended'] });
  // Both events have the same time here: the clock of the test stands still.
  const reasons = async () => (await deliveries(id)).map((one: Json) => one.reason);
  await expect.poll(reasons).toContain('switched_off');
  expect(received).toHaveLength(1);
  status = 204;
  await ask('POST', `webhooks/${id}/test`);
  expect(await isOff()).toBe(false);
  expect(await ends()).toEqual([delivered! + 1, failed! + 2]);
});

test('a receiver that does not answer holds four slots and nobody else up', async () => {
  const [slow, quick] = [await make(slowUrl), await make()];
  await submit({ id: slow.id, events: ['document.done'] }, 6);
  await expect.poll(() => held).toHaveLength(4);
  // More than one slot after the other, while the slow tries run.
  await submit({ id: quick.id, events: ['document.done'] }, 20);
  await expect
    .poll(async () => (await deliveries(quick.id)).map((one: Json) => one.state))
    .toEqual(Array(20).fill('delivered'));
  expect(held).toHaveLength(4);
  // Each answer lets the next one begin.
  held[0]!();
  await expect.poll(() => held).toHaveLength(5);
  held[1]!();
  await expect.poll(() => held).toHaveLength(6);
  for (const answer of held.slice(2)) answer();
  await expect
    .poll(async () => (await deliveries(slow.id)).map((one: Json) => [one.state, one.attempts]))
    .toEqual(Array(6).fill(['delivered', 1]));
});

test("a key whose receivers do not answer leaves slots for another key's events", async () => {
  const silent = [await make(slowUrl), await make(slowUrl), await make(slowUrl), await make(slowUrl)];
  for (const { id } of silent) await submit({ id, events: ['document.done'] }, 6);
  await expect.poll(() => held).toHaveLength(8);
  const quiet = (await service.keys.create({ name: 'quiet' })).secret;
  const { id } = await make(url, quiet);
  expect((await ask('POST', `webhooks/${id}/test`, undefined, quiet)).json.state).toBe('delivered');
  const sent = await service.app.request('/api/v1/files', {
    method: 'POST',
    body: await smallPdf(),
    headers: { 'X-API-Key': quiet, 'Content-Type': 'application/pdf' },
  });
  const input = { upload: ((await sent.json()) as Json).id };
  await ask('POST', 'jobs', { documents: [{ input }], webhook: { id, events: ['job.ended'] } }, quiet);
  const states = async () =>
    (await ask('GET', `webhooks/${id}/deliveries`, undefined, quiet)).json.deliveries.map(
      (one: Json) => one.state,
    );
  await expect.poll(states).toEqual(['delivered', 'delivered']);
  // No try of the silent ones has ended meanwhile.
  expect(held).toHaveLength(8);
  while (held.length > 0) held.shift()!();
  for (const { id } of silent) await ask('DELETE', `webhooks/${id}`);
});

test('keys take turns where there are more of them than slots', async () => {
  const { db, clock, keys, asyncJobs } = service;
  const ids: string[] = [];
  for (let n = 0; n < 17; n += 1)
    ids.push((await make(slowUrl, (await keys.create({ name: `key ${n}` })).secret)).id);
  const events = ids.flatMap((id) =>
    Array.from({ length: 3 }, () => newEvent(id, null, 'job.ended', {}, clock.now)),
  );
  await db.insertInto('webhook_events').values(events).execute();
  asyncJobs.webhooks.wake();
  await expect.poll(() => held).toHaveLength(16);
  held.shift()!();
  await expect.poll(() => held).toHaveLength(16);
  const tried = await db
    .selectFrom('webhook_events')
    .select('webhook_id')
    .distinct()
    .where('webhook_id', 'in', ids)
    .where('attempts', '>', 0)
    .execute();
  expect(tried).toHaveLength(17);
  await db.deleteFrom('webhook_events').where('webhook_id', 'in', ids).execute();
  for (const answer of held.splice(0)) answer();
});

test('a receiver without answers is probed with one event at a time, and gets all when it answers', async () => {
  const { id } = await make(`${receiver.origin}/broken`);
  await submit({ id, events: ['document.done'] }, 12);
  const attempts = async () =>
    (await deliveries(id)).reduce((sum: number, one: Json) => sum + one.attempts, 0);
  const job = (await ask('GET', 'jobs?limit=1')).json.jobs[0].id;
  await ask('GET', `jobs/${job}?wait=60`);
  const settled = async () => {
    service.asyncJobs.webhooks.wake();
    const row = await service.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
    return row!.probe_at !== null && row!.probe_at - service.clock.now < 60_000;
  };
  await expect.poll(settled).toBe(true);
  const before = await attempts();
  expect(before).toBeLessThanOrEqual(8);
  for (let probes = 1; probes <= 3; probes += 1) {
    service.clock.now += HOUR_MS;
    service.asyncJobs.webhooks.wake();
    await expect.poll(attempts).toBe(before + probes);
  }
  isBroken = false;
  service.clock.now += HOUR_MS;
  service.asyncJobs.webhooks.wake();
  await expect
    .poll(async () => (await deliveries(id)).map((one: Json) => one.state))
    .toEqual(Array(12).fill('delivered'));
});

test('tries spread over 72 hours, and no longer', () => {
  for (const random of [0, 0.5, 1]) {
    const until = 72 * HOUR_MS;
    const tries: number[] = [];
    for (let now: number | undefined = 0; now !== undefined; now = nextTry(tries.length, now, until, random))
      tries.push(now);
    expect(tries.at(-1)).toBe(until);
    expect(tries.length).toBeGreaterThanOrEqual(11);
    expect(tries.length).toBeLessThanOrEqual(14);
  }
});

test('an address that may not be asked, and a webhook of another key, are refused by name', async () => {
  const reason = async (address: string) =>
    (await ask('POST', 'webhooks', { url: address })).json.errors?.[0]?.message;
  expect(await reason('http://theirs.example.com/')).toContain('scheme');
  expect(await reason('https://127.0.0.1/')).toContain('port');
  expect(await reason(url.replace('theirs', 'other'))).toContain('host_not_allowed');
  const { id } = await make();
  const { secret: other } = await service.keys.create({ name: 'other' });
  expect((await ask('POST', `webhooks/${id}/test`, undefined, other)).status).toBe(404);
  expect((await ask('DELETE', `webhooks/${id}`, undefined, other)).status).toBe(404);
  const foreign = await ask('POST', 'jobs', { documents: [{ input: { upload } }], webhook: { id: 'wh_0' } });
  expect([foreign.status, foreign.json.errors[0].field]).toEqual([400, 'webhook.id']);
  expect((await ask('DELETE', `webhooks/${id}`)).status).toBe(204);
  expect((await ask('GET', `webhooks/${id}/deliveries`)).status).toBe(404);
});

test('the audit log has who changed a webhook, from where and which, without its path or secret', async () => {
  const { id } = await make();
  const { secret } = (await ask('POST', `webhooks/${id}/roll`)).json;
  const event = (await ask('POST', `webhooks/${id}/test`)).json;
  await ask('POST', `webhooks/${id}/deliveries/${event.id}/resend`);
  await ask('DELETE', `webhooks/${id}`);
  const entries = async () =>
    (await service.db.selectFrom('audit_log').selectAll().execute()).filter(({ detail }) =>
      detail.startsWith(id),
    );
  await expect
    .poll(async () => (await entries()).map(({ action }) => action).sort())
    .toEqual(['webhook-created', 'webhook-removed', 'webhook-resent', 'webhook-rolled']);
  for (const entry of await entries()) {
    expect(entry).toMatchObject({ actor: 'API · test', subject: 'test' });
    expect(entry.detail).toBe(`${id} · ${new URL(url).host}`);
    expect(JSON.stringify(entry)).not.toContain(secret);
  }
});
