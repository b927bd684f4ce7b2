import type { Logger } from 'pino';
import { onAbort } from '../../shared/work/on-abort.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Lane } from '../limits/fair-queue.ts';
import { ProblemError } from '../problem.ts';
import { type DocumentJob, type Job, JobCancelled, type VerifyJob, type WorkerResponse } from './job.ts';
import { startJobClock } from './job-clock.ts';
import { type JobProcess, ProcessExited } from './job-process.ts';

export type JobFailureReason = 'timeout' | 'cancelled' | 'memory' | 'crashed' | 'draining';

export interface DocumentRunSettings {
  /** Limits of processor time and wall-clock time. */
  readonly timeoutMs: number;
  readonly wallTimeoutMs: number;
  /** Only reported: the process keeps the limit itself. */
  readonly memoryMb: number;
  readonly niceness: number;
  readonly lifecycle: Lifecycle;
  readonly log: Logger;
  /** Creates the error of a job that a draining server ended. */
  readonly refusal: () => ProblemError;
  readonly onJobFailed?: (why: JobFailureReason) => void;
}

/** Runs one document in a process and returns its response, unless a limit, the client or a shutdown ends it first. */
export type DocumentRun = (
  process: JobProcess,
  lane: Lane,
  job: DocumentJob | Job | VerifyJob,
  signal: AbortSignal,
) => Promise<WorkerResponse>;

/** A small document that takes longer than this gets a lower priority than the others in its lane. */
const SHORT_MS = 2000;

export function createDocumentRun(settings: DocumentRunSettings): DocumentRun {
  const { lifecycle, niceness, log } = settings;
  return async (process, lane, { client: _whose, buffer, ...task }, signal) => {
    if (signal.aborted) throw new JobCancelled();
    let lost: JobFailureReason | undefined;
    let limitMs = settings.timeoutMs;
    let stoodBack = false;
    const cleanup: (() => void)[] = [];
    const endFor = (why: JobFailureReason) => {
      lost ??= why;
      process.kill();
    };
    const lowerPriority = () => {
      stoodBack = true;
      process.lowerPriority(niceness);
    };
    const startClock = () => {
      cleanup.push(
        startJobClock(process.pid ?? 0, settings, (passedMs) => {
          limitMs = passedMs;
          endFor('timeout');
        }),
      );
      if (lane !== 'small') return;
      const timer = setTimeout(lowerPriority, SHORT_MS);
      cleanup.push(() => clearTimeout(timer));
    };
    cleanup.push(
      onAbort(signal, () => endFor('cancelled')),
      onAbort(lifecycle.lastCall, () => endFor('draining')),
    );
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
      throw errorOf(lost, error, limitMs, settings);
    } finally {
      for (const end of cleanup) end();
    }
  };
}

function errorOf(
  why: JobFailureReason,
  exited: ProcessExited,
  limitMs: number,
  { log, memoryMb, refusal }: DocumentRunSettings,
): Error {
  switch (why) {
    case 'timeout':
      return new ProblemError({ code: 'timeout', limitMs });
    case 'cancelled':
      return new JobCancelled();
    case 'draining':
      return refusal();
    case 'memory':
      log.warn({ err: exited }, 'a document needed more memory than one job may use');
      return new ProblemError({ code: 'limit_exceeded', limit: 'memory', allowed: memoryMb });
    case 'crashed':
      return exited;
  }
}
