import type { Logger } from 'pino';
import { onAbort } from '../../shared/work/on-abort.ts';
import { createLifecycle, type Lifecycle } from '../ops/lifecycle.ts';
import { busyProblem, ProblemError } from '../problem.ts';
import { createFairQueue, type FairQueue, type Lane, type QueueLoad, type Size } from './fair-queue.ts';
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
import { startJobClock } from './job-clock.ts';
import { type JobProcess, ProcessExited } from './job-process.ts';
import { DEFAULT_NICENESS } from './process-priority.ts';
import { createProcesses, type Processes } from './processes.ts';
import { createRetryAfterEstimator, type RetryAfterEstimator, restartRetryAfterS } from './retry-after.ts';

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

export type JobFailureReason = 'timeout' | 'cancelled' | 'memory' | 'crashed' | 'draining';

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
/** A small document that takes longer than this gets a lower priority than the others in its lane. */
const SHORT_MS = 2000;
/** Wall-clock limit as a multiple of the processor time limit, for machines that are busy with other work. */
export const WALL_TIMES = 3;
/** Interval at which a draining server refuses queued jobs that will not finish in time. */
const SHED_INTERVAL_MS = 1000;

/**
 * One process per running document, behind a bounded queue. A document's memory use and crashes affect only its own
 * process. Small documents have a process of their own and need not wait for large ones.
 */
export function createPool(settings: PoolSettings): DocumentPool {
  const { concurrency, maxQueue, timeoutMs, memoryMb, niceness = DEFAULT_NICENESS, log } = settings;
  const wallTimeoutMs = settings.wallTimeoutMs ?? WALL_TIMES * timeoutMs;
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

  /** Maximum number of waiting jobs of this size. */
  const maxWaiting = (size: Size) => pace[size].doneWithin(lifecycle.remainingMs(), slots[size]);
  /** Refuses jobs that would still wait or run when the server has to exit. */
  const shedLate = () => {
    if (!lifecycle.draining) return;
    for (const size of ['small', 'large'] as const) gate.shed(size, maxWaiting(size));
  };
  let shedding: NodeJS.Timeout | undefined;
  lifecycle.drainBegan.addEventListener('abort', () => {
    shedLate();
    shedding = setInterval(shedLate, SHED_INTERVAL_MS).unref();
  });
  lifecycle.lastCall.addEventListener('abort', shedLate);
  const refusal = () =>
    new ProblemError(
      lifecycle.draining
        ? busyProblem('draining', restartRetryAfterS())
        : busyProblem('queue', retryAfterS()),
    );

  return {
    isFull: (client, byteLength) => isLate(sizeOf(byteLength)) || gate.isFull(client, sizeOf(byteLength)),
    retryAfterS: () => (lifecycle.draining ? restartRetryAfterS() : retryAfterS()),
    load: gate.load,
    memoryBytes: () => Object.values(processes).reduce((sum, each) => sum + each.memoryBytes(), 0),
    // The response types for a task with options and for one without (worker.ts).
    run: (job, signal) => perform(job, signal) as Promise<CompressResponse & JobTimes>,
    inspect: (job, signal) => perform(job, signal) as Promise<InspectResponse & JobTimes>,
    verify: (job, signal) => perform(job, signal) as Promise<VerifyResponse & JobTimes>,
    async close() {
      clearInterval(shedding);
      await Promise.all(Object.values(processes).map((each) => each.close()));
    },
  };

  /** Whether another job of this size would not finish before the server exits. */
  function isLate(size: Size): boolean {
    return lifecycle.draining && gate.waitingOf(size) >= maxWaiting(size);
  }

  async function perform(
    job: DocumentJob | Job | VerifyJob,
    signal: AbortSignal,
  ): Promise<WorkerResponse & JobTimes> {
    const askedAt = performance.now();
    const size = sizeOf(job.byteLength);
    if (isLate(size)) throw refusal();
    const place = await gate.acquire(signal, job.client, size).catch(() => {
      throw new JobCancelled();
    });
    if (place === undefined) throw refusal();

    const begunAt = performance.now();
    const process = processes[place.lane].acquire();
    try {
      const answer = await doneIn(process, place.lane, job, signal);
      const runMs = performance.now() - begunAt;
      pace[size].recordDuration(runMs);
      const times = { queuedMs: begunAt - askedAt, runMs };
      settings.onDone?.(times);
      return { ...answer, ...times };
    } finally {
      processes[place.lane].release(process);
      shedLate();
      place.release();
    }
  }

  /** Returns the process's response, unless a time limit, the client or a memory limit ends it first. */
  async function doneIn(
    process: JobProcess,
    lane: Lane,
    { client: _whose, buffer, ...task }: DocumentJob | Job | VerifyJob,
    signal: AbortSignal,
  ): Promise<WorkerResponse> {
    let lost: JobFailureReason | undefined;
    let limitMs = timeoutMs;
    let stopClock = () => {};
    const endFor = (why: JobFailureReason) => {
      lost ??= why;
      process.kill();
    };
    let stoodBack = false;
    const lowerPriority = () => {
      stoodBack = true;
      process.lowerPriority(niceness);
    };
    const timers: NodeJS.Timeout[] = [];
    const startClock = () => {
      stopClock = startJobClock(process.pid ?? 0, { timeoutMs, wallTimeoutMs }, (passedMs) => {
        limitMs = passedMs;
        endFor('timeout');
      });
      if (lane === 'small') timers.push(setTimeout(lowerPriority, SHORT_MS));
    };
    if (signal.aborted) throw new JobCancelled();
    const forgetAbort = onAbort(signal, () => endFor('cancelled'));
    const forgetLastCall = onAbort(lifecycle.lastCall, () => endFor('draining'));
    try {
      const { answer, isLast } = await process.run(task, buffer, {
        started: startClock,
        threadLost: (why) => log.warn({ why }, 'worker thread crashed; image left unchanged'),
      });
      // A lowered priority cannot be raised again.
      if (isLast || stoodBack) process.kill();
      return answer;
    } catch (error) {
      if (!(error instanceof ProcessExited)) throw error;
      lost ??= error.why === 'memory' ? 'memory' : 'crashed';
      settings.onJobFailed?.(lost);
      throw problemOfLoss(lost, error, limitMs);
    } finally {
      stopClock();
      for (const timer of timers) clearTimeout(timer);
      forgetAbort();
      forgetLastCall();
    }
  }

  function problemOfLoss(why: JobFailureReason, error: ProcessExited, limitMs: number): Error {
    switch (why) {
      case 'timeout':
        return new ProblemError({ code: 'timeout', limitMs });
      case 'cancelled':
        return new JobCancelled();
      case 'draining':
        return refusal();
      case 'memory':
        log.warn({ err: error }, 'a document needed more memory than one job may use');
        return new ProblemError({ code: 'limit_exceeded', limit: 'memory', allowed: memoryMb });
      case 'crashed':
        return error;
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
