import { deflate } from '../codecs/deflate.ts';
import { createImageJobs } from '../codecs/image-job.ts';
import type { Host } from '../host.ts';
import type { DeflateJob, PackedBytes, ResultOf, WorkJob, WorkResult } from '../work-job.ts';
import { runContentJob } from './contents/content-job.ts';

/** Runs jobs in this thread, one at a time. The same job gives the same bytes in every thread and host. */
export function createWork(host: Host): <Job extends WorkJob>(job: Job) => Promise<ResultOf<Job>> {
  const runImageJob = createImageJobs(host);
  const run = async (job: WorkJob): Promise<WorkResult> => {
    switch (job.kind) {
      case 'image':
        return runImageJob(job);
      case 'content':
        return runContentJob(job);
      case 'deflate':
        return runDeflateJob(job);
    }
  };
  // Each kind of job gives what comes of such a job.
  return run as <Job extends WorkJob>(job: Job) => Promise<ResultOf<Job>>;
}

export function runDeflateJob({ bytes, worthBytes }: DeflateJob): PackedBytes {
  const packed = deflate(bytes);
  const isWorth = worthBytes === null || packed.length + worthBytes < bytes.length;
  return { kind: 'packed', packed, plain: isWorth ? null : bytes };
}
