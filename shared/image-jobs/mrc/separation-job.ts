import { readDctHeader } from '../../codecs/jpeg/format/header.ts';
import { jpegQuality } from '../../codecs/jpeg/format/quality.ts';
import { firstChannel, isExactlyGray, type Raster } from '../../codecs/pixels/raster.ts';
import type { MrcRefusal } from '../../report.ts';
import { dctRefusal, unpackedDct } from '../dct-intake.ts';
import { type EncodedImage, type EncodedSpace, encodedBytes } from '../encoded-image.ts';
import type { ImageCodecs } from '../image-codecs.ts';
import { decodedJpx } from '../jpx-job.ts';
import { alphaRaster } from '../masks/alpha.ts';
import {
  type AlphaGuide,
  type ImageJobResult,
  type ImageResult,
  mayBecomeGray,
  type RecodeJob,
} from '../types.ts';
import type { PaperSettings } from './background/paper-layers.ts';
import { maskPixels } from './scanned-page.ts';
import { encodeMrc, type MrcResult } from './separate.ts';

/** Finer background images show nothing more. */
const MAX_PAPER_DPI = 200;
/** Decoded pixels, at three bytes each. */
const MAX_PIXELS = 64_000_000;
/** A page of A2 at 300 dpi, with about eight bytes per pixel during the work. */
const MAX_MASK_PIXELS = 40_000_000;
const MIN_PIXELS = 1_000_000;

/** Returns the layers of a separable page image, or its ordinary result with the reason why not. */
export async function separatedResult(
  job: RecodeJob,
  result: ImageResult,
  dpi: number,
  codecs: ImageCodecs,
): Promise<ImageJobResult> {
  const separation = await runSeparation(job, result, dpi, codecs);
  return separation.kind === 'refused'
    ? { ...result, notSeparated: separation.reason }
    : { kind: 'layers', layers: separation.layers };
}

function refused(reason: MrcRefusal) {
  return { kind: 'refused', reason } as const;
}

async function runSeparation(
  job: RecodeJob,
  result: ImageResult,
  dpi: number,
  codecs: ImageCodecs,
): Promise<MrcResult> {
  const intake = await scanOfJob(job, maskPixels(job, dpi), codecs);
  if (intake.kind === 'refused') return intake;
  const { raster, space } = intake;
  const image = result.kind === 'replaced' ? result.image : null;
  const decoded = image === null ? null : await lookOf(image, codecs);
  const look = inChannels(decoded ?? raster, raster.channels);
  return encodeMrc(
    {
      scan: raster,
      dpi,
      candidate: { look, bytes: image === null ? job.storedBytes : encodedBytes(image) },
      paper: paperSettings(job, image, dpi, space),
      masks: job.settings.jbig2,
    },
    codecs,
  );
}

/** A scan's pixels, and the color space of its layers. */
export interface ScanIntake {
  readonly kind: 'scan';
  /** Gray or RGB. */
  readonly raster: Raster;
  readonly space: EncodedSpace;
}

/**
 * Returns the pixels of a page image if it may become layers or one bit, or why not.
 * @param maskPixels pixels of its masks
 */
export async function scanOfJob(
  job: RecodeJob,
  maskPixels: number,
  codecs: ImageCodecs,
): Promise<ScanIntake | { readonly kind: 'refused'; readonly reason: MrcRefusal }> {
  const { settings, space, width, height } = job;
  if (job.refusal !== null || job.matte !== null) return refused('unsuitable-image');
  if (job.alpha !== null && !(await isOpaque(job.alpha, codecs))) return refused('unsuitable-image');
  if (job.gray !== null) return refused('unsuitable-image');
  if (!settings.mayBecomeJpeg || settings.quality >= 100) return refused('lossless');
  if (job.bits !== 8 || (space.kind !== 'gray' && space.kind !== 'rgb')) return refused('unsuitable-image');
  const pixels = width * height;
  const isTooLarge = pixels > MAX_PIXELS || maskPixels > MAX_MASK_PIXELS;
  if (pixels < MIN_PIXELS || isTooLarge) return refused('unsuitable-size');

  const scan = await sourceRaster(job, codecs);
  if (scan === null) return refused('unsuitable-image');
  const isGray = scan.channels === 3 && mayBecomeGray(job) && isExactlyGray(scan);
  return { kind: 'scan', raster: isGray ? firstChannel(scan) : scan, space: paperSpace(job, isGray) };
}

