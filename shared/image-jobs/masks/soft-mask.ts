import type { DeferredEncoding } from '../../codecs/deferred-encoding.ts';
import { throughTable } from '../../codecs/flate/sample-bits.ts';
import { classify, pictureFacts } from '../../codecs/pixels/classify.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import { similarity } from '../../codecs/pixels/similarity.ts';
import { downsample } from '../../codecs/resample/resample.ts';
import { exceededLimit, once, smallerOf, smallerWithin } from '../choice.ts';
import type { EncodedImage } from '../encoded-image.ts';
import { EXACT_FROM_QUALITY } from '../fewer-colors.ts';
import { draftLossless } from '../lossless-image.ts';
import type { PixelSize } from '../resolution.ts';
import type { ImageResult, RecodeJob } from '../types.ts';
import { softJpeg, type WholeMask } from './soft-jpeg.ts';

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
  const facts = pictureFacts(raster);
  const mask = { raster, facts, isSoft: classify(facts) === 'continuous' };
  const whole = smallerOf(job, [sizedForm(job, mask).finish()]);
  const limit = exceededLimit(job, whole);
  return limit === null ? whole : smallerWithin(job, whole, limitedMask(job, mask, limit));
}

function limitedMask(job: RecodeJob, mask: WholeMask, limit: PixelSize): ImageResult {
  const form = formOf(job, shrunkMask(job, mask, limit), mask).finish();
  return smallerOf({ ...job, storedBytes: Number.POSITIVE_INFINITY }, [form]);
}

/** Returns the single value of all samples, or null. */
export function constantSample({ samples }: Raster): number | null {
  const first = samples[0]!;
  return samples.every((sample) => sample === first) ? first : null;
}

/** A single pixel looks the same everywhere, whatever interpolation a reader uses. */
function onePixel(job: RecodeJob, sample: number): EncodedImage {
  return exactMask(job, { width: 1, height: 1, channels: 1, samples: Uint8Array.of(sample) }).finish();
}

/** Returns the form at the size that the image needs, or at its own where that is no larger. */
function sizedForm(job: RecodeJob, mask: WholeMask): DeferredEncoding<EncodedImage> {
  const { target } = job;
  const { raster, isSoft } = mask;
  const whole = once(() => formOf(job, raster, mask));
  if (target.width >= raster.width || target.height >= raster.height) return whole();
  const isMuchSmaller = target.width <= raster.width * SHRUNK_MASK_GAIN;
  // The bytes of an outline are proportional to its length: a slightly shorter side cannot save that much.
  if (!isSoft && !isMuchSmaller) return whole();
  // The bytes of a shadow are proportional to its area.
  if (isSoft && isMuchSmaller) return formOf(job, shrunkMask(job, mask, target), mask);

  const bitsPerPixel = (whole().about * TYPICAL_FINISHED_SHARE * 8) / (raster.width * raster.height);
  const sharpness = !isSoft && bitsPerPixel < FEW_SHAPES_BITS_PER_PIXEL ? SHARPNESS_OF_SHAPES : 1;
  const size = { width: target.width * sharpness, height: target.height * sharpness };
  if (size.width >= raster.width || size.height >= raster.height) return whole();
  if (!isSoft && size.width > raster.width * SHRUNK_MASK_GAIN) return whole();
  const shrunk = formOf(job, shrunkMask(job, mask, size), mask);
  return shrunk.about <= whole().about * (isSoft ? 1 : SHRUNK_MASK_GAIN) ? shrunk : whole();
}

/** Typical size of a finished draft relative to its estimate. */
const TYPICAL_FINISHED_SHARE = 0.8;

/**
 * Shares of the sides at which few pixels of a cut-out mask are blends, each of few kinds: 1200 of 2400 pixels take
 * fewer bytes than 1042.
 */
const SIMPLE_SHARES = [
  [2, 3],
  [3, 5],
  [1, 2],
  [2, 5],
  [1, 3],
] as const;
const MAX_SIMPLE_STEP = 16;

/** Downsamples to the limit; a cut-out mask to the next simple share of its sides, if `minDpi` allows that. */
function shrunkMask({ minSize }: RecodeJob, { raster, isSoft }: WholeMask, limit: PixelSize): Raster {
  const simple = isSoft ? null : simpleSize(raster, limit);
  const isAllowed = simple !== null && (minSize === undefined || simple.width >= minSize.width);
  const { width, height } = isAllowed ? simple : limit;
  return downsample(raster, width, height);
}

/** Null if none of its sides is whole pixels. */
function simpleSize({ width, height }: PixelSize, limit: PixelSize): PixelSize | null {
  const steps = Array.from({ length: MAX_SIMPLE_STEP - 3 }, (_, index) => [1, index + 4] as const);
  for (const [share, of] of [...SIMPLE_SHARES, ...steps]) {
    const size = { width: (width * share) / of, height: (height * share) / of };
    if (size.width > limit.width || size.height > limit.height) continue;
    return Number.isInteger(size.width) && Number.isInteger(size.height) ? size : null;
  }
  return null;
}

/** Returns the mask, possibly with fewer pixels, in its best form. */
function formOf(job: RecodeJob, raster: Raster, whole: WholeMask): DeferredEncoding<EncodedImage> {
  const flat = inFewerLevels(job, raster, whole) ?? exactMask(job, raster);
  return mayLoseLevels(job) ? (softJpeg(raster, whole, job.settings.quality, flat.about) ?? flat) : flat;
}

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
const BLENDED_TRIALS = [{ levels: 16, ssim: 0.99, worstTile: 3.5 }, ...TRIALS] as const;

function mayLoseLevels({ settings }: RecodeJob): boolean {
  return settings.mayBecomeJpeg && settings.quality < EXACT_FROM_QUALITY;
}

/**
 * Quantizes a soft mask to fewer levels including 0 and 255, so that hidden stays hidden and opaque stays
 * opaque. Null if that would be visible, or in lossless mode.
 */
function inFewerLevels(
  job: RecodeJob,
  raster: Raster,
  whole: WholeMask,
): DeferredEncoding<EncodedImage> | null {
  if (!mayLoseLevels(job)) return null;
  const isCutOut = raster !== whole.raster && !whole.isSoft;
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
