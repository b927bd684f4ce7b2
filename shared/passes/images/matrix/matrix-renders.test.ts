import { describe, expect, test } from 'vitest';
import { bitmapFromSamples } from '../../../codecs/bitmap.ts';
import { CCITT_DEFAULTS } from '../../../codecs/ccitt/decode.ts';
import { encodeJpeg4 } from '../../../codecs/dct/cmyk.ts';
import { deflate } from '../../../codecs/flate/deflate.ts';
import { packBits } from '../../../codecs/flate/sample-bits.ts';
import { encodeJbig2 } from '../../../codecs/jbig2/encode.ts';
import { key } from '../../../pdf/objects.ts';
import { type ObjectSource, type ObjectSources, stream } from '../../../testing/documents/documents.ts';
import { drawnDifference, imageRenders } from '../../../testing/judges/image-renders.ts';
import { encodeCcitt } from '../../../testing/pictures/ccitt-encode.ts';
import {
  dctImage,
  entry,
  flateImage,
  IMAGE,
  imageAt,
  jpegOf,
  MASK,
} from '../../../testing/pictures/image-runs.ts';
import { discMask, flat, lineArt, photo, textPage } from '../../../testing/pictures/rasters.ts';

/** PDFium's rendering before and after: each combination of image kinds, with the expected outcome. */

const WIDTH = 160;
const HEIGHT = 120;

/** Samples of `components` components and `bits` bits: smooth waves with grain. */
function samples(components: number, bits: 1 | 2 | 4 | 8 | 16): Uint8Array {
  const grain = photo(WIDTH, HEIGHT, components === 2 ? 3 : (Math.min(components, 4) as 1 | 3 | 4));
  const channels = grain.samples.length / (WIDTH * HEIGHT);
  const values = Uint8Array.from({ length: WIDTH * HEIGHT * components }, (_, at) => {
    const value = grain.samples[Math.floor(at / components) * channels + (at % components)]!;
    return bits < 8 ? value >> (8 - bits) : value;
  });
  if (bits === 16) return Uint8Array.from([...values].flatMap((value) => [value, 255 - value]));
  return packBits(values, WIDTH * components, HEIGHT, bits);
}

function plain(space: string, components: number, bits: 1 | 2 | 4 | 8 | 16, entries = ''): ObjectSource {
  return stream(
    `/Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /BitsPerComponent ${bits} /ColorSpace ${space} /Filter /FlateDecode ${entries}`,
    deflate(samples(components, bits), 1),
  );
}

const profile = (data: string, components: number) =>
  stream(`/N ${components}`, `${'\0'.repeat(16)}${data}${'\0'.repeat(108)}`);
const white = '/WhitePoint [0.9505 1 1.089]';
const tint = '<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [0 0.3 1 0.1] >>';
const mix = stream(
  '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]',
  '{ 1 exch sub exch 1 exch sub dup }',
);
const palette = (count: number, bytes: number) =>
  Array.from({ length: count * bytes }, (_, at) => ((at * 37) & 255).toString(16).padStart(2, '0')).join('');

const picture = photo(WIDTH, HEIGHT, 3);
const bits = packBits(
  textPage(WIDTH, HEIGHT).samples.map((sample) => sample >> 7),
  WIDTH,
  HEIGHT,
  1,
);
const page = bitmapFromSamples(bits, WIDTH, HEIGHT);
const bitImage = (entries: string, data: Uint8Array) =>
  stream(`/Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} ${entries}`, data);
const gray1 = '/BitsPerComponent 1 /ColorSpace /DeviceGray';
const ccitt = (k: number) =>
  bitImage(
    `${gray1} /Filter /CCITTFaxDecode /DecodeParms << /K ${k} /Columns ${WIDTH} >>`,
    encodeCcitt(page, { ...CCITT_DEFAULTS, k }),
  );

type Case = readonly [name: string, objects: ObjectSources, mean: number, outcome: string];

const EXACT = 0;
const JPEG = 4;

async function drawsTheSame([name, objects, mean, expected]: Case): Promise<void> {
  const { before, after, report } = await imageRenders(objects, { quality: 85 });
  const { outcome } = report;
  expect(outcome.kind === 'replaced' ? outcome.codec : outcome.reason, name).toBe(expected);
  const difference = drawnDifference(before, after);
  expect(difference.mean, name).toBeLessThanOrEqual(mean);
  expect(difference.worst, name).toBeLessThanOrEqual(mean * 5);
}

