import type { DeferredEncoding } from '../../codecs/deferred-encoding.ts';
import { throughTable } from '../../codecs/flate/sample-bits.ts';
import { classify, pictureFacts } from '../../codecs/pixels/classify.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import { similarity } from '../../codecs/pixels/similarity.ts';
import { downsample } from '../../codecs/resample/resample.ts';
import type { EncodedImage } from '../encoded-image.ts';
import { EXACT_FROM_QUALITY } from '../fewer-colors.ts';
import { draftLossless } from '../lossless-image.ts';
import { type ImageJob, type ImageJobResult, smallerOf } from '../types.ts';

/** A hard-edged mask keeps its full size unless the shrunken one is this much smaller. */
const SHRUNK_MASK_GAIN = 0.7;
/** A hard-edged mask that packs to less than this is a few shapes: shrinking it saves little and blurs them. */
const FEW_SHAPES_BITS_PER_PIXEL = 0.1;
/** A few shapes are cut out at this many times the resolution of the picture: more than that nobody sees. */
const SHARPNESS_OF_SHAPES = 2;

/** DeviceGray it is and stays; a shrunken hard edge needs more bytes than a sharp one as often as not. */
export function recodeSoftMask(job: ImageJob, raster: Raster): ImageJobResult {
  const constant = constantSample(raster);
  if (constant !== null) return { ...smallerOf(job, [onePixel(job, constant)]), constant };
  const sized = sizedMask(job, raster);
  const draft = inFewerLevels(job, sized.raster) ?? sized.exact ?? exactMask(job, sized.raster);
  return smallerOf(job, [draft.finish()]);
}

/** The one value that all samples have, or null. */
export function constantSample({ samples }: Raster): number | null {
  const [first] = samples;
  return samples.every((sample) => sample === first) ? first : null;
}

/** The same everywhere, whatever a reader does between samples. */
function onePixel(job: ImageJob, sample: number): EncodedImage {
  return exactMask(job, { width: 1, height: 1, channels: 1, samples: Uint8Array.of(sample) }).finish();
}

interface SizedMask {
  readonly raster: Raster;
  /** Where it was wanted for finding the size. */
  readonly exact?: DeferredEncoding<EncodedImage>;
}

function sizedMask(job: ImageJob, raster: Raster): SizedMask {
  const { target } = job;
  if (target.width >= raster.width || target.height >= raster.height) return { raster };
  const isSoft = classify(pictureFacts(raster)) === 'continuous';
  const isMuchSmaller = target.width <= raster.width * SHRUNK_MASK_GAIN;
  // The bytes of an outline go with its length: a side that is hardly shorter cannot save that much.
  if (!isSoft && !isMuchSmaller) return { raster };
  // Those of a shadow go with its area.
  if (isSoft && isMuchSmaller) return { raster: downsample(raster, target.width, target.height) };

  const full = { raster, exact: exactMask(job, raster) };
  const bitsPerPixel = (full.exact.about * FINISHED_SHARE * 8) / (raster.width * raster.height);
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

/** What the end of a draft is of what it promised, mostly. */
const FINISHED_SHARE = 0.8;

/** A Decode array maps the range of values, whatever the bits, so it still holds. */
function exactMask({ settings: { jbig2 } }: ImageJob, raster: Raster): DeferredEncoding<EncodedImage> {
  const choices = { mayBecomeGray: false, mayBecomeIndexed: false, mayTakeFewerBits: true, jbig2 };
  return draftLossless(raster, choices);
}

/**
 * Levels tried, fewest first, and the mean SSIM and worst tile they must hold. Sixteen pass where a mask cuts something
 * out (about half the bytes at more than 0.999); soft shadows would show bands and keep more, or all.
 */
const TRIALS = [
  { levels: 16, ssim: 0.9985, worstTile: 3.5 },
  { levels: 32, ssim: 0.9985, worstTile: 2.5 },
] as const;

/**
 * A soft mask in fewer levels, 0 and 255 among them, so that what is hidden stays hidden and what is opaque stays
 * opaque; null where it would be seen, or where nothing may be lost. Not a JPEG: its ringing around cut-out edges
 * reaches 60 levels even at quality 85.
 */
function inFewerLevels(job: ImageJob, raster: Raster): DeferredEncoding<EncodedImage> | null {
  const { settings } = job;
  if (!settings.mayBecomeJpeg || settings.quality >= EXACT_FROM_QUALITY) return null;
  for (const { levels, ssim, worstTile } of TRIALS) {
    const coarse = { ...raster, samples: roundedTo(levels, raster.samples) };
    const found = similarity(raster, coarse);
    if (found.ssim < ssim || found.worstTile > worstTile) continue;
    return exactMask(job, coarse);
  }
  return null;
}

/** Evenly spaced levels; sixteen of them are exactly what 4 bits can say. */
function roundedTo(levels: number, samples: Uint8Array): Uint8Array {
  const steps = levels - 1;
  return throughTable(samples, (sample) => Math.round((Math.round((sample * steps) / 255) * 255) / steps));
}
