import { describe, expect, test } from 'vitest';
import { deflate } from '../codecs/flate/deflate.ts';
import { packBits, type SampleBits, unpackBits } from '../codecs/flate/sample-bits.ts';
import { readDctHeader } from '../codecs/jpeg/format/header.ts';
import { jpegQuality } from '../codecs/jpeg/format/quality.ts';
import { insertSegments } from '../codecs/jpeg/format/segments.ts';
import type { Raster } from '../codecs/pixels/raster.ts';
import { decodeStream } from '../pdf/filter/filters.ts';
import { key, PDFName, PDFRawStream, PDFRef } from '../pdf/objects.ts';
import { type ObjectSources, pagesDocument, stream } from '../testing/documents/documents.ts';
import { passContext } from '../testing/pass-context.ts';
import { runPass } from '../testing/pass-run.ts';
import {
  codec,
  dctImage,
  entry,
  flateImage,
  host,
  IMAGE,
  imageAt,
  jpegOf,
  MASK,
  pixels,
  runImages,
} from '../testing/pictures/image-runs.ts';
import {
  chart,
  discMask,
  flat,
  gradient,
  lineArt,
  meanDifference,
  photo,
} from '../testing/pictures/rasters.ts';
import { images } from './images.ts';

describe('a photo', () => {
  test('becomes a JPEG no larger than maxDimension', async () => {
    const source = photo(900, 600, 3);
    const { doc, report, changes } = await runImages({ [IMAGE]: flateImage(source) }, { maxDimension: 300 });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct', width: 300, height: 200 });
    expect(entry(doc, 'Filter')).toBe('/DCTDecode');
    expect([entry(doc, 'Width'), entry(doc, 'Height')]).toEqual(['300', '200']);
    expect(entry(doc, 'ColorSpace')).toBe('/DeviceRGB');
    expect(changes.streamKeys(PDFRef.of(IMAGE))).toEqual(new Set(['Filter', 'Width', 'Height']));
  });

  test('is gray in one component, also when it came as equal RGB', async () => {
    const gray = photo(200, 150, 1);
    const tripled: Raster = {
      ...gray,
      channels: 3,
      samples: Uint8Array.from([...gray.samples].flatMap((v) => [v, v, v])),
    };
    const { doc } = await runImages({ [IMAGE]: flateImage(tripled) });
    expect(entry(doc, 'ColorSpace')).toBe('/DeviceGray');
    expect(meanDifference(await pixels(doc), gray)).toBeLessThan(6);
  });

  test('stays RGB where gray and RGB are not the same', async () => {
    const gray = photo(200, 150, 1);
    const tripled: Raster = {
      ...gray,
      channels: 3,
      samples: Uint8Array.from([...gray.samples].flatMap((v) => [v, v, v])),
    };
    const resources = { 60: '<< /ColorSpace << /DefaultRGB [ /CalRGB << /WhitePoint [1 1 1] >> ] >> >>' };
    const { doc } = await runImages({ [IMAGE]: flateImage(tripled), ...resources });
    expect(entry(doc, 'ColorSpace')).toBe('/DeviceRGB');
  });

  test('keeps its ICC profile, intent, layer and structure key', async () => {
    const entries = '/ColorSpace [ /ICCBased 50 0 R ] /Intent /Perceptual /OC 51 0 R /StructParent 3';
    const profile = stream('/N 3', `${'\0'.repeat(16)}RGB ${'\0'.repeat(108)}`);
    const { doc, report } = await runImages({
      [IMAGE]: flateImage(photo(300, 200, 3), entries),
      50: profile,
      51: '<< /Type /OCG >>',
    });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct' });
    expect(entry(doc, 'ColorSpace')).toBe('[ /ICCBased 50 0 R ]');
    expect(imageAt(doc).dict.get(key('OC'))).toBe(PDFRef.of(51));
    expect([entry(doc, 'Intent'), entry(doc, 'StructParent')]).toEqual(['/Perceptual', '3']);
  });

  test('stays lossless when it may not become a JPEG, shrunk or not', async () => {
    const source = photo(300, 200, 3);
    const full = await runImages({ [IMAGE]: flateImage(source) }, { convertToJpeg: false });
    expect(full.report.outcome).toMatchObject({ kind: 'replaced', codec: 'flate' });
    expect(await pixels(full.doc)).toEqual(source);
    const shrunk = await runImages(
      { [IMAGE]: flateImage(source) },
      { convertToJpeg: false, maxDimension: 150 },
    );
    expect(shrunk.report.outcome).toMatchObject({
      kind: 'replaced',
      codec: 'flate',
      width: 150,
      height: 100,
    });
  });
});

