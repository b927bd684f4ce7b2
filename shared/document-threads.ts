import type { Host } from './host.ts';
import type { ImageWork, WorkRunner, WorkThreads } from './work-threads.ts';

/**
 * The host's threads as one document uses them, over all its passes and rewritings: opened when something is worth
 * it, and only once, since the way to threads may be a port that is gone when it was closed.
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

  /** Who does such work; undefined when it is done sooner where the document is. */
  runnerFor(work: ImageWork): WorkRunner | undefined {
    if (!this.#threads?.isWorth(work)) return undefined;
    return (this.#runner ??= this.#counted(this.#threads.open()));
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

  #counted(runner: WorkRunner): WorkRunner {
    return {
      run: async (job) => {
        this.#jobs += 1;
        try {
          return await runner.run(job);
        } finally {
          this.#jobs -= 1;
        }
      },
      close: () => runner.close(),
    };
  }
}
