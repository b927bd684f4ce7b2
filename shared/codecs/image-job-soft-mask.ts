import { classify, pictureFacts } from './classify.ts';
import { EXACT_FROM_QUALITY } from './image-job-palette.ts';
import {
  type EncodedImage,
  encodedBytes,
  type ImageJob,
  type ImageJobResult,
  smallerOf,
} from './image-job-types.ts';
import { encodeLossless } from './lossless-image.ts';
import type { Raster } from './raster.ts';
import { downsample } from './resample.ts';
import { similarity } from './similarity.ts';

/** A hard-edged mask keeps its full size unless the shrunken one is this much smaller. */
const SHRUNK_MASK_GAIN = 0.7;
/** A hard-edged mask that packs to less than this is a few shapes: shrinking it saves little and blurs them. */
const FEW_SHAPES_BITS_PER_PIXEL = 0.1;
/** A few shapes are cut out at this many times the resolution of the picture: more than that nobody sees. */
const SHARPNESS_OF_SHAPES = 2;

/** DeviceGray it is and stays; a shrunken hard edge needs more bytes than a sharp one as often as not. */
export function recodeSoftMask(job: ImageJob, raster: Raster): ImageJobResult {
  const sized = sizedMask(job, raster);
  const coarse = inFewerLevels(job, sized.raster);
  return smallerOf(job, coarse === null ? [sized.exact] : [sized.exact, coarse]);
}

function sizedMask(job: ImageJob, raster: Raster): { readonly raster: Raster; readonly exact: EncodedImage } {
  const full = { raster, exact: exactMask(raster) };
  const isSoft = classify(pictureFacts(raster)) === 'continuous';
  const bitsPerPixel = (encodedBytes(full.exact) * 8) / (raster.width * raster.height);
  const sharpness = !isSoft && bitsPerPixel < FEW_SHAPES_BITS_PER_PIXEL ? SHARPNESS_OF_SHAPES : 1;
  const width = job.target.width * sharpness;
  const height = job.target.height * sharpness;
  if (width >= raster.width || height >= raster.height) return full;
  const smaller = downsample(raster, width, height);
  const shrunk = { raster: smaller, exact: exactMask(smaller) };
  const bar = encodedBytes(full.exact) * (isSoft ? 1 : SHRUNK_MASK_GAIN);
  return encodedBytes(shrunk.exact) <= bar ? shrunk : full;
}

/** A Decode array maps the range of values, whatever the bits, so it still holds. */
function exactMask(raster: Raster): EncodedImage {
  return encodeLossless(raster, { mayBecomeGray: false, mayBecomeIndexed: false, mayTakeFewerBits: true });
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
function inFewerLevels({ settings }: ImageJob, raster: Raster): EncodedImage | null {
  if (!settings.mayBecomeJpeg || settings.quality >= EXACT_FROM_QUALITY) return null;
  for (const { levels, ssim, worstTile } of TRIALS) {
    const coarse = { ...raster, samples: roundedTo(levels, raster.samples) };
    const found = similarity(raster, coarse);
    if (found.ssim < ssim || found.worstTile > worstTile) continue;
    return exactMask(coarse);
  }
  return null;
}

/** Evenly spaced levels; sixteen of them are exactly what 4 bits can say. */
function roundedTo(levels: number, samples: Uint8Array): Uint8Array {
  const steps = levels - 1;
  return samples.map((sample) => Math.round((Math.round((sample * steps) / 255) * 255) / steps));
}
