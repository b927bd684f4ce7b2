import type { DeferredEncoding } from '../codecs/deferred-encoding.ts';
import { FINISHED_SHARE } from '../codecs/flate/flate-image.ts';
import type { SkipReason } from '../report.ts';
import { type EncodedImage, encodedBytes } from './encoded-image.ts';
import type { PixelSize } from './resolution.ts';
import { type ImageResult, kept, type RecodeJob, replaced } from './types.ts';

// Which of several forms an image gets. One-bit images: `bilevel/bilevel-form.ts` and `codecs/jbig2/encode.ts`.

/** Maximum share of the best lossless form for a lossy form of samples: a JPEG, or fewer colors. */
export const LOSSY_SHARE = 0.9;
/** The same for line art, whose edges JPEG blurs. */
export const LINE_ART_SHARE = 0.7;
/** The same for a JPEG that is encoded again. */
export const REENCODED_SHARE = 0.95;
/**
 * The same where print loses pixels and its JPEG was coarse already: a newspaper went to SSIM .926 for 6 % of its
 * bytes.
 */
export const COARSE_SHARE = 0.8;
/** Minimum share of a side that stays for a JPEG of all pixels to be worth trying. */
export const NEAR_SHARE = 0.7;
/** No lossless coding of grainy samples approaches a JPEG of this share of the stored bytes: it need not be tried. */
const CERTAIN_SHARE = 0.4;
/** Lossless optimization saves at most a third on photographs: below this share it need not be tried. */
const CERTAIN_REENCODED_SHARE = 0.5;

/** Returns the smallest candidate if it is smaller than the stored bytes. */
export function smallerOf(
  job: Pick<RecodeJob, 'storedBytes'>,
  candidates: readonly EncodedImage[],
  otherwise: SkipReason = 'not-smaller',
): ImageResult {
  const [best] = candidates.toSorted((a, b) => encodedBytes(a) - encodedBytes(b)) as [EncodedImage];
  return encodedBytes(best) < job.storedBytes ? replaced(best) : kept(otherwise);
}

/** Returns whether a lossy form is worth its loss. */
export function isClearlySmaller(lossyBytes: number, losslessBytes: number, share: number): boolean {
  return lossyBytes <= losslessBytes * share;
}

/** Returns the JPEG if no lossless form can compete, without trying one. */
export function certainJpeg(
  job: RecodeJob,
  jpeg: DeferredEncoding<EncodedImage> | null,
): DeferredEncoding<EncodedImage> | null {
  return jpeg !== null && isClearlySmaller(jpeg.about, job.storedBytes, CERTAIN_SHARE) ? jpeg : null;
}

/**
 * Returns the JPEG if it is below `share` of the lossless form and of the stored bytes; only finishes possible
 * winners.
 */
export function jpegOrLossless(
  job: RecodeJob,
  jpeg: DeferredEncoding<EncodedImage> | null,
  share: number,
  lossless: DeferredEncoding<EncodedImage>,
  otherwise: SkipReason = 'not-smaller',
): ImageResult {
  const image = once(lossless.finish);
  const isWorth = (bytes: number, other: number) =>
    isClearlySmaller(bytes, Math.min(other, job.storedBytes), share);
  if (jpeg !== null && isWorth(jpeg.about, lossless.about)) {
    const finished = jpeg.finish();
    const bytes = encodedBytes(finished);
    if (isWorth(bytes, lossless.about * FINISHED_SHARE) || isWorth(bytes, encodedBytes(image())))
      return replaced(finished);
  }
  if (lossless.about * FINISHED_SHARE >= job.storedBytes) return kept(otherwise);
  return smallerOf(job, [image()], otherwise);
}

/** A JPEG that was encoded again, and the same coefficients with better entropy coding. */
export interface Reencoded {
  readonly result: ImageResult;
  /** Bytes of the JPEG's file. */
  readonly bytes: number;
  /** Bytes of the old JPEG without the metadata that goes. */
  readonly plainBytes: number;
  /** Maximum share of the same coefficients with better entropy coding. */
  readonly share: number;
  readonly optimize: () => DeferredEncoding<Uint8Array>;
  readonly optimized: (draft: DeferredEncoding<Uint8Array>) => ImageResult;
}

/** Returns the JPEG that was encoded again if clearly smaller; only optimizes the old one if it may win. */
export function reencodedOrOptimized(
  job: RecodeJob,
  { result, bytes, plainBytes, share, optimize, optimized }: Reencoded,
): ImageResult {
  // Deflate may have packed the old JPEG, even to a fraction.
  const stored = Math.min(plainBytes, job.storedBytes);
  if (isClearlySmaller(bytes, stored, CERTAIN_REENCODED_SHARE)) return result;
  const draft = optimize();
  if (isClearlySmaller(bytes, Math.min(draft.about, job.storedBytes), share)) return result;
  const lossless = optimized(draft);
  if (isClearlySmaller(bytes, wholeBytes(job, lossless), share)) return result;
  return exceededLimit(job, lossless) === null ? lossless : smallerWithin(job, lossless, result);
}

/** Drafts of computer-drawn shading may be finished in less than the usual share: below, both are. */
const MISLEADING_BYTES = 64 * 1024;

/** Returns the smaller of two lossless forms; only finishes possible winners. */
export function smallerDraft(
  one: DeferredEncoding<EncodedImage>,
  other: DeferredEncoding<EncodedImage>,
): DeferredEncoding<EncodedImage> {
  return {
    about: Math.min(one.about, other.about),
    finish: () => {
      const [likely, rival] = one.about <= other.about ? [one, other] : [other, one];
      const first = likely.finish();
      const isReliable = rival.about > MISLEADING_BYTES;
      if (isReliable && rival.about * FINISHED_SHARE >= encodedBytes(first)) return first;
      const second = rival.finish();
      return encodedBytes(second) < encodedBytes(first) ? second : first;
    },
  };
}

/** Returns the limit of `maxDimension` if this form exceeds it, else null. */
export function exceededLimit(job: RecodeJob, result: ImageResult): PixelSize | null {
  const { pixelLimit } = job;
  if (pixelLimit === undefined) return null;
  const { width, height } = result.kind === 'replaced' ? result.image : job;
  return width > pixelLimit.width || height > pixelLimit.height ? pixelLimit : null;
}

/**
 * Returns the form within the limit, unless that takes more bytes than all pixels: sharp edges become many
 * shades by resampling.
 */
export function smallerWithin(job: RecodeJob, whole: ImageResult, limited: ImageResult): ImageResult {
  if (limited.kind === 'replaced' && encodedBytes(limited.image) <= wholeBytes(job, whole)) return limited;
  return whole.kind === 'replaced'
    ? { ...whole, allPixels: 'smaller-as-is' }
    : { ...whole, reason: 'smaller-as-is' };
}

/** Bytes of a form, or of the stored image if it is kept. */
export function wholeBytes(job: RecodeJob, whole: ImageResult): number {
  return whole.kind === 'replaced' ? encodedBytes(whole.image) : job.storedBytes;
}

/** Makes a value when it is first needed. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
