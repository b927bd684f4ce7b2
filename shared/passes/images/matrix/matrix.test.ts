import { describe, expect, test } from 'vitest';
import { type Bitmap, bitmapFromSamples, samplesFromBitmap } from '../../../codecs/bitmap.ts';
import { CCITT_DEFAULTS } from '../../../codecs/ccitt/decode.ts';
import { encodeJpeg4 } from '../../../codecs/dct/cmyk.ts';
import { decodeJpeg4 } from '../../../codecs/dct/cmyk-decode.ts';
import { deflate } from '../../../codecs/flate/deflate.ts';
import { packBits } from '../../../codecs/flate/sample-bits.ts';
import { encodeJbig2 } from '../../../codecs/jbig2/encode.ts';
import { readDctHeader } from '../../../codecs/jpeg/format/header.ts';
import { jpegQuality } from '../../../codecs/jpeg/format/quality.ts';
import type { Raster } from '../../../codecs/pixels/raster.ts';
import type { PdfDocument } from '../../../pdf/document.ts';
import { key, PDFRef } from '../../../pdf/objects.ts';
import { type ObjectSource, stream } from '../../../testing/documents/documents.ts';
import { jbig2Page } from '../../../testing/judges/expect-jbig2.ts';
import { encodeCcitt } from '../../../testing/pictures/ccitt-encode.ts';
import {
  dctImage,
  entry,
  flateImage,
  IMAGE,
  imageAt,
  jpegOf,
  MASK,
  pixels,
  runImages,
} from '../../../testing/pictures/image-runs.ts';
import { discMask, flat, meanDifference, photo, textPage } from '../../../testing/pictures/rasters.ts';

const WIDTH = 500;
const HEIGHT = 400;
/** One bit per pixel: 1 is white. */
const bits = packBits(
  textPage(WIDTH, HEIGHT).samples.map((sample) => (sample > 127 ? 1 : 0)),
  WIDTH,
  HEIGHT,
  1,
);
const group4 = (page: Bitmap) => encodeCcitt(page, { ...CCITT_DEFAULTS, k: -1 });
const bitmap = bitmapFromSamples(bits, WIDTH, HEIGHT);

function bitImage(entries: string, data: Uint8Array): ObjectSource {
  return stream(`/Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} ${entries}`, data);
}

function jbig2Bits(doc: PdfDocument, number = IMAGE): Uint8Array {
  return samplesFromBitmap(jbig2Page(imageAt(doc, number).bytes, null, 1e6));
}

