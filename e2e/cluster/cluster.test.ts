import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, pdfOf, startCluster } from './cluster.ts';
import type { DashboardClient } from './dashboard-client.ts';
import { startLoad } from './load.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { until } from './programs.ts';
import type { RedisServer } from './redis.ts';
import type { Replica } from './replica.ts';

let cluster: Cluster;
let a: Replica;
let b: Replica;
let redis: RedisServer;
let nginx: Nginx;
let dashboard: DashboardClient;
let key: string;
let compress: Cluster['compress'];

beforeAll(async () => {
  cluster = await startCluster();
  ({
    replicas: [a, b],
    redis,
    dashboard,
    key,
    compress,
  } = cluster);
  nginx = await startNginx([a.port, b.port]);
});

afterAll(async () => {
  for (const part of [nginx, cluster]) await part?.remove();
});

const statusOf = async (answer: Promise<Response>) => (await answer).status;

test('a key made on one replica works on the other and through the proxy, with the same bytes', async () => {
  const answers = await Promise.all([a, b, nginx].map(({ origin }) => compress(origin, key)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [first, ...others] = await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  for (const other of others) expect(other).toEqual(first);
});

test('a key revoked on one replica, by who signed in on the other, stops on both', async () => {
  const { secret, id } = await dashboard.createKey(b.origin, 'short-lived');
  expect(await statusOf(compress(b.origin, secret))).toBe(200);
  expect(await statusOf(compress(a.origin, secret))).toBe(200);
  expect(await dashboard.revokeKey(a.origin, id)).toBe(204);
  await until('both replicas refuse the key', async () => {
    const statuses = await Promise.all([a, b].map(({ origin }) => statusOf(compress(origin, secret))));
    return statuses.every((status) => status === 401);
  });
});

const losses = () =>
  [a, b].map((replica) => replica.program().output().split('Redis does not answer').length).join();

async function countsInRedis({ origin }: Replica): Promise<boolean> {
  return /^pagelight_redis_up 1$/m.test(await (await fetch(`${origin}/metrics`)).text());
}

/**
 * Responses to a new key with this limit, while all replicas count in Redis: a replica too busy to receive Redis's
 * answer in time counts alone.
 */
async function withLimit(perMinute: number, asked: readonly Replica[]): Promise<number[]> {
  for (;;) {
    for (const replica of [a, b]) await until('limits are shared', () => countsInRedis(replica));
    const before = losses();
    const { secret } = await dashboard.createKey(a.origin, 'limited', perMinute);
    const statuses = [];
    for (const { origin } of asked) statuses.push(await statusOf(compress(origin, secret)));
    for (const replica of [a, b]) await countsInRedis(replica);
    if (losses() === before) return statuses;
  }
}

test('one limit holds over both replicas', async () => {
  expect(await withLimit(3, [a, b, a, b, a])).toEqual([200, 200, 200, 429, 429]);
});

test('a request that named itself on one replica is known on the other', async () => {
  const named = { 'Idempotency-Key': 'once' };
  const first = await compress(a.origin, key, named);
  const again = await compress(b.origin, key, named);
  expect([first, again].map(({ headers }) => headers.get('Idempotency-Replayed'))).toEqual([null, 'true']);
});

test('the proxy sends an agent where its files are, whichever replica that is', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    const { secret } = await dashboard.createKey(a.origin, `agent ${count}`);
    const address = `${nginx.origin}/mcp/files/a.pdf`;
    const headers = { Authorization: `Bearer ${secret}` };
    const body = new Uint8Array([1]);
    const pdf = { ...headers, 'Content-Type': 'application/pdf' };
    statuses.push(await statusOf(fetch(address, { method: 'PUT', headers: pdf, body })));
    for (let again = 0; again < 3; again += 1) statuses.push(await statusOf(fetch(address, { headers })));
  }
  expect(new Set(statuses)).toEqual(new Set([201, 200]));
});

test('what is for operators alone does not pass the proxy', async () => {
  expect((await fetch(`${nginx.origin}/metrics`)).status).toBe(404);
  expect(await (await fetch(`${a.origin}/metrics`)).text()).toContain('pagelight_jobs{state="running"}');
});

/** Clients that send a small document, or the one for that turn, through the proxy. */
function askAll(pdfOf: (turn: number) => Uint8Array<ArrayBuffer> | undefined = () => undefined) {
  const load = startLoad(4, [nginx.origin], async (origin, turn) => {
    try {
      const answer = await compress(origin, key, {}, pdfOf(turn));
      const body = await answer.text();
      return answer.ok ? '200' : `${answer.status} ${body}`;
    } catch (error) {
      return `no answer: ${(error as Error).cause}`;
    }
  });
  const moreServed = (count: number) => {
    const goal = load.served() + count;
    return until(`${count} more are served`, async () => load.served() >= goal);
  };
  return { load, moreServed };
}

// Six server starts while other work keeps the processors busy.
const ROLLING_MS = 600_000;

test('both replicas are replaced one after the other, three times under load, and no request fails', {
  timeout: ROLLING_MS,
}, async () => {
  // Larger than nginx's buffer for a body, so that nginx cannot resend it.
  const large = await pdfOf(400_000);
  const { load, moreServed } = askAll((turn) => (turn % 4 === 0 ? large : undefined));
  await moreServed(8);
  for (const replica of [a, b, a, b, a, b]) {
    const ending = replica.program();
    await ending.stop('SIGTERM');
    expect(ending.child.exitCode).toBe(0);
    await replica.start();
  }
  await moreServed(8);
  await load.end();
  // As one text, so that a failure shows every other response.
  expect([...new Set(load.answers)].join(', ')).toBe('200');
});

test('a replica that is killed under load takes no small request along: nginx asks the other', async () => {
  const { load, moreServed } = askAll();
  for (const replica of [a, b]) {
    await moreServed(8);
    await replica.program().stop('SIGKILL');
    await moreServed(8);
    await replica.start();
  }
  await moreServed(8);
  await load.end();
  // As one text, so that a failure shows every other response.
  expect([...new Set(load.answers)].join(', ')).toBe('200');
});

test('without Redis requests are served, the log says so, and limits are shared again when it is back', async () => {
  const returns = () => [a, b].map((replica) => replica.program().output().split('Redis is back').length);
  const before = returns();
  await redis.kill();
  const statuses = await Promise.all(Array.from({ length: 6 }, () => statusOf(compress(nginx.origin, key))));
  expect(new Set(statuses)).toEqual(new Set([200]));
  for (const replica of [a, b]) {
    await until('the loss is logged', async () =>
      replica.program().output().includes('Redis does not answer'),
    );
  }

  const alone = (await dashboard.createKey(a.origin, 'alone', 1)).secret;
  expect(await statusOf(compress(a.origin, alone))).toBe(200);
  expect(await statusOf(compress(a.origin, alone))).toBe(429);

  await redis.start();
  await until('the return is logged', async () => returns().every((count, index) => count > before[index]!));
  expect(await withLimit(1, [a, b])).toEqual([200, 429]);
});
