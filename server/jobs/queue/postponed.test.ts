import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ByteBudget, createByteBudget } from '../../limits/byte-budget.ts';
import { smallPdf } from '../../testing/documents.ts';
import { type LoopbackService, startLoopbackService } from '../../testing/loopback-service.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { leaseDocument, requeueDocument } from '../document-leases.ts';
import { createJobQueue } from './job-queue.ts';
import { remoteDelay, requeueDue } from './postponed.ts';

let remote: LoopbackService;
let asked = 0;
let budget: ByteBudget;
let service: TestService;
beforeAll(async () => {
  const pdf = await smallPdf();
  remote = await startLoopbackService((_, response) => {
    asked += 1;
    response.end(pdf);
  });
  budget = createByteBudget(4 * pdf.length);
  service = await startTestService({ budget }, {}, remote.outbound);
});
afterAll(async () => {
  await service.close();
  remote.close();
});

const rowOf = (jobId: string) =>
  service.db.selectFrom('job_documents').selectAll().where('job_id', '=', jobId).executeTakeFirstOrThrow();

async function submit(): Promise<string> {
  const answer = await service.app.request('/api/v1/jobs', {
    method: 'POST',
    headers: { 'X-API-Key': service.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ documents: [{ input: { url: `${remote.origin}/in.pdf` } }] }),
  });
  return ((await answer.json()) as { readonly id: string }).id;
}

test('a remote input for which memory is full is fetched again after a delay, which counts as no try', async () => {
  const held = budget.reserve('another key');
  // Leaves less than the document, whatever its share.
  while (held.grow(500));
  const id = await submit();
  await expect.poll(async () => (await rowOf(id)).retry_at).not.toBeNull();
  expect(await rowOf(id)).toMatchObject({
    state: 'queued',
    attempts: 0,
    remote_tries: 0,
    retry_at: service.clock.now + remoteDelay(1),
  });
  held.release();
  const before = asked;
  service.clock.now += remoteDelay(1) - 1;
  await service.asyncJobs.sweep();
  expect([(await rowOf(id)).state, asked]).toEqual(['queued', before]);
  service.clock.now += 1;
  await service.asyncJobs.sweep();
  await expect.poll(async () => (await rowOf(id)).state).toBe('done');
  expect([(await rowOf(id)).remote_tries, asked]).toEqual([0, before + 1]);
});

test('nobody takes a postponed document before its time, neither from the queue nor by its id', async () => {
  await service.asyncJobs.stop();
  const { db } = service;
  const queue = createJobQueue(db, 'test', false);
  const take = (at: number) => queue.take(at, { from: 'remote' });
  const id = await submit();
  const now = service.clock.now;
  const taken = (await take(now))!;
  expect(taken.job_id).toBe(id);
  await requeueDocument(db, taken, { attempts: 0, remote_tries: 1, retry_at: now + 1000 });
  expect(await take(now + 999)).toBeUndefined();
  // It does not stand in the way of those behind it.
  const behind = await submit();
  expect(await take(now)).toMatchObject({ job_id: behind });
  const lease = () =>
    db.transaction().execute((transaction) => leaseDocument(transaction, taken.id, 'test', now));
  expect(await lease()).toBeUndefined();
  expect(await requeueDue(db, false, now + 999)).toBe(0);
  expect(await take(now + 5000)).toBeUndefined();
  expect(await requeueDue(db, false, now + 1000)).toBe(1);
  expect(await take(now + 1000)).toMatchObject({ id: taken.id, attempts: 1, remote_tries: 1 });
});
