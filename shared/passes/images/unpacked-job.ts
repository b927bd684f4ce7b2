import { brotliDecode } from '../../codecs/brotli/decode.ts';
import { inflate } from '../../codecs/flate/inflate.ts';
import {
  type AlphaGuide,
  type BilevelImage,
  type ImageSource,
  type KeptImage,
  kept,
  mayBecomeGray,
  type RecodeJob,
  type SampleSpace,
} from '../../image-jobs/types.ts';
import { undoPredictor } from '../../pdf/filter/predictor.ts';
import type { SkipReason } from '../../report.ts';
import { inflateGray } from './inflate-gray.ts';

export interface Unpacked<Job> {
  /** The job with plain samples, or the reason why there is none. */
  readonly job: Job | KeptImage;
  /** Bytes decoded for it, including failed attempts. */
  readonly bytes: number;
}

/** Decodes the job's samples and those of its mask. */
export function unpackedJob(job: RecodeJob): Unpacked<RecodeJob> {
  const own = unpackedGray(job) ?? unpackedSource(job.source);
  if (own.source === null) {
    const { reason, bytes } = own;
    const stillColor = job.gray === null ? {} : { stillColor: reason };
    return { job: { kind: 'kept', reason, ...stillColor }, bytes };
  }
  const { space = job.space, source } = own;
  const { alpha, bytes } = unpackedAlpha(job.alpha);
  return { job: { ...job, space, source, alpha }, bytes: own.bytes + bytes };
}

/** Decodes the samples of a one-bit image. */
export function unpackedBits<Image extends BilevelImage>(image: Image): Unpacked<Image> {
  const { bytes, ...own } = unpackedSource(image.source);
  const job = own.source === null ? kept(own.reason) : { ...image, source: own.source };
  return { job, bytes };
}

/**
 * Decodes gray RGB samples as one component, so that three are never in memory: a map of 81 megapixels needs
 * 81 MB, not 324. Null if there is a color, or if the job needs the original samples.
 */
function unpackedGray(job: RecodeJob): UnpackedSource | null {
  const { source, space, width, height } = job;
  if (space.kind !== 'rgb' || job.bits !== 8 || !mayBecomeGray(job)) return null;
  if (job.refusal !== null || job.gray !== null || job.matte !== null) return null;
  if (job.separable !== null || job.ink !== undefined) return null;
  const packing = source.kind === 'samples' ? source.packing : undefined;
  const bytes = width * height * 3;
  if (source.kind !== 'samples' || packing?.filter !== 'flate' || packing.predictor !== null) return null;
  const rows = bytes > packing.mostBytes ? null : inflateGray(source.rows, width * height);
  if (rows === null) return null;
  return { source: { kind: 'samples', rows }, space: { ...space, isGray: true }, bytes };
}

/** An unreadable mask counts as none. */
function unpackedAlpha(alpha: AlphaGuide | null) {
  if (alpha === null) return { alpha, bytes: 0 };
  const { source, bytes } = unpackedSource(alpha.source);
  return { alpha: source === null ? null : { ...alpha, source }, bytes };
}

type UnpackedSource =
  | { readonly source: ImageSource; readonly space?: SampleSpace; readonly bytes: number }
  | { readonly source: null; readonly reason: SkipReason; readonly bytes: number };

function unpackedSource(source: ImageSource): UnpackedSource {
  if (source.kind !== 'samples' || source.packing === undefined) return { source, bytes: 0 };
  const { filter, predictor, mostBytes, expectedBytes } = source.packing;
  const unpack = filter === 'flate' ? inflate : brotliDecode;
  const { bytes, damaged, tooLarge } = unpack(source.rows, mostBytes, expectedBytes);
  const failed = (reason: SkipReason) => ({
    source: null,
    reason,
    bytes: tooLarge ? mostBytes : bytes.length,
  });
  if (tooLarge) return failed('too-many-pixels');
  const rows = predictor === null ? bytes : undoPredictor(bytes, predictor);
  if (rows === null) return failed('undecodable');
  if (damaged) return failed('damaged-data');
  return { source: { kind: 'samples', rows }, bytes: bytes.length };
}