describe('text, lines and charts', () => {
  test.each([
    ['line art', lineArt(640, 480, 3)],
    ['a chart', chart(640, 480)],
  ])('%s stays exact within its limit', async (_name, source) => {
    const { doc, report } = await runImages({ [IMAGE]: flateImage(source) }, { maxDimension: 640 });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'flate', width: 640, height: 480 });
    expect(entry(doc, 'ColorSpace')).toMatch(/^\[ \/Indexed \/DeviceRGB/);
  });

  test('smooth shading without grain is still a picture', async () => {
    const { report } = await runImages({ [IMAGE]: flateImage(gradient(900, 300, 3)) }, { maxDimension: 450 });
    expect(report.outcome).toMatchObject({ kind: 'replaced', width: 450 });
  });
});

describe('an Indexed image', () => {
  const indexes = lineArt(240, 180, 1).samples.map((value) => (value === 0 ? 3 : value === 255 ? 1 : 2));
  const palette = '[ /Indexed /DeviceRGB 3 <000000FFFFFF0000C8102030> ]';
  const indexed = (bits: 2 | 4 | 8, entries = '') =>
    stream(
      `/Subtype /Image /Width 240 /Height 180 /BitsPerComponent ${bits} /ColorSpace ${palette} ${entries}`,
      packBits(indexes, 240, 180, bits),
    );

  test.each([2, 4, 8] as const)('of %d bits keeps its colours exactly, in the fewest bits', async (bits) => {
    const { doc } = await runImages({ [IMAGE]: indexed(bits) });
    expect(entry(doc, 'BitsPerComponent')).toBe('2');
    expect(entry(doc, 'ColorSpace')).toBe('[ /Indexed /DeviceRGB 2 <ffffff0000c8102030> ]');
    const { samples } = await pixels(doc);
    expect(samples).toEqual(
      packBits(
        indexes.map((index) => index - 1),
        240,
        180,
        2,
      ),
    );
  });

  test('with a Decode array is left as it is, since indexes are names', async () => {
    const { report, doc } = await runImages({ [IMAGE]: indexed(8, '/Decode [255 0]') });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'flate' });
    expect(entry(doc, 'ColorSpace')).toContain('000000FFFFFF0000C8102030');
    expect((await pixels(doc)).samples).toEqual(indexes);
  });

  test('that shows a photo may become one', async () => {
    const gray = photo(400, 300, 1);
    const table = Array.from({ length: 256 }, (_, level) =>
      level.toString(16).padStart(2, '0').repeat(3),
    ).join('');
    const source = stream(
      `/Subtype /Image /Width 400 /Height 300 /BitsPerComponent 8 /ColorSpace [ /Indexed /DeviceRGB 255 <${table}> ]`,
      gray.samples,
    );
    const { doc, report } = await runImages({ [IMAGE]: source });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct' });
    expect(entry(doc, 'ColorSpace')).toBe('/DeviceRGB');
  });
});

