import type { ImageRunner, ImageThreads, ImageWork } from './image-threads.ts';

/**
 * The host's threads as one document uses them, over all its passes and rewritings: opened when something is worth
 * it, and only once, since the way to threads may be a port that is gone when it was closed.
 */
export class DocumentThreads {
  readonly #threads: ImageThreads | undefined;
  #runner: ImageRunner | undefined;

  constructor(threads: ImageThreads | undefined) {
    this.#threads = threads;
  }

  /** Jobs that run at the same time. */
  get parallelism(): number {
    return this.#threads?.parallelism ?? 0;
  }

  /** Who does such work; undefined when it is done sooner where the document is. */
  runnerFor(work: ImageWork): ImageRunner | undefined {
    if (!this.#threads?.isWorth(work)) return undefined;
    return (this.#runner ??= this.#threads.open());
  }

  /** Ends what is still under way. */
  close(): void {
    this.#runner?.close();
    this.#runner = undefined;
  }
}
