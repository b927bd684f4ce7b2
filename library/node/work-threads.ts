import { Worker, type WorkerOptions } from 'node:worker_threads';
import { type ThreadResponse, WorkPool, type WorkThread } from '../../shared/work/pool.ts';
import { transferablesOf } from '../../shared/work/transferables.ts';
import { threadLimits } from './thread-limits.ts';

export interface WorkThreadSettings {
  /** Path of the module that a thread runs: `work-thread`. */
  readonly workerFile: string;
  /** Start options if the source is not a file. */
  readonly workerOptions?: WorkerOptions;
  readonly threads: number;
  /** Weighted pixels of all images in flight; omit it for several documents, whose images are mostly pages. */
  readonly pixels?: number;
  /** See `WorkPoolSettings`. */
  readonly jobsPerThread?: number;
  /** JavaScript heap of one thread, in MiB. */
  readonly memoryMb: number;
  readonly onWorkerCrashedError?: (why: unknown) => void;
  /** Passed to every thread unchanged. */
  readonly workerData?: unknown;
}

/** Most images have about 9 megapixels (A4 at 300 dpi): enough for one per thread. */
const PIXELS_PER_THREAD = 12_000_000;
const IDLE_MS = 60_000;

/** Worker threads shared by all documents of this process. */
export function createWorkPool(settings: WorkThreadSettings): WorkPool {
  const { threads, pixels = threads * PIXELS_PER_THREAD, jobsPerThread = 1, onWorkerCrashedError } = settings;
  return new WorkPool({
    threads,
    pixels,
    jobsPerThread,
    spawn: () => startThread(settings),
    idleMs: IDLE_MS,
    cpuMs: processCpuMs,
    ...(onWorkerCrashedError === undefined ? {} : { onWorkerCrashedError }),
  });
}

function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function startThread({ workerFile, workerOptions, memoryMb, workerData }: WorkThreadSettings): WorkThread {
  const worker = new Worker(workerFile, {
    ...workerOptions,
    resourceLimits: threadLimits(memoryMb),
    workerData,
  });
  // The thread responds in the order of its requests.
  const asked: { answer(answer: ThreadResponse): void; die(why: unknown): void }[] = [];
  let death: unknown;
  const die = (why: unknown) => {
    death ??= why;
    for (const each of asked.splice(0)) each.die(death);
  };
  worker.on('message', (answer: ThreadResponse) => asked.shift()?.answer(answer));
  worker.on('error', die);
  worker.on('messageerror', die);
  worker.on('exit', (code) => die(new Error(`a work thread ended with code ${code}`)));
  return {
    run: (job) =>
      new Promise((answer, reject) => {
        if (death !== undefined) return reject(death);
        asked.push({ answer, die: reject });
        worker.postMessage(job, transferablesOf(job));
      }),
    terminate: () => void worker.terminate(),
  };
}
