import type { WorkJob } from './job.ts';
import type { ThreadResponse, WorkPool } from './pool.ts';
import type { WorkRunner } from './threads.ts';
import { transferablesOf } from './transferables.ts';

/** Common subset of MessagePort in browsers and Node. */
export interface JobPort {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: object) => void): void;
  start(): void;
  close(): void;
}

type JobRequest = { readonly id: number; readonly job: WorkJob } | 'close';

interface JobResponse {
  readonly id: number;
  readonly answer: ThreadResponse;
}

/** Client side, in a document's thread: sends jobs through the port to the pool that all documents share. */
export function remoteRunner(port: JobPort): WorkRunner {
  const waiting = new Map<number, (answer: ThreadResponse) => void>();
  let lastId = 0;
  port.addEventListener('message', (event) => {
    // The cast: the other end is `serveJobs`.
    const { id, answer } = (event as { readonly data: JobResponse }).data;
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  port.start();
  return {
    async run(job) {
      lastId += 1;
      const ask: JobRequest = { id: lastId, job };
      const answer = await new Promise<ThreadResponse>((resolve) => {
        waiting.set(ask.id, resolve);
        port.postMessage(ask, transferablesOf(job));
      });
      if (answer.kind === 'thrown') throw answer.error;
      return answer.result;
    },
    close() {
      port.postMessage('close' satisfies JobRequest, []);
      port.close();
    },
  };
}

/** Pool side: runs the jobs of one document until the port closes or the returned function is called. */
export function serveJobs(port: JobPort, pool: WorkPool): () => void {
  const runner = pool.open();
  let isOpen = true;
  const tell = (id: number, answer: ThreadResponse) => {
    if (isOpen) port.postMessage({ id, answer } satisfies JobResponse, transferablesOf(answer));
  };
  const stop = () => {
    if (!isOpen) return;
    isOpen = false;
    runner.close();
    port.close();
  };
  port.addEventListener('message', (event) => {
    // The cast: the other end is `remoteRunner`.
    const ask = (event as { readonly data: JobRequest }).data;
    if (ask === 'close') return stop();
    runner.run(ask.job).then(
      (result) => tell(ask.id, { kind: 'result', result }),
      (error: Error) => tell(ask.id, { kind: 'thrown', error }),
    );
  });
  port.start();
  return stop;
}
