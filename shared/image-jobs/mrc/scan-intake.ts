import { readDctHeader } from '../../codecs/jpeg/format/header.ts';
import { firstChannel, isExactlyGray, type Raster } from '../../codecs/pixels/raster.ts';
import type { MrcRefusal } from '../../report.ts';
import { dctRefusal, unpackedDct } from '../dct-intake.ts';
import type { EncodedSpace } from '../encoded-image.ts';
import type { ImageCodecs } from '../image-codecs.ts';
import { decodedJpx } from '../jpx-job.ts';
import { alphaRaster } from '../masks/alpha.ts';
import { type AlphaGuide, mayBecomeGray, type RecodeJob } from '../types.ts';

/** Decoded pixels, at three bytes each. */
const MAX_PIXELS = 64_000_000;
/** A page of A2 at 300 dpi, with about eight bytes per pixel during the work. */
const MAX_MASK_PIXELS = 40_000_000;
const MIN_PIXELS = 1_000_000;

/** A scan's pixels, and the color space of its layers. */
export interface ScanIntake {
  readonly kind: 'scan';
  /** Gray or RGB. */
  readonly raster: Raster;
  readonly space: EncodedSpace;
}

export type ScanReading = ScanIntake | { readonly kind: 'refused'; readonly reason: MrcRefusal };

/** Returns whether a page of this many pixels, with masks of `maskPixels`, is too large to work on. */
export function isTooLarge(
  { width, height }: Pick<RecodeJob, 'width' | 'height'>,
  maskPixels: number,
): boolean {
  return width * height > MAX_PIXELS || maskPixels > MAX_MASK_PIXELS;
}

/** Returns the pixels of a page image if it may become layers or one bit, or why not. */
export async function readScan(job: RecodeJob, codecs: ImageCodecs): Promise<ScanReading> {
  const { settings, space, width, height } = job;
  if (job.refusal !== null || job.matte !== null) return refused('unsuitable-image');
  if (job.alpha !== null && !(await isOpaque(job.alpha, codecs))) return refused('unsuitable-image');
  if (job.gray !== null) return refused('unsuitable-image');
  if (!settings.mayBecomeJpeg || settings.quality >= 100) return refused('lossless');
  if (job.bits !== 8 || (space.kind !== 'gray' && space.kind !== 'rgb')) return refused('unsuitable-image');
  if (width * height < MIN_PIXELS || width * height > MAX_PIXELS) return refused('unsuitable-size');

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

function refused(reason: MrcRefusal) {
  return { kind: 'refused', reason } as const;
}
