import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JobOutcome, JobRunner } from '../../pool/job.ts';
import { smallPdf } from '../../testing/documents.ts';
import { inlineRunner } from '../../testing/inline-runner.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { watchWork, watchWorker } from './work-metrics.ts';

const pdf = await smallPdf();
let service: TestService;
let open: () => void;
beforeEach(async () => {
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const core = inlineRunner();
  const jobs: JobRunner = {
    ...core,
    async run(job, signal): Promise<JobOutcome> {
      await gate;
      return core.run(job, signal);
    },
  };
  service = await startTestService({ jobs });
});
afterEach(async () => {
  open();
  await service.close();
});

async function ask(key: string, path: string, body: Uint8Array<ArrayBuffer> | string, type = 'json') {
  const headers = { 'X-API-Key': key, 'Content-Type': `application/${type}` };
  const answer = await service.app.request(`/api/v1/${path}`, { method: 'POST', headers, body });
  return (await answer.json()) as { readonly id: string };
}

/** Metrics as they are now, by name and labels. */
async function metrics(): Promise<ReadonlyMap<string, number>> {
  const registry = new Registry();
  watchWork(registry, service.asyncJobs.overview.workState, () => service.clock.now);
  watchWorker(registry, service.asyncJobs.load, 1000);
  const lines = (await registry.metrics()).matchAll(/^(pagelight_\S+) (\S+)$/gm);
  return new Map([...lines].map(([, name, value]) => [name!, Number(value)]));
}

test('the keys that wait longest, the phases of documents, the store and open events can be watched', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    const { key, secret } = await service.keys.create({ name: `key ${n}` });
    const upload = (await ask(secret, 'files', pdf, 'pdf')).id;
    const documents = [{ input: { upload } }];
    await ask(secret, 'jobs', JSON.stringify({ documents }));
    ids.push(key.id);
    service.clock.now += 1000;
  }
  await expect.poll(service.asyncJobs.load).toMatchObject({ compressing: 1 });
  const before = await metrics();
  const ofKey = (id: string) => before.get(`pagelight_jobs_oldest_waiting_of_key_seconds{key="${id}"}`);
  // The first one is being compressed, and the last one is not among ten.
  expect(ids.map(ofKey)).toEqual([undefined, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, undefined]);
  expect(before.get('pagelight_jobs_oldest_waiting_seconds')).toBe(11);
  expect(before.get('pagelight_jobs_in_process{phase="compressing"}')).toBe(1);
  expect(before.get('pagelight_jobs_store_bytes')).toBe(12 * pdf.length);
  expect(before.get('pagelight_webhook_events_waiting')).toBe(0);
  open();
  await service.asyncJobs.stop();
});
