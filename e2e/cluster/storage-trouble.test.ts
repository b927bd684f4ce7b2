import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, startCluster } from './cluster.ts';
import { startLoad } from './load.ts';
import { type Program, until } from './programs.ts';
import { isReady } from './replica.ts';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.remove());

/** Outcome of one request: `200` with the whole document, a refusal with Retry-After, or an error. */
async function ask(origin: string, turn: number): Promise<string> {
  const named: Record<string, string> =
    turn % 4 < 2 ? {} : { 'Idempotency-Key': `${origin} ${turn} ${crypto.randomUUID()}` };
  try {
    const answer = await cluster.compress(origin, cluster.key, named);
    const body = Buffer.from(await answer.arrayBuffer());
    if (answer.status === 200) return body.equals(cluster.expected) ? '200' : '200 with other bytes';
    const isProblem = answer.headers.get('Content-Type') === 'application/problem+json';
    const comesBack = Number(answer.headers.get('Retry-After')) > 0;
    return isProblem && comesBack
      ? `${answer.status} ${JSON.parse(body.toString()).code}`
      : `${answer.status}: ${body}`;
  } catch (error) {
    return `no answer: ${(error as Error).cause ?? error}`;
  }
}

/**
 * Locks these tables, and resolves once each replica waits for one of them inside a transaction.
 *
 * @param provoke makes the replicas write, if nothing else does
 */
async function holdUp(tables: string, provoke = async () => {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: cluster.postgres.url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`begin; lock table ${tables} in access exclusive mode`);
  await provoke();
  const areWaiting = async () => {
    for (const replica of cluster.replicas) expectAlive(replica.program());
    // A transaction sees a single snapshot of all sessions unless it is cleared.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      `select count(distinct application_name) as names from pg_stat_activity where wait_event_type = 'Lock'`,
    );
    return Number(rows[0].names) === cluster.replicas.length;
  };
  await until(`every replica waits for a lock of ${tables}`, areWaiting).catch(async (error) => {
    // The tests after this one need the tables.
    await client.end();
    throw error;
  });
  return client;
}

/** Fails with what the program last said if it has ended. */
function expectAlive({ child, output }: Program): void {
  expect([child.exitCode, child.signalCode], output().slice(-2000)).toEqual([null, null]);
}

async function finishedDocuments(): Promise<number> {
  const texts = cluster.replicas.map(async ({ origin }) => (await fetch(`${origin}/metrics`)).text());
  const counts = (await Promise.all(texts)).map(
    (text) => /^pagelight_compression_ratio_count (\d+)$/m.exec(text)?.[1],
  );
  return counts.reduce((sum, count) => sum + Number(count), 0);
}

const origins = () => cluster.replicas.map(({ origin }) => origin);
const allReady = () =>
  until('all are ready', async () => (await Promise.all(origins().map(isReady))).every(Boolean));

test('PostgreSQL that is stopped or killed under load takes no replica and no finished document along', async () => {
  const programs = cluster.replicas.map((replica) => replica.program());
  const finishedBefore = await finishedDocuments();
  const load = startLoad(16, origins(), ask);
  try {
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      for (const tables of ['usage_days', 'api_keys', 'answered_requests']) {
        const goal = load.served() + 8;
        await until('more documents are served', async () => load.served() >= goal);
        const holder = await holdUp(tables);
        await cluster.postgres.stop(signal);
        const refused = load.answers.length;
        await until('a client is told to come back', async () =>
          load.answers.slice(refused).includes('503 unavailable'),
        );
        for (const { origin } of cluster.replicas) expect((await fetch(`${origin}/readyz`)).status).toBe(503);
        await cluster.postgres.start();
        await allReady();
        await holder.end().catch(() => undefined);
      }
    }
  } finally {
    await load.end();
  }
  expect(new Set(load.answers)).toEqual(new Set(['200', '503 unavailable']));
  expect((await finishedDocuments()) - finishedBefore).toBe(load.served());
  for (const program of programs) expectAlive(program);
});

test('a session that PostgreSQL ends in the middle of a transaction costs nobody anything, and its usage is written once', async () => {
  const programs = cluster.replicas.map((replica) => replica.program());
  const { secret, id } = await cluster.dashboard.createKey(cluster.replicas[0].origin, 'counted');
  const holder = await holdUp('usage_days', async () => {
    for (const { origin } of cluster.replicas) {
      expect((await cluster.compress(origin, secret, { 'Idempotency-Key': origin })).status).toBe(200);
    }
  });
  const waiting = `select pid, pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'`;
  expect((await holder.query(waiting)).rows.length).toBeGreaterThanOrEqual(cluster.replicas.length);
  for (const { origin } of cluster.replicas) {
    expect((await cluster.compress(origin, secret, { 'Idempotency-Key': `again ${origin}` })).status).toBe(
      200,
    );
  }
  await holder.query('commit');
  await until('all usage is written', async () => {
    const { rows } = await holder.query('select sum(requests) as n from usage_days where key_id = $1', [id]);
    return Number(rows[0].n) === 4;
  });
  await holder.end();
  for (const program of programs) expectAlive(program);
});

test('a PostgreSQL that freezes is told by readyz before any request gives up on it, and all of them end', async () => {
  const thaw = await cluster.postgres.freeze();
  try {
    const asked = origins().flatMap((origin) => Array.from({ length: 12 }, (_, turn) => ask(origin, turn)));
    const readiness = origins().map(async (origin) => (await fetch(`${origin}/readyz`)).json());
    expect(await Promise.race([...asked, Promise.all(readiness)])).toEqual(
      origins().map(() => ({ status: 'no-database' })),
    );
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['503 unavailable']));
  } finally {
    thaw();
  }
  await allReady();
  expect(await Promise.all(origins().map((origin) => ask(origin, 0)))).toEqual(origins().map(() => '200'));
});

test('a Redis that freezes is asked once and then left alone until it answers', async () => {
  const [{ origin, program }] = cluster.replicas;
  const told = (text: string) => program().output().split(text).length;
  expect(await ask(origin, 0)).toBe('200');
  const [calls, losses, returns] = [
    await cluster.redis.calls('evalsha'),
    told('Redis does not answer'),
    told('Redis is back'),
  ];
  const thaw = cluster.redis.freeze();
  try {
    for (let turn = 0; turn < 10; turn += 1) expect(await ask(origin, turn)).toBe('200');
    expect(told('Redis does not answer')).toBe(losses + 1);
  } finally {
    thaw();
  }
  await until('its return is logged', async () => told('Redis is back') > returns);
  expect((await cluster.redis.calls('evalsha')) - calls).toBe(1);
  expect(await ask(origin, 0)).toBe('200');
  expect((await cluster.redis.calls('evalsha')) - calls).toBe(2);
});

test('a replica that is told to end while PostgreSQL is frozen ends all the same', async () => {
  const [, replica] = cluster.replicas;
  // Leaves usage that is not written yet.
  expect(await ask(replica.origin, 0)).toBe('200');
  const ending = replica.program();
  const thaw = await cluster.postgres.freeze();
  try {
    await ending.stop('SIGTERM');
    expect(ending.child.exitCode).toBe(0);
    expect(ending.output()).toContain('database write failed after the response');
  } finally {
    thaw();
  }
  await replica.start();
  expect(await ask(replica.origin, 0)).toBe('200');
});