describe('colour spaces and depths', () => {
  test.each<Case>([
    ['DeviceGray of 1 bit', { [IMAGE]: plain('/DeviceGray', 1, 1) }, EXACT, 'jbig2'],
    ['DeviceGray of 2 bits', { [IMAGE]: plain('/DeviceGray', 1, 2) }, EXACT, 'flate'],
    ['DeviceGray of 4 bits', { [IMAGE]: plain('/DeviceGray', 1, 4) }, EXACT, 'flate'],
    ['DeviceGray of 8 bits', { [IMAGE]: plain('/DeviceGray', 1, 8) }, JPEG, 'dct'],
    ['DeviceGray of 16 bits', { [IMAGE]: plain('/DeviceGray', 1, 16) }, JPEG, 'dct'],
    ['CalGray', { [IMAGE]: plain(`[ /CalGray << ${white} /Gamma 2.2 >> ]`, 1, 8) }, JPEG, 'dct'],
    ['ICCBased of 1', { [IMAGE]: plain('[ /ICCBased 50 0 R ]', 1, 8), 50: profile('GRAY', 1) }, JPEG, 'dct'],
    ['Separation', { [IMAGE]: plain(`[ /Separation /Gold /DeviceCMYK ${tint} ]`, 1, 8) }, JPEG, 'dct'],
    ['DeviceRGB of 4 bits', { [IMAGE]: plain('/DeviceRGB', 3, 4) }, JPEG * 2, 'dct'],
    ['DeviceRGB of 8 bits', { [IMAGE]: plain('/DeviceRGB', 3, 8) }, JPEG, 'dct'],
    ['DeviceRGB of 16 bits', { [IMAGE]: plain('/DeviceRGB', 3, 16) }, JPEG, 'dct'],
    ['CalRGB', { [IMAGE]: plain(`[ /CalRGB << ${white} /Gamma [2.2 2.2 2.2] >> ]`, 3, 8) }, JPEG * 2, 'dct'],
    ['ICCBased of 3', { [IMAGE]: plain('[ /ICCBased 50 0 R ]', 3, 8), 50: profile('RGB ', 3) }, JPEG, 'dct'],
    ['Lab', { [IMAGE]: plain(`[ /Lab << ${white} /Range [-60 60 -60 60] >> ]`, 3, 8) }, JPEG * 2, 'dct'],
    ['DeviceCMYK', { [IMAGE]: plain('/DeviceCMYK', 4, 8) }, JPEG, 'dct'],
    ['ICCBased of 4', { [IMAGE]: plain('[ /ICCBased 50 0 R ]', 4, 8), 50: profile('CMYK', 4) }, JPEG, 'dct'],
    ['DeviceN', { [IMAGE]: plain('[ /DeviceN [/A /B] /DeviceRGB 50 0 R ]', 2, 8), 50: mix }, EXACT, 'flate'],
    ['two names', { [IMAGE]: plain(`[ /Indexed /DeviceRGB 1 <${palette(2, 3)}> ]`, 1, 1) }, EXACT, 'jbig2'],
    ['four names', { [IMAGE]: plain(`[ /Indexed /DeviceGray 3 <${palette(4, 1)}> ]`, 1, 2) }, EXACT, 'flate'],
    [
      'names of inks',
      { [IMAGE]: plain(`[ /Indexed /DeviceCMYK 15 <${palette(16, 4)}> ]`, 1, 4) },
      EXACT,
      'flate',
    ],
  ])('%s', (...given) => drawsTheSame(given));
});

describe('/Decode', () => {
  test.each<Case>([
    ['gray turned', { [IMAGE]: plain('/DeviceGray', 1, 8, '/Decode [1 0]') }, JPEG, 'dct'],
    ['inks turned', { [IMAGE]: plain('/DeviceCMYK', 4, 8, '/Decode [1 0 1 0 1 0 1 0]') }, JPEG, 'dct'],
    ['one bit turned', { [IMAGE]: bitImage(`${gray1} /Decode [1 0]`, bits) }, EXACT, 'jbig2'],
  ])('%s', (...given) => drawsTheSame(given));
});

