import { randomFillSync } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { smallPdf } from '../../server/testing/documents.ts';
import { DashboardClient } from './dashboard-client.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { type RedisServer, startRedis } from './redis.ts';
import { createReplica, type Replica } from './replica.ts';

const ADMIN = { email: 'admin@example.org', password: 'a long enough password' };

/** Two replicas with a PostgreSQL and a Redis between them, all of them the test's own. */
export interface Cluster {
  readonly postgres: Postgres;
  readonly redis: RedisServer;
  readonly replicas: readonly [Replica, Replica];
  /** Somebody who is signed in. */
  readonly dashboard: DashboardClient;
  /** A key without a limit. */
  readonly key: string;
  /** What a small document becomes. */
  readonly expected: Buffer;
  /** Asks for a document, a small one unless another is named. */
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
    // So that PostgreSQL tells them apart.
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
  // At once, on a database without a table: both migrate, and both make the first account.
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

/** A document of so many bytes and hardly any work: what is in it belongs to no page. */
export async function pdfOf(bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.load(await smallPdf());
  document.context.register(document.context.stream(randomFillSync(new Uint8Array(bytes))));
  return new Uint8Array(await document.save());
}
