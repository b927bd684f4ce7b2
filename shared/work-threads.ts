import type { ImageJob, ImageJobResult } from './codecs/image-job-types.ts';

/**
 * The threads that a host has for image jobs. Which of them does a job, and what it did before, has no part in the
 * result.
 */
export interface WorkThreads {
  /** Jobs that run at the same time. */
  readonly parallelism: number;
  /** Whether threads pay for so much; else the jobs run where the document is. */
  readonly isWorth: (work: ImageWork) => boolean;
  /** For the images of one document. */
  readonly open: () => WorkRunner;
}

/** How much there is to do for one document. */
export interface ImageWork {
  readonly images: number;
  /** Of all images together, weighed. */
  readonly pixels: number;
}

export interface WorkRunner {
  /**
   * Does a job whose buffers are given away: they are empty for the caller afterwards. A thread that dies, or takes
   * longer than any job should, is answered as `job-failed`.
   *
   * @throws what the job threw, as if it had run here
   */
  run(job: ImageJob): Promise<ImageJobResult>;
  /** Ends what is not answered yet, also in the middle; nobody may wait for it any more. */
  close(): void;
}

interface Sized {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
}

/** Pixels as a measure of memory and time: those of one bit take an eighth. */
export function weighedPixels({ width, height, bits }: Sized): number {
  return bits === 1 ? (width * height) / 8 : width * height;
}

/** Of a job with the mask that it looks at. */
export function jobPixels(job: ImageJob): number {
  return weighedPixels(job) + (job.alpha === null ? 0 : weighedPixels(job.alpha));
}
