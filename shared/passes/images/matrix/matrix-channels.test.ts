import { describe, expect, test } from 'vitest';
import { encodeUntransformed } from '../../../codecs/dct/cmyk.ts';
import { deflate } from '../../../codecs/flate/deflate.ts';
import { readDctHeader } from '../../../codecs/jpeg/format/header.ts';
import { jpegQuality } from '../../../codecs/jpeg/format/quality.ts';
import type { Raster } from '../../../codecs/pixels/raster.ts';
import { type ObjectSource, type ObjectSources, stream } from '../../../testing/documents/documents.ts';
import { drawnDifference, imageRenders } from '../../../testing/judges/image-renders.ts';
import { dctImage, entry, flateImage, IMAGE, imageAt, jpegOf } from '../../../testing/pictures/image-runs.ts';
import { lineArt, photo } from '../../../testing/pictures/rasters.ts';

/**
 * Lab and DeviceN: lossy in their own components, which are never mixed. PDFium renders both forms here; poppler,
 * Ghostscript and pdf.js also rendered them equally.
 */

const TRANSFORM = 50;
const LAB = '[ /Lab << /WhitePoint [0.9642 1 0.8249] /Range [-80 80 -80 80] >> ]';
const names = (count: number) => Array.from({ length: count }, (_, index) => `/Ink${index}`).join(' ');
const deviceN = (count: number) => `[ /DeviceN [${names(count)}] /DeviceCMYK ${TRANSFORM} 0 R ]`;

/** Mixes the inks, so that swapped inks would be visible. */
function transform(count: number): ObjectSource {
  const domain = '0 1 '.repeat(count);
  const mixes: Record<number, string> = {
    2: '{ 0.5 mul exch 0.1 0.2 }',
    3: '{ 0.5 mul exch 3 1 roll 0.1 }',
    4: '{ 4 1 roll 0.4 mul }',
    6: '{ add 2 div exch pop }',
  };
  return stream(`/FunctionType 4 /Domain [${domain}] /Range [0 1 0 1 0 1 0 1]`, mixes[count]!);
}

const three = photo(200, 150, 3);
const four = photo(200, 150, 4);
const spaces: readonly (readonly [string, Raster, string, ObjectSources])[] = [
  ['Lab', three, LAB, {}],
  ['three inks', three, deviceN(3), { [TRANSFORM]: transform(3) }],
  ['four inks', four, deviceN(4), { [TRANSFORM]: transform(4) }],
];

async function drawn(objects: ObjectSources, options = {}) {
  const { doc, before, after, report } = await imageRenders(objects, { quality: 85, ...options });
  expect(new Set(before).size, 'a picture is drawn').toBeGreaterThan(40);
  return { doc, report, difference: drawnDifference(before, after) };
}

describe.each(spaces)('%s', (_name, raster, space, others) => {
  const entries = `/ColorSpace ${space}`;
  const isThree = raster.channels === 3;

  test('of plain samples becomes a JPEG without colour transform, in its own space', async () => {
    const { doc, report, difference } = await drawn({ [IMAGE]: flateImage(raster, entries), ...others });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct' });
    expect(unspaced(entry(doc, 'ColorSpace'))).toBe(unspaced(space));
    const header = readDctHeader(imageAt(doc).bytes)!;
    expect(header.components).toHaveLength(raster.channels);
    expect(header.adobeTransform).toBe(isThree ? 0 : null);
    expect(unspaced(entry(doc, 'DecodeParms'))).toBe(isThree ? '<</ColorTransform0>>' : 'undefined');
    expect(difference.mean).toBeGreaterThan(0);
    expect(difference.mean).toBeLessThan(5);
    expect(difference.worst).toBeLessThan(20);
  });

  test('is shrunk in its own components', async () => {
    const { report, difference } = await drawn(
      { [IMAGE]: flateImage(raster, entries), ...others },
      { maxDimension: 80 },
    );
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct', width: 80, height: 60 });
    expect(difference.mean).toBeLessThan(8);
  });

  test('of a fine JPEG is written again, and twice is once', async () => {
    const image = dctImage(raster, encodeUntransformed(raster, 97), entries);
    const { doc, report, difference } = await drawn({ [IMAGE]: image, ...others });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct' });
    expect(jpegQuality(readDctHeader(imageAt(doc).bytes)!)).toBe(85);
    expect(difference.mean).toBeGreaterThan(0);
    expect(difference.mean).toBeLessThan(5);

    const again = dctImage(raster, imageAt(doc).bytes, `${entries} ${parmsOf(raster)}`);
    const second = await drawn({ [IMAGE]: again, ...others });
    expect(second.report.outcome).toEqual({ kind: 'kept', reason: 'already-small' });
  });

  test('keeps its samples where none may be lost', async () => {
    const { report, difference } = await drawn(
      { [IMAGE]: flateImage(raster, entries), ...others },
      { convertToJpeg: false },
    );
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'flate' });
    expect(difference).toEqual({ mean: 0, worst: 0 });
  });
});

