import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeyService } from '../../server/keys/key-service.ts';
import type { Outbound } from '../../server/outbound/outbound.ts';
import { smallPdf } from '../../server/testing/documents.ts';
import { jobOf, startJobServer } from './job-server.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { removeFolder, temporaryFolder, until } from './programs.ts';

let postgres: Postgres;
let folder: string;
beforeAll(async () => {
  [postgres, folder] = await Promise.all([startPostgres(), temporaryFolder('webhooks')]);
});
afterAll(async () => {
  await postgres.remove();
  await removeFolder(folder);
});

test('two workers on one PostgreSQL deliver the events of one receiver: each event once, by both at a time', async () => {
  const arrived: { readonly id: string; readonly server: number }[] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  /** The door of a server, with a receiver behind it that answers when the test says so. */
  const doorOf = (server: number): Outbound => ({
    check: () => undefined,
    get: () => Promise.reject(new Error('not asked for')),
    put: () => Promise.reject(new Error('not asked for')),
    async post(_, { headers }) {
      arrived.push({ id: headers['webhook-id']!, server });
      await answered;
      return 204;
    },
  });
  const servers = [
    await startJobServer({ databaseUrl: postgres.url, folder, outbound: doorOf(0) }),
    await startJobServer({ databaseUrl: postgres.url, folder, outbound: doorOf(1) }),
  ] as const;
  const [one, other] = servers;
  const { key } = await createKeyService(one.db).create({ name: 'jobs' });
  const { webhook } = await one.jobs.webhooks.create(key, 'https://theirs.example.com/');
  const { file } = await one.jobs.keepFile(key, await smallPdf());
  const wanted = { ...jobOf(file.id, 40), webhook: { id: webhook.id, events: 'document.done' } };
  const { job } = await one.jobs.submit(key, wanted);
  // One worker gives a receiver four slots at most.
  await until('both workers hold all their slots for the receiver', async () => {
    for (const { jobs } of servers) jobs.webhooks.wake();
    return arrived.length === 8;
  });
  expect(arrived.filter(({ server }) => server === 0)).toHaveLength(4);
  answer();
  await other.jobs.waitForEnd(key, job.id, 60_000, new AbortController().signal);
  const rows = () => other.jobs.webhooks.deliveries(webhook, { limit: 100 });
  await until('all events are delivered', async () => {
    const events = await rows();
    return events.length === 40 && events.every(({ delivered_at }) => delivered_at !== null);
  });
  expect((await rows()).map(({ attempts }) => attempts)).toEqual(Array(40).fill(1));
  expect(arrived.map(({ id }) => id).sort()).toEqual((await rows()).map(({ id }) => id).sort());
  for (const server of servers) await server.close();
});
