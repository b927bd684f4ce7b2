import { parentPort } from 'node:worker_threads';
import { createImageJobs } from '../../shared/codecs/image-job.ts';
import type { ImageJob } from '../../shared/codecs/image-job-types.ts';
import { buffersOf, ownCopy } from '../../shared/plain-data.ts';
import type { ThreadAnswer } from '../../shared/work-pool.ts';
import { createNodeHost } from '../host.ts';

/** Runs in a worker thread: one image after the other, each as plain data in and out. */
if (parentPort === null) throw new Error('this module is for a worker thread');
const port = parentPort;
const run = createImageJobs(createNodeHost());

port.on('message', async (job: ImageJob) => {
  const answer = await answered(job);
  port.postMessage(answer, buffersOf(answer));
});

async function answered(job: ImageJob): Promise<ThreadAnswer> {
  try {
    return { kind: 'result', result: ownCopy(await run(job)) };
  } catch (thrown) {
    return { kind: 'thrown', error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }
}
