import { type JpxObstacle, readJpxHeader } from '../codecs/jpx/header.ts';
import type { Channels, Raster } from '../codecs/pixels/raster.ts';
import { encodedBytes } from './encoded-image.ts';
import type { ImageCodecs } from './image-codecs.ts';
import { recodeSoftMask } from './masks/soft-mask.ts';
import { hasIndexBeyond, type IndexedSpace, recodeIndexed, recodeRaster } from './samples-job.ts';
import {
  type AlphaGuide,
  channelsOf,
  type ImageResult,
  type ImageSource,
  type KeptImage,
  kept,
  type RecodeJob,
} from './types.ts';

type JpxSource = Extract<ImageSource, { kind: 'jpx' }>;

/** Halving inside the decoder saves most of its time; this much above the target remains for the better filter. */
const SPARE_FOR_RESAMPLING = 1.3;

/** Decodes JPEG 2000, which stays or becomes something else. Only `jpx-form.ts` writes it, where that is asked for. */
export async function runJpxJob(
  job: RecodeJob,
  source: JpxSource,
  codecs: ImageCodecs,
): Promise<ImageResult> {
  if (job.refusal !== null) return kept(job.refusal);
  if (source.hasOpacity) return recodeSeenThrough(job, source, codecs);
  const { kind } = job.space;
  if (kind === 'indexed') return recodeIndexes(job, job.space, source, codecs);
  if (kind === 'other' || kind === 'inks') return kept('unsupported-color-space');
  const raster = await decodedJpx(job, source, channelsOf(job.space), codecs);
  if ('kind' in raster) return raster;
  const result = await recodeRaster({ ...job, bits: 8 }, raster, raster.samples, codecs);
  return source.hasOwnSpace ? inNamedSpace(result, kind === 'gray' ? 'DeviceGray' : 'DeviceRGB') : result;
}

/** Names the data's own color space (sRGB or gray; otherwise the job would differ) in the dictionary. */
function inNamedSpace(result: ImageResult, kind: 'DeviceGray' | 'DeviceRGB'): ImageResult {
  return result.kind === 'kept' ? result : { ...result, image: { ...result.image, space: { kind } } };
}

/** Recodes red, green, blue and opacity: an image, and its soft mask if it hides anything. */
async function recodeSeenThrough(
  job: RecodeJob,
  source: JpxSource,
  codecs: ImageCodecs,
): Promise<ImageResult> {
  const header = readJpxHeader(source.data);
  const isRead = header?.opacity === true && header.components === 4 && job.space.kind === 'rgb';
  // Without `cdef`, readers differ on the fourth component: opacity, ink, or nothing.
  if (!isRead) return kept('jpx-alpha');
  // A search only tries the image and would ignore the size of the mask.
  if (job.search !== undefined) return kept('unsupported-filter');
  const { width, height } = job;
  const whole = await decodedJpx({ ...job, target: job }, source, 4, codecs);
  if ('kind' in whole) return whole;
  const colors: Raster = { width, height, channels: 3, samples: channelsFrom(whole.samples, 4, 0, 3) };
  const seen: Raster = { width, height, channels: 1, samples: channelsFrom(whole.samples, 4, 3, 1) };
  const asMask = { ...job, role: 'soft-mask', space: { kind: 'gray' }, bits: 8, alpha: null } as const;
  const mask = recodeSoftMask({ ...asMask, storedBytes: Number.POSITIVE_INFINITY }, seen);
  if (mask.kind === 'kept') return mask;
  const opacity = mask.constant === 255 ? null : mask.image;
  const alpha: AlphaGuide = {
    ...{ width, height, bits: 8, inverted: false },
    source: { kind: 'samples', rows: seen.samples },
  };
  const storedBytes = job.storedBytes - (opacity === null ? 0 : encodedBytes(opacity) + MASK_OBJECT_BYTES);
  const result = await recodeRaster({ ...job, bits: 8, alpha, storedBytes }, colors, colors.samples, codecs);
  const named = source.hasOwnSpace ? inNamedSpace(result, 'DeviceRGB') : result;
  return named.kind === 'kept' || opacity === null ? named : { ...named, opacity };
}

