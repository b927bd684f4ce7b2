import { MessageChannel } from 'node:worker_threads';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';
import type { ImagePool } from '../../shared/image-pool.ts';
import { answerImageJobs } from '../../shared/image-port.ts';
import { ProblemError } from '../problem.ts';
import { createGate } from './gate.ts';
import { BUSY, JobCancelled, type JobRunner, type WorkerAnswer, type WorkerTask } from './job.ts';

export interface PoolSettings {
  /** Path of the module whose default export does one task. */
  readonly workerFile: string;
  readonly concurrency: number;
  readonly maxQueue: number;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** Shared by all jobs: documents at the same time do not multiply the threads for their images. */
  readonly images: ImagePool;
  readonly log: Logger;
}

/** Idle threads beyond the first are kept this long for the next burst. */
const IDLE_MS = 60_000;

export function createPool(settings: PoolSettings): JobRunner {
  const { concurrency, maxQueue, timeoutMs, memoryMb, images, log } = settings;
  // The queue is ours: Piscina does not count jobs that carry an AbortSignal against its own `maxQueue`.
  const gate = createGate(concurrency, maxQueue);
  const threads = new Piscina<WorkerTask, WorkerAnswer>({
    filename: settings.workerFile,
    minThreads: 1,
    maxThreads: concurrency,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  threads.on('error', (error: unknown) => log.error({ err: error }, 'a worker failed outside of a job'));

  return {
    isFull: gate.isFull,

    async run(job, signal) {
      const askedAt = performance.now();
      const leave = await gate.enter(signal)?.catch(() => {
        throw new JobCancelled();
      });
      if (leave === undefined) throw new ProblemError(BUSY);

      const begunAt = performance.now();
      const stop = new AbortController();
      const stopAsAsked = () => stop.abort();
      signal.addEventListener('abort', stopAsAsked, { once: true });
      if (signal.aborted) stop.abort();
      const clock = new MessageChannel();
      const imageJobs = new MessageChannel();
      const stopImages = answerImageJobs(imageJobs.port1, images);
      let timer: NodeJS.Timeout | undefined;
      let timedOut = false;
      clock.port1.once('message', () => {
        timer = setTimeout(() => {
          timedOut = true;
          stop.abort();
        }, timeoutMs);
      });

      try {
        const answer = await threads.run(
          { ...job, started: clock.port2, images: imageJobs.port2, imageThreads: images.parallelism },
          { signal: stop.signal, transferList: [job.buffer, clock.port2, imageJobs.port2] },
        );
        return { ...answer, queuedMs: begunAt - askedAt, workedMs: performance.now() - begunAt };
      } catch (error) {
        if (timedOut) throw new ProblemError({ code: 'timeout', limitMs: timeoutMs });
        if (signal.aborted) throw new JobCancelled();
        if (isOutOfMemory(error)) {
          throw new ProblemError({ code: 'limit_exceeded', limit: 'memory', allowed: memoryMb });
        }
        throw error;
      } finally {
        clearTimeout(timer);
        clock.port1.close();
        stopImages();
        signal.removeEventListener('abort', stopAsAsked);
        leave();
      }
    },

    async close() {
      await threads.destroy();
      images.end();
    },
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
