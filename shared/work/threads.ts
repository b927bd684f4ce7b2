import type { Lost, WorkJob, WorkResult } from './job.ts';

/**
 * From this number of threads beside the document's own, they also rewrite content. On two cores, the
 * JavaScript engine's compiler and garbage collector already use much of the second core. For a document
 * without images, a single thread then only deflates, which is WebAssembly and needs no warm-up.
 */
export const THREADS_FOR_CONTENT = 2;

/**
 * The host's threads for heavy work: images, contents, deflating. The result never depends on which thread
 * runs a job, or on its earlier jobs.
 */
export interface WorkThreads {
  /** Number of jobs that run at the same time. */
  readonly parallelism: number;
  /** True if the document's own thread also runs jobs when it would only wait. */
  readonly documentHelps: boolean;
  /** Returns whether threads pay for this amount; else all work is done in the document's thread. */
  readonly isWorth: (work: WorkAmount) => boolean;
  /** Opens a runner for one document. */
  readonly open: () => WorkRunner;
}

/** Work of one document, in pixels of images; other work is converted to pixels. */
export interface WorkAmount {
  readonly pixels: number;
  /** Amount of the largest job, which a single thread runs. */
  readonly largest: number;
}

export interface WorkRunner {
  /**
   * Runs a job; its buffers are transferred and empty afterwards. Returns `lost` if the thread crashes or
   * exceeds the time limit.
   * @throws what the job threw, as if it had run here
   */
  run(job: WorkJob): Promise<WorkResult | Lost>;
  /** Ends running jobs at once; no result may be awaited afterwards. */
  close(): void;
}
