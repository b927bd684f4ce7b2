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

/** Bytes to be deflated for good. */
export interface DeflateJob {
  readonly kind: 'deflate';
  readonly bytes: Uint8Array;
  /** The bytes themselves are given back where deflate makes them fewer by no more than so many; null for never. */
  readonly worthBytes: number | null;
  /** Of a part of something larger, the whole's. */
  readonly level?: number;
}

/**
 * A pure piece of work: plain data in, plain data out, nothing shared. It may run in any thread, and its result depends
 * on nothing else.
 */
export type WorkJob = PictureJob | ContentJob | ContentPacking | DeflateJob;

/** Jobs over pixels, which take long and much memory. */
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
}

export type WorkResult = ResultOf<WorkJob>;

/** No result: the thread died, or took longer than any job should. */
export interface Lost {
  readonly kind: 'lost';
}

export const LOST: Lost = { kind: 'lost' };

interface Sized {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
}

/** Pixels as a measure of memory and time: those of one bit take an eighth. */
export function weighedPixels({ width, height, bits }: Sized): number {
  return bits === 1 ? (width * height) / 8 : width * height;
}

export function isPictureJob(job: WorkJob): job is PictureJob {
  return PICTURE_JOBS.has(job.kind);
}

const PICTURE_JOBS: ReadonlySet<WorkJob['kind']> = new Set(['image', 'bits', 'symbols', 'page']);

/** Of a job with the mask that it looks at, or of all its pages; 0 where it is no picture. */
export function jobPixels(job: WorkJob): number {
  switch (job.kind) {
    case 'image':
      return weighedPixels(job) + (job.alpha === null ? 0 : weighedPixels(job.alpha));
    case 'bits':
      return jobPixels(job.image);
    case 'symbols':
      return job.pages.reduce((sum, page) => sum + weighedPixels({ ...page, bits: 1 }), 0);
    case 'page':
      return weighedPixels({ ...job.page, bits: 1 });
    default:
      return 0;
  }
}

/** Milliseconds that a thread may take for a job. */
export function jobMs(job: WorkJob): number {
  return MIN_JOB_MS + Math.ceil(jobSize(job) * JOB_MS_PER_PIXEL);
}

/** Pixels or bytes. */
function jobSize(job: WorkJob): number {
  if (isPictureJob(job)) return jobPixels(job);
  if (job.kind !== 'content-packing') return job.bytes.length;
  const { written, before } = job;
  return (before?.length ?? 0) + (written.kind === 'anew' ? written.content.length : 0);
}

/** Several times what the slowest take on slow machines, by the pixel or the byte. */
const MIN_JOB_MS = 60_000;
const JOB_MS_PER_PIXEL = 0.003;
