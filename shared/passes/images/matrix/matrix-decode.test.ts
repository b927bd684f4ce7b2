import { describe, expect, test } from 'vitest';
import { deflate } from '../../../codecs/flate/deflate.ts';
import { packBits } from '../../../codecs/flate/sample-bits.ts';
import type { Raster } from '../../../codecs/pixels/raster.ts';
import { type ObjectSource, type ObjectSources, stream } from '../../../testing/documents/documents.ts';
import { drawnDifference, imageRenders } from '../../../testing/judges/image-renders.ts';
import { dctImage, entry, flateImage, IMAGE, jpegOf, MASK } from '../../../testing/pictures/image-runs.ts';
import { discMask, photo } from '../../../testing/pictures/rasters.ts';

/** `/Decode` in every space: it is kept, and so is PDFium's rendering. */

const TINT = 50;
const three = photo(160, 120, 3);
const gray = photo(160, 120, 1);
const four = photo(160, 120, 4);
const white = '/WhitePoint [0.9505 1 1.089]';
const tint = {
  [TINT]: '<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [0 0.3 1 0.1] >>',
};
const mix = {
  [TINT]: stream('/FunctionType 4 /Domain [0 1 0 1 0 1] /Range [0 1 0 1 0 1]', '{ 3 1 roll 0.5 mul }'),
};
const indexed = '[ /Indexed /DeviceRGB 255 51 0 R ]';
const table = {
  51: stream(
    '',
    Uint8Array.from({ length: 768 }, (_, at) => (at * 37) & 255),
  ),
};

const lossy: readonly (readonly [string, Raster, string, ObjectSources])[] = [
  ['gray, half of the range', gray, '/ColorSpace /DeviceGray /Decode [0.25 0.75]', {}],
  ['gray, turned and moved', gray, '/ColorSpace /DeviceGray /Decode [0.9 0.2]', {}],
  ['CalGray', gray, `/ColorSpace [ /CalGray << ${white} /Gamma 2.2 >> ] /Decode [0.3 1]`, {}],
  ['RGB, each component its own', three, '/ColorSpace /DeviceRGB /Decode [0 0.5 1 0 0.2 1]', {}],
  ['CMYK', four, '/ColorSpace /DeviceCMYK /Decode [1 0 0 1 0 0.5 0 0.3]', {}],
  ['Separation', gray, `/ColorSpace [ /Separation /Gold /DeviceCMYK ${TINT} 0 R ] /Decode [0.2 0.9]`, tint],
  [
    'Separation, turned',
    gray,
    `/ColorSpace [ /Separation /Gold /DeviceCMYK ${TINT} 0 R ] /Decode [1 0]`,
    tint,
  ],
  [
    'DeviceN',
    three,
    `/ColorSpace [ /DeviceN [/A /B /C] /DeviceRGB ${TINT} 0 R ] /Decode [0 1 1 0 0 0.5]`,
    mix,
  ],
  [
    'Lab',
    three,
    `/ColorSpace [ /Lab << ${white} /Range [-80 80 -80 80] >> ] /Decode [20 100 -40 40 -80 80]`,
    {},
  ],
];

const keptMapping = (dict: string) =>
  /\/Decode (\[[^\]]*\])/
    .exec(dict)?.[1]
    ?.replace(/[[\]\s]+/g, ' ')
    .trim();

async function isRecoded(image: ObjectSource, others: ObjectSources, mapping: string): Promise<void> {
  const { doc, before, after, report } = await imageRenders({ [IMAGE]: image, ...others }, { quality: 85 });
  expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct' });
  expect(
    entry(doc, 'Decode')
      .replace(/[[\]\s]+/g, ' ')
      .trim(),
  ).toBe(keptMapping(mapping));
  expect(new Set(before).size, 'a picture is drawn').toBeGreaterThan(30);
  const { mean, worst } = drawnDifference(before, after);
  expect(mean).toBeGreaterThan(0);
  expect(mean).toBeLessThan(4);
  expect(worst).toBeLessThan(20);
}

describe('with loss', () => {
  test.each(lossy)('%s', (_name, raster, entries, others) =>
    isRecoded(flateImage(raster, entries), others, entries),
  );

  test('a JPEG that is written again', async () => {
    const entries = '/Decode [0.2 0.8 1 0 0 0.5]';
    await isRecoded(dctImage(three, await jpegOf(three, 97), entries), {}, entries);
  });
});

describe('without', () => {
  const stencil = packBits(
    discMask(160, 120).samples.map((sample) => sample >> 7),
    160,
    120,
    1,
  );
  const cut = (entries: string) =>
    stream(
      `/Subtype /Image /Width 160 /Height 120 /ImageMask true /Filter /FlateDecode ${entries}`,
      deflate(stencil, 1),
    );
  test.each<[string, ObjectSources, string]>([
    ['gray that is stretched', { [IMAGE]: flateImage(gray, '/Decode [-1 2]') }, 'flate'],
    ['RGB that is stretched in one', { [IMAGE]: flateImage(three, '/Decode [0 1 -0.5 1 0 1]') }, 'flate'],
    [
      'names in another order',
      { [IMAGE]: flateImage(gray, `/ColorSpace ${indexed} /Decode [255 0]`), ...table },
      'flate',
    ],
    [
      'names that are spread',
      { [IMAGE]: flateImage(gray, `/ColorSpace ${indexed} /Decode [0 127]`), ...table },
      'flate',
    ],
    ['a turned stencil', { [IMAGE]: cut('/Decode [1 0]') }, 'jbig2'],
  ])('%s', async (_name, objects, codec) => {
    const { doc, before, after, report } = await imageRenders(objects);
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec });
    expect(entry(doc, 'Decode')).not.toBe('undefined');
    expect(drawnDifference(before, after)).toEqual({ mean: 0, worst: 0 });
  });

  test('a soft mask of half the range keeps its samples', async () => {
    const objects = {
      [IMAGE]: flateImage(three, `/SMask ${MASK} 0 R`),
      [MASK]: flateImage(discMask(160, 120), '/Decode [0 0.5]'),
    };
    const { doc, before, after } = await imageRenders(objects, { convertToJpeg: false });
    expect(entry(doc, 'Decode', MASK)).toBe('[ 0 0.5 ]');
    expect(drawnDifference(before, after)).toEqual({ mean: 0, worst: 0 });
  });

  test.each(['flate', 'dct'])(
    'gray stored as turned RGB in %s stays RGB, as its /Decode has six numbers',
    async (kind) => {
      const samples = Uint8Array.from([...gray.samples].flatMap((value) => [value, value, value]));
      const tripled: Raster = { ...gray, channels: 3, samples };
      const decode = '/Decode [1 0 1 0 1 0]';
      const image =
        kind === 'flate' ? flateImage(tripled, decode) : dctImage(tripled, await jpegOf(tripled, 97), decode);
      const { doc, before, after, report } = await imageRenders({ [IMAGE]: image }, { quality: 85 });
      expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct' });
      expect(entry(doc, 'ColorSpace')).toBe('/DeviceRGB');
      expect(drawnDifference(before, after).mean).toBeLessThan(4);
    },
  );
});