describe('one bit', () => {
  const gray = '/BitsPerComponent 1 /ColorSpace /DeviceGray';
  test.each<[string, ObjectSource]>([
    ['a Flate image', bitImage(`${gray} /Filter /FlateDecode`, deflate(bits, 1))],
    ['a stencil', bitImage('/ImageMask true /Filter /FlateDecode', deflate(bits, 1))],
    ['an inverted stencil', bitImage('/ImageMask true /Decode [1 0] /Filter /FlateDecode', deflate(bits, 1))],
    [
      'spot colour',
      bitImage('/BitsPerComponent 1 /ColorSpace [ /Separation /Gold /DeviceCMYK 9 0 R ]', bits),
    ],
    [
      'two palette colours',
      bitImage('/BitsPerComponent 1 /ColorSpace [ /Indexed /DeviceRGB 1 <FF000000FF00> ]', bits),
    ],
    ['a colour key', bitImage(`${gray} /Mask [1 1]`, bits)],
    [
      'a fax page',
      bitImage(`${gray} /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${WIDTH} >>`, group4(bitmap)),
    ],
  ])('%s becomes lossless JBIG2 at its full size, and means what it meant', async (_name, source) => {
    const { doc, report } = await runImages({ [IMAGE]: source }, { maxDimension: 100 });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'jbig2', width: WIDTH, height: HEIGHT });
    expect(entry(doc, 'Filter')).toBe('/JBIG2Decode');
    expect(imageAt(doc).dict.has(key('DecodeParms'))).toBe(false);
    expect(jbig2Bits(doc)).toEqual(bits);
    const before = await runImages({ [IMAGE]: { ...(source as { dict: string }), data: '' } });
    for (const name of ['ColorSpace', 'Decode', 'ImageMask', 'Mask']) {
      expect(entry(doc, name)).toBe(entry(before.doc, name));
    }
  });

  test('BlackIs1 of a fax page is in the samples afterwards', async () => {
    const inverted = bits.map((byte) => ~byte);
    const params = `/DecodeParms << /K -1 /BlackIs1 true /Columns ${WIDTH} >>`;
    const { doc } = await runImages({
      [IMAGE]: bitImage(`${gray} /Filter /CCITTFaxDecode ${params}`, group4(bitmap)),
    });
    const found = jbig2Bits(doc);
    // Padding at the end of a row is ignored.
    const width = WIDTH >> 3;
    for (let y = 0; y < HEIGHT; y += 1) {
      const row = y * Math.ceil(WIDTH / 8);
      expect(found.subarray(row, row + width)).toEqual(inverted.subarray(row, row + width));
    }
  });

  test.each<[string, string]>([
    ['columns are not the width', `/DecodeParms << /K -1 /Columns ${WIDTH + 8} >>`],
    ['rows are missing', `/DecodeParms << /K -1 /Columns ${WIDTH} >>`],
  ])('a fax page whose %s stays', async (_name, params) => {
    const data = group4(bitmap);
    const cut = data.subarray(0, data.length / 2);
    const { report } = await runImages({
      [IMAGE]: bitImage(`${gray} /Filter /CCITTFaxDecode ${params}`, cut),
    });
    expect(report.outcome).toEqual({ kind: 'kept', reason: 'damaged-data' });
  });

  test('JBIG2 that is already small stays', async () => {
    const { report } = await runImages({
      [IMAGE]: bitImage(`${gray} /Filter /JBIG2Decode`, encodeJbig2(bitmap)),
    });
    expect(report.outcome).toEqual({ kind: 'kept', reason: 'not-smaller' });
  });

  test('so does a picture of 8 bits and three components that holds black and white alone', async () => {
    const page = textPage(WIDTH, HEIGHT);
    const samples = Uint8Array.from(
      [...page.samples].flatMap((v) => (v > 127 ? [255, 255, 255] : [0, 0, 0])),
    );
    const source: Raster = { ...page, channels: 3, samples };
    const { doc } = await runImages({ [IMAGE]: flateImage(source) });
    expect([entry(doc, 'Filter'), entry(doc, 'ColorSpace'), entry(doc, 'BitsPerComponent')]).toEqual([
      '/JBIG2Decode',
      '/DeviceGray',
      '1',
    ]);
    expect(jbig2Bits(doc)).toEqual(bits);
  });

  test('a fax stencil over a photo hides colours that do not bleed', async () => {
    const hidden = Uint8Array.from({ length: 300 * 300 }, (_, at) => (at % 300 < 150 ? 0 : 1));
    const photoOfHalf = photo(300, 300, 3);
    const samples = photoOfHalf.samples.map((value, at) =>
      hidden[Math.floor(at / 3)] === 1 ? 0 : 150 + (value >> 3),
    );
    const stencil = group4(bitmapFromSamples(packBits(hidden, 300, 300, 1), 300, 300));
    const { doc } = await runImages(
      {
        [IMAGE]: flateImage({ ...photoOfHalf, samples }, `/Mask ${MASK} 0 R`),
        [MASK]: stream(
          '/Subtype /Image /Width 300 /Height 300 /ImageMask true /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 300 >>',
          stencil,
        ),
      },
      { maxDimension: 100 },
    );
    expect(imageAt(doc).dict.get(key('Mask'))).toBe(PDFRef.of(MASK));
    const shown = await pixels(doc);
    const edge = Array.from({ length: 100 }, (_, y) => shown.samples[(y * 100 + 49) * 3]!);
    expect(Math.min(...edge)).toBeGreaterThan(130);
  });
});

