import type { Logger } from 'pino';
import { Piscina } from 'piscina';
import type { WorkPool } from '../../shared/work/pool.ts';
import { busyProblem, ProblemError } from '../problem.ts';
import { createGate, type GateLoad } from './gate.ts';
import {
  type CompressAnswer,
  type InspectAnswer,
  JobCancelled,
  type JobRunner,
  type JobTimes,
  type WorkerAnswer,
  type WorkerTask,
} from './job.ts';
import { TaskRun, type WorkerTaskParts } from './task-run.ts';

export interface PoolSettings {
  /** Path of the module whose default export does one task. */
  readonly workerFile: string;
  readonly concurrency: number;
  readonly maxQueue: number;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** A thread is replaced after so many documents, whatever it holds on to. */
  readonly tasksPerThread?: number;
  /** Shared by all jobs: documents at the same time do not multiply the threads for their heavy work. */
  readonly work: WorkPool;
  readonly log: Logger;
}

export interface DocumentPool extends JobRunner {
  /** Jobs that run and jobs that wait, now. */
  load(): GateLoad;
}

/** Idle threads beyond the first are kept this long for the next burst. */
const IDLE_MS = 60_000;

/** A new thread takes a third of a second: a few milliseconds for each document. */
const TASKS_PER_THREAD = 100;

export function createPool(settings: PoolSettings): DocumentPool {
  const { concurrency, maxQueue, timeoutMs, memoryMb, work, log } = settings;
  const { tasksPerThread = TASKS_PER_THREAD } = settings;
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
    load: gate.load,
    // What a task with options is answered, and what one without (worker.ts).
    run: (job, signal) => perform(job, signal) as Promise<CompressAnswer & JobTimes>,
    inspect: ({ buffer, byteLength, password, client }, signal) => {
      const parts = { buffer, byteLength, ...(password === undefined ? {} : { password }) };
      return perform({ ...parts, ...(client === undefined ? {} : { client }) }, signal) as Promise<
        InspectAnswer & JobTimes
      >;
    },
    async close() {
      await threads.destroy();
      work.end();
    },
  };

  async function perform(
    { client, ...parts }: WorkerTaskParts,
    signal: AbortSignal,
  ): Promise<WorkerAnswer & JobTimes> {
    const askedAt = performance.now();
    const leave = await gate.enter(signal, client).catch(() => {
      throw new JobCancelled();
    });
    if (leave === undefined) throw new ProblemError(busyProblem('queue'));

    const begunAt = performance.now();
    const run = new TaskRun({ threads, work, timeoutMs, tasksPerThread }, signal);
    try {
      const answer = await run.answer(parts);
      return { ...answer, queuedMs: begunAt - askedAt, workedMs: performance.now() - begunAt };
    } catch (error) {
      if (run.timedOut) throw new ProblemError({ code: 'timeout', limitMs: timeoutMs });
      if (signal.aborted) throw new JobCancelled();
      if (isOutOfMemory(error)) {
        throw new ProblemError({ code: 'limit_exceeded', limit: 'memory', allowed: memoryMb });
      }
      throw error;
    } finally {
      run.end();
      leave();
    }
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
