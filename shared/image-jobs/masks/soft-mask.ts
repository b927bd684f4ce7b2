import type { DeferredEncoding } from '../../codecs/deferred-encoding.ts';
import { throughTable } from '../../codecs/flate/sample-bits.ts';
import { classify, pictureFacts } from '../../codecs/pixels/classify.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import { similarity } from '../../codecs/pixels/similarity.ts';
import { downsample } from '../../codecs/resample/resample.ts';
import { exceededLimit, smallerOf, smallerWithin } from '../choice.ts';
import type { EncodedImage } from '../encoded-image.ts';
import { EXACT_FROM_QUALITY } from '../fewer-colors.ts';
import { draftLossless } from '../lossless-image.ts';

import type { PixelSize } from '../resolution.ts';
import type { ImageResult, RecodeJob } from '../types.ts';

/** A hard-edged mask keeps its full size unless the downsampled one is below this share. */
const SHRUNK_MASK_GAIN = 0.7;
/** A hard-edged mask below this is a few shapes: downsampling it saves little and blurs them. */
const FEW_SHAPES_BITS_PER_PIXEL = 0.1;
/** A few shapes are kept at this multiple of the image's resolution; more is invisible. */
const SHARPNESS_OF_SHAPES = 2;

/** Keeps DeviceGray; a downsampled hard edge needs more bytes than a sharp one about as often as not. */
export function recodeSoftMask(job: RecodeJob, raster: Raster): ImageResult {
  const constant = constantSample(raster);
  if (constant !== null) return { ...smallerOf(job, [onePixel(job, constant)]), constant };
  const sized = sizedMask(job, raster);
  const draft = inFewerLevels(job, sized.raster, raster) ?? sized.exact ?? exactMask(job, sized.raster);
  const whole = smallerOf(job, [draft.finish()]);
  const limit = exceededLimit(job, whole);
  return limit === null ? whole : smallerWithin(job, whole, limitedMask(job, raster, limit));
}

function limitedMask(job: RecodeJob, raster: Raster, { width, height }: PixelSize): ImageResult {
  const small = downsample(raster, width, height);
  const form = (inFewerLevels(job, small, raster) ?? exactMask(job, small)).finish();
  return smallerOf({ ...job, storedBytes: Number.POSITIVE_INFINITY }, [form]);
}

/** Returns the single value of all samples, or null. */
export function constantSample({ samples }: Raster): number | null {
  const [first] = samples;
  return samples.every((sample) => sample === first) ? first : null;
}

/** A single pixel looks the same everywhere, whatever interpolation a reader uses. */
function onePixel(job: RecodeJob, sample: number): EncodedImage {
  return exactMask(job, { width: 1, height: 1, channels: 1, samples: Uint8Array.of(sample) }).finish();
}

interface SizedMask {
  readonly raster: Raster;
  /** Only if it was needed to choose the size. */
  readonly exact?: DeferredEncoding<EncodedImage>;
}

function sizedMask(job: RecodeJob, raster: Raster): SizedMask {
  const { target } = job;
  if (target.width >= raster.width || target.height >= raster.height) return { raster };
  const isSoft = classify(pictureFacts(raster)) === 'continuous';
  const isMuchSmaller = target.width <= raster.width * SHRUNK_MASK_GAIN;
  // The bytes of an outline are proportional to its length: a slightly shorter side cannot save that much.
  if (!isSoft && !isMuchSmaller) return { raster };
  // The bytes of a shadow are proportional to its area.
  if (isSoft && isMuchSmaller) return { raster: downsample(raster, target.width, target.height) };

  const full = { raster, exact: exactMask(job, raster) };
  const bitsPerPixel = (full.exact.about * TYPICAL_FINISHED_SHARE * 8) / (raster.width * raster.height);
  const sharpness = !isSoft && bitsPerPixel < FEW_SHAPES_BITS_PER_PIXEL ? SHARPNESS_OF_SHAPES : 1;
  const width = target.width * sharpness;
  const height = target.height * sharpness;
  if (width >= raster.width || height >= raster.height) return full;
  if (!isSoft && width > raster.width * SHRUNK_MASK_GAIN) return full;
  const smaller = downsample(raster, width, height);
  const shrunk = { raster: smaller, exact: exactMask(job, smaller) };
  const bar = full.exact.about * (isSoft ? 1 : SHRUNK_MASK_GAIN);
  return shrunk.exact.about <= bar ? shrunk : full;
}

/** Typical size of a finished draft relative to its estimate. */
const TYPICAL_FINISHED_SHARE = 0.8;

/** A Decode array maps the range of values, whatever the bits, so it still applies. */
function exactMask({ settings: { jbig2 } }: RecodeJob, raster: Raster): DeferredEncoding<EncodedImage> {
  const choices = { mayBecomeGray: false, mayBecomeIndexed: false, mayTakeFewerBits: true, jbig2 };
  return draftLossless(raster, choices);
}

/**
 * Levels to try, fewest first, with their limits for mean SSIM and worst tile. Sixteen levels are enough for
 * cut-out masks (about half the bytes at more than 0.999); soft shadows would show bands and keep more
 * levels, or all.
 */
const TRIALS = [
  { levels: 16, ssim: 0.9985, worstTile: 3.5 },
  { levels: 32, ssim: 0.9985, worstTile: 2.5 },
] as const;

/**
 * For a smaller form of a cut-out mask, where every edge is a blend: ripples of resampling beside the edges, of a few
 * levels, count most in SSIM and are not seen.
 */
const BLENDED_TRIALS = [{ levels: 16, ssim: 0.99, worstTile: 2.5 }, ...TRIALS] as const;

/**
 * Quantizes a soft mask to fewer levels including 0 and 255, so that hidden stays hidden and opaque stays
 * opaque. Null if that would be visible, or in lossless mode. Not a JPEG: its ringing at cut-out edges
 * reaches 60 levels even at quality 85.
 * @param whole the mask before resampling
 */
function inFewerLevels(job: RecodeJob, raster: Raster, whole: Raster): DeferredEncoding<EncodedImage> | null {
  const { settings } = job;
  if (!settings.mayBecomeJpeg || settings.quality >= EXACT_FROM_QUALITY) return null;
  const isCutOut = raster.width < whole.width && classify(pictureFacts(whole)) !== 'continuous';
  for (const { levels, ssim, worstTile } of isCutOut ? BLENDED_TRIALS : TRIALS) {
    const coarse = { ...raster, samples: roundedTo(levels, raster.samples) };
    const found = similarity(raster, coarse);
    if (found.ssim < ssim || found.worstTile > worstTile) continue;
    return exactMask(job, coarse);
  }
  return null;
}

/** Rounds to evenly spaced levels; sixteen of them are exactly those of 4 bits. */
function roundedTo(levels: number, samples: Uint8Array): Uint8Array {
  const steps = levels - 1;
  return throughTable(samples, (sample) => Math.round((Math.round((sample * steps) / 255) * 255) / steps));
}
