import type { Logger } from 'pino';
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
import { createProcesses, type Processes } from './processes.ts';
import { createRetryAfterEstimator, type RetryAfterEstimator, restartRetryAfterS } from './retry-after.ts';

export interface PoolSettings {
  /** Path of the program that does one document after the other. */
  readonly workerFile: string;
  /** Path of the module that its threads for heavy work run. */
  readonly workThreadFile: string;
  /** Of one document. */
  readonly workThreads: number;
  readonly concurrency: number;
  readonly maxQueue: number;
  /** Of one document, while it has a processor. */
  readonly timeoutMs: number;
  /** By the clock on the wall; three times as much unless told. */
  readonly wallTimeoutMs?: number;
  /** All memory of one job, in MiB. */
  readonly memoryMb: number;
  /** A process is replaced after so many documents, whatever it holds on to; without it, small ones wear it less. */
  readonly tasksPerProcess?: number;
  /** Once it drains only what will be done in time is taken and kept; without it, it never does. */
  readonly lifecycle?: Lifecycle;
  readonly log: Logger;
  /** Hears how long each document waited and was worked on. */
  readonly onDone?: (times: JobTimes) => void;
  /** Hears of every process that ended before its document was done. */
  readonly onJobFailed?: (why: JobFailureReason) => void;
}

export type JobFailureReason = 'timeout' | 'cancelled' | 'memory' | 'crashed' | 'draining';

export interface DocumentPool extends JobRunner {
  /** Jobs that run and jobs that wait, now. */
  load(): QueueLoad;
  /** Of all processes for documents, in bytes. */
  memoryBytes(): number;
}

/**
 * A new process takes a third of a second, and its first documents as much again: a few milliseconds for each of many, but a
 * small document among a hundred would take ten times as long as the others. Small ones wear a process less.
 */
const TASKS_PER_PROCESS: Readonly<Record<Lane, number>> = { all: 100, small: 1000 };
/** What is usually done in a moment, and so need not wait behind what is not. */
export const SMALL_BYTES = 256 * 1024;
/** A small document that takes longer is none of those whose lane it has: others go first from then on. */
const SHORT_MS = 2000;
/** How much longer than its work a document may take on a machine that others keep busy. */
export const WALL_TIMES = 3;
/** While the server drains, time passes for those who wait behind a document that takes long. */
const SHED_INTERVAL_MS = 1000;
/** The server's own thread answers at once, however busy the processors are with documents. */
const NICENESS = 10;

/**
 * A process for each document at a time, behind a bounded queue. What a document needs of memory, or breaks, is its
 * process's alone. Small ones have a process of their own that need not wait for large ones.
 */
export function createPool(settings: PoolSettings): DocumentPool {
  const { concurrency, maxQueue, timeoutMs, memoryMb, log } = settings;
  const wallTimeoutMs = settings.wallTimeoutMs ?? WALL_TIMES * timeoutMs;
  const gate: FairQueue = createFairQueue({ slots: concurrency, smallJobSlots: 1, maxQueued: maxQueue });
  const lifecycle = settings.lifecycle ?? createLifecycle();
  const slots: Readonly<Record<Size, number>> = { large: concurrency, small: 1 };
  const pace: Readonly<Record<Size, RetryAfterEstimator>> = {
    large: createRetryAfterEstimator(),
    small: createRetryAfterEstimator(),
  };
  const retryAfterS = () => pace.large.retryAfterS(gate.load().waiting, concurrency);
  const processes: Readonly<Record<Lane, Processes>> = {
    all: createProcesses(processSettings(settings, 'all', NICENESS)),
    small: createProcesses(processSettings(settings, 'small', 0)),
  };

  /** How many of this size may wait. */
  const maxWaiting = (size: Size) => pace[size].doneWithin(lifecycle.remainingMs(), slots[size]);
  /** Turns away whoever would still wait, or be at work, when the server has to end. */
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
    memoryBytes: () => processes.all.memoryBytes() + processes.small.memoryBytes(),
    // What a task with options is answered, and what one without (worker.ts).
    run: (job, signal) => perform(job, signal) as Promise<CompressResponse & JobTimes>,
    inspect: (job, signal) => perform(job, signal) as Promise<InspectResponse & JobTimes>,
    verify: (job, signal) => perform(job, signal) as Promise<VerifyResponse & JobTimes>,
    async close() {
      clearInterval(shedding);
      await Promise.all(Object.values(processes).map((each) => each.close()));
    },
  };

  /** Whether one more of this size would not be done before the server ends. */
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

  /** The process's answer, as far as clock, client and memory let it come to one. */
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
    const onAbort = () => endFor('cancelled');
    const onLastCall = () => endFor('draining');
    let stoodBack = false;
    const lowerPriority = () => {
      stoodBack = true;
      process.lowerPriority(NICENESS);
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
    signal.addEventListener('abort', onAbort, { once: true });
    lifecycle.lastCall.addEventListener('abort', onLastCall, { once: true });
    try {
      const { answer, isLast } = await process.run(task, buffer, {
        started: startClock,
        threadLost: (why) => log.warn({ why }, 'an image stays as it was: its thread ended'),
      });
      // One that had to stand back cannot come forward again.
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
      signal.removeEventListener('abort', onAbort);
      lifecycle.lastCall.removeEventListener('abort', onLastCall);
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