describe('a soft mask', () => {
  test('is shrunk beside its image and stays a DeviceGray mask', async () => {
    const objects = {
      [IMAGE]: flateImage(photo(800, 600, 3), `/SMask ${MASK} 0 R`),
      [MASK]: flateImage(discMask(800, 600)),
    };
    const { doc, reports } = await runImages(objects, { maxDimension: 400 });
    expect(imageAt(doc).dict.get(key('SMask'))).toBe(PDFRef.of(MASK));
    expect([entry(doc, 'Width'), entry(doc, 'Width', MASK)]).toEqual(['400', '400']);
    expect([entry(doc, 'Height'), entry(doc, 'Height', MASK)]).toEqual(['300', '300']);
    expect(entry(doc, 'ColorSpace', MASK)).toBe('/DeviceGray');
    expect(reports.map(({ softMask }) => softMask)).toEqual([false, true]);
    const bits = Number(entry(doc, 'BitsPerComponent', MASK)) as SampleBits;
    const rows = (await pixels(doc, MASK)).samples;
    const samples = unpackBits(rows, 400, 300, bits).map((level) => (level * 255) / (2 ** bits - 1));
    expect(meanDifference({ ...discMask(400, 300), samples }, discMask(400, 300))).toBeLessThan(3);
  });

  test('that cuts something out takes sixteen levels, and none of them moves what is hidden or opaque', async () => {
    const mask = discMask(300, 300);
    const objects = {
      [IMAGE]: flateImage(photo(300, 300, 3), `/SMask ${MASK} 0 R`),
      [MASK]: flateImage(mask),
    };
    const { doc } = await runImages(objects);
    expect(entry(doc, 'BitsPerComponent', MASK)).toBe('4');
    const found = unpackBits((await pixels(doc, MASK)).samples, 300, 300, 4).map((level) => level * 17);
    expect(mask.samples.every((level, at) => (level % 255 === 0 ? found[at] === level : true))).toBe(true);
    const exact = await runImages(objects, { convertToJpeg: false });
    expect(entry(exact.doc, 'BitsPerComponent', MASK)).toBe('8');
    expect((await pixels(exact.doc, MASK)).samples).toEqual(mask.samples);
  });

  test('with a soft shadow keeps all its levels', async () => {
    const shadow = gradient(300, 300, 1);
    const objects = {
      [IMAGE]: flateImage(photo(300, 300, 3), `/SMask ${MASK} 0 R`),
      [MASK]: flateImage(shadow),
    };
    const { doc } = await runImages(objects);
    expect((await pixels(doc, MASK)).samples).toEqual(shadow.samples);
  });

  test('of another size than its image is measured by its own', async () => {
    const objects = {
      [IMAGE]: flateImage(photo(300, 200, 3), `/SMask ${MASK} 0 R`),
      [MASK]: flateImage(photo(900, 600, 1)),
    };
    const { doc } = await runImages(objects, { maxDimension: 450 });
    expect([entry(doc, 'Width'), entry(doc, 'Width', MASK)]).toEqual(['300', '450']);
  });

  test('hides colours that must not bleed: no dark edge around what is cut out', async () => {
    const mask = discMask(600, 600);
    const grainy = photo(600, 600, 3);
    const samples = grainy.samples.map((value, at) =>
      mask.samples[Math.floor(at / 3)] === 0 ? 0 : 150 + (value >> 3),
    );
    const objects = {
      [IMAGE]: flateImage({ ...grainy, samples }, `/SMask ${MASK} 0 R`),
      [MASK]: flateImage(mask),
    };
    const { doc } = await runImages(objects, { maxDimension: 200 });
    const shown = await pixels(doc);
    const shownMask = await pixels(doc, MASK);
    const levels = unpackBits(shownMask.samples, shownMask.width, shownMask.height, 4);
    const darkest = shown.samples.filter((_, at) => levels[Math.floor(at / 3)]! > 0);
    expect(Math.min(...darkest)).toBeGreaterThan(130);
  });
});

