import { describe, expect, test } from 'vitest';
import { bitmapFromSamples } from '../../codecs/bitmap.ts';
import { encodeJpeg4 } from '../../codecs/dct/cmyk.ts';
import { withoutChroma } from '../../codecs/dct/without-chroma.ts';
import { deflate } from '../../codecs/flate/deflate.ts';
import { packBits } from '../../codecs/flate/sample-bits.ts';
import { encodeJbig2 } from '../../codecs/jbig2/encode.ts';
import { readDctHeader } from '../../codecs/jpeg/format/header.ts';
import { readCoefficients } from '../../codecs/jpeg/read/read.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import { key } from '../../pdf/objects.ts';
import { type ObjectSource, type ObjectSources, stream } from '../../testing/documents/documents.ts';
import { drawnDifference, grayDrawing, imageRenders } from '../../testing/judges/image-renders.ts';
import { passContext } from '../../testing/pass-context.ts';
import {
  codec,
  dctImage,
  entry,
  flateImage,
  IMAGE,
  imageAt,
  jpegOf,
  MASK,
  pixels,
} from '../../testing/pictures/image-runs.ts';
import { discMask, flat, lineArt, photo } from '../../testing/pictures/rasters.ts';

const gray = { grayscale: true } as const;
const colorful = photo(240, 200, 3);

/** A Flate image with any number of components. */
function samplesImage(space: string, samples: Uint8Array, entries = '/BitsPerComponent 8'): ObjectSource {
  return stream(
    `/Subtype /Image /Width 64 /Height 48 /ColorSpace ${space} /Filter /FlateDecode ${entries}`,
    deflate(samples, 1),
  );
}

/** `components` waves of different lengths over 64 x 48 pixels. */
function waves(components: number): Uint8Array {
  return Uint8Array.from({ length: 64 * 48 * components }, (_, at) => {
    const pixel = Math.floor(at / components);
    const component = at % components;
    return Math.abs((((pixel % 64) * 5 * (component + 1)) & 511) - 255) >> (component === 3 ? 2 : 0);
  });
}

const calculator = (program: string, inputs: number, outputs: number) =>
  stream(
    `/FunctionType 4 /Domain [${'0 1 '.repeat(inputs)}] /Range [${'0 1 '.repeat(outputs)}]`,
    `{ ${program} }`,
  );
const tint = '<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [0 0.3 1 0.1] >>';
const sampledTint = stream(
  '/FunctionType 0 /Domain [0 1] /Range [0 1 0 1 0 1] /Size [3] /BitsPerSample 8',
  Uint8Array.from([255, 255, 255, 200, 90, 30, 60, 0, 80]),
);
const profile = (data: string, components: number) =>
  stream(`/N ${components}`, `${'\0'.repeat(16)}${data}${'\0'.repeat(108)}`);
const lab = '[ /Lab << /WhitePoint [0.9642 1 0.8249] /Range [-100 100 -100 100] >> ]';
const calRgb =
  '[ /CalRGB << /WhitePoint [0.9505 1 1.089] /Gamma [2.2 2.2 2.2] /Matrix [0.4124 0.2126 0.0193 0.3576 0.7152 0.1192 0.1805 0.0722 0.9505] >> ]';

