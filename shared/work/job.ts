import type {
  BitsJob,
  BitsResult,
  PageJob,
  PageResult,
  SymbolsJob,
  SymbolsResult,
} from '../image-jobs/bilevel/bilevel-pages.ts';
import type { ImageJob, ImageJobResult } from '../image-jobs/types.ts';
import type { ContentJob, ContentJobResult, ContentPacking } from '../passes/contents/content-job.ts';

/** Bytes to deflate at the final level. */
export interface DeflateJob {
  readonly kind: 'deflate';
  readonly bytes: Uint8Array;
  /** The bytes are returned as they are if deflate saves no more than this; null: always deflate. */
  readonly worthBytes: number | null;
  /** Level of the whole, if this is a part of it. */
  readonly level?: number;
  /** Lengths of rows for which a predictor is tried. */
  readonly rowBytes?: readonly number[];
}

/**
 * A pure job: plain data in, plain data out, nothing shared. It may run in any thread; the result depends on
 * its data alone.
 */
export type WorkJob = PictureJob | ContentJob | ContentPacking | DeflateJob;

/** Jobs over pixels, which need much time and memory. */
export type PictureJob = ImageJob | BitsJob | SymbolsJob | PageJob;

export type ResultOf<Job extends WorkJob> = Job extends ImageJob
  ? ImageJobResult
  : Job extends BitsJob
    ? BitsResult
    : Job extends SymbolsJob
      ? SymbolsResult
      : Job extends PageJob
        ? PageResult
        : Job extends ContentJob | ContentPacking
          ? ContentJobResult
          : PackedBytes;

export interface PackedBytes {
  readonly kind: 'packed';
  readonly packed: Uint8Array;
  readonly plain: Uint8Array | null;
  /** Length of the rows that are predicted from the one above. */
  readonly rowBytes?: number;
}

export type WorkResult = ResultOf<WorkJob>;

/** No result: the thread crashed or exceeded the time limit. */
export interface Lost {
  readonly kind: 'lost';
}

export const LOST: Lost = { kind: 'lost' };

interface Sized {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
}

/** Pixels as a measure of memory and time; one-bit pixels count an eighth. */
export function weighedPixels({ width, height, bits }: Sized): number {
  return bits === 1 ? (width * height) / 8 : width * height;
}

export function isPictureJob(job: WorkJob): job is PictureJob {
  return PICTURE_JOBS.has(job.kind);
}

const PICTURE_JOBS: ReadonlySet<WorkJob['kind']> = new Set([
  'recode',
  'retry',
  'bilevel',
  'bits',
  'symbols',
  'page',
]);

/** Weighted pixels of a job, including its mask or all its pages; 0 if it is no image job. */
export function jobPixels(job: WorkJob): number {
  switch (job.kind) {
    case 'recode':
      return weighedPixels(job) + (job.alpha === null ? 0 : weighedPixels(job.alpha));
    case 'retry':
      return weighedPixels({ ...job.picture.raster, bits: 8 });
    case 'bilevel':
      return weighedPixels({ ...job, bits: 1 });
    case 'bits':
      return weighedPixels({ ...job.image, bits: 1 });
    case 'symbols':
      return job.pages.reduce((sum, page) => sum + weighedPixels({ ...page, bits: 1 }), 0);
    case 'page':
      return weighedPixels({ ...job.page, bits: 1 });
    default:
      return 0;
  }
}

/** Time limit of a job in a thread, in milliseconds. */
export function jobMs(job: WorkJob): number {
  return MIN_JOB_MS + Math.ceil(jobSize(job) * JOB_MS_PER_PIXEL);
}

/** Weighted pixels or bytes. */
function jobSize(job: WorkJob): number {
  if (isPictureJob(job)) return jobPixels(job);
  if (job.kind !== 'content-packing') return job.bytes.length;
  const { written, before } = job;
  return (before?.length ?? 0) + (written.kind === 'anew' ? written.content.length : 0);
}

/** Several times the cost of the slowest jobs on slow machines, per pixel or byte. */
const MIN_JOB_MS = 60_000;
const JOB_MS_PER_PIXEL = 0.003;
