import { samplesFromBitmap } from '../../codecs/bitmap.ts';
import { unpackBits } from '../../codecs/flate/sample-bits.ts';
import { readDctHeader } from '../../codecs/jpeg/format/header.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import type { BilevelSource } from '../bilevel/bilevel-source.ts';
import type { ImageCodecs } from '../image-codecs.ts';
import type { AlphaGuide } from '../types.ts';

/** Returns the mask as one channel where 0 hides; null if it cannot be read: then nothing is known to be hidden. */
export async function alphaRaster(guide: AlphaGuide, codecs: ImageCodecs): Promise<Raster | null> {
  const raster = await maskSamples(guide, codecs);
  if (raster === null || !guide.inverted) return raster;
  const highest = guide.source.kind === 'dct' ? 255 : 2 ** guide.bits - 1;
  return { ...raster, samples: raster.samples.map((sample) => highest - sample) };
}

async function maskSamples(guide: AlphaGuide, codecs: ImageCodecs): Promise<Raster | null> {
  const { width, height, bits, source } = guide;
  if (source.kind === 'jpx') return null;
  if (source.kind !== 'dct') {
    const rows = source.kind === 'samples' ? source.rows : await bilevelRows(guide, source, codecs);
    const length = Math.ceil((width * bits) / 8) * height;
    if (rows === null || rows.length < length) return null;
    const samples = unpackBits(rows.subarray(0, length), width, height, bits);
    return { width, height, channels: 1, samples };
  }
  const header = readDctHeader(source.jpeg);
  if (header?.components.length !== 1 || header.precision !== 8 || header.process === 'unsupported')
    return null;
  const raster = await codecs.dct.decode(source.jpeg, 1);
  return raster?.width === width && raster.height === height ? raster : null;
}

async function bilevelRows(
  { width, height, bits }: AlphaGuide,
  source: BilevelSource,
  codecs: ImageCodecs,
): Promise<Uint8Array | null> {
  if (bits !== 1) return null;
  const read = await codecs.readBilevel(width, height, source);
  return read.kind === 'unread' ? null : samplesFromBitmap(read.bitmap);
}