describe('a JPEG', () => {
  test('above the asked quality is written again at that quality', async () => {
    const source = photo(320, 240, 3);
    const { doc, report } = await runImages(
      { [IMAGE]: dctImage(source, await jpegOf(source, 97)) },
      { quality: 60 },
    );
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct' });
    expect(jpegQuality(readDctHeader(imageAt(doc).bytes)!)).toBe(60);
  });

  test.each([20, 50, 75, 80])(
    'of quality %d is not written again at 75; its pixels stay',
    async (quality) => {
      const source = photo(320, 240, 3);
      const jpeg = await jpegOf(source, quality);
      const { doc } = await runImages({ [IMAGE]: dctImage(source, jpeg) }, { quality: 75 });
      expect(jpegQuality(readDctHeader(imageAt(doc).bytes)!)).toBe(quality);
      expect(await pixels(doc)).toEqual(await codec.decode(jpeg, 3));
    },
  );

  test.each([
    ['a little does not go up to the asked one', 800, 40, 50],
    // Quantization steps a third of those of quality 40 are those of quality 79.
    ['to a third takes as much as its artefacts were averaged away', 300, 77, 81],
  ])('of low quality that is shrunk %s', async (_, maxDimension, least, most) => {
    const source = photo(900, 600, 3);
    const { doc } = await runImages(
      { [IMAGE]: dctImage(source, await jpegOf(source, 40)) },
      { quality: 90, maxDimension },
    );
    const quality = jpegQuality(readDctHeader(imageAt(doc).bytes)!);
    expect(quality).toBeGreaterThanOrEqual(least);
    expect(quality).toBeLessThanOrEqual(most);
  });

  test('stays a JPEG when nothing may become one', async () => {
    const source = photo(900, 600, 3);
    const { report } = await runImages(
      { [IMAGE]: dctImage(source, await jpegOf(source, 90)) },
      { convertToJpeg: false, maxDimension: 300 },
    );
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct', width: 300 });
  });

  test('inside other filters is read through them and written without', async () => {
    const source = photo(400, 300, 3);
    const wrapped = stream(
      '/Subtype /Image /Width 400 /Height 300 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter [ /FlateDecode /DCTDecode ] /DecodeParms [ null << /ColorTransform 1 >> ]',
      deflate(await jpegOf(source, 95)),
    );
    const { doc } = await runImages({ [IMAGE]: wrapped });
    expect(entry(doc, 'Filter')).toBe('/DCTDecode');
    expect(imageAt(doc).dict.has(key('DecodeParms'))).toBe(false);
    expect(meanDifference(await pixels(doc), source)).toBeLessThan(6);
  });

  const exif = Uint8Array.from([0xff, 0xe1, 0, 25, ...new TextEncoder().encode('Exif\0\0where it was made')]);
  const holds = (bytes: Uint8Array, text: string) => new TextDecoder('latin1').decode(bytes).includes(text);

  test('loses its metadata and not a pixel, even where the image is left alone', async () => {
    const source = photo(320, 240, 3);
    const jpeg = insertSegments(await jpegOf(source, 60), exif);
    const objects = { [IMAGE]: dctImage(source, jpeg, '/Mask [0 0 0 0 0 0]') };
    const { doc, report } = await runImages(objects, { maxDimension: 100 });
    expect(report.outcome).toMatchObject({ kind: 'replaced', width: 320 });
    expect(holds(imageAt(doc).bytes, 'where it was made')).toBe(false);
    expect(await pixels(doc)).toEqual(await codec.decode(jpeg, 3));
  });

  test.each([
    ['shrunk', 100],
    ['left alone', 1200],
  ] as const)('keeps its metadata when asked to, %s', async (_name, maxDimension) => {
    const source = photo(320, 240, 3);
    const jpeg = insertSegments(await jpegOf(source, 60), exif);
    const { doc } = await runImages(
      { [IMAGE]: dctImage(source, jpeg) },
      { maxDimension, stripMetadata: false },
    );
    expect(holds(imageAt(doc).bytes, 'where it was made')).toBe(true);
  });
});

describe('a Decode array', () => {
  test('that inverts still holds for what comes out', async () => {
    const source = photo(400, 300, 1);
    const { doc, report } = await runImages({ [IMAGE]: flateImage(source, '/Decode [1 0]') });
    expect(report.outcome).toMatchObject({ kind: 'replaced', codec: 'dct' });
    expect(entry(doc, 'Decode')).toBe('[ 1 0 ]');
    expect(meanDifference(await pixels(doc), source)).toBeLessThan(6);
  });

  test('keeps an RGB image RGB, since it speaks of three components', async () => {
    const source = flat(64, 64, [90, 90, 90]);
    const { doc } = await runImages({ [IMAGE]: flateImage(source, '/Decode [1 0 1 0 1 0]') });
    expect(entry(doc, 'ColorSpace')).toBe('/DeviceRGB');
  });
});

