import type { Logger } from 'pino';
import { createLifecycle, type Lifecycle } from '../lifecycle.ts';
import {
  createFairQueue,
  type FairQueue,
  type Lane,
  type QueueLoad,
  type Size,
} from '../limits/fair-queue.ts';
import {
  createRetryAfterEstimator,
  type RetryAfterEstimator,
  restartRetryAfterS,
} from '../limits/retry-after.ts';
import { busyProblem, ProblemError } from '../problem.ts';
import { createDocumentRun, type JobFailureReason } from './document-run.ts';
import {
  type CompressResponse,
  type DocumentJob,
  type InspectResponse,
  type Job,
  JobCancelled,
  type JobRunner,
  type JobTimes,
  type VerifyJob,
  type VerifyResponse,
  type WorkerResponse,
  type WorkerSetup,
} from './job.ts';
import { DEFAULT_NICENESS } from './process-priority.ts';
import { createProcesses, type Processes } from './processes.ts';
import { createShedder } from './shedder.ts';

export interface PoolSettings {
  /** Path of the document process's program. */
  readonly workerFile: string;
  /** Path of its work threads' module. */
  readonly workThreadFile: string;
  /** Work threads per document. */
  readonly workThreads: number;
  readonly concurrency: number;
  /** Additional jobs of other clients while one client holds all of `concurrency`. Default 0. */
  readonly guestSlots?: number;
  readonly maxQueue: number;
  /** Processor time limit of one document. */
  readonly timeoutMs: number;
  /** Wall-clock limit of one document; default three times `timeoutMs`. */
  readonly wallTimeoutMs?: number;
  /** Niceness of large documents' processes, 0 to 19 (setpriority(2)); default 10. */
  readonly niceness?: number;
  /** Maximum private memory of one job, in MiB. */
  readonly memoryMb: number;
  /** A process is replaced after this many documents, to bound leaks. Default: small documents count less. */
  readonly tasksPerProcess?: number;
  /** While draining, only jobs that will finish in time are accepted and kept. Without it the pool never drains. */
  readonly lifecycle?: Lifecycle;
  readonly log: Logger;
  /** Called with the waiting and run times of each document. */
  readonly onDone?: (times: JobTimes) => void;
  /** Called for each process that ended before its document was done. */
  readonly onJobFailed?: (why: JobFailureReason) => void;
}

export interface DocumentPool extends JobRunner {
  /** Running and queued jobs. */
  load(): QueueLoad;
  /** Total private memory of the document processes, in bytes. */
  memoryBytes(): number;
}

/**
 * A new process takes a third of a second, and its first documents as much again. Over many documents that is a few
 * milliseconds each, but one small document among a hundred would take ten times as long as the others. Small documents
 * wear a process less.
 */
const TASKS_PER_PROCESS: Readonly<Record<Lane, number>> = { all: 100, small: 1000, guest: 100 };
/** Documents up to this size are usually fast, and need not wait behind others. */
export const SMALL_BYTES = 256 * 1024;
/** Wall-clock limit as a multiple of the processor time limit, for machines that are busy with other work. */
export const WALL_TIMES = 3;

/**
 * One process per running document, behind a bounded queue. A document's memory use and crashes affect only its own
 * process. Small documents have a process of their own and need not wait for large ones.
 */
export function createPool(settings: PoolSettings): DocumentPool {
  const { concurrency, maxQueue, timeoutMs, memoryMb, niceness = DEFAULT_NICENESS, log } = settings;
  const gate: FairQueue = createFairQueue({
    slots: concurrency,
    smallJobSlots: 1,
    guestSlots: settings.guestSlots ?? 0,
    maxQueued: maxQueue,
  });
  const lifecycle = settings.lifecycle ?? createLifecycle();
  const slots: Readonly<Record<Size, number>> = { large: concurrency, small: 1 };
  const pace: Readonly<Record<Size, RetryAfterEstimator>> = {
    large: createRetryAfterEstimator(),
    small: createRetryAfterEstimator(),
  };
  const retryAfterS = () => pace.large.retryAfterS(gate.load().waiting, concurrency);
  const processes: Readonly<Record<Lane, Processes>> = {
    all: createProcesses(processSettings(settings, 'all', niceness)),
    small: createProcesses(processSettings(settings, 'small', 0)),
    guest: createProcesses({ ...processSettings(settings, 'guest', niceness), ready: 0 }),
  };

  const shedder = createShedder(gate, lifecycle, (size) =>
    pace[size].doneWithin(lifecycle.remainingMs(), slots[size]),
  );
  const refusal = () =>
    new ProblemError(
      lifecycle.draining
        ? busyProblem('draining', restartRetryAfterS())
        : busyProblem('queue', retryAfterS()),
    );
  const runDocument = createDocumentRun({
    timeoutMs,
    wallTimeoutMs: settings.wallTimeoutMs ?? WALL_TIMES * timeoutMs,
    memoryMb,
    niceness,
    lifecycle,
    log,
    refusal,
    ...(settings.onJobFailed === undefined ? {} : { onJobFailed: settings.onJobFailed }),
  });

  return {
    isFull: (client, byteLength) =>
      shedder.isLate(sizeOf(byteLength)) || gate.isFull(client, sizeOf(byteLength)),
    retryAfterS: () => (lifecycle.draining ? restartRetryAfterS() : retryAfterS()),
    load: gate.load,
    memoryBytes: () => Object.values(processes).reduce((sum, each) => sum + each.memoryBytes(), 0),
    // The response types for a task with options and for one without (worker.ts).
    run: (job, signal) => perform(job, signal) as Promise<CompressResponse & JobTimes>,
    inspect: (job, signal) => perform(job, signal) as Promise<InspectResponse & JobTimes>,
    verify: (job, signal) => perform(job, signal) as Promise<VerifyResponse & JobTimes>,
    async close() {
      shedder.stop();
      await Promise.all(Object.values(processes).map((each) => each.close()));
    },
  };

  async function perform(
    job: DocumentJob | Job | VerifyJob,
    signal: AbortSignal,
  ): Promise<WorkerResponse & JobTimes> {
    const askedAt = performance.now();
    const size = sizeOf(job.byteLength);
    if (shedder.isLate(size)) throw refusal();
    const place = await gate.acquire(signal, job.client, size).catch(() => {
      throw new JobCancelled();
    });
    if (place === undefined) throw refusal();

    const begunAt = performance.now();
    const process = processes[place.lane].acquire();
    try {
      const answer = await runDocument(process, place.lane, job, signal);
      const runMs = performance.now() - begunAt;
      pace[size].recordDuration(runMs);
      const times = { queuedMs: begunAt - askedAt, runMs };
      settings.onDone?.(times);
      return { ...answer, ...times };
    } finally {
      processes[place.lane].release(process);
      shedder.shed();
      place.release();
    }
  }
}

function processSettings(settings: PoolSettings, lane: Lane, niceness: number) {
  const { workerFile, workThreadFile, workThreads, memoryMb, tasksPerProcess } = settings;
  const setup: WorkerSetup = {
    workThreadFile,
    workThreads,
    heapMb: memoryMb,
    tasksPerProcess: tasksPerProcess ?? TASKS_PER_PROCESS[lane],
    niceness,
  };
  return { workerFile, setup, memoryMb, ready: 1 };
}

function sizeOf(byteLength = Number.POSITIVE_INFINITY): Size {
  return byteLength <= SMALL_BYTES ? 'small' : 'large';
}
