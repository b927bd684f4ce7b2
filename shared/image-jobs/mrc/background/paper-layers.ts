import { encodeFlate } from '../../../codecs/flate/flate-image.ts';
import type { Raster } from '../../../codecs/pixels/raster.ts';
import { downsample } from '../../../codecs/resample/resample.ts';
import { TILE } from '../../../codecs/scans/tile-facts.ts';
import type { EncodedImage, EncodedSpace } from '../../encoded-image.ts';
import { draftJpeg, type ImageCodecs } from '../../image-codecs.ts';
import type { Box } from '../box.ts';
import type { PictureRegion } from '../layers.ts';
import { asReduced, type ReducedSize, STAYING_INK } from '../quality-gate/reduced.ts';
import type { ScannedPage } from '../scanned-page.ts';
import { findPictureRegions, type PaperMarks } from './picture-regions.ts';

/** Encoding settings for the background. */
export interface PaperSettings {
  readonly quality: number;
  /** Quality for a lower resolution than that JPEG's: its pixels appear larger. */
  readonly coarseQuality: number;
  readonly chroma: '4:2:0' | '4:4:4';
  /** Pixels per inch of the JPEG that would encode the page otherwise. */
  readonly dpi: number;
  readonly space: EncodedSpace;
}

/** The encoded background, and its look at comparison size. */
export interface PaperLayers {
  readonly paper: EncodedImage;
  readonly regions: readonly PictureRegion[];
  readonly look: Raster;
}

/**
 * Enough for pure background, not for other marks. Below the comparison size, so that losses show in the
 * comparison.
 */
const COARSE_DPI = 75;
/** Share of the page's area. */
const SMALL_AREA = 0.2;
/** Levels from the median, and the maximum share of samples farther away. */
const FLAT_LEVELS = 4;
const MAX_UNEVEN = 0.002;
/** Levels from the median at comparison size: more is a mark. */
const MAX_SEEN = 10;

/** Marks on the background, and its quality criteria. */
export interface PaperUse extends PaperMarks {
  readonly page: ScannedPage;
  readonly size: ReducedSize;
  /** Returns 1 for each tile that looks worse than in the JPEG. */
  readonly badOf: (look: Raster) => Uint8Array;
  /** True if there are negligibly few of them. */
  readonly isGoodEnough: (look: Raster) => boolean;
}

/** Returns the smallest form of the filled page that shows what the JPEG would have shown, or why there is none. */
export async function encodePaper(
  filled: Raster,
  use: PaperUse,
  settings: PaperSettings,
  codecs: ImageCodecs,
): Promise<PaperLayers | 'encoder-failed' | 'quality-too-low'> {
  const { page, size, stays, isGoodEnough } = use;
  const full = atDpi(filled, page, settings.dpi);
  const fullLook = asReduced(full, page, size);
  // Remaining ink may be small but must not be treated as grain.
  const flat = stays.includes(STAYING_INK) ? null : flatColor(full, fullLook);
  if (flat !== null) {
    const made = flatPaper(flat, page, size, settings.space);
    if (isGoodEnough(made.look)) return made;
  }
  const coding = { filled, page, size, settings, codecs };
  const coarse = COARSE_DPI < settings.dpi ? await coarsePaper(filled, fullLook, use, coding) : null;
  // With small image regions, coarse background is never larger.
  if (coarse !== null && areaOfAll(coarse.regions) < SMALL_AREA) return coarse;
  const whole = await coded(full, [], coding);
  const isSmaller = whole !== null && (coarse === null || bytesOf(whole) < bytesOf(coarse));
  if (isSmaller && isGoodEnough(whole.look)) return whole;
  return coarse ?? (whole === null ? 'encoder-failed' : 'quality-too-low');
}

async function coarsePaper(
  filled: Raster,
  fullLook: Raster,
  use: PaperUse,
  coding: Coding,
): Promise<PaperLayers | null> {
  const { page, size, badOf, isGoodEnough } = use;
  const coarse = atDpi(filled, page, COARSE_DPI);
  const look = asReduced(coarse, page, size);
  const regions = findPictureRegions(fullLook, look, use, badOf(look));
  const tried = regions === null ? null : await coded(coarse, regions, coding, coding.settings.coarseQuality);
  return tried !== null && isGoodEnough(tried.look) ? tried : null;
}

function areaOfAll(regions: readonly PictureRegion[]): number {
  return regions.reduce((sum, { width, height }) => sum + width * height, 0);
}

interface Coding {
  readonly filled: Raster;
  readonly page: ScannedPage;
  readonly size: ReducedSize;
  readonly settings: PaperSettings;
  readonly codecs: ImageCodecs;
}

function bytesOf({ paper, regions }: PaperLayers): number {
  return regions.reduce((sum, { image }) => sum + image.data.bytes.length + 190, paper.data.bytes.length);
}