describe('what is left alone, and why', () => {
  const noise = photo(80, 60, 3);
  const packed = deflate(noise.samples, 12);
  const image = (entries: string, data: string | Uint8Array = packed) =>
    stream(
      `/Subtype /Image /Width 80 /Height 60 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode ${entries}`,
      data,
    );
  const other = (entries: string, data: string | Uint8Array) =>
    stream(`/Subtype /Image /Width 80 /Height 60 ${entries}`, data);

  test.each<[string, ObjectSources]>([
    ['external-data', { [IMAGE]: image('/F (elsewhere)') }],
    [
      'unsupported-filter',
      { [IMAGE]: other('/BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /NewDecode', 'x') },
    ],
    [
      'required-as-is',
      {
        [IMAGE]: other('/BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter [ /Crypt /FlateDecode ]', packed),
      },
    ],
    ['damaged-data', { [IMAGE]: image('', packed.subarray(0, 100)) }],
    ['damaged-data', { [IMAGE]: other('/BitsPerComponent 8 /ColorSpace /DeviceRGB', 'too short') }],
    [
      'damaged-data',
      { [IMAGE]: other('/BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode', 'no JPEG') },
    ],
    ['unsupported-bits', { [IMAGE]: other('/BitsPerComponent 3 /ColorSpace /DeviceRGB', noise.samples) }],
    ['unsupported-color-space', { [IMAGE]: other('/BitsPerComponent 8', noise.samples) }],
    [
      'unsupported-color-space',
      { [IMAGE]: other('/BitsPerComponent 8 /ColorSpace /Pattern', noise.samples) },
    ],
  ])('%s', async (reason, objects) => {
    const before = pagesDocument([''], objects);
    const { doc, report, changes } = await runImages(objects);
    expect(report.outcome).toEqual({ kind: 'kept', reason });
    expect(String(imageAt(doc).dict)).toBe(String(imageAt(before).dict));
    expect(imageAt(doc).bytes).toEqual(imageAt(before).bytes);
    expect(changes.streamKeys(PDFRef.of(IMAGE))).toBeNull();
  });

  test('an image without a size is no item of the report, but counted', async () => {
    const objects = { [IMAGE]: stream('/Subtype /Image /Height 60 /BitsPerComponent 8', packed) };
    const { report } = await runPass(images, () => pagesDocument([''], objects), { host });
    expect(report).toMatchObject({ items: 1, changed: 0, skips: { 'damaged-data': 1 } });
  });

  test('too-many-pixels', async () => {
    const { report } = await runImages({
      [IMAGE]: other('/Width 10000 /Height 10001 /BitsPerComponent 8 /ColorSpace /DeviceGray', ''),
    });
    expect(report.outcome).toEqual({ kind: 'kept', reason: 'too-many-pixels' });
  });

  test.each<[string, ObjectSources]>([
    ['color-key-mask', { [IMAGE]: image('/Mask [0 0 0 0 0 0]') }],
    ['unsupported-decode', { [IMAGE]: image('/Decode [0 1.5 0 1 0 1]') }],
    ['matte', { [IMAGE]: image(`/SMask ${MASK} 0 R`), [MASK]: flateImage(discMask(80, 60), '/Matte [0]') }],
    [
      'unsupported-color-space',
      {
        [IMAGE]: other('/BitsPerComponent 8 /ColorSpace [ /ICCBased 50 0 R ] /Filter /FlateDecode', packed),
        50: stream('/N 3', `${'\0'.repeat(16)}HLS ${'\0'.repeat(108)}`),
      },
    ],
  ])('%s: the samples stay exactly as they are', async (reason, objects) => {
    const { doc, report } = await runImages(objects, { maxDimension: 40 });
    if (report.outcome.kind === 'kept') expect(report.outcome.reason).toBe(reason);
    expect([entry(doc, 'Width'), entry(doc, 'Height')]).toEqual(['80', '60']);
    const { dict, bytes } = imageAt(doc);
    const decoded = decodeStream(PDFRawStream.of(dict, bytes), 1e9);
    expect(decoded.kind === 'bytes' && decoded.bytes).toEqual(noise.samples);
  });
});

test('the same document gives the same bytes, whatever was done in between', async () => {
  const source = photo(300, 200, 3);
  const jpeg = await jpegOf(source, 95);
  const objects = {
    [IMAGE]: flateImage(source),
    102: dctImage(source, jpeg),
    103: dctImage(source, jpeg.subarray(0, 900)),
  };
  const first = await runImages(objects);
  const second = await runImages(objects);
  for (const number of [IMAGE, 102, 103])
    expect(imageAt(second.doc, number).bytes).toEqual(imageAt(first.doc, number).bytes);
  expect(imageAt(first.doc, 103).bytes).toHaveLength(900);
});

test('an aborted run stops before the next image', async () => {
  const doc = pagesDocument([''], { [IMAGE]: flateImage(photo(64, 64, 3)) });
  const reason = new Error('stop');
  const ctx = passContext({ limits: doc.limits, host, signal: AbortSignal.abort(reason) });
  await expect(images.run(doc, ctx)).rejects.toBe(reason);
  expect(entry(doc, 'Filter')).toBe(PDFName.of('FlateDecode').toString());
});
