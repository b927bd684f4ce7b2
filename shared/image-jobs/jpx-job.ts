import { readJpxHeader } from '../codecs/jpx/header.ts';
import type { Channels, Raster } from '../codecs/pixels/raster.ts';
import type { ImageCodecs } from './image-codecs.ts';
import { hasIndexBeyond, type IndexedSpace, recodeIndexed, recodeRaster } from './samples-job.ts';
import {
  channelsOf,
  type ImageJob,
  type ImageJobResult,
  type ImageSource,
  type KeptImage,
  kept,
} from './types.ts';

type JpxSource = Extract<ImageSource, { kind: 'jpx' }>;

/** Halving inside the decoder saves most of its time; what is left above the target is for the finer filter. */
const SPARE_FOR_RESAMPLING = 1.3;

/** JPEG 2000: wavelets are read, never written, since many readers are slow or poor at them and PDF/A-1 forbids them. */
export async function runJpxJob(
  job: ImageJob,
  source: JpxSource,
  codecs: ImageCodecs,
): Promise<ImageJobResult> {
  if (job.refusal !== null) return kept(job.refusal);
  const { kind } = job.space;
  if (kind === 'indexed') return recodeIndexes(job, job.space, source, codecs);
  if (kind === 'other' || kind === 'inks') return kept('unsupported-color-space');
  const raster = await decodedJpx(job, source, channelsOf(job.space), codecs);
  if ('kind' in raster) return raster;
  const result = await recodeRaster({ ...job, bits: 8 }, raster, raster.samples, codecs);
  if (!source.hasOwnSpace || result.kind === 'kept') return result;
  // What the data named itself (sRGB or gray, or the job would be another) the dictionary has to name now.
  return {
    ...result,
    image: { ...result.image, space: { kind: kind === 'gray' ? 'DeviceGray' : 'DeviceRGB' } },
  };
}

/** The samples, perhaps of fewer pixels than the file has but not fewer than the target's, or why there are none. */
export async function decodedJpx(
  job: ImageJob,
  source: JpxSource,
  components: number,
  codecs: ImageCodecs,
): Promise<Raster | KeptImage> {
  // Exact forms of what wavelets hold are larger than they.
  if (!job.settings.mayBecomeJpeg) return kept('jpeg-not-allowed');
  if (components !== 1 && components !== 3 && components !== 4) return kept('unsupported-color-space');
  const header = readJpxHeader(source.data);
  if (header === null) return kept('damaged-data');
  if (header.obstacle !== null) return kept('unsupported-filter');
  if (header.width !== job.width || header.height !== job.height) return kept('damaged-data');

  const reducePower = Math.min(header.levels, reductions(job));
  const decoded = await codecs.decodeJpx(source.data, components, reducePower);
  if (decoded === null || decoded.damaged) return kept('damaged-data');
  return {
    width: decoded.width,
    height: decoded.height,
    channels: components satisfies Channels,
    samples: to8Bits(decoded.samples, decoded.bitsPerComponent),
  };
}

/** Samples that name colours: exact or not at all, and never halved. */
async function recodeIndexes(
  job: ImageJob,
  space: IndexedSpace,
  source: JpxSource,
  codecs: ImageCodecs,
): Promise<ImageJobResult> {
  const header = readJpxHeader(source.data);
  // Two decoders may round what is not coded in integers to two indexes.
  if (header?.reversible === false) return kept('unsupported-color-space');
  if (header !== null && header.bitsPerComponent !== 8) return kept('unsupported-bits');
  const settings = { ...job.settings, mayBecomeJpeg: true };
  const whole = { ...job, settings, target: { width: job.width, height: job.height } };
  const raster = await decodedJpx(whole, source, 1, codecs);
  if ('kind' in raster) return raster;
  if (hasIndexBeyond(raster.samples, space)) return kept('damaged-data');
  return recodeIndexed({ ...job, bits: 8 }, space, raster.samples, codecs);
}

/** How often both sides may be halved and stay clearly above the target. */
function reductions(job: ImageJob): number {
  let power = 0;
  while (job.width / 2 ** (power + 1) >= job.target.width * SPARE_FOR_RESAMPLING) power += 1;
  return power;
}

function to8Bits(samples: Uint8Array | Uint16Array, bits: number): Uint8Array {
  if (bits === 8 && samples instanceof Uint8Array) return samples;
  const highest = 2 ** bits - 1;
  return Uint8Array.from(samples, (sample) => Math.round((sample * 255) / highest));
}
