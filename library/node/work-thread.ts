import { parentPort } from 'node:worker_threads';
import { createWork } from '../../shared/passes/run-job.ts';
import type { WorkJob } from '../../shared/work/job.ts';
import type { ThreadResponse } from '../../shared/work/pool.ts';
import { ownCopy, transferablesOf } from '../../shared/work/transferables.ts';
import { createNodeHost } from './host.ts';

/** Runs in a worker thread: one job after the other, with plain data in and out. */
if (parentPort === null) throw new Error('this module is for a worker thread');
const port = parentPort;
const run = createWork(createNodeHost());

/** Queues jobs that arrive during another one. */
let last: Promise<void> = Promise.resolve();
port.on('message', (job: WorkJob) => {
  last = last.then(async () => {
    const answer = await answered(job);
    port.postMessage(answer, transferablesOf(answer));
  });
});

async function answered(job: WorkJob): Promise<ThreadResponse> {
  try {
    return { kind: 'result', result: ownCopy(await run(job)) };
  } catch (thrown) {
    return { kind: 'thrown', error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }
}
