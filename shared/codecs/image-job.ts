import type { ImageCodecs } from './image-codecs.ts';
import { runDctJob } from './image-job-dct.ts';
import { runSamplesJob } from './image-job-samples.ts';
import type { ImageJob, ImageJobResult } from './image-job-types.ts';

/** Runs one job. The same job gives the same bytes in every thread and host, whatever ran before it. */
export function runImageJob(job: ImageJob, codecs: ImageCodecs): Promise<ImageJobResult> {
  const { source } = job;
  return source.kind === 'dct' ? runDctJob(job, source, codecs) : runSamplesJob(job, source, codecs);
}
