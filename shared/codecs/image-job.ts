import type { ImageCodecs } from './image-codecs.ts';
import { runBilevelJob } from './image-job-bilevel.ts';
import { runDctJob } from './image-job-dct.ts';
import { runJpxJob } from './image-job-jpx.ts';
import { runSamplesJob } from './image-job-samples.ts';
import type { ImageJob, ImageJobResult } from './image-job-types.ts';

/** Runs one job. The same job gives the same bytes in every thread and host, whatever ran before it. */
export async function runImageJob(job: ImageJob, codecs: ImageCodecs): Promise<ImageJobResult> {
  const { source } = job;
  switch (source.kind) {
    case 'samples':
      return runSamplesJob(job, source, codecs);
    case 'dct':
      return runDctJob(job, source, codecs);
    case 'jpx':
      return runJpxJob(job, source, codecs);
    case 'ccitt':
    case 'jbig2':
      return runBilevelJob(job, source);
  }
}
