import { isCodecFailure } from '../codecs/codec-failure.ts';
import type { Host } from '../host.ts';
import { runBilevelJob } from './bilevel/bilevel-job.ts';
import { type BitsJob, type BitsResult, readBits } from './bilevel/bilevel-pages.ts';
import { runDctJob } from './dct-job.ts';
import { runGrayJob } from './gray-job.ts';
import { createImageCodecs, type ImageCodecs } from './image-codecs.ts';
import { inkResult } from './ink/ink-job.ts';
import { runJpxJob } from './jpx-job.ts';
import { pageContext } from './mrc/page-context.ts';
import { separatedResult } from './mrc/separation-job.ts';
import { triedPicture } from './picture.ts';
import { runSamplesJob } from './samples-job.ts';
import {
  type ImageJob,
  type ImageJobResult,
  type ImageResult,
  type KeptImage,
  kept,
  type RecodeJob,
} from './types.ts';

/**
 * Runs jobs in this thread, one at a time. A codec failure or lack of memory leaves the image unchanged; any
 * other exception is a bug.
 */
export function createImageJobs(host: Host): ImageJobs {
  let codecs = createImageCodecs(host);
  const guarded = async <Result>(
    run: (codecs: ImageCodecs) => Promise<Result>,
  ): Promise<Result | KeptImage> => {
    try {
      return await run(codecs);
    } catch (thrown) {
      if (!isCodecFailure(thrown) && !(thrown instanceof RangeError)) throw thrown;
      // Discard the codecs, so that their state cannot affect the next image.
      codecs = createImageCodecs(host);
      return kept('worker-failed');
    }
  };
  return {
    run: (job) => guarded((own) => runImageJob(job, own)),
    readBits: (job) => guarded((own) => readBits(job, own)),
  };
}

export interface ImageJobs {
  readonly run: (job: ImageJob) => Promise<ImageJobResult>;
  readonly readBits: (job: BitsJob) => Promise<BitsResult>;
}

/** Runs one job. The same job gives the same bytes in every thread and host, whatever ran before. */
export async function runImageJob(job: ImageJob, codecs: ImageCodecs): Promise<ImageJobResult> {
  if (job.kind === 'retry') return triedPicture(job.picture, job.step);
  if (job.kind === 'bilevel') return runBilevelJob(job, codecs);
  const result = withReason(job, withinRoom(job, await runRecodeJob(job, codecs)));
  const context = pageContext(job, result, (other) => runRecodeJob(other, codecs), codecs);
  const separated =
    job.separable === null ? result : await separatedResult(job, result, job.separable, context, codecs);
  if (job.ink === undefined) return separated;
  return inkResult(job, { plain: result, other: separated }, job.ink, context, codecs);
}

/** Names why an image keeps all pixels although the options ask for fewer. */
function withReason({ refusal, space, width, target }: RecodeJob, result: ImageResult): ImageResult {
  const isWhole = result.kind === 'replaced' && result.image.width === width && target.width < width;
  // Colors of a palette in such a space cannot be averaged.
  const isOpaque = space.kind === 'indexed' && space.base === 'other';
  const reason = refusal ?? (isOpaque ? 'unsupported-color-space' : null);
  return isWhole && reason !== null ? { allPixels: reason, ...result } : result;
}

/** Returns the result with its prepared image only if there is room for that. */
function withinRoom({ search }: RecodeJob, { picture, ...result }: ImageResult): ImageResult {
  const isKept = picture !== undefined && search?.kind === 'first' && search.keepsPicture;
  return isKept ? { ...result, picture } : result;
}

async function runRecodeJob(job: RecodeJob, codecs: ImageCodecs): Promise<ImageResult> {
  if (job.gray === null) return runAsIs(job, codecs);
  const gray = await runGrayJob(job, job.gray, codecs);
  const picture = gray.picture === undefined ? {} : { picture: { ...gray.picture, becameGray: true } };
  if (gray.kind === 'replaced') return { ...gray, ...picture, becameGray: true };
  // The tried form is not used; the earlier one stays gray.
  if (job.search?.kind === 'next') return gray;
  return { ...(await runAsIs({ ...job, gray: null }, codecs)), stillColor: gray.reason };
}

async function runAsIs(job: RecodeJob, codecs: ImageCodecs): Promise<ImageResult> {
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
      return job.bits === 1 ? runBilevelJob(job, codecs) : kept('unsupported-bits');
  }
}