describe('what an independent reader draws is gray, and as light as the colours were', () => {
  test.each<[string, ObjectSources, number]>([
    ['DeviceRGB', { [IMAGE]: flateImage(colorful) }, 3],
    [
      'DeviceRGB of 4 bits',
      {
        [IMAGE]: samplesImage(
          '/DeviceRGB',
          packBits(
            waves(3).map((v) => v >> 4),
            192,
            48,
            4,
          ),
          '/BitsPerComponent 4',
        ),
      },
      4,
    ],
    [
      'DeviceRGB of 16 bits',
      {
        [IMAGE]: samplesImage(
          '/DeviceRGB',
          Uint8Array.from([...waves(3)].flatMap((v) => [v, 7])),
          '/BitsPerComponent 16',
        ),
      },
      4,
    ],
    ['DeviceRGB, inverted', { [IMAGE]: flateImage(colorful, '/Decode [1 0 1 0 1 0]') }, 3],
    ['DeviceRGB over part of its range', { [IMAGE]: flateImage(colorful, '/Decode [0 0.5 1 0.2 0 1]') }, 3],
    ['CalRGB', { [IMAGE]: flateImage(colorful, `/ColorSpace ${calRgb}`) }, 6],
    [
      'ICCBased RGB',
      { [IMAGE]: flateImage(colorful, '/ColorSpace [ /ICCBased 50 0 R ]'), 50: profile('RGB ', 3) },
      3,
    ],
    [
      'Lab',
      {
        [IMAGE]: samplesImage(
          lab,
          waves(3).map((v, at) => (at % 3 === 0 ? v : 96 + (v >> 2))),
        ),
      },
      12,
    ],
    ['DeviceCMYK', { [IMAGE]: samplesImage('/DeviceCMYK', waves(4)) }, 10],
    [
      'Indexed',
      {
        [IMAGE]: samplesImage(
          '[ /Indexed /DeviceRGB 3 <FF000000FF000000FF808000> ]',
          waves(1).map((v) => v >> 6),
        ),
      },
      2,
    ],
    [
      'Indexed over CMYK',
      {
        [IMAGE]: samplesImage(
          '[ /Indexed /DeviceCMYK 2 <FF00000000FF00000000FF40> ]',
          waves(1).map((v) => v >> 7),
        ),
      },
      4,
    ],
    ['Separation', { [IMAGE]: samplesImage(`[ /Separation /Gold /DeviceCMYK ${tint} ]`, waves(1)) }, 12],
    [
      'Separation with samples',
      { [IMAGE]: samplesImage('[ /Separation /Plum /DeviceRGB 50 0 R ]', waves(1)), 50: sampledTint },
      4,
    ],
    [
      'DeviceN',
      {
        [IMAGE]: samplesImage('[ /DeviceN [/A /B] /DeviceRGB 50 0 R ]', waves(2)),
        50: calculator('2 copy mul 3 1 roll 1 exch sub exch 1 exch sub exch', 2, 3),
      },
      5,
    ],
    [
      'two colours of one bit',
      {
        [IMAGE]: stream(
          '/Subtype /Image /Width 64 /Height 64 /BitsPerComponent 1 /ColorSpace [ /Indexed /DeviceRGB 1 <FF80000000FF> ] /Filter /JBIG2Decode',
          encodeJbig2(
            bitmapFromSamples(
              packBits(
                waves(1).map((v) => v >> 7),
                64,
                48,
                1,
              ),
              64,
              64,
            ),
          ),
        ),
      },
      2,
    ],
  ])('%s', async (_name, objects, tolerance) => {
    const { before, after, report, warnings } = await imageRenders(objects, gray);
    expect(drawnDifference(after, grayDrawing(after)).mean).toBe(0);
    expect(drawnDifference(after, grayDrawing(before)).mean).toBeLessThan(tolerance);
    expect(report).toMatchObject({ grayscaled: true });
    expect(warnings).not.toContain('color-kept');
  });

  test('a CMYK JPEG', async () => {
    const inks = photo(240, 200, 4);
    const jpeg = encodeJpeg4({ width: 240, height: 200, data: inks.samples }, { quality: 90 });
    const { before, after, doc } = await imageRenders({ [IMAGE]: dctImage(inks, jpeg) }, gray);
    expect(drawnDifference(after, grayDrawing(after)).mean).toBe(0);
    expect(drawnDifference(after, grayDrawing(before)).mean).toBeLessThan(10);
    expect(readDctHeader(imageAt(doc).bytes)?.components).toHaveLength(1);
  });

  test('a picture under a soft mask and a background, which keep what they are', async () => {
    const objects = {
      [IMAGE]: flateImage(colorful, `/SMask ${MASK} 0 R`),
      [MASK]: flateImage(discMask(240, 200)),
    };
    const { before, after, doc } = await imageRenders(objects, gray);
    // The corner shows the page's own color.
    expect([...after.subarray(0, 3)]).toEqual([...before.subarray(0, 3)]);
    const middle = (79 * 158 + 79) * 3;
    expect(new Set(after.subarray(middle, middle + 3)).size).toBe(1);
    expect(entry(doc, 'ColorSpace', MASK)).toBe('/DeviceGray');
  });

  test('a picture blended with a matte', async () => {
    const alpha = discMask(240, 200);
    const samples = colorful.samples.map((value, at) =>
      Math.round((value * alpha.samples[Math.floor(at / 3)]!) / 255),
    );
    const objects = {
      [IMAGE]: flateImage({ ...colorful, samples }, `/SMask ${MASK} 0 R`),
      [MASK]: flateImage(alpha, '/Matte [0 0 0]'),
    };
    const { before, after, doc } = await imageRenders(objects, gray);
    expect(imageAt(doc, MASK).dict.has(key('Matte'))).toBe(false);
    const middle = (79 * 158 + 79) * 3;
    expect(new Set(after.subarray(middle, middle + 3)).size).toBe(1);
    expect(drawnDifference(grayDrawing(after), grayDrawing(before)).mean).toBeLessThan(4);
  });
});

