import { readDctHeader } from './dct-header.ts';
import { unpackBits } from './flate-image.ts';
import type { ImageCodecs } from './image-codecs.ts';
import type { AlphaGuide } from './image-job-types.ts';
import type { Raster } from './raster.ts';

/** The mask as one channel where 0 hides, or null when it cannot be read: then nothing is known to be hidden. */
export async function alphaRaster(guide: AlphaGuide, codecs: ImageCodecs): Promise<Raster | null> {
  const raster = await maskSamples(guide, codecs);
  if (raster === null || !guide.inverted) return raster;
  const highest = guide.source.kind === 'dct' ? 255 : 2 ** guide.bits - 1;
  return { ...raster, samples: raster.samples.map((sample) => highest - sample) };
}

async function maskSamples(guide: AlphaGuide, codecs: ImageCodecs): Promise<Raster | null> {
  const { width, height, bits, source } = guide;
  if (source.kind === 'samples') {
    const stride = Math.ceil((width * bits) / 8);
    if (source.rows.length < stride * height) return null;
    const samples = unpackBits(source.rows.subarray(0, stride * height), width, height, bits);
    return { width, height, channels: 1, samples };
  }
  const header = readDctHeader(source.jpeg);
  if (header?.components.length !== 1 || header.precision !== 8 || header.process === 'unsupported')
    return null;
  const raster = await codecs.dct.decode(source.jpeg, 1);
  return raster?.width === width && raster.height === height ? raster : null;
}
