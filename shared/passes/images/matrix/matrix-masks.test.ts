import { describe, expect, test } from 'vitest';
import { bitmapFromSamples } from '../../../codecs/bitmap.ts';
import { CCITT_DEFAULTS } from '../../../codecs/ccitt/decode.ts';
import { deflate } from '../../../codecs/flate/deflate.ts';
import { packBits } from '../../../codecs/flate/sample-bits.ts';
import { encodeJbig2 } from '../../../codecs/jbig2/encode.ts';
import type { Raster } from '../../../codecs/pixels/raster.ts';
import { type ObjectSource, type ObjectSources, stream } from '../../../testing/documents/documents.ts';
import { drawnDifference, imageRenders } from '../../../testing/judges/image-renders.ts';
import { encodeCcitt } from '../../../testing/pictures/ccitt-encode.ts';
import { dctImage, flateImage, IMAGE, jpegOf, MASK } from '../../../testing/pictures/image-runs.ts';
import { discMask, lineArt, photo, textPage } from '../../../testing/pictures/rasters.ts';

/** Masks of every kind and depth, and images that are masks of others: PDFium's rendering before and after. */

const WIDTH = 160;
const HEIGHT = 120;
const OTHER = 102;
const picture = photo(WIDTH, HEIGHT, 3);
const disc = discMask(WIDTH, HEIGHT);
const hard = packBits(
  disc.samples.map((sample) => sample >> 7),
  WIDTH,
  HEIGHT,
  1,
);
const letters = packBits(
  textPage(WIDTH, HEIGHT).samples.map((sample) => sample >> 7),
  WIDTH,
  HEIGHT,
  1,
);
const bitmap = bitmapFromSamples(letters, WIDTH, HEIGHT);

const plain = (entries: string, data: Uint8Array) =>
  stream(`/Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} ${entries}`, data);
const grayMask = (bits: number, data: Uint8Array) =>
  plain(`/BitsPerComponent ${bits} /ColorSpace /DeviceGray /Filter /FlateDecode`, deflate(data, 1));
const fewBits = (bits: 1 | 2 | 4) =>
  grayMask(
    bits,
    packBits(
      disc.samples.map((sample) => sample >> (8 - bits)),
      WIDTH,
      HEIGHT,
      bits,
    ),
  );
const sixteenBits = grayMask(16, Uint8Array.from([...disc.samples].flatMap((sample) => [sample, sample])));

interface Outcome {
  readonly codecs: Readonly<Record<number, string>>;
  readonly mean: number;
}

/** Draws one image, or two that overlap by half. */
async function draws(objects: ObjectSources, { codecs, mean }: Outcome, options = {}): Promise<void> {
  const { before, after, reports } = await imageRenders(objects, { quality: 85, ...options });
  for (const [number, expected] of Object.entries(codecs)) {
    const outcome = reports.find(({ object }) => object === Number(number))?.outcome;
    expect(outcome?.kind === 'replaced' ? outcome.codec : outcome?.reason, number).toBe(expected);
  }
  expect(new Set(before).size, 'something is drawn').toBeGreaterThan(3);
  const found = drawnDifference(before, after);
  expect(found.mean).toBeLessThanOrEqual(mean);
  expect(found.worst).toBeLessThanOrEqual(mean * 5);
  if (mean > 0) expect(found.mean).toBeGreaterThan(0);
}