describe('a YCbCr JPEG', () => {
  test('loses its colour and nothing else where it would not be written again', async () => {
    const jpeg = await jpegOf(colorful, 60);
    const { doc, report } = await imageRenders({ [IMAGE]: dctImage(colorful, jpeg) }, gray);
    const luma = readCoefficients(jpeg, { maxPixels: 1e6 })!.frame.components[0]!;
    const found = readCoefficients(imageAt(doc).bytes, { maxPixels: 1e6 })!.frame.components[0]!;
    expect(found.quantTable).toEqual(luma.quantTable);
    expect(found.coefficients.subarray(0, 30 * 64)).toEqual(luma.coefficients.subarray(0, 30 * 64));
    expect(entry(doc, 'ColorSpace')).toBe('/DeviceGray');
    expect(report.outcome).toMatchObject({ width: 240, height: 200 });
  });

  test.each([
    [17, 9],
    [8, 8],
    [33, 40],
  ])('of %d x %d pixels keeps every block of its luminance', async (width, height) => {
    const source = photo(width, height, 3);
    const jpeg = withoutChroma(await jpegOf(source, 80), 1e6);
    const decoded = await codec.decode(jpeg!, 1);
    const color = await codec.decode(await jpegOf(source, 80), 3);
    const luma = {
      ...color!,
      channels: 1 as const,
      samples: grayDrawing(color!.samples).filter((_, at) => at % 3 === 0),
    };
    // Colors outside the range are clipped; luminance alone is not.
    expect(Math.max(...decoded!.samples.map((v, at) => Math.abs(v - luma.samples[at]!)))).toBeLessThan(6);
  });

  test('with stored red, green and blue is not taken for one', async () => {
    const image = dctImage(colorful, await jpegOf(colorful, 60), '/DecodeParms << /ColorTransform 0 >>');
    const { report, warnings } = await imageRenders({ [IMAGE]: image }, gray);
    // Readers disagree about it, so it is kept.
    expect(report.grayscaleSkipped).toBe('unsupported-jpeg');
    expect(warnings).toContain('color-kept');
  });
});

describe('what cannot become gray keeps its colour and says why', () => {
  const four = (samples: Uint8Array): Raster => ({ ...colorful, samples });
  test.each<[string, ObjectSources]>([
    ['color-key-mask', { [IMAGE]: flateImage(colorful, '/Mask [0 0 0 0 0 0]') }],
    [
      'unsupported-color-space',
      { [IMAGE]: flateImage(colorful, '/ColorSpace [ /ICCBased 50 0 R ]'), 50: profile('Lab ', 3) },
    ],
    [
      'unsupported-color-space',
      {
        [IMAGE]: samplesImage('[ /DeviceN [/A /B] /DeviceRGB 50 0 R ]', waves(2)),
        50: calculator('sin cos dup', 2, 3),
      },
    ],
    ['damaged-data', { [IMAGE]: flateImage(four(colorful.samples.subarray(0, 300))) }],
  ])('%s', async (reason, objects) => {
    const { report, warnings } = await imageRenders(objects, gray);
    expect(report.grayscaleSkipped).toBe(reason);
    expect(report.grayscaled).toBeUndefined();
    expect(warnings).toContain('color-kept');
  });

  test('but a palette under a colour key does: its indexes stay', async () => {
    const indexes = waves(1).map((v) => v >> 6);
    const image = samplesImage(
      '[ /Indexed /DeviceRGB 3 <FF000000FF000000FF808000> ]',
      indexes,
      '/BitsPerComponent 8 /Mask [1 1]',
    );
    const { doc, before, after } = await imageRenders({ [IMAGE]: image }, gray);
    expect(entry(doc, 'ColorSpace')).toBe('[ /Indexed /DeviceGray 3 <4c961d71> ]');
    expect((await pixels(doc)).samples).toEqual(indexes);
    const shown = (drawing: Uint8Array, at: number) => [...drawing.subarray(at, at + 3)];
    const hidden = Array.from({ length: 158 * 158 }, (_, at) => at * 3).filter(
      (at) => shown(before, at).join() === '51,153,230',
    );
    expect(hidden.length).toBeGreaterThan(1000);
    expect(hidden.every((at) => shown(after, at).join() === '51,153,230')).toBe(true);
  });
});

test('gray pictures and masks stay what they are', async () => {
  const stencil = stream(
    '/Subtype /Image /Width 64 /Height 48 /ImageMask true',
    packBits(
      waves(1).map((v) => v >> 7),
      64,
      48,
      1,
    ),
  );
  for (const source of [flateImage(photo(240, 200, 1)), stencil]) {
    const { report, doc } = await imageRenders(
      { [IMAGE]: source },
      { ...gray, quality: 100, convertToJpeg: false },
    );
    expect(report.grayscaled).toBeUndefined();
    expect(doc).toBeDefined();
  }
});

test('a document of PDF/A gets a gray that no output intent has to explain', async () => {
  const facts = { ...passContext().facts, pdfA: '2b' };
  const { doc, after } = await imageRenders({ [IMAGE]: flateImage(lineArt(240, 200, 3)) }, gray, { facts });
  expect(entry(doc, 'ColorSpace')).toContain('/ICCBased');
  expect(drawnDifference(after, grayDrawing(after)).mean).toBe(0);
});

test('a result that is larger than the stored colour is taken all the same', async () => {
  const { report } = await imageRenders({ [IMAGE]: flateImage(flat(9, 9, [200, 30, 40])) }, gray);
  expect(report).toMatchObject({ grayscaled: true, outcome: { kind: 'replaced' } });
});