describe('four inks', () => {
  const source = photo(400, 300, 4);

  test.each(['/DeviceCMYK', '[ /ICCBased 50 0 R ]'])('%s samples become a CMYK JPEG', async (space) => {
    const profile = stream('/N 4', `${'\0'.repeat(16)}CMYK${'\0'.repeat(108)}`);
    const { doc, report } = await runImages(
      { [IMAGE]: flateImage(source, `/ColorSpace ${space}`), 50: profile },
      { maxDimension: 200 },
    );
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct', width: 200, height: 150 });
    expect(entry(doc, 'ColorSpace')).toBe(space);
    expect(readDctHeader(imageAt(doc).bytes)?.components).toHaveLength(4);
  });

  test.each(['ycck', 'as-is'] as const)(
    'a %s JPEG above the asked quality keeps its look, and its Decode array',
    async (color) => {
      const jpeg = encodeJpeg4({ width: 400, height: 300, data: source.samples }, { quality: 97, color });
      const decode = '/Decode [1 0 1 0 1 0 1 0]';
      const { doc, report } = await runImages({ [IMAGE]: dctImage(source, jpeg, decode) }, { quality: 60 });
      expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct' });
      expect(entry(doc, 'Decode')).toBe('[ 1 0 1 0 1 0 1 0 ]');
      expect(jpegQuality(readDctHeader(imageAt(doc).bytes)!)).toBe(60);
      expect(meanDifference(await pixels(doc), decodeJpeg4(jpeg, null)!)).toBeLessThan(8);
    },
  );

  test('a JPEG below it is not written again', async () => {
    const jpeg = encodeJpeg4({ width: 400, height: 300, data: source.samples }, { quality: 40 });
    const { doc } = await runImages({ [IMAGE]: dctImage(source, jpeg) });
    expect(await pixels(doc)).toEqual(decodeJpeg4(jpeg, null));
  });
});