/** Bytes of a soft mask's dictionary and reference. */
const MASK_OBJECT_BYTES = 150;

function channelsFrom(samples: Uint8Array, channels: number, first: number, count: number): Uint8Array {
  const pixels = samples.length / channels;
  const taken = new Uint8Array(pixels * count);
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    for (let channel = 0; channel < count; channel += 1) {
      taken[pixel * count + channel] = samples[pixel * channels + first + channel]!;
    }
  }
  return taken;
}

/** No JPEG is smaller than data of which a byte makes more samples. */
const SPARSE_RATIO = 600;
/** Samples that any image may have; OpenJPEG holds each twice, in 32 bits. */
const SPARSE_SAMPLES = 8_000_000;

/** Returns whether the data is hardly more than one color, and its samples would take much memory. */
function isTooSparse(
  { width, height }: RecodeJob,
  { data }: JpxSource,
  components: number,
  reducePower: number,
): boolean {
  const samples = width * height * components;
  return samples > SPARSE_RATIO * data.length && samples / 4 ** reducePower > SPARSE_SAMPLES;
}

/**
 * Returns the samples, possibly with fewer pixels than the file but not fewer than the target, or why there
 * are none.
 */
export async function decodedJpx(
  job: RecodeJob,
  source: JpxSource,
  components: number,
  codecs: ImageCodecs,
  ignored: JpxObstacle | null = null,
): Promise<Raster | KeptImage> {
  // Exact forms of wavelet-coded images are larger.
  if (!job.settings.mayBecomeJpeg) return kept('jpeg-not-allowed');
  if (components !== 1 && components !== 3 && components !== 4) return kept('unsupported-color-space');
  const header = readJpxHeader(source.data);
  if (header === null) return kept('damaged-data');
  if (header.obstacle === 'many-blocks') return kept('too-many-pixels');
  if (header.obstacle !== null && header.obstacle !== ignored) return kept('unsupported-filter');
  if (header.width !== job.width || header.height !== job.height) return kept('damaged-data');

  const reducePower = Math.min(header.levels, reductions(job));
  if (isTooSparse(job, source, components, reducePower)) return kept('too-many-pixels');
  const decoded = await codecs.decodeJpx(source.data, components, reducePower);
  if (decoded === null || decoded.damaged) return kept('damaged-data');
  return {
    width: decoded.width,
    height: decoded.height,
    channels: components satisfies Channels,
    samples: to8Bits(decoded.samples, decoded.bitsPerComponent),
  };
}

/**
 * Recodes samples that are palette indexes: exactly or not at all, and never halved. Readers take the palette of
 * the dictionary and ignore one inside of the data.
 */
async function recodeIndexes(
  job: RecodeJob,
  space: IndexedSpace,
  source: JpxSource,
  codecs: ImageCodecs,
): Promise<ImageResult> {
  const header = readJpxHeader(source.data);
  // Two decoders may round lossy wavelets to different indexes.
  if (header?.reversible === false) return kept('unsupported-color-space');
  if (header !== null && header.bitsPerComponent !== 8) return kept('unsupported-bits');
  const settings = { ...job.settings, mayBecomeJpeg: true };
  const whole = { ...job, settings, target: { width: job.width, height: job.height } };
  const raster = await decodedJpx(whole, source, 1, codecs, 'palette');
  if ('kind' in raster) return raster;
  if (hasIndexBeyond(raster.samples, space)) return kept('damaged-data');
  return recodeIndexed({ ...job, bits: 8 }, space, raster.samples, codecs);
}

/** Returns how often both sides can be halved while clearly above the target. */
function reductions(job: RecodeJob): number {
  let power = 0;
  while (job.width / 2 ** (power + 1) >= job.target.width * SPARE_FOR_RESAMPLING) power += 1;
  return power;
}

function to8Bits(samples: Uint8Array | Uint16Array, bits: number): Uint8Array {
  if (bits === 8 && samples instanceof Uint8Array) return samples;
  const highest = 2 ** bits - 1;
  return Uint8Array.from(samples, (sample) => Math.round((sample * 255) / highest));
}
