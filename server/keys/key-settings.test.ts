import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JobRunner } from '../pool/job.ts';
import { smallPdf } from '../testing/documents.ts';
import { type HttpService, startHttpService } from '../testing/http-service.ts';
import { inlineRunner } from '../testing/inline-runner.ts';

const pdf = await smallPdf();
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

let service: HttpService;
beforeEach(async () => {
  service = await startHttpService();
});
afterEach(() => service.close());

type SentBody = Uint8Array<ArrayBuffer> | string | ReadableStream;

async function ask(secret: string, operation = 'compress', body: SentBody = pdf) {
  const headers = { 'Content-Type': 'application/pdf', 'X-API-Key': secret };
  return fetch(`${service.origin}/api/v1/${operation}`, {
    method: 'POST',
    body,
    headers,
    duplex: 'half',
  } as RequestInit);
}
const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status;

test('a key that may inspect compresses nothing; one that may compress inspects too', async () => {
  const looking = await service.keys.create({ name: 'looking', scope: 'inspect' });
  const refused = await ask(looking.secret);
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'insufficient_scope' }]);
  expect(refused.headers.get('WWW-Authenticate')).toContain('scope="compress"');
  expect(await statusOf(looking.secret, 'inspect')).toBe(200);
  expect(await statusOf(service.key, 'inspect')).toBe(200);
});

test('documents of a day are counted without those that were refused, and are whole again at midnight UTC', async () => {
  service.clock.now = Date.UTC(2027, 0, 15, 22, 0, 0);
  const { secret, key } = await service.keys.create({ name: 'daily', dailyDocuments: 2 });
  expect((await ask(secret, 'compress', 'no PDF')).status).toBe(415);
  expect([await statusOf(secret), await statusOf(secret)]).toEqual([200, 200]);
  const refused = await ask(secret);
  expect([refused.status, refused.headers.get('Retry-After'), await refused.json()]).toMatchObject([
    429,
    String((2 * HOUR_MS) / 1000),
    { code: 'daily_limit', policy: 'documents', limit: 2 },
  ]);
  // Also for usage written long ago, by any replica.
  await service.usage.flush();
  expect(await statusOf(secret)).toBe(429);
  await service.keys.change(key.id, { dailyDocuments: 3 });
  expect(await statusOf(secret)).toBe(200);
  service.clock.now += 2 * HOUR_MS;
  expect(await statusOf(secret)).toBe(200);
});

describe('of many documents at the same moment', () => {
  /** Statuses of this many requests, all sent before the first is done. */
  async function statusesOf(
    count: number,
    wanted: { dailyDocuments?: number; dailyBytes?: number },
    body: SentBody | (() => SentBody) = pdf,
  ) {
    const { secret } = await service.keys.create({ name: 'limited', ...wanted });
    let answered = 0;
    const asked = Array.from({ length: count }, () =>
      statusOf(secret, 'compress', typeof body === 'function' ? body() : body).finally(() => {
        answered += 1;
      }),
    );
    await expect.poll(() => answered + held.length).toBe(count);
    for (const letGo of held.splice(0)) letGo();
    return (await Promise.all(asked)).sort();
  }

  const held: (() => void)[] = [];
  beforeEach(async () => {
    await service.close();
    const runner = inlineRunner();
    const run: JobRunner['run'] = async (job, signal) => {
      await new Promise<void>((resolve) => held.push(resolve));
      return runner.run(job, signal);
    };
    service = await startHttpService({ jobs: { ...runner, run } });
  });

  test('no more are done in a day than one after the other', async () => {
    expect(await statusesOf(5, { dailyDocuments: 3 })).toEqual([200, 200, 200, 429, 429]);
  });

  test('what is announced counts against the bytes, without what a form may weigh', async () => {
    const noPdf = new Uint8Array(200_000);
    expect(await statusesOf(5, { dailyBytes: 400_000 }, noPdf)).toEqual([415, 415, 429, 429, 429]);
  });

  test('bytes that nobody announced count as they arrive', async () => {
    const chunked = () => new Blob([pdf]).stream();
    expect(await statusesOf(5, { dailyBytes: 3 * pdf.length }, chunked)).toEqual([200, 200, 200, 429, 429]);
  });
});

test('a document that was refused for another reason gives its place in the day back', async () => {
  const { secret } = await service.keys.create({ name: 'one', dailyDocuments: 1 });
  expect((await ask(secret, 'compress', 'no PDF')).status).toBe(415);
  expect([await statusOf(secret), await statusOf(secret)]).toEqual([200, 429]);
});

test('a document beyond the bytes of a day is refused before it is sent', async () => {
  const { secret } = await service.keys.create({ name: 'bytes', dailyBytes: pdf.length });
  const large = new Uint8Array(200_000);
  const refused = await ask(secret, 'compress', large);
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { code: 'daily_limit', policy: 'bytes' },
  ]);
  expect([await statusOf(secret), await statusOf(secret)]).toEqual([200, 429]);
});

test('a key that is rolled works beside its successor until the overlap is over, and is rolled once', async () => {
  const expiresAt = service.clock.now + 90 * DAY_MS;
  const old = await service.keys.create({ name: 'archive', dailyDocuments: 9, limitPerMinute: 7, expiresAt });
  service.clock.now += 80 * DAY_MS;
  const next = (await service.keys.rotate(old.key.id, 48 * HOUR_MS))!;
  expect(next.key).toMatchObject({ name: 'archive', dailyDocuments: 9, limitPerMinute: 7 });
  expect(next.key.expiresAt).toBe(service.clock.now + 90 * DAY_MS);
  expect([await statusOf(old.secret), await statusOf(next.secret)]).toEqual([200, 200]);
  expect(await service.keys.rotate(old.key.id, 0)).toBeUndefined();
  service.clock.now += 48 * HOUR_MS;
  expect([await statusOf(old.secret), await statusOf(next.secret)]).toEqual([401, 200]);

  // Never later than its own expiry.
  const short = await service.keys.create({ name: 'short', expiresAt: service.clock.now + HOUR_MS });
  expect((await service.keys.rotate(short.key.id, 48 * HOUR_MS))!.oldExpiresAt).toBe(
    service.clock.now + HOUR_MS,
  );
});

test('a key that has ended is neither changed nor rolled', async () => {
  const { key } = await service.keys.create({ name: 'ended' });
  await service.keys.revoke(key.id);
  expect(await service.keys.change(key.id, { name: 'alive' })).toBeUndefined();
  expect(await service.keys.rotate(key.id, 0)).toBeUndefined();
  expect(await service.keys.change('nobody', { name: 'x' })).toBeUndefined();
});