const twoDrawn = {
  3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 90 0 R /Resources << /XObject << /Im ${IMAGE} 0 R /Other ${OTHER} 0 R >> >> >>`,
  90: stream(
    '',
    '0.2 0.6 0.9 rg 0 0 200 200 re f q 160 0 0 80 20 20 cm /Im Do Q q 160 0 0 80 20 100 cm /Other Do Q',
  ),
};

describe('a soft mask of', () => {
  test.each<[string, ObjectSource, string]>([
    ['1 bit', fewBits(1), 'jbig2'],
    ['2 bits', fewBits(2), 'flate'],
    ['4 bits', fewBits(4), 'flate'],
    ['16 bits', sixteenBits, 'flate'],
    [
      'a fax page',
      plain(
        `/BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${WIDTH} >>`,
        encodeCcitt(bitmap, { ...CCITT_DEFAULTS, k: -1 }),
      ),
      'jbig2',
    ],
    [
      'JBIG2',
      plain('/BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode', encodeJbig2(bitmap)),
      'not-smaller',
    ],
    ['plain bytes', plain('/BitsPerComponent 8 /ColorSpace /DeviceGray', disc.samples), 'flate'],
    ['eight bits, turned', flateImage(disc, '/Decode [1 0]'), 'flate'],
  ])('%s', async (_name, mask, codec) => {
    const objects = { [IMAGE]: flateImage(picture, `/SMask ${MASK} 0 R`), [MASK]: mask };
    await draws(objects, { codecs: { [IMAGE]: 'dct', [MASK]: codec }, mean: 4 });
    // Only the mask: without lossy options, it stays exact.
    await draws(objects, { codecs: { [IMAGE]: 'flate' }, mean: 0 }, { convertToJpeg: false });
  });

  test('a JPEG, which stays one', async () => {
    const soft = photo(WIDTH, HEIGHT, 1);
    const objects = {
      [IMAGE]: flateImage(picture, `/SMask ${MASK} 0 R`),
      [MASK]: dctImage(soft, await jpegOf(soft, 97)),
    };
    await draws(objects, { codecs: { [IMAGE]: 'dct', [MASK]: 'dct' }, mean: 4 });
  });

  test('two images, each of which it cuts out', async () => {
    const objects = {
      ...twoDrawn,
      [IMAGE]: flateImage(picture, `/SMask ${MASK} 0 R`),
      [OTHER]: flateImage(photo(WIDTH, HEIGHT, 1, 9), `/SMask ${MASK} 0 R`),
      [MASK]: flateImage(disc),
    };
    await draws(objects, { codecs: { [IMAGE]: 'dct', [OTHER]: 'dct', [MASK]: 'flate' }, mean: 4 });
  });

  test('an image that is drawn itself', async () => {
    const objects = {
      ...twoDrawn,
      [IMAGE]: flateImage(picture, `/SMask ${OTHER} 0 R`),
      [OTHER]: flateImage(disc),
    };
    await draws(objects, { codecs: { [IMAGE]: 'dct', [OTHER]: 'flate' }, mean: 4 });
  });
});

describe('a stencil that cuts out', () => {
  const stencil = (entries = '', data = hard) => plain(`/ImageMask true ${entries}`, data);
  const fax = stencil(
    `/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${WIDTH} >>`,
    encodeCcitt(bitmap, { ...CCITT_DEFAULTS, k: -1 }),
  );
  test.each<[string, ObjectSource, string]>([
    ['plain bits', stencil(), 'jbig2'],
    ['turned bits', stencil('/Decode [1 0]'), 'jbig2'],
    ['a fax page', fax, 'jbig2'],
    ['JBIG2', stencil('/Filter /JBIG2Decode', encodeJbig2(bitmap)), 'not-smaller'],
  ])('a photo, of %s', async (_name, mask, codec) => {
    const objects = { [IMAGE]: flateImage(picture, `/Mask ${MASK} 0 R`), [MASK]: mask };
    await draws(objects, { codecs: { [IMAGE]: 'dct', [MASK]: codec }, mean: 4 });
  });

  test('a photo and is painted itself', async () => {
    const objects = {
      ...twoDrawn,
      [IMAGE]: flateImage(picture, `/Mask ${OTHER} 0 R`),
      [OTHER]: stencil(),
    };
    await draws(objects, { codecs: { [IMAGE]: 'dct', [OTHER]: 'jbig2' }, mean: 4 });
  });

  test('a bilevel page and a drawing, without a trace', async () => {
    const objects = {
      ...twoDrawn,
      [IMAGE]: plain(`/BitsPerComponent 1 /ColorSpace /DeviceGray /Mask ${MASK} 0 R`, letters),
      [OTHER]: flateImage(lineArt(WIDTH, HEIGHT, 3), `/Mask ${MASK} 0 R`),
      [MASK]: stencil(),
    };
    await draws(objects, { codecs: { [IMAGE]: 'jbig2', [OTHER]: 'flate', [MASK]: 'jbig2' }, mean: 0 });
  });
});

describe('a colour key keeps every sample of', async () => {
  const drawing = lineArt(WIDTH, HEIGHT, 3);
  const gray = lineArt(WIDTH, HEIGHT, 1);
  const names = gray.samples.map((sample) => (sample === 0 ? 3 : sample === 255 ? 1 : 2));
  const palette = '/ColorSpace [ /Indexed /DeviceRGB 3 <000000FFFFFF0000C8102030> ]';
  const wide: Raster['samples'] = Uint8Array.from([...gray.samples].flatMap((sample) => [sample, sample]));
  test.each<[string, ObjectSource, string]>([
    ['gray', flateImage(gray, '/Mask [255 255]'), 'flate'],
    ['RGB', flateImage(drawing, '/Mask [200 255 200 255 200 255]'), 'flate'],
    ['a photo', flateImage(picture, '/Mask [0 130 0 130 0 130]'), 'flate'],
    ['four inks', flateImage(photo(WIDTH, HEIGHT, 4), '/Mask [0 128 0 255 0 255 0 255]'), 'flate'],
    ['a palette', plain(`/BitsPerComponent 8 ${palette} /Mask [1 1]`, names), 'flate'],
    [
      'a palette of 2 bits',
      plain(`/BitsPerComponent 2 ${palette} /Mask [1 2]`, packBits(names, WIDTH, HEIGHT, 2)),
      'flate',
    ],
    ['one bit', plain('/BitsPerComponent 1 /ColorSpace /DeviceGray /Mask [1 1]', hard), 'jbig2'],
    ['16 bits', plain('/BitsPerComponent 16 /ColorSpace /DeviceGray /Mask [65535 65535]', wide), 'flate'],
    ['a JPEG', dctImage(picture, await jpegOf(picture, 97), '/Mask [0 130 0 130 0 130]'), 'dct'],
  ])('%s', async (_name, image, codec) => {
    await draws({ [IMAGE]: image }, { codecs: { [IMAGE]: codec }, mean: 0 }, { maxDimension: 80 });
  });
});
