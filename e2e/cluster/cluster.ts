import { randomFillSync } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { smallPdf } from '../../server/testing/documents.ts';
import { DashboardClient } from './dashboard-client.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { type RedisServer, startRedis } from './redis.ts';
import { createReplica, type Replica } from './replica.ts';

const ADMIN = { email: 'admin@example.org', password: 'a long enough password' };

/** Two replicas sharing a PostgreSQL and a Redis, all started by the test. */
export interface Cluster {
  readonly postgres: Postgres;
  readonly redis: RedisServer;
  readonly replicas: readonly [Replica, Replica];
  /** A signed-in member. */
  readonly dashboard: DashboardClient;
  /** A key without a limit. */
  readonly key: string;
  /** The expected result of a small document. */
  readonly expected: Buffer;
  /** Compresses a document, by default a small one. */
  compress(
    origin: string,
    secret: string,
    headers?: Record<string, string>,
    pdf?: Uint8Array<ArrayBuffer>,
  ): Promise<Response>;
  remove(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const settings = (name: string) => ({
    // Lets PostgreSQL tell them apart.
    DATABASE_URL: `${postgres.url}?application_name=${name}`,
    REDIS_URL: redis.url,
    TRUST_PROXY: 'true',
    RATE_LIMIT_PER_MINUTE: '100000',
    RATE_LIMIT_PER_ADDRESS: '0',
    CONCURRENCY: '1',
    WORKER_THREADS: '1',
    MAX_QUEUE: '100',
    // Longer than nginx keeps an idle connection.
    DRAIN_DELAY_S: '3',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  const replicas = [await createReplica(settings('a')), await createReplica(settings('b'))] as const;
  // Concurrently, on an empty database: both migrate, and both create the first account.
  await Promise.all(replicas.map((replica) => replica.start()));
  const small = await smallPdf();
  const compress: Cluster['compress'] = (origin, secret, headers = {}, pdf = small) =>
    fetch(`${origin}/api/v1/compress`, {
      method: 'POST',
      body: pdf,
      headers: { 'Content-Type': 'application/pdf', Authorization: `Bearer ${secret}`, ...headers },
    });

  const dashboard = await DashboardClient.signIn(replicas[0].origin, ADMIN);
  const key = (await dashboard.createKey(replicas[0].origin, 'cluster')).secret;
  const expected = Buffer.from(await (await compress(replicas[0].origin, key)).arrayBuffer());
  return {
    postgres,
    redis,
    replicas,
    dashboard,
    key,
    expected,
    compress,
    async remove() {
      for (const part of [...replicas, redis, postgres]) await part.remove();
    },
  };
}

/** A document of this size that needs little work: its data belongs to no page. */
export async function pdfOf(bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.load(await smallPdf());
  document.context.register(document.context.stream(randomFillSync(new Uint8Array(bytes))));
  return new Uint8Array(await document.save());
}