describe('a matte', () => {
  const own = photo(240, 180, 3);
  const alpha = discMask(240, 180);
  const matte = [255, 128, 0];
  const blended: Raster = {
    ...own,
    samples: own.samples.map((value, at) => {
      const color = matte[at % 3]!;
      return Math.round(color + ((value - color) * alpha.samples[Math.floor(at / 3)]!) / 255);
    }),
  };
  const mask = flateImage(alpha, '/Matte [1 0.502 0]');

  test('is taken out, so that image and mask are free', async () => {
    const objects = { [IMAGE]: flateImage(blended, `/SMask ${MASK} 0 R`), [MASK]: mask };
    const { doc, report, changes, reports } = await runImages(objects, { quality: 85 });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct' });
    expect(imageAt(doc, MASK).dict.has(key('Matte'))).toBe(false);
    expect(changes.streamKeys(PDFRef.of(MASK))).toContain('Matte');
    expect(reports).toHaveLength(2);
    const found = await pixels(doc);
    const opaque = alpha.samples.map((level) => (level > 200 ? 1 : 0));
    const shown = (raster: Raster): Raster => ({
      ...raster,
      samples: raster.samples.map((value, at) => (opaque[Math.floor(at / 3)] === 1 ? value : 0)),
    });
    expect(meanDifference(shown(found), shown(own))).toBeLessThan(5);
  });

  test.each<[string, Record<number, ObjectSource>]>([
    ['another size', { [MASK]: flateImage(discMask(120, 90), '/Matte [1 0.502 0]') }],
    ['another number of components', { [MASK]: flateImage(alpha, '/Matte [1]') }],
    ['a second image', { [MASK]: mask, 102: flateImage(blended, `/SMask ${MASK} 0 R`) }],
  ])('stays where the mask has %s: samples and matte as they were', async (_name, others) => {
    const objects = { [IMAGE]: flateImage(blended, `/SMask ${MASK} 0 R`), ...others };
    const { doc } = await runImages(objects, { maxDimension: 100 });
    expect(imageAt(doc, MASK).dict.has(key('Matte'))).toBe(true);
    expect((await pixels(doc)).samples).toEqual(blended.samples);
    expect(entry(doc, 'BitsPerComponent', MASK)).toBe('8');
  });

  test('of a mask that hides nothing goes with it, also where two images share it', async () => {
    const opaque: Raster = { ...alpha, samples: alpha.samples.map(() => 255) };
    const masked = flateImage(own, `/SMask ${MASK} 0 R`);
    const objects = { [IMAGE]: masked, 102: masked, [MASK]: flateImage(opaque, '/Matte [1 1 1]') };
    const { doc, report } = await runImages(objects, { maxDimension: 100 });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct', width: 100 });
    for (const image of [IMAGE, 102]) expect(imageAt(doc, image).dict.has(key('SMask'))).toBe(false);
  });

  test.each([{ quality: 100 }, { convertToJpeg: false }])(
    'stays where nothing may be lost: %j',
    async (options) => {
      const objects = { [IMAGE]: flateImage(blended, `/SMask ${MASK} 0 R`), [MASK]: mask };
      const { doc } = await runImages(objects, options);
      expect(imageAt(doc, MASK).dict.has(key('Matte'))).toBe(true);
      expect((await pixels(doc)).samples).toEqual(blended.samples);
    },
  );

  test('stays with a JPEG that is not written again', async () => {
    const jpeg = await jpegOf(blended, 60);
    const objects = { [IMAGE]: dctImage(blended, jpeg, `/SMask ${MASK} 0 R`), [MASK]: mask };
    const { doc } = await runImages(objects);
    expect(entry(doc, 'Matte', MASK)).toBe('[ 1 0.502 0 ]');
    expect((await pixels(doc, MASK)).samples).toEqual(alpha.samples);
  });
});

test('one colourant of a Separation becomes one component of a JPEG', async () => {
  const source = photo(300, 200, 1);
  const space = '[ /Separation /Gold /DeviceCMYK 9 0 R ]';
  const { doc } = await runImages({ [IMAGE]: flateImage(source, `/ColorSpace ${space}`) });
  expect([entry(doc, 'Filter'), entry(doc, 'ColorSpace')]).toEqual(['/DCTDecode', space]);
});

describe('other depths', () => {
  test.each([2, 4] as const)('gray of %d bits keeps its values', async (depth) => {
    const values = photo(120, 90, 1).samples.map((sample) => sample >> (8 - depth));
    const source = stream(
      `/Subtype /Image /Width 120 /Height 90 /BitsPerComponent ${depth} /ColorSpace /DeviceGray`,
      packBits(values, 120, 90, depth),
    );
    const { doc } = await runImages({ [IMAGE]: source }, { convertToJpeg: false });
    expect(entry(doc, 'BitsPerComponent')).toBe(String(depth));
    expect((await pixels(doc)).samples).toEqual(packBits(values, 120, 90, depth));
  });

  test('16 bits are packed better and stay 16 where nothing may be lost', async () => {
    const samples = Uint8Array.from({ length: 80 * 60 * 2 }, (_, at) => (at % 2 === 0 ? (at >> 4) & 255 : 0));
    const source = stream(
      '/Subtype /Image /Width 80 /Height 60 /BitsPerComponent 16 /ColorSpace /DeviceGray',
      samples,
    );
    const { doc } = await runImages({ [IMAGE]: source }, { quality: 100 });
    expect(entry(doc, 'BitsPerComponent')).toBe('16');
    expect((await pixels(doc)).samples).toEqual(samples);
  });
});

