import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { AppDeps } from '../app.ts';
import type { JobRunner } from '../pool/job.ts';
import { smallPdf } from '../testing/documents.ts';
import { type HttpService, startHttpService } from '../testing/http-service.ts';
import { inlineRunner } from '../testing/inline-runner.ts';
import { createByteBudget } from './byte-budget.ts';
import { createCounters } from './counters.ts';

const pdf = await smallPdf();
let service: HttpService;
afterEach(() => service.close());

const limits = (perKey: number, perAddress: number, trustProxy = false) => ({
  limits: { counters: createCounters(), perKey, perAddress, trustProxy },
});

async function start(deps: Partial<AppDeps>): Promise<void> {
  service = await startHttpService(deps);
}

async function ask(
  headers: Record<string, string> = {},
  body: Uint8Array<ArrayBuffer> | string | ReadableStream = pdf,
): Promise<Response> {
  return fetch(`${service.origin}/api/v1/compress`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'Content-Type': 'application/pdf', Authorization: `Bearer ${service.key}`, ...headers },
  } as RequestInit);
}

describe('requests in a minute', () => {
  test('are told with every answer and refused beyond the limit, for one key and not for another', async () => {
    await start(limits(2, 0));
    const other = await service.keys.create({ name: 'other' });
    const first = await ask();
    expect(first.headers.get('RateLimit-Policy')).toBe('"key";q=2;w=60');
    expect(first.headers.get('RateLimit')).toMatch(/^"key";r=1;t=([1-9]|[1-5]\d|60)$/);
    expect((await ask({}, 'no PDF')).headers.get('RateLimit')).toMatch(/^"key";r=0;t=\d+$/);

    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('RateLimit')).toMatch(/^"key";r=0;t=\d+$/);
    const retryAfter = Number(refused.headers.get('Retry-After'));
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(await refused.json()).toMatchObject({
      code: 'rate_limited',
      policy: 'key',
      limit: 2,
      retryAfterSeconds: retryAfter,
    });
    expect((await ask({ Authorization: `Bearer ${other.secret}` })).status).toBe(200);
  });

  test("a key's own limit stands before the server's", async () => {
    await start(limits(1, 0));
    const { secret } = await service.keys.create({ name: 'generous', limitPerMinute: 50 });
    const headers = { Authorization: `Bearer ${secret}` };
    await ask(headers);
    const second = await ask(headers);
    expect([second.status, second.headers.get('RateLimit-Policy')]).toEqual([200, '"key";q=50;w=60']);
  });

  test('without a good key count to their address, and lock out no good key behind it', async () => {
    await start(limits(0, 2, true));
    const from = (address: string) => ({ 'X-Forwarded-For': `10.9.9.9, ${address}` });
    const stranger = (address: string) => ask({ ...from(address), Authorization: 'Bearer wrong' });
    expect((await stranger('192.0.2.1')).status).toBe(401);
    expect((await ask({ ...from('192.0.2.1'), Authorization: '' })).headers.get('RateLimit')).toMatch(
      /^"address";r=0/,
    );
    const refused = await stranger('192.0.2.1');
    expect([refused.status, await refused.json()]).toMatchObject([429, { policy: 'address' }]);

    const good = await ask(from('192.0.2.1'));
    expect([good.status, good.headers.get('RateLimit')]).toEqual([200, null]);
    expect((await stranger('192.0.2.2')).status).toBe(401);
  });

  test("a key's own limit holds whatever its address may ask", async () => {
    await start(limits(5, 1));
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await ask()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('that the server is too busy for use up no quota', async () => {
    const runner = inlineRunner();
    let isFull = true;
    await start({ ...limits(2, 0), jobs: { ...runner, isFull: () => isFull, retryAfterS: () => 7 } });
    for (let n = 0; n < 4; n += 1) {
      const refused = await ask();
      const { status, headers } = refused;
      expect([status, headers.get('Retry-After'), headers.get('RateLimit')]).toEqual([
        503,
        '7',
        expect.stringMatching(/^"key";r=2;/),
      ]);
    }
    isFull = false;
    expect((await ask()).headers.get('RateLimit')).toMatch(/^"key";r=1;/);
  });

  test('what a client claims to be counts for nothing without a trusted proxy', async () => {
    await start(limits(0, 1));
    const claiming = (address: string) => ask({ 'X-Forwarded-For': address, Authorization: '' });
    expect((await claiming('192.0.2.1')).status).toBe(401);
    expect((await claiming('192.0.2.2')).status).toBe(429);
  });

  test('a proxy that tells the port makes nobody another, and what is no address counts to the proxy', async () => {
    await start(limits(0, 1, true));
    const stranger = async (address: string) =>
      (await ask({ 'X-Forwarded-For': address, Authorization: '' })).status;
    expect([await stranger('192.0.2.1:1001'), await stranger('192.0.2.1:1002')]).toEqual([401, 429]);
    expect(await stranger('192.0.2.1')).toBe(429);
    expect([await stranger('[2001:db8::1]:1001'), await stranger('2001:db8::1')]).toEqual([401, 429]);
    expect([await stranger('whoever'), await stranger('x'.repeat(5000))]).toEqual([401, 429]);
  });

  test('an address of IPv6 counts with its whole network', async () => {
    await start(limits(0, 2, true));
    const stranger = async (address: string) =>
      (await ask({ 'X-Forwarded-For': address, Authorization: '' })).status;
    for (const address of ['2001:db8:1:2::1', '2001:0db8:1:2:ffff::'])
      expect(await stranger(address)).toBe(401);
    expect(await stranger('2001:db8:1:2:3:4:5:6')).toBe(429);
    expect(await stranger('2001:db8:1:3::1')).toBe(401);
  });
});

describe('bytes of all documents together', () => {
  /** Holds each job until it is released. */
  function heldRunner() {
    const waiting: (() => void)[] = [];
    const runner = inlineRunner();
    const jobs: JobRunner = {
      ...runner,
      run: async (job, signal) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return runner.run(job, signal);
      },
    };
    return { jobs, waiting };
  }

  const chunked = () => new Blob([pdf]).stream();

  test.each([
    ['announced', () => pdf],
    ['sent in chunks', chunked],
  ])('an upload %s that finds no room is told to come back, and finds it later', async (_how, body) => {
    const { jobs, waiting } = heldRunner();
    const budget = createByteBudget(pdf.length + 100);
    await start({ jobs, budget });
    const running = ask({}, body());
    await expect.poll(() => waiting.length).toBe(1);
    expect(budget.held).toBeGreaterThanOrEqual(pdf.length);

    const refused = await ask({}, body());
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'busy', reason: 'bytes' });

    waiting.pop()?.();
    expect((await (await running).arrayBuffer()).byteLength).toBeGreaterThan(0);
    await expect.poll(() => budget.held).toBe(0);
    const later = ask({}, body());
    await expect.poll(() => waiting.length).toBe(1);
    waiting.pop()?.();
    expect((await later).status).toBe(200);
  });

  test('that are announced and do not come take no room from others', async () => {
    const budget = createByteBudget(4 * 1024 * 1024);
    await start({ budget, maxUploadBytes: 1024 * 1024 });
    const liar = await service.keys.create({ name: 'liar' });
    const liars = Array.from({ length: 6 }, () => {
      const headers = {
        'Content-Type': 'application/pdf',
        'Content-Length': 1024 * 1024,
        Authorization: `Bearer ${liar.secret}`,
      };
      const call = request({ port: service.port, path: '/api/v1/compress', method: 'POST', headers });
      call.on('error', () => undefined);
      call.write('%PDF-1.7\n%');
      return call;
    });
    await expect.poll(() => budget.held).toBe(60);
    expect((await ask()).status).toBe(200);
    for (const call of liars) call.destroy();
    await expect.poll(() => budget.held).toBe(0);
  });

  test('of one key are at most its share, and another finds room meanwhile', async () => {
    const { jobs, waiting } = heldRunner();
    const total = pdf.length * 10;
    const budget = createByteBudget(total);
    await start({ jobs, budget });
    const greedy = await service.keys.create({ name: 'greedy' });
    const taken = Array.from({ length: 12 }, () => ask({ Authorization: `Bearer ${greedy.secret}` }));
    await expect.poll(() => waiting.length).toBe(5);
    const other = ask();
    await expect.poll(() => waiting.length).toBe(6);
    while (waiting.length > 0) waiting.pop()?.();
    expect((await other).status).toBe(200);
    const statuses = (await Promise.all(taken)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 503)).toHaveLength(7);
  });

  test('a refused document leaves its room at once', async () => {
    const budget = createByteBudget(10_000);
    await start({ budget });
    expect((await ask({}, 'not a PDF')).status).toBe(415);
    expect(budget.held).toBe(0);
  });
});
