import { deflate } from '../codecs/flate/deflate.ts';
import type { Host } from '../host.ts';
import { type BitsResult, encodePage, findPageSymbols } from '../image-jobs/bilevel/bilevel-pages.ts';
import { createImageJobs } from '../image-jobs/image-job.ts';
import type { ImageJobResult, KeptImage } from '../image-jobs/types.ts';
import type { DeflateJob, PackedBytes, ResultOf, WorkJob, WorkResult } from '../work/job.ts';
import { runContentJob, runContentPacking } from './contents/content-job.ts';
import { type Unpacked, unpackedBits, unpackedJob } from './images/unpacked-job.ts';
import { predictedRows } from './streams/mesh-rows.ts';

/**
 * Creates a runner of jobs in this thread, one at a time. The same job gives the same bytes in every thread
 * and host.
 */
export function createWork(host: Host): <Job extends WorkJob>(job: Job) => Promise<ResultOf<Job>> {
  const imageJobs = createImageJobs(host);
  const run = async (job: WorkJob): Promise<WorkResult> => {
    switch (job.kind) {
      case 'recode':
        return runUnpacked(unpackedJob(job), imageJobs.run);
      case 'retry':
        return imageJobs.run(job);
      case 'bilevel':
        return runUnpacked(unpackedBits(job), imageJobs.run);
      case 'bits':
        return runUnpacked(unpackedBits(job.image), (image) => imageJobs.readBits({ ...job, image }));
      case 'symbols':
        return findPageSymbols(job);
      case 'page':
        return encodePage(job, () => host.wasmModule('pdfium-bilevel'));
      case 'content':
        return runContentJob(job);
      case 'content-packing':
        return runContentPacking(job);
      case 'deflate':
        return runDeflateJob(job);
    }
  };
  // The cast: each kind of job returns its own kind of result.
  return run as <Job extends WorkJob>(job: Job) => Promise<ResultOf<Job>>;
}

async function runUnpacked<Job extends object, Result extends ImageJobResult | BitsResult>(
  { job, bytes }: Unpacked<Job>,
  run: (job: Job) => Promise<Result>,
): Promise<Result | KeptImage> {
  const result = isKept(job) ? job : await run(job);
  return bytes === 0 ? result : { ...result, unpackedBytes: bytes };
}

function isKept(job: object): job is KeptImage {
  return 'kind' in job && job.kind === 'kept';
}

export function runDeflateJob({ bytes, worthBytes, level, rowBytes = [] }: DeflateJob): PackedBytes {
  const packed = deflate(bytes, level);
  const rows = predictedRows(bytes, rowBytes, packed);
  return rows === null ? worthwhile(bytes, packed, worthBytes) : { kind: 'packed', plain: null, ...rows };
}

/** Returns the result of a deflate job from its deflated bytes. */
export function worthwhile(bytes: Uint8Array, packed: Uint8Array, worthBytes: number | null): PackedBytes {
  const isWorth = worthBytes === null || packed.length + worthBytes < bytes.length;
  return { kind: 'packed', packed, plain: isWorth ? null : bytes };
}