describe('JPEG 2000', () => {
  // Lossless, 11 x 6 pixels of RGB; a sample of component c at (x, y) is 20x + 7y + 60c (mod 256).
  const jp2 = Buffer.from(
    'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAABgAAAAsAAwcHAAAAAAAPY29scgEAAAAA' +
      'ABAAAAEPanAyY/9P/1EALwAAAAAACwAAAAYAAAAAAAAAAAAAAAsAAAAGAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAAEEBAAB' +
      '/1wAB0BASEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS40/5AACgAAAAAAlAAB/5PfgJgGxhYY8G+oPvXy' +
      'tCRrUAjM94qf34CwJPyNE+H6GBKpnNwYnzOtpNz0j6xDf9+AmBmJ9pajGujueAALYEuRxtcQBcCgPhDADMIlz8AWPtCo/ADAIlph' +
      'UZ0sTKiQ5uo+nvOfJedDz8AePtC4faCAGSuf1lrltx9uKkN2Hk0MfrMPGCOgWf/Z',
    'base64',
  );
  /** Adds a large box that decoders skip (T.800, I.2.2), so that any other form is smaller. */
  const padding = Buffer.concat([Buffer.from([0, 0, 0x10, 0]), Buffer.from('free'), Buffer.alloc(4088)]);
  const padded = Buffer.concat([jp2.subarray(0, 32), padding, jp2.subarray(32)]);
  const expected = Uint8Array.from(
    Array.from({ length: 6 }, (_, y) =>
      Array.from({ length: 11 }, (_, x) => [0, 1, 2].map((c) => 20 * x + 7 * y + 60 * c)),
    ).flat(2),
  );
  const jpx = (entries: string, data: Uint8Array = padded) =>
    stream(`/Subtype /Image /Width 11 /Height 6 /Filter /JPXDecode ${entries}`, data);

  test.each([
    ['the dictionary', '/ColorSpace /DeviceRGB'],
    ['its own data', ''],
  ])('takes its colour space from %s, and says its depth afterwards', async (_name, entries) => {
    const { doc, report } = await runImages({ [IMAGE]: jpx(entries) });
    expect(report.outcome).toMatchObject({ kind: 'replaced', width: 11, height: 6 });
    expect([entry(doc, 'ColorSpace'), entry(doc, 'BitsPerComponent')]).toEqual(['/DeviceRGB', '8']);
    const found = await pixels(doc);
    expect(meanDifference(found, { width: 11, height: 6, channels: 3, samples: expected })).toBeLessThan(30);
  });

  test.each([
    ['jpx-alpha', jpx('/SMaskInData 1'), {}],
    ['jpeg-not-allowed', jpx(''), { convertToJpeg: false }],
    ['damaged-data', jpx('/ColorSpace /DeviceRGB', padded.subarray(0, 60)), {}],
    ['color-key-mask', jpx('/ColorSpace /DeviceRGB /Mask [0 0 0 0 0 0]'), {}],
    ['unsupported-color-space', jpx('/ColorSpace /Pattern'), {}],
    [
      'damaged-data',
      stream('/Subtype /Image /Width 12 /Height 6 /Filter /JPXDecode /ColorSpace /DeviceRGB', padded),
      {},
    ],
  ] as const)('%s: stays', async (reason, source, options) => {
    const { report } = await runImages({ [IMAGE]: source }, options);
    expect(report.outcome).toEqual({ kind: 'kept', reason });
  });
});

test('a palette over four inks keeps its colours', async () => {
  const source = stream(
    '/Subtype /Image /Width 64 /Height 64 /BitsPerComponent 8 /ColorSpace [ /Indexed /DeviceCMYK 2 <00000000FF00000000FF0000> ]',
    flat(64, 64, [1]).samples,
  );
  const { doc } = await runImages({ [IMAGE]: source });
  expect(entry(doc, 'ColorSpace')).toBe('[ /Indexed /DeviceCMYK 0 <ff000000> ]');
});
