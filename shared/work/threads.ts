import type { Lost, WorkJob, WorkResult } from './job.ts';

/**
 * From so many threads beside the document's own on, content is written anew in them, too. On two cores the engine's own threads,
 * which compile and collect, already fill much of the second one: for a document without images a single thread deflates what the
 * document's own has written, which is WebAssembly and needs no warming up.
 */
export const THREADS_FOR_CONTENT = 2;

/**
 * The threads that a host has for heavy work: images, contents, deflating. Which of them does a job, and what it did
 * before, has no part in the result.
 */
export interface WorkThreads {
  /** Jobs that run at the same time. */
  readonly parallelism: number;
  /** Whether the document's own thread does jobs, too, where it would only wait for the others. */
  readonly documentHelps: boolean;
  /** Whether threads pay for so much; else all work is done where the document is. */
  readonly isWorth: (work: WorkAmount) => boolean;
  /** For one document. */
  readonly open: () => WorkRunner;
}

/** How much there is to do for one document, in pixels of images; what else there is counts as so many. */
export interface WorkAmount {
  readonly pixels: number;
  /** Of the largest job, which one thread does alone. */
  readonly largest: number;
}

export interface WorkRunner {
  /**
   * Does a job whose buffers are given away: they are empty for the caller afterwards. A thread that dies, or takes
   * longer than any job should, is answered as `lost`.
   *
   * @throws what the job threw, as if it had run here
   */
  run(job: WorkJob): Promise<WorkResult | Lost>;
  /** Ends what is not answered yet, also in the middle; nobody may wait for it any more. */
  close(): void;
}
