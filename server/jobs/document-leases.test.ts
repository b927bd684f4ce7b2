import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoopbackService, startLoopbackService } from '../testing/loopback-service.ts';
import { startTestService, type TestService } from '../testing/service.ts';
import { type DocumentEnd, endDocument, leaseDocument, requeueDocument } from './document-leases.ts';
import { createJobQueue, type JobQueue } from './queue/job-queue.ts';

let remote: LoopbackService;
let service: TestService;
let queue: JobQueue;
beforeAll(async () => {
  remote = await startLoopbackService((_, response) => response.end());
  service = await startTestService({}, {}, remote.outbound);
  // Documents wait: the test is their only worker.
  await service.asyncJobs.stop();
  queue = createJobQueue(service.db, 'one', false);
});
afterAll(async () => {
  await service.close();
  remote.close();
});

const DONE: DocumentEnd = {
  state: 'done',
  output: 'out',
  bytesIn: 100,
  bytesOut: 40,
  mediaType: 'application/pdf',
  warnings: [],
  receipt: undefined,
};
const FAILED: DocumentEnd = { state: 'failed', problem: { code: 'internal' } };

async function taken() {
  const answer = await service.app.request('/api/v1/jobs', {
    method: 'POST',
    headers: { 'X-API-Key': service.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ documents: [{ input: { url: `${remote.origin}/in.pdf` } }] }),
  });
  expect(answer.status).toBe(202);
  return (await queue.take(service.clock.now, { from: 'remote' }))!;
}

const rowOf = (id: string) =>
  service.db.selectFrom('job_documents').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('of a document that was taken over, only the later holder writes a result or hands it back', async () => {
  const { db, clock } = service;
  const late = await taken();
  expect(await requeueDocument(db, late, { attempts: 1 })).toBe(true);
  const next = (await createJobQueue(db, 'two', false).take(clock.now, { from: 'remote' }))!;
  expect([next.id, next.attempts]).toEqual([late.id, 2]);
  expect(await endDocument(db, late, FAILED, clock.now)).toBe(false);
  expect(await requeueDocument(db, late, { attempts: 0 })).toBe(false);
  expect(await rowOf(next.id)).toMatchObject({ state: 'running', worker_id: 'two', lease: next.lease });
  expect(await endDocument(db, next, DONE, clock.now)).toBe(true);
  // Once, with all that counts it.
  expect(await endDocument(db, next, DONE, clock.now)).toBe(false);
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', next.job_id).executeTakeFirstOrThrow();
  expect(job).toMatchObject({ state: 'ended', outcome: 'done', open: 0, done: 1, failed: 0, bytes_out: 40 });
});

test('one of two has a document', async () => {
  const { db, clock } = service;
  const { id } = await taken();
  const lease = () =>
    db.transaction().execute((transaction) => leaseDocument(transaction, id, 'two', clock.now));
  expect(await lease()).toBeUndefined();
});
