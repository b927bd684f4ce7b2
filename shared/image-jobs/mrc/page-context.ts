import { encodedBytes } from '../encoded-image.ts';
import type { ImageCodecs } from '../image-codecs.ts';
import type { ImageResult, RecodeJob } from '../types.ts';
import { readScan, type ScanReading } from './scan-intake.ts';

/** Maximum share of the bytes of the page's ordinary form; a smaller gain is not worth the change. */
const MAX_BYTES = 0.7;

/** Shared by the other forms of a scanned page: its pixels, and the bytes that they must save. */
export interface PageContext {
  /** Decodes the page once. The pixels must not change. */
  readonly scan: () => Promise<ScanReading>;
  /** Returns whether a form of the page with this many bytes saves enough to be used. */
  readonly savesEnough: (bytes: number) => Promise<boolean>;
}

/**
 * @param plain the page's ordinary form
 * @param recode makes it
 */
export function pageContext(
  job: RecodeJob,
  plain: ImageResult,
  recode: (job: RecodeJob) => Promise<ImageResult>,
  codecs: ImageCodecs,
): PageContext {
  const bytes = ordinaryBytes(job, plain);
  let scan: Promise<ScanReading> | undefined;
  let usual: Promise<number> | undefined;
  return {
    scan: () => (scan ??= readScan(job, codecs)),
    savesEnough: async (made) => {
      if (made <= bytes * MAX_BYTES) return true;
      // With softer settings the ordinary form shrinks faster than this one. If its bytes alone decided, a softer
      // setting could make the file larger.
      if (job.usual === undefined || made >= bytes) return false;
      usual ??= recode(withUsual(job)).then((result) => ordinaryBytes(job, result));
      return made <= (await usual) * MAX_BYTES;
    },
  };
}

/** Returns the bytes of an image in its ordinary form. */
export function ordinaryBytes({ storedBytes }: RecodeJob, result: ImageResult): number {
  return result.kind === 'replaced' ? encodedBytes(result.image) : storedBytes;
}

function withUsual({ usual, pixelLimit, settings, ...job }: RecodeJob): RecodeJob {
  const { quality = settings.quality, ...size } = usual ?? {};
  return { ...job, ...size, settings: { ...settings, quality } };
}
