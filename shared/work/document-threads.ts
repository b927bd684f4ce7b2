import type { Host } from '../host.ts';
import type { Lost, ResultOf, WorkJob } from './job.ts';
import type { WorkAmount, WorkRunner, WorkThreads } from './threads.ts';

/**
 * The host's threads as one document uses them, over all its passes and rewritings: opened when there is enough to do,
 * and only once, since the way to threads may be a port that is gone when it was closed.
 */
export class DocumentThreads {
  readonly #threads: WorkThreads | undefined;
  readonly #turn: Host['turn'];
  #runner: WorkRunner | undefined;
  #isClosed = false;
  /** Jobs under way. */
  #jobs = 0;

  constructor({ workThreads, turn }: Pick<Host, 'workThreads' | 'turn'>) {
    this.#threads = workThreads;
    this.#turn = turn;
  }

  /** Jobs that run at the same time. */
  get parallelism(): number {
    return this.#threads?.parallelism ?? 0;
  }

  /** Opens the way to threads where they pay for all that there is to do for the document. */
  openFor(work: WorkAmount): void {
    if (this.#runner !== undefined || !this.#threads?.isWorth(work)) return;
    this.#runner = this.#threads.open();
  }

  /** False when all work is done sooner where the document is. */
  get areOpen(): boolean {
    return this.#runner !== undefined;
  }

  /** Does a job elsewhere; its buffers are given away. Only where threads are open. */
  async run<Job extends WorkJob>(job: Job): Promise<ResultOf<Job> | Lost> {
    if (this.#runner === undefined) throw new Error('there is no thread for a job');
    this.#jobs += 1;
    try {
      // A thread answers a job with what comes of such a job.
      return (await this.#runner.run(job)) as ResultOf<Job> | Lost;
    } finally {
      this.#jobs -= 1;
    }
  }

  /** Takes the answers that have come, so that the next jobs start: for work that keeps this thread busy meanwhile. */
  async hear(): Promise<void> {
    if (this.#jobs > 0) await this.#turn?.();
  }

  /** Ends what is still under way. */
  close(): void {
    this.#isClosed = true;
    this.#runner?.close();
  }

  /** For work that was begun and is not waited for any more. */
  throwIfClosed(): void {
    if (this.#isClosed) throw new Error('the document of this work is done');
  }
}
