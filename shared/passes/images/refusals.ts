import type { BilevelImage, SampleSpace } from '../../image-jobs/types.ts';
import { hasRoomForSparse, isSparse } from '../../pdf/filter/growth.ts';
import type { ImageXObject } from '../../pdf/image/image-xobject.ts';
import { key } from '../../pdf/objects.ts';
import type { SkipReason } from '../../report.ts';
import type { WorkContext } from '../work-context.ts';
import type { Surroundings } from './collect.ts';
import { hasDepthOfItsOwn, isStretched } from './sample-space.ts';
import { sampleBytes } from './source.ts';

/** Returns why the data cannot be decoded at all. */
export function closedReason(
  image: ImageXObject,
  { limits }: Pick<WorkContext, 'limits'>,
): SkipReason | null {
  if (image.isExternal) return 'external-data';
  // A one-bit page needs an eighth of the memory.
  const weight = image.bits === 1 ? 1 / 8 : 1;
  if (image.width * image.height * weight > limits.imagePixels) return 'too-many-pixels';
  if (image.codec === 'other') return 'unsupported-filter';
  // Crypt controls the encryption of this stream: its place in the chain must stay (ISO 32000-2, 7.4.10).
  if (image.filters?.some(({ name }) => name === 'Crypt')) return 'required-as-is';
  return isWithinBounds(image) ? null : 'too-many-pixels';
}

/** One-bit pixels of an image that compresses like an empty page: coding them again takes a second. */
const SPARSE_ONE_BIT_PIXELS = 50_000_000;

/** Returns whether decoding the image costs no more than its bytes justify. */
function isWithinBounds(image: ImageXObject): boolean {
  const { stream, width, height, bits, codec } = image;
  if (bits === 1) return width * height <= SPARSE_ONE_BIT_PIXELS || !isSparse(stream, (width * height) / 8);
  // JPEG 2000 has bounds of its own, since fewer pixels than its own may be decoded.
  if (codec === 'jpx') return true;
  const bytes = sampleBytes(image);
  return !isSparse(stream, bytes) || hasRoomForSparse(stream, bytes);
}

/** Packed bytes per stored byte of one-bit images that have next to no data; letters have 15 to 60. */
const SPARSE_BITS_RATIO = 100;
/** Bytes with neighbors of another color in any one-bit image, and per stored byte; scans have up to 6. */
const FREE_MIXED_BYTES = 128 * 1024;
const MIXED_RATIO = 32;

/**
 * Limits how mixed the pixels of a one-bit image may be that has next to no data; empty for all others. Blank pages
 * take no time, but a pattern costs as much as a page full of print.
 */
export function mixedLimitOf({
  stream,
  width,
  height,
  bits,
}: ImageXObject): Pick<BilevelImage, 'maxMixedBytes'> {
  const pixels = width * height;
  if (bits !== 1 || !isSparse(stream, pixels / 8, SPARSE_BITS_RATIO)) return {};
  if (hasRoomForSparse(stream, pixels, 'bits')) return {};
  return { maxMixedBytes: FREE_MIXED_BYTES + MIXED_RATIO * stream.contents.length };
}

/** Returns why the pixels must stay exactly as they are. */
export function pixelRefusal(
  image: ImageXObject,
  space: SampleSpace,
  around: Surroundings,
  mayLose: boolean,
): SkipReason | null {
  if (image.color.kind === 'stencil') return around.isStencilMask(image) ? 'used-as-mask' : 'image-mask';
  if (image.softMaskInData !== 0 && !isOpacityAlone(image)) return 'jpx-alpha';
  // Its samples are pre-blended with the matte color, pixel by pixel (ISO 32000-2, 11.6.5.2). That can be
  // undone, except for rounding, if image and mask belong to each other alone. The mask itself waits for its
  // image's result.
  if (around.isMatted(image) && (!mayLose || matteLevels(image, space, around) === null)) return 'matte';
  // Exact sample values decide which samples are masked (ISO 32000-2, 8.9.6.4).
  if (image.mask.kind === 'color-key' || image.mask.kind === 'unknown') return 'color-key-mask';
  if (space.kind === 'other') return 'unsupported-color-space';
  if (hasDepthOfItsOwn(image)) return 'unsupported-bits';
  // 16-bit samples can lose half of their bits; JPEG does not have 16 bits.
  if (image.bits === 16 && image.codec === 'dct') return 'unsupported-bits';
  if (image.decode.kind === 'linear' && (around.isSoftMask(image) || isStretched(image)))
    return 'unsupported-decode';
  // With a palette in inverse order: samples are indexes, not amounts.
  if (image.decode.kind === 'inverse' && space.kind === 'indexed') return 'unsupported-decode';
  if (around.isSoftMask(image) && space.kind !== 'gray') return 'used-as-mask';
  if (image.mask.kind === 'stencil' && !isReadableMask(around.imageAt(image.mask.ref))) return 'stencil-mask';
  return null;
}

/**
 * Readers agree on opacity inside the data (1) if nothing else masks the image (ISO 32000-2, table 87). Only
 * Ghostscript undoes pre-blended colors (2) (11.6.5.2), MuPDF and PDFium do not: no other form would look the
 * same in all of them.
 */
function isOpacityAlone({ softMaskInData, softMask, mask, stream }: ImageXObject): boolean {
  return softMaskInData === 1 && softMask === null && !stream.dict.has(key('SMask')) && mask.kind === 'none';
}

/** Returns the matte color if it can be removed from this image, 0-255 per component; null for the mask itself. */
export function matteLevels(
  image: ImageXObject,
  space: SampleSpace,
  around: Surroundings,
): readonly number[] | null {
  const mask = image.softMask === null ? null : around.imageAt(image.softMask);
  if (mask === null || mask.matte === null || around.isShared(mask)) return null;
  const isPlain = image.bits === 8 && image.decode.kind === 'default';
  const isPlainMask = mask.bits === 8 && mask.decode.kind === 'default';
  if (!isPlain || !isPlainMask || mask.width !== image.width || mask.height !== image.height) return null;
  // Lab components have other ranges than 0 to 1.
  const components = { gray: 1, rgb: 3, cmyk: 4, channels: 0, inks: 0, indexed: 0, other: 0 }[space.kind];
  if (mask.matte.length !== components) return null;
  return mask.matte.map((component) => Math.round(Math.min(1, Math.max(0, component)) * 255));
}

/** Masked colors must be known before resampling, or they bleed into visible ones. */
function isReadableMask(mask: ImageXObject | null): boolean {
  return mask !== null && mask.codec !== 'jpx';
}
