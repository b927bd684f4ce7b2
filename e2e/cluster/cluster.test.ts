import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallPdf } from '../../server/testing/documents.ts';
import { DashboardClient } from './dashboard-client.ts';
import { startNginx } from './nginx.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { until } from './programs.ts';
import { type RedisServer, startRedis } from './redis.ts';
import { createReplica, isReady, type Replica } from './replica.ts';

const ADMIN = { email: 'admin@example.org', password: 'a long enough password' };

const pdf = await smallPdf();
let postgres: Postgres;
let redis: RedisServer;
let [a, b]: Replica[] = [];
let nginx: Awaited<ReturnType<typeof startNginx>>;
let dashboard: DashboardClient;
let key: string;

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const settings = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    TRUST_PROXY: 'true',
    RATE_LIMIT_PER_MINUTE: '100000',
    RATE_LIMIT_PER_ADDRESS: '0',
    CONCURRENCY: '1',
    IMAGE_THREADS: '1',
    MAX_QUEUE: '100',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  };
  [a, b] = [await createReplica(settings), await createReplica(settings)];
  // At once, on a database without a table: both migrate, and both make the first account.
  await Promise.all([a.start(), b.start()]);
  nginx = await startNginx([a.port, b.port]);
  dashboard = await DashboardClient.signIn(a.origin, ADMIN);
  key = (await dashboard.createKey(a.origin, 'cluster')).secret;
});

afterAll(async () => {
  for (const part of [nginx, a, b, redis, postgres]) await part?.remove();
});

function compress(origin: string, secret: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}/api/v1/compress`, {
    method: 'POST',
    body: pdf,
    headers: { 'Content-Type': 'application/pdf', Authorization: `Bearer ${secret}`, ...headers },
  });
}

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

test('one limit holds over both replicas', async () => {
  const { secret } = await dashboard.createKey(a.origin, 'limited', 3);
  const statuses = [];
  for (const { origin } of [a, b, a, b, a]) statuses.push(await statusOf(compress(origin, secret)));
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

test('a request that named itself on one replica is known on the other', async () => {
  const named = { 'Idempotency-Key': 'once' };
  const first = await compress(a.origin, key, named);
  const again = await compress(b.origin, key, named);
  expect([first, again].map(({ headers }) => headers.get('Idempotency-Replayed'))).toEqual([null, 'true']);
});

test('what is for operators alone does not pass the proxy', async () => {
  expect((await fetch(`${nginx.origin}/metrics`)).status).toBe(404);
  expect(await (await fetch(`${a.origin}/metrics`)).text()).toContain('pagelight_jobs{state="running"}');
});

test('SIGTERM of a replica under load fails no request', async () => {
  const served: string[] = [];
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const answer = await compress(nginx.origin, key);
      await answer.arrayBuffer();
      served.push(String(answer.status));
    }
  };
  const clients = Promise.all(Array.from({ length: 8 }, client));
  const servedMore = (count: number) => {
    const goal = served.length + count;
    return until(`${count} more answers`, async () => served.length >= goal);
  };
  await servedMore(20);
  const ending = a.program();
  await ending.stop('SIGTERM');
  expect(ending.child.exitCode).toBe(0);
  await servedMore(20);
  await a.start();
  await servedMore(20);
  isOver = true;
  await clients;
  expect(new Set(served)).toEqual(new Set(['200']));
});

test('without Redis requests are served, the log says so, and limits are shared again when it is back', async () => {
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
  for (const replica of [a, b]) {
    await until('the return is logged', async () => replica.program().output().includes('Redis is back'));
  }
  const shared = (await dashboard.createKey(a.origin, 'shared again', 1)).secret;
  expect(await statusOf(compress(a.origin, shared))).toBe(200);
  expect(await statusOf(compress(b.origin, shared))).toBe(429);
});

test('PostgreSQL restarted: meanwhile the answer says when to come back, then all goes on by itself', async () => {
  await postgres.stop();
  const meanwhile = await compress(a.origin, key);
  expect(meanwhile.status).toBe(503);
  expect(Number(meanwhile.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await meanwhile.json()).toMatchObject({ code: 'unavailable' });
  expect((await fetch(`${a.origin}/readyz`)).status).toBe(503);

  await postgres.start();
  await until('both are ready again', async () => (await isReady(a.origin)) && (await isReady(b.origin)));
  for (const { origin } of [a, b, nginx]) expect(await statusOf(compress(origin, key))).toBe(200);
});
