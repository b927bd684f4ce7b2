import { bitmapFromSamples, samplesFromBitmap } from '../../codecs/bitmap.ts';
import { coarserBitmap } from '../../codecs/coarser-bitmap.ts';
import { draftFlate, FINISHED_SHARE } from '../../codecs/flate/flate-image.ts';
import type { Jbig2Setting } from '../../codecs/jbig2/coding.ts';
import { encodeJbig2 } from '../../codecs/jbig2/encode.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import { type EncodedImage, type EncodedSpace, encodedBytes } from '../encoded-image.ts';
import type { BilevelImage } from '../types.ts';
import { clearlyTakesMore } from './clearly-more.ts';

export interface BilevelPage {
  readonly width: number;
  readonly height: number;
  /** Packed rows of samples. */
  readonly rows: Uint8Array;
}

/** A page, and its JBIG2 region if its size had to be measured. */
export interface MeasuredBits {
  readonly page: BilevelPage;
  readonly jbig2: Uint8Array | null;
}

/**
 * Returns the page with the requested number of pixels if that takes fewer bytes than all of them: exact
 * repetitions may be lost by downsampling.
 */
export function inFewerBits(image: Omit<BilevelImage, 'source'>, rows: Uint8Array): MeasuredBits {
  const { width, height, bitFactor = 1, settings } = image;
  const whole: BilevelPage = { width, height, rows };
  if (bitFactor === 1 || settings.jbig2 === 'none') return { page: whole, jbig2: null };
  const bitmap = bitmapFromSamples(rows, width, height);
  const coarser = coarserBitmap(bitmap, bitFactor);
  const asCoarser = encodeJbig2(coarser, settings.jbig2);
  if (!clearlyTakesMore(bitmap, asCoarser.length)) {
    const asWhole = encodeJbig2(bitmap, settings.jbig2);
    if (asWhole.length <= asCoarser.length) return { page: whole, jbig2: asWhole };
  }
  const page = { width: coarser.width, height: coarser.height, rows: samplesFromBitmap(coarser) };
  return { page, jbig2: asCoarser };
}

/** Encodes packed one-bit rows losslessly as one JBIG2 region or deflated. */
export function encodeBitRows(page: BilevelPage, space: EncodedSpace, coding: Jbig2Setting): EncodedImage {
  const { width, height, rows } = page;
  if (coding === 'none')
    return deflatedBits(page, space, draftFlate({ width, height, colors: 1, bits: 1, rows }));
  return smallerThanDeflated(page, rows, space, encodeJbig2(bitmapFromSamples(rows, width, height), coding));
}

/** Returns the JBIG2 data, or the deflated rows if those are smaller. */
export function smallerThanDeflated(
  { width, height }: Pick<Raster, 'width' | 'height'>,
  rows: Uint8Array,
  space: EncodedSpace,
  jbig2: Uint8Array,
): EncodedImage {
  const form = { width, height, bits: 1, space } as const;
  const region: EncodedImage = { ...form, data: { kind: 'jbig2', bytes: jbig2 } };
  if (jbig2.length > FLATE_MAY_WIN_UP_TO_BYTES || rows.length > jbig2.length * MAX_DEFLATE_RATIO)
    return region;
  const draft = draftFlate({ width, height, colors: 1, bits: 1, rows });
  if (draft.about * FINISHED_SHARE >= jbig2.length) return region;
  const deflated = deflatedBits({ width, height }, space, draft);
  return encodedBytes(deflated) < encodedBytes(region) ? deflated : region;
}

function deflatedBits(
  { width, height }: Pick<Raster, 'width' | 'height'>,
  space: EncodedSpace,
  draft: ReturnType<typeof draftFlate>,
): EncodedImage {
  const { bytes, filtered } = draft.finish();
  const data = { kind: 'flate', bytes, predictorColors: filtered ? 1 : null } as const;
  return { width, height, bits: 1, space, data };
}

/** JBIG2 wins except for tiny images, where its headers dominate, and for patterns that repeat exactly. */
const FLATE_MAY_WIN_UP_TO_BYTES = 4096;
/** A match of 258 bytes takes at least two bits. */
const MAX_DEFLATE_RATIO = 1032;