describe('filters', () => {
  test.each<Case>([
    ['Group 4', { [IMAGE]: ccitt(-1) }, EXACT, 'jbig2'],
    ['Group 3, one dimension', { [IMAGE]: ccitt(0) }, EXACT, 'jbig2'],
    ['Group 3, two dimensions', { [IMAGE]: ccitt(4) }, EXACT, 'jbig2'],
    [
      'JBIG2',
      { [IMAGE]: bitImage(`${gray1} /Filter /JBIG2Decode`, encodeJbig2(page)) },
      EXACT,
      'not-smaller',
    ],
    [
      'Flate of hexadecimal digits',
      {
        [IMAGE]: bitImage(
          `${gray1} /Filter [/ASCIIHexDecode /FlateDecode]`,
          Uint8Array.from(
            [...Buffer.from(deflate(bits, 1)).toString('hex'), '>'].map((c) => c.charCodeAt(0)),
          ),
        ),
      },
      EXACT,
      'jbig2',
    ],
  ])('%s', (...given) => drawsTheSame(given));

  test('JPEGs of one, three and four components, also deflated, stay within their own loss', async () => {
    const inks = photo(WIDTH, HEIGHT, 4);
    const cmyk = encodeJpeg4({ width: WIDTH, height: HEIGHT, data: inks.samples }, { quality: 97 });
    const gray = photo(WIDTH, HEIGHT, 1);
    const color = await jpegOf(picture, 97);
    const deflated = stream(
      `/Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter [/FlateDecode /DCTDecode]`,
      deflate(color, 1),
    );
    for (const [name, image] of [
      ['gray', dctImage(gray, await jpegOf(gray, 97))],
      ['colour', dctImage(picture, color)],
      ['colour, deflated', deflated],
      ['four inks', dctImage(inks, cmyk)],
      ['four inks as Adobe writes them', dctImage(inks, cmyk, '/Decode [1 0 1 0 1 0 1 0]')],
    ] as const) {
      await drawsTheSame([name, { [IMAGE]: image }, JPEG, 'dct']);
    }
  });
});

describe('masks', () => {
  const disc = discMask(WIDTH, HEIGHT);
  const hard = packBits(
    disc.samples.map((sample) => sample >> 7),
    WIDTH,
    HEIGHT,
    1,
  );
  const stencil = (entries = '') => bitImage(`/ImageMask true ${entries}`, hard);
  const blended = {
    ...picture,
    samples: picture.samples.map((value, at) =>
      Math.round((value * disc.samples[Math.floor(at / 3)]!) / 255),
    ),
  };
  const under = (mask: ObjectSource, source = picture) => ({
    [IMAGE]: flateImage(source, `/SMask ${MASK} 0 R`),
    [MASK]: mask,
  });

  test.each<Case>([
    ['a stencil', { [IMAGE]: stencil() }, EXACT, 'jbig2'],
    ['a turned stencil', { [IMAGE]: stencil('/Decode [1 0]') }, EXACT, 'jbig2'],
    [
      'cut out by a stencil',
      { [IMAGE]: flateImage(picture, `/Mask ${MASK} 0 R`), [MASK]: stencil() },
      JPEG,
      'dct',
    ],
    [
      'cut out by a colour',
      { [IMAGE]: flateImage(lineArt(WIDTH, HEIGHT, 3), '/Mask [255 255 255 255 255 255]') },
      EXACT,
      'flate',
    ],
    ['under a soft mask', under(flateImage(disc)), JPEG, 'dct'],
    ['under a turned soft mask', under(flateImage(disc, '/Decode [1 0]')), JPEG, 'dct'],
    ['under a mask of another size', under(flateImage(discMask(300, 220))), JPEG, 'dct'],
    ['blended with a matte', under(flateImage(disc, '/Matte [0 0 0]'), blended), JPEG, 'dct'],
  ])('%s', (...given) => drawsTheSame(given));

  test('that hide nothing go; those that hide all alike become one pixel', async () => {
    const opaque = await imageRenders(under(flateImage(flat(WIDTH, HEIGHT, [255]))));
    expect(imageAt(opaque.doc).dict.has(key('SMask'))).toBe(false);
    expect(drawnDifference(opaque.before, opaque.after).mean).toBeLessThan(JPEG);

    const turned = await imageRenders(under(flateImage(flat(WIDTH, HEIGHT, [0]), '/Decode [1 0]')));
    expect(imageAt(turned.doc).dict.has(key('SMask'))).toBe(false);

    const half = await imageRenders(under(flateImage(flat(WIDTH, HEIGHT, [100]))));
    expect(entry(half.doc, 'Width', MASK)).toBe('1');
    expect(drawnDifference(half.before, half.after).mean).toBeLessThan(JPEG);

    // The ignored stencil would take effect.
    const both = {
      ...under(flateImage(flat(WIDTH, HEIGHT, [255]))),
      [IMAGE]: flateImage(picture, `/SMask ${MASK} 0 R /Mask 102 0 R`),
      102: stencil(),
    };
    expect(imageAt((await imageRenders(both)).doc).dict.has(key('SMask'))).toBe(true);
  });
});