const unspaced = (syntax: string) => syntax.replace(/\s+/g, '');
const parmsOf = ({ channels }: Raster) => (channels === 3 ? '/DecodeParms << /ColorTransform 0 >>' : '');

test.each(spaces.slice(0, 2))(
  '%s in a JPEG with a colour transform is read through it, and written without',
  async (_name, raster, space, others) => {
    const image = dctImage(raster, await jpegOf(raster, 97), `/ColorSpace ${space}`);
    const { doc, difference } = await drawn({ [IMAGE]: image, ...others });
    expect(readDctHeader(imageAt(doc).bytes)?.adobeTransform).toBe(0);
    expect(difference.mean).toBeGreaterThan(0);
    expect(difference.mean).toBeLessThan(5);
  },
);

test('lines and letters in Lab stay exact', async () => {
  const { before, after, report } = await imageRenders({
    [IMAGE]: flateImage(lineArt(160, 120, 3), `/ColorSpace ${LAB}`),
  });
  expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'flate', width: 160 });
  expect(drawnDifference(before, after)).toEqual({ mean: 0, worst: 0 });
});

test('a Decode array that stretches one component of Lab keeps the samples as they are', async () => {
  const { report, difference } = await drawn({
    [IMAGE]: flateImage(three, `/ColorSpace ${LAB} /Decode [-20 120 -80 80 -80 80]`),
  });
  expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'flate' });
  expect(difference).toEqual({ mean: 0, worst: 0 });
});

describe.each([2, 6])('%d inks, which no JPEG has', (count) => {
  const width = 160;
  const height = 120;
  const of = (drawing: (seed: number) => Raster) => {
    const planes = Array.from({ length: count }, (_, index) => drawing(index + 1).samples);
    const samples = Uint8Array.from({ length: width * height * count }, (_, at) => {
      return planes[at % count]![Math.floor(at / count)]!;
    });
    return stream(
      `/Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace ${deviceN(count)} /Filter /FlateDecode`,
      deflate(samples, 1),
    );
  };
  const others = { [TRANSFORM]: transform(count) };
  const photos = of((seed) => photo(width, height, 1, seed));

  test('are shrunk, each by itself, and deflated', async () => {
    const { doc, report, difference } = await drawn({ [IMAGE]: photos, ...others }, { maxDimension: 80 });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'flate', width: 80, height: 60 });
    expect(unspaced(entry(doc, 'ColorSpace'))).toBe(unspaced(deviceN(count)));
    expect(difference.mean).toBeGreaterThan(0);
    expect(difference.mean).toBeLessThan(8);
  });

  test.each([
    ['photographs in their size', photos, {}],
    [
      'letters beside photographs',
      of((seed) => (seed === 1 ? lineArt(width, height, 1) : photo(width, height, 1, seed))),
      { maxDpi: 20 },
    ],
  ] as const)('keep every sample of %s', async (_name, image, options) => {
    const { report, difference } = await drawn({ [IMAGE]: image, ...others }, options);
    if (report.outcome.kind === 'kept') expect(report.outcome.reason).toBe('unsupported-color-space');
    else expect(report.outcome).toMatchObject({ codec: 'flate', width });
    expect(difference).toEqual({ mean: 0, worst: 0 });
  });

  test('with letters have the pixels that are allowed, unless all take fewer bytes', async () => {
    const beside = of((seed) => (seed === 1 ? lineArt(width, height, 1) : photo(width, height, 1, seed)));
    const mixed = await drawn({ [IMAGE]: beside, ...others }, { maxDimension: 80 });
    expect(mixed.report.outcome).toMatchObject({ kind: 'replaced', codec: 'flate', width: 80 });
    const lines = of(() => lineArt(width, height, 1));
    const { doc } = await imageRenders({ [IMAGE]: lines, ...others }, { maxDimension: 150 });
    expect(entry(doc, 'Width')).toBe(String(width));
  });
});
