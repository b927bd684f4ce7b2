import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { JobRunner } from '../pool/job.ts';
import { smallPdf } from '../testing/documents.ts';
import { type HttpService, startHttpService } from '../testing/http-service.ts';
import { inlineRunner } from '../testing/inline-runner.ts';
import { RESULT_TTL_MS } from './result-cache.ts';

const pdf = await smallPdf();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let service: HttpService;
afterEach(() => service.close());

/** Counts jobs, and can hold them. */
function countingRunner() {
  const runner = inlineRunner();
  const held: (() => void)[] = [];
  const state = { done: 0, holds: false };
  const jobs: JobRunner = {
    ...runner,
    async run(job, signal) {
      if (state.holds) await new Promise<void>((resolve) => held.push(resolve));
      state.done += 1;
      return runner.run(job, signal);
    },
  };
  return { jobs, held, state };
}

const ask = (name: string, query = '', body: Uint8Array<ArrayBuffer> | string = pdf) =>
  fetch(`${service.origin}/api/v1/compress${query}`, {
    method: 'POST',
    body,
    headers: { 'X-API-Key': service.key, 'Content-Type': 'application/pdf', 'Idempotency-Key': name },
  });

test('a repeat gets the file without work while it is kept, and after that the same file made again', async () => {
  const { jobs, state } = countingRunner();
  service = await startHttpService({ jobs });
  const first = await ask('invoice');
  const bytes = await first.arrayBuffer();
  const second = await ask('invoice');
  expect(await second.arrayBuffer()).toEqual(bytes);
  for (const name of ['X-Compression-Ratio', 'X-Compressed-Size', 'X-Compression-Options'])
    expect(second.headers.get(name)).toBe(first.headers.get(name));
  expect([second.headers.get('Idempotency-Replayed'), state.done]).toEqual(['true', 1]);

  service.clock.now += RESULT_TTL_MS;
  const third = await ask('invoice');
  expect(await third.arrayBuffer()).toEqual(bytes);
  expect([third.headers.get('Idempotency-Replayed'), state.done]).toEqual(['true', 2]);
});

test('of many at the same moment one is done, and the others are told when to ask again', async () => {
  const { jobs, held, state } = countingRunner();
  state.holds = true;
  service = await startHttpService({ jobs });
  const first = ask('one');
  await expect.poll(() => held.length).toBe(1);
  const others = await Promise.all(Array.from({ length: 6 }, () => ask('one')));
  for (const other of others) {
    expect([other.status, Number(other.headers.get('Retry-After')) >= 1, await other.json()]).toMatchObject([
      409,
      true,
      { code: 'idempotency_in_progress' },
    ]);
  }
  expect((await ask('one', '?quality=10')).status).toBe(422);
  held.pop()?.();
  expect((await first).status).toBe(200);
  expect((await ask('one')).headers.get('Idempotency-Replayed')).toBe('true');
  expect(state.done).toBe(1);
});

test('a request that was refused or that hung up is forgotten, and its name is new', async () => {
  const { jobs, held, state } = countingRunner();
  service = await startHttpService({ jobs });
  expect((await ask('again', '', 'no PDF')).status).toBe(415);
  const well = await ask('again');
  expect([well.status, well.headers.get('Idempotency-Replayed')]).toEqual([200, null]);

  state.holds = true;
  const hangUp = new AbortController();
  const gone = fetch(`${service.origin}/api/v1/compress`, {
    method: 'POST',
    body: pdf,
    signal: hangUp.signal,
    headers: { 'X-API-Key': service.key, 'Content-Type': 'application/pdf', 'Idempotency-Key': 'hung up' },
  });
  await expect.poll(() => held.length).toBe(1);
  hangUp.abort();
  await expect(gone).rejects.toThrow();
  state.holds = false;
  held.pop()?.();
  await expect.poll(async () => (await ask('hung up')).status).toBe(200);
});

test('what a replica had in work when it was killed is free a minute later', async () => {
  service = await startHttpService();
  await ask('killed');
  const [row] = await service.db.selectFrom('answered_requests').selectAll().execute();
  await service.db.deleteFrom('answered_requests').execute();
  const { id, fingerprint } = row!;
  await service.db
    .insertInto('running_requests')
    .values({ id, fingerprint, until: service.clock.now + MINUTE_MS })
    .execute();
  expect((await ask('killed')).status).toBe(409);
  service.clock.now += MINUTE_MS;
  expect((await ask('killed')).status).toBe(200);
  expect(await service.db.selectFrom('running_requests').selectAll().execute()).toEqual([]);
});

test('a name is kept for a day, however many came since, and takes little room where no report was asked for', async () => {
  service = await startHttpService();
  expect((await ask('first')).status).toBe(200);
  const [first] = await service.db.selectFrom('answered_requests').selectAll().execute();
  expect(first!.report).toBe('{}');
  const more = Array.from({ length: 6000 }, (_, n) => ({
    ...first!,
    id: `later ${n}`,
    expires_at: first!.expires_at + 1 + n,
  }));
  for (let at = 0; at < more.length; at += 500)
    await service.db
      .insertInto('answered_requests')
      .values(more.slice(at, at + 500))
      .execute();
  service.clock.now += DAY_MS - MINUTE_MS;
  await ask('one more');
  // Another document under the first key is still detected.
  expect((await ask('first', '?quality=10')).status).toBe(422);
  service.clock.now += MINUTE_MS;
  expect((await ask('first', '?quality=10')).status).toBe(200);
});

test('a repeat of what a version with other options answered is done again, and not refused as another request', async () => {
  service = await startHttpService();
  const checked = await service.keys.check(service.key);
  const keyId = checked.ok ? checked.key.id : '';
  // As versions before 015 wrote it: the fingerprint is of all options that they had.
  await service.db
    .insertInto('answered_requests')
    .values({
      id: createHash('sha256').update(`${keyId}\0invoice`).digest('hex'),
      key_id: keyId,
      fingerprint: 'of fewer options',
      report: '{}',
      expires_at: service.clock.now + DAY_MS,
    })
    .execute();
  expect((await ask('invoice')).status).toBe(200);
  expect((await ask('invoice')).headers.get('Idempotency-Replayed')).toBe('true');
  expect((await ask('invoice', '?quality=31')).status).toBe(422);
});
