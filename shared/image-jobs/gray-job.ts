import { samplesFromBitmap } from '../codecs/bitmap.ts';
import { withoutChroma } from '../codecs/dct/without-chroma.ts';
import { eightOfSixteenBits, rowBytes } from '../codecs/flate/flate-image.ts';
import { unpackBits } from '../codecs/flate/sample-bits.ts';
import { readDctHeader } from '../codecs/jpeg/format/header.ts';
import { jpegQuality } from '../codecs/jpeg/format/quality.ts';
import { type GrayConversion, grayRaster } from '../codecs/pixels/gray-conversion.ts';
import type { Raster } from '../codecs/pixels/raster.ts';
import { type DctSource, dctRefusal, hasLuminance, unpackedDct } from './dct-intake.ts';
import { runDctJob } from './dct-job.ts';
import type { ImageCodecs } from './image-codecs.ts';
import { decodedJpx } from './jpx-job.ts';
import { unblendedResult, withoutMatte } from './masks/matte.ts';
import { regainedQuality } from './quality.ts';
import { recodeRaster } from './samples-job.ts';
import { type ImageResult, type KeptImage, kept, type RecodeJob } from './types.ts';

/** Maximum pixels of a JPEG whose coefficients are read at once, with two bytes per component. */
const MAX_PIXELS = 80_000_000;

/**
 * Converts a color image to gray: one 8-bit component without `/Decode`. The luminance of a YCbCr JPEG is
 * kept exactly, so that only color is lost; all other images are decoded. Unsuitable images are `kept`, with
 * the reason.
 */
export async function runGrayJob(
  job: RecodeJob,
  conversion: GrayConversion,
  codecs: ImageCodecs,
): Promise<ImageResult> {
  const luma = job.source.kind === 'dct' ? lumaJob(job, job.source, conversion) : null;
  if (luma !== null) return runDctJob(luma.job, luma.source, codecs);

  const unpacked = await unpackedLevels(job, conversion.components, codecs);
  if ('kind' in unpacked) return unpacked;
  // Mattes exist for three or four components only.
  const channels = conversion.components === 4 ? 4 : 3;
  const own = job.matte === null ? unpacked : await withoutMatte(job, { ...unpacked, channels }, codecs);
  if (own === null) return kept('matte');
  const gray = grayRaster(own, conversion);
  const result = await recodeRaster(grayJob(job, gray), gray, gray.samples, codecs);
  return job.matte === null ? result : unblendedResult(result);
}

/** Bytes of a plain gray image besides its samples: an upper bound for any further form. */
const PLAIN_FORM_BYTES = 1024;

/** Returns the job for the gray image. Its bytes are compared with a plain gray form, not with the color image. */
function grayJob(job: RecodeJob, gray: Raster): RecodeJob {
  const { source, settings } = job;
  const header = source.kind === 'dct' ? readDctHeader(source.jpeg) : null;
  const most = header === null ? 100 : regainedQuality(jpegQuality(header), 1);
  return {
    ...job,
    bits: 8,
    space: { kind: 'gray' },
    matte: null,
    refusal: null,
    gray: null,
    storedBytes: gray.samples.length + PLAIN_FORM_BYTES,
    settings: { ...settings, quality: Math.min(settings.quality, most), mayChangeSpace: true },
  };
}

/** Returns the job for the luminance alone, if that is the requested gray. */
function lumaJob(
  job: RecodeJob,
  source: DctSource,
  { rule, decode }: GrayConversion,
): { readonly job: RecodeJob; readonly source: DctSource } | null {
  if (rule.kind !== 'rgb' || decode !== null || job.matte !== null) return null;
  const header = readDctHeader(source.jpeg);
  if (header === null || dctRefusal(job, source, header, 3) !== null) return null;
  if (!hasLuminance(header, source)) return null;
  const jpeg = withoutChroma(source.jpeg, MAX_PIXELS);
  if (jpeg === null) return null;
  return {
    // One byte more than its size, so that it is used even if nothing makes it smaller.
    job: { ...job, space: { kind: 'gray' }, gray: null, refusal: null, storedBytes: jpeg.length + 1 },
    source: { kind: 'dct', jpeg, colorTransform: null },
  };
}

/** Interleaved levels from 0 to 255, of any number of components. */
type Levels = Pick<Raster, 'width' | 'height' | 'samples'>;
type Unpacked = Levels | KeptImage;

async function unpackedLevels(job: RecodeJob, components: number, codecs: ImageCodecs): Promise<Unpacked> {
  const { source, width, height } = job;
  switch (source.kind) {
    case 'samples':
      return sampleLevels(job, source.rows, components);
    case 'ccitt':
    case 'jbig2': {
      if (job.bits !== 1 || components !== 1) return kept('damaged-data');
      const read = await codecs.readBilevel(width, height, source);
      return read.kind === 'unread'
        ? kept(read.reason)
        : sampleLevels(job, samplesFromBitmap(read.bitmap), 1);
    }
    case 'dct':
      return dctLevels(job, source, components, codecs);
    case 'jpx':
      return decodedJpx(job, source, components, codecs);
  }
}

function sampleLevels({ width, height, bits }: RecodeJob, rows: Uint8Array, components: number): Unpacked {
  const needed = rowBytes({ width, colors: components, bits }) * height;
  if (rows.length < needed) return kept('damaged-data');
  const used = rows.subarray(0, needed);
  if (bits === 16) return { width, height, samples: eightOfSixteenBits(used) };
  const values = unpackBits(used, width * components, height, bits);
  const highest = 2 ** bits - 1;
  const samples = bits === 8 ? values : values.map((value) => (value * 255) / highest);
  return { width, height, samples };
}

async function dctLevels(
  job: RecodeJob,
  source: DctSource,
  components: number,
  codecs: ImageCodecs,
): Promise<Unpacked> {
  const header = readDctHeader(source.jpeg);
  if (header === null) return kept('damaged-data');
  const refusal = dctRefusal(job, source, header, components);
  if (refusal !== null) return kept(refusal);
  return (await unpackedDct(job, source, components, codecs)) ?? kept('damaged-data');
}
