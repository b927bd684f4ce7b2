import type { Logger } from 'pino';
import { createLifecycle, type Lifecycle } from '../lifecycle.ts';
import type { Lane, QueueLoad } from '../limits/fair-queue.ts';
import { type AdmissionSettings, createAdmission } from './admission.ts';
import { createDocumentRun, type JobFailureReason } from './document-run.ts';
import type {
  CompressResponse,
  DocumentJob,
  InspectResponse,
  Job,
  JobRunner,
  JobTimes,
  VerifyJob,
  VerifyResponse,
  WorkerResponse,
  WorkerSetup,
} from './job.ts';
import { DEFAULT_NICENESS } from './process-priority.ts';
import { createProcesses, type Processes } from './processes.ts';

export interface PoolSettings extends Omit<AdmissionSettings, 'lifecycle'> {
  /** Path of the document process's program. */
  readonly workerFile: string;
  /** Path of its work threads' module. */
  readonly workThreadFile: string;
  /** Work threads per document. */
  readonly workThreads: number;
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
/** Wall-clock limit as a multiple of the processor time limit, for machines that are busy with other work. */
export const WALL_TIMES = 3;

/**
 * One process per running document, behind a bounded queue. A document's memory use and crashes affect only its own
 * process. Small documents have a process of their own and need not wait for large ones.
 */
export function createPool(settings: PoolSettings): DocumentPool {
  const { timeoutMs, memoryMb, niceness = DEFAULT_NICENESS, log } = settings;
  const lifecycle = settings.lifecycle ?? createLifecycle();
  const admission = createAdmission({ ...settings, lifecycle });
  const processes = processesByLane(settings, niceness);
  const runDocument = createDocumentRun({
    timeoutMs,
    wallTimeoutMs: settings.wallTimeoutMs ?? WALL_TIMES * timeoutMs,
    memoryMb,
    niceness,
    lifecycle,
    log,
    refusal: admission.refusal,
    ...(settings.onJobFailed === undefined ? {} : { onJobFailed: settings.onJobFailed }),
  });

  return {
    isFull: admission.isFull,
    retryAfterS: admission.retryAfterS,
    load: admission.load,
    memoryBytes: () => Object.values(processes).reduce((sum, each) => sum + each.memoryBytes(), 0),
    // The response types for a task with options and for one without (worker.ts).
    run: (job, signal) => perform(job, signal) as Promise<CompressResponse & JobTimes>,
    inspect: (job, signal) => perform(job, signal) as Promise<InspectResponse & JobTimes>,
    verify: (job, signal) => perform(job, signal) as Promise<VerifyResponse & JobTimes>,
    async close() {
      admission.stop();
      await Promise.all(Object.values(processes).map((each) => each.close()));
    },
  };

  async function perform(
    job: DocumentJob | Job | VerifyJob,
    signal: AbortSignal,
  ): Promise<WorkerResponse & JobTimes> {
    const askedAt = performance.now();
    const admitted = await admission.enter(job, signal);
    const begunAt = performance.now();
    const process = processes[admitted.lane].acquire();
    try {
      const answer = await runDocument(process, admitted.lane, job, signal);
      const runMs = performance.now() - begunAt;
      admitted.recordDuration(runMs);
      const times = { queuedMs: begunAt - askedAt, runMs };
      settings.onDone?.(times);
      return { ...answer, ...times };
    } finally {
      processes[admitted.lane].release(process);
      admitted.leave();
    }
  }
}

function processesByLane(settings: PoolSettings, niceness: number): Readonly<Record<Lane, Processes>> {
  return {
    all: createProcesses(processSettings(settings, 'all', niceness)),
    small: createProcesses(processSettings(settings, 'small', 0)),
    guest: createProcesses({ ...processSettings(settings, 'guest', niceness), ready: 0 }),
  };
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