export function atDpi(filled: Raster, { dpi }: ScannedPage, asked: number): Raster {
  if (asked >= dpi) return filled;
  const side = (pixels: number) => Math.max(1, Math.round((pixels * asked) / dpi));
  return downsample(filled, side(filled.width), side(filled.height));
}

async function coded(
  paper: Raster,
  boxes: readonly Box[],
  { filled, page, size, settings, codecs }: Coding,
  quality = settings.quality,
): Promise<PaperLayers | null> {
  const base = await jpegOf(paper, { ...settings, quality }, codecs);
  if (base === null) return null;
  const look = asReduced(base.look, page, size);
  const regions: PictureRegion[] = [];
  for (const box of boxes) {
    const part = cut(filled, box, size);
    const made = await jpegOf(atDpi(part.raster, page, settings.dpi), settings, codecs);
    if (made === null) return null;
    regions.push({ ...part.place, image: made.image });
    paste(look, made.look, box);
  }
  return { paper: base.image, regions, look };
}

export async function jpegOf(raster: Raster, { quality, chroma, space }: PaperSettings, codecs: ImageCodecs) {
  const bytes = draftJpeg(raster, { quality, chroma })?.finish();
  if (bytes === undefined) return null;
  const look = await codecs.dct.decode(bytes, raster.channels === 1 ? 1 : 3);
  if (look === null) return null;
  const image: EncodedImage = {
    width: raster.width,
    height: raster.height,
    bits: 8,
    space,
    data: { kind: 'dct', bytes, coding: 'new' },
  };
  return { image, look };
}

/** Cuts a box of tiles out of the page, up to the page's edge for the last tiles. */
export function cut(source: Raster, box: Box, { factor, width, height }: ReducedSize) {
  const { channels, samples } = source;
  const left = box.left * TILE * factor;
  const top = box.top * TILE * factor;
  const right = box.right * TILE >= width ? source.width : box.right * TILE * factor;
  const bottom = box.bottom * TILE >= height ? source.height : box.bottom * TILE * factor;
  const out = new Uint8Array((right - left) * (bottom - top) * channels);
  for (let y = top; y < bottom; y += 1) {
    const from = (y * source.width + left) * channels;
    out.set(samples.subarray(from, from + (right - left) * channels), (y - top) * (right - left) * channels);
  }
  return {
    raster: { width: right - left, height: bottom - top, channels, samples: out },
    place: {
      x: left / source.width,
      y: 1 - bottom / source.height,
      width: (right - left) / source.width,
      height: (bottom - top) / source.height,
    },
  };
}

/** Pastes the image of a box into the look of the background; its resolution is that of the comparison or finer. */
function paste(look: Raster, picture: Raster, box: Box): void {
  const { channels } = look;
  const left = box.left * TILE;
  const top = box.top * TILE;
  const width = Math.min(look.width, box.right * TILE) - left;
  const height = Math.min(look.height, box.bottom * TILE) - top;
  const isFiner = picture.width >= width && picture.height >= height;
  const fitted = isFiner ? downsample(picture, width, height) : null;
  if (fitted === null) return;
  for (let y = 0; y < height; y += 1) {
    const row = fitted.samples.subarray(y * width * channels, (y + 1) * width * channels);
    look.samples.set(row, ((top + y) * look.width + left) * channels);
  }
}

/** Returns the median of each channel if almost no sample is farther away, and none visibly; else null. */
function flatColor({ channels, samples }: Raster, look: Raster): Uint8Array | null {
  const color = new Uint8Array(channels);
  const pixels = samples.length / channels;
  for (let channel = 0; channel < channels; channel += 1) {
    const counts = new Int32Array(256);
    for (let at = channel; at < samples.length; at += channels) counts[samples[at]!]! += 1;
    let left = pixels / 2;
    let level = 0;
    while (level < 255 && (left -= counts[level]!) > 0) level += 1;
    let uneven = 0;
    for (let at = 0; at < 256; at += 1) if (Math.abs(at - level) > FLAT_LEVELS) uneven += counts[at]!;
    if (uneven > pixels * MAX_UNEVEN) return null;
    for (let at = channel; at < look.samples.length; at += channels) {
      if (Math.abs(look.samples[at]! - level) > MAX_SEEN) return null;
    }
    color[channel] = level;
  }
  return color;
}

function flatPaper(
  color: Uint8Array,
  { raster: { channels } }: ScannedPage,
  { width, height }: ReducedSize,
  space: EncodedSpace,
): PaperLayers {
  const samples = new Uint8Array(width * height * channels);
  for (let at = 0; at < samples.length; at += 1) samples[at] = color[at % channels]!;
  return { paper: onePixel(color, space), regions: [], look: { width, height, channels, samples } };
}

/** A one-pixel image: a color in any color space of images. */
export function onePixel(color: Uint8Array, space: EncodedSpace): EncodedImage {
  const { bytes } = encodeFlate({ width: 1, height: 1, colors: color.length, bits: 8, rows: color });
  return { width: 1, height: 1, bits: 8, space, data: { kind: 'flate', bytes, predictorColors: null } };
}
