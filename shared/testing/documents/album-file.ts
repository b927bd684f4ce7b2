import { deflate } from '../../codecs/flate/deflate.ts';
import { encodeJbig2 } from '../../codecs/jbig2/encode.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import { createTestHost } from '../host.ts';
import { screenedRamp } from '../pictures/bitmaps.ts';
import { createMozjpegCodec, type MozjpegCodec } from '../pictures/mozjpeg.ts';
import { chart, discMask, gradient, lineArt, photo } from '../pictures/rasters.ts';
import { FileBuilder, onePage } from './files.ts';

/** Object number of an album's first image. */
export const FIRST_IMAGE = 10;

type Image = readonly [dict: string, data: Uint8Array];

/**
 * Rounds of eight different images from 100 to 400 pixels: photos as JPEG, deflated and plain, a chart, line
 * art, a palette, one bit, and an image with a soft mask. The first image of each round is the only one of
 * its width.
 * @param from skips the rounds before
 */
export async function albumFile(rounds: number, from = 0): Promise<Uint8Array> {
  const codec = createMozjpegCodec(createTestHost());
  const images: Image[] = [];
  for (let round = from; round < from + rounds; round += 1) {
    images.push(...(await roundOf(codec, round, FIRST_IMAGE + images.length)));
  }
  const numbers = images.map((_, index) => FIRST_IMAGE + index);
  const names = numbers.map((number) => `/I${number} ${number} 0 R`).join(' ');
  const content = numbers.map((number) => `q 72 0 0 72 ${number} ${number} cm /I${number} Do Q`).join('\n');
  const file = onePage(new FileBuilder(), content, `/Resources << /XObject << ${names} >> >>`);
  for (const [index, [dict, data]] of images.entries()) {
    file.stream(FIRST_IMAGE + index, `/Type /XObject /Subtype /Image ${dict}`, data);
  }
  return file.table('/Root 1 0 R').build();
}

async function roundOf(codec: MozjpegCodec, round: number, first: number): Promise<readonly Image[]> {
  const seed = 100 + round;
  const side = 180 + 20 * round;
  const jpeg = async (raster: Raster): Promise<Image> => [
    `${plainDict(raster)} /Filter /DCTDecode`,
    await codec.encode(raster, { quality: 92, chroma: '4:2:0', scans: 'sequential' }),
  ];
  const bits = screenedRamp(side * 2, side);
  return [
    await jpeg(photo(side * 2 + 1, side, 3, seed)),
    packed(photo(side, side + 20, 3, seed + 1)),
    await jpeg(photo(side, side, 1, seed + 2)),
    [plainDict(photo(side, side, 1)), photo(side, side, 1, seed + 3).samples],
    packed(chart(side * 2, side), `/SMask ${first + 6} 0 R`),
    packed(lineArt(side, side, 3)),
    packed(discMask(side * 2, side)),
    round % 2 === 0
      ? [
          `/Width ${side * 2} /Height ${side} /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode`,
          encodeJbig2(bits),
        ]
      : packed(gradient(side, side, 1), '/ColorSpace [/Indexed /DeviceGray 1 <00FF>]'),
  ];
}

function packed(raster: Raster, entries = ''): Image {
  return [`${plainDict(raster, entries)} /Filter /FlateDecode`, deflate(raster.samples, 1)];
}

function plainDict({ width, height, channels }: Raster, entries = ''): string {
  const space = entries.includes('/ColorSpace')
    ? ''
    : `/ColorSpace ${channels === 1 ? '/DeviceGray' : '/DeviceRGB'}`;
  return `/Width ${width} /Height ${height} /BitsPerComponent 8 ${space} ${entries}`;
}
