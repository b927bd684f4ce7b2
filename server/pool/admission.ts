import type { Lifecycle } from '../lifecycle.ts';
import { createFairQueue, type Lane, type QueueLoad, type Size } from '../limits/fair-queue.ts';
import {
  createRetryAfterEstimator,
  type RetryAfterEstimator,
  restartRetryAfterS,
} from '../limits/retry-after.ts';
import { busyProblem, ProblemError } from '../problem.ts';
import { type DocumentJob, JobCancelled, type JobRunner } from './job.ts';
import { createShedder } from './shedder.ts';

export interface AdmissionSettings {
  /** Documents at a time, besides one small one. */
  readonly concurrency: number;
  /** Additional jobs of other clients while one client holds all of `concurrency`. Default 0. */
  readonly guestSlots?: number;
  /** Documents that may wait; more are refused. */
  readonly maxQueue: number;
  readonly lifecycle: Lifecycle;
}

/** Admission control: which job runs now, which waits, and which is refused with a time to come back. */
export interface Admission extends Pick<JobRunner, 'isFull' | 'retryAfterS'> {
  load(): QueueLoad;
  /**
   * Waits for a slot.
   *
   * @throws ProblemError `busy`; JobCancelled if the signal was aborted
   */
  enter(job: Pick<DocumentJob, 'byteLength' | 'client'>, signal: AbortSignal): Promise<Admitted>;
  /** Creates the error of a refused job. */
  refusal(): ProblemError;
  stop(): void;
}

export interface Admitted {
  readonly lane: Lane;
  /** Records how long the job ran: later estimates of Retry-After follow it. */
  recordDuration(runMs: number): void;
  /** Frees the slot. */
  leave(): void;
}

/** Documents up to this size are usually fast, and need not wait behind others. */
export const SMALL_BYTES = 256 * 1024;

export function createAdmission(settings: AdmissionSettings): Admission {
  const { concurrency, lifecycle } = settings;
  const queue = createFairQueue({
    slots: concurrency,
    smallJobSlots: 1,
    guestSlots: settings.guestSlots ?? 0,
    maxQueued: settings.maxQueue,
  });
  const slots: Readonly<Record<Size, number>> = { large: concurrency, small: 1 };
  const pace: Readonly<Record<Size, RetryAfterEstimator>> = {
    large: createRetryAfterEstimator(),
    small: createRetryAfterEstimator(),
  };
  const shedder = createShedder(queue, lifecycle, (size) =>
    pace[size].doneWithin(lifecycle.remainingMs(), slots[size]),
  );
  const queueRetryAfterS = () => pace.large.retryAfterS(queue.load().waiting, concurrency);
  const refusal = () =>
    new ProblemError(
      lifecycle.draining
        ? busyProblem('draining', restartRetryAfterS())
        : busyProblem('queue', queueRetryAfterS()),
    );

  return {
    refusal,
    load: queue.load,
    stop: shedder.stop,
    isFull: (client, byteLength) =>
      shedder.isLate(sizeOf(byteLength)) || queue.isFull(client, sizeOf(byteLength)),
    retryAfterS: () => (lifecycle.draining ? restartRetryAfterS() : queueRetryAfterS()),
    async enter({ byteLength, client }, signal) {
      const size = sizeOf(byteLength);
      if (shedder.isLate(size)) throw refusal();
      const permit = await queue.acquire(signal, client, size).catch(() => {
        throw new JobCancelled();
      });
      if (permit === undefined) throw refusal();
      return {
        lane: permit.lane,
        recordDuration: pace[size].recordDuration,
        leave() {
          shedder.shed();
          permit.release();
        },
      };
    },
  };
}

function sizeOf(byteLength = Number.POSITIVE_INFINITY): Size {
  return byteLength <= SMALL_BYTES ? 'small' : 'large';
}