/** A mask that hides nothing, as added by printing systems. */
async function isOpaque(alpha: AlphaGuide, codecs: ImageCodecs): Promise<boolean> {
  const raster = await alphaRaster(alpha, codecs);
  return raster?.samples.every((level) => level === 255) ?? false;
}

/** The dictionary must name a JPX file's own color space. */
function paperSpace({ source, space }: RecodeJob, isGray: boolean): EncodedSpace {
  if (isGray) return { kind: 'DeviceGray' };
  if (source.kind !== 'jpx' || !source.hasOwnSpace) return { kind: 'same' };
  return { kind: space.kind === 'gray' ? 'DeviceGray' : 'DeviceRGB' };
}

/** Settings equal to those of the page's ordinary form. */
export function paperSettings(
  { settings, target, width }: RecodeJob,
  image: EncodedImage | null,
  dpi: number,
  space: EncodedSpace,
): PaperSettings {
  const isJpeg = image?.data.kind === 'dct';
  const header = isJpeg ? readDctHeader(image.data.bytes) : null;
  const stored = header === null ? settings.quality : jpegQuality(header);
  const kept = isJpeg ? image.width : target.width;
  const luma = header?.components[0];
  const isFull = header?.components.every(
    ({ horizontal, vertical }) => horizontal === luma?.horizontal && vertical === luma.vertical,
  );
  return {
    quality: Math.min(settings.quality, stored),
    coarseQuality: settings.quality,
    chroma: isFull === true ? '4:4:4' : '4:2:0',
    dpi: Math.min(MAX_PAPER_DPI, (dpi * kept) / width),
    space,
  };
}

/** Null if it is no JPEG: then it is a lossless form of the scan. */
async function lookOf({ data }: EncodedImage, codecs: ImageCodecs): Promise<Raster | null> {
  if (data.kind !== 'dct') return null;
  const header = readDctHeader(data.bytes);
  const components = header?.components.length;
  return components === 1 || components === 3 ? codecs.dct.decode(data.bytes, components) : null;
}

/** A scan with equal channels is compared by one of them. */
function inChannels(look: Raster, channels: Raster['channels']): Raster {
  if (look.channels === channels) return look;
  if (channels === 1) return firstChannel(look);
  const samples = new Uint8Array(look.width * look.height * 3);
  for (let at = 0; at < samples.length; at += 1) samples[at] = look.samples[Math.trunc(at / 3)];
  return { ...look, channels: 3, samples };
}

/** Returns all pixels of the page as stored; null if they cannot be decoded with certainty. */
async function sourceRaster(job: RecodeJob, codecs: ImageCodecs): Promise<Raster | null> {
  const { source, width, height } = job;
  const channels = job.space.kind === 'gray' ? 1 : 3;
  switch (source.kind) {
    case 'samples': {
      const needed = width * height * channels;
      if (source.packing !== undefined || source.rows.length < needed) return null;
      return { width, height, channels, samples: source.rows.subarray(0, needed) };
    }
    case 'dct': {
      const header = readDctHeader(source.jpeg);
      if (header === null || dctRefusal(job, source, header, channels) !== null) return null;
      return unpackedDct(job, source, channels, codecs);
    }
    case 'jpx': {
      const raster = await decodedJpx({ ...job, target: { width, height } }, source, channels, codecs);
      return 'kind' in raster || raster.width !== width ? null : raster;
    }
    default:
      return null;
  }
}
