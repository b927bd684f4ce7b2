import { describe, expect, test } from 'vitest';
import { deflate } from '../../codecs/flate/deflate.ts';
import { insertSegments } from '../../codecs/jpeg/format/segments.ts';
import { compress } from '../../compress.ts';
import type { ImageOverrides } from '../../image-overrides.ts';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from '../../options.ts';
import { indirectObjects } from '../../pdf/document.ts';
import { isImageStream } from '../../pdf/image/image-xobject.ts';
import { PDFRef } from '../../pdf/objects.ts';
import { openDocument } from '../../pdf/read/open.ts';
import { writeDocument } from '../../pdf/write/write.ts';
import { ascii85, lzw, runLength } from '../../testing/byte-encoders.ts';
import {
  type ObjectSource,
  type ObjectSources,
  pagesDocument,
  stream,
} from '../../testing/documents/documents.ts';
import { latin1Bytes } from '../../testing/documents/files.ts';
import { runPass } from '../../testing/pass-run.ts';
import { host, jpegOf } from '../../testing/pictures/image-runs.ts';
import { lineArt, photo } from '../../testing/pictures/rasters.ts';
import { sameImages } from './same-images.ts';

const WIDTH = 120;
const HEIGHT = 90;
const samples = lineArt(WIDTH, HEIGHT, 3).samples;
const picture = photo(WIDTH, HEIGHT, 3);
const jpeg = await jpegOf(picture, 90);
const comment = Uint8Array.from([0xff, 0xfe, 0, 12, ...latin1Bytes('taken here')]);
const exif = Uint8Array.from([0xff, 0xe1, 0, 14, ...latin1Bytes('Exif\0\0before')]);

const image = (packing: string, data: Uint8Array, entries = '/ColorSpace /DeviceRGB') =>
  stream(
    `/Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /BitsPerComponent 8 ${entries} ${packing}`,
    data,
  );
const flate = (level: number, entries?: string, data = samples) =>
  image('/Filter /FlateDecode', deflate(data, level), entries);
const rgb = (entries: string) => `/ColorSpace /DeviceRGB ${entries}`;
const dct = (data: Uint8Array, packing = '/Filter /DCTDecode') => image(packing, data);
const tiffPredicted = samples.map((value, at) => value - (at % (WIDTH * 3) < 3 ? 0 : samples[at - 3]!));

const page = (numbers: readonly number[]) =>
  `/Contents 90 0 R /Resources << /XObject << ${numbers.map((number) => `/X${number} ${number} 0 R`).join(' ')} >> >>`;

function build(objects: ObjectSources) {
  const numbers = Object.keys(objects)
    .map(Number)
    .filter((number) => number >= 100);
  const draw = numbers.map((number) => `q ${number} 0 0 100 0 0 cm /X${number} Do Q`).join(' ');
  return pagesDocument([page(numbers)], { 90: stream('', draw), ...objects });
}

/** Numbers of the objects that the pass removed. The run proves that nothing else changed. */
async function merged(objects: ObjectSources, options: Partial<CompressOptions> = {}): Promise<number[]> {
  const { doc, report } = await runPass(sameImages, () => build(objects), {
    options: { ...DEFAULT_OPTIONS, ...options },
  });
  const gone = Object.keys(objects)
    .map(Number)
    .filter((number) => doc.context.lookup(PDFRef.of(number)) === undefined);
  expect(report.changed).toBe(gone.length);
  return gone;
}

describe('the same samples become one image, whatever packs them', () => {
  const raw = image('', samples);
  test.each<[string, ObjectSource]>([
    ['Flate', flate(9)],
    [
      'two filters',
      image('/Filter [/ASCII85Decode /FlateDecode]', latin1Bytes(ascii85(deflate(samples, 6)))),
    ],
    [
      'a predictor',
      image(
        `/Filter /FlateDecode /DecodeParms << /Predictor 2 /Colors 3 /Columns ${WIDTH} >>`,
        deflate(tiffPredicted, 6),
      ),
    ],
    ['LZW', image('/Filter /LZWDecode', lzw(samples, { earlyChange: 1, whenFull: 'go on' }))],
    ['RunLength', image('/Filter /RunLengthDecode', runLength(samples))],
  ])('%s', async (_name, other) => {
    expect(await merged({ 100: raw, 101: other })).toEqual([101]);
    expect(await merged({ 100: other, 101: raw })).toEqual([101]);
  });

  test('three levels of deflate, and what is only masked by equal masks', async () => {
    const mask = (level: number) =>
      flate(level, '/ColorSpace /DeviceGray', samples.subarray(0, WIDTH * HEIGHT));
    const objects = {
      100: flate(1, rgb('/SMask 103 0 R')),
      101: flate(6, rgb('/SMask 104 0 R')),
      102: flate(12, rgb('/SMask 104 0 R')),
      103: mask(1),
      104: mask(12),
    };
    expect(await merged(objects)).toEqual([101, 102, 104]);
  });
});

describe('the same JPEG becomes one image, whatever metadata is in it', () => {
  test('in segments of any kind, or wrapped in other filters', async () => {
    const objects = {
      100: dct(insertSegments(jpeg, exif)),
      101: dct(jpeg),
      102: dct(insertSegments(jpeg, comment)),
      103: dct(deflate(jpeg, 6), '/Filter [/FlateDecode /DCTDecode]'),
    };
    expect(await merged(objects)).toEqual([101, 102, 103]);
  });

  test('but only where metadata is not kept', async () => {
    const objects = { 100: dct(insertSegments(jpeg, exif)), 101: dct(jpeg) };
    expect(await merged(objects, { stripMetadata: false })).toEqual([]);
  });

  test('and the colour transform is not metadata', async () => {
    const objects = {
      100: dct(jpeg),
      101: dct(jpeg, '/Filter /DCTDecode /DecodeParms << /ColorTransform 0 >>'),
      102: dct(await jpegOf(picture, 89)),
    };
    expect(await merged(objects)).toEqual([]);
  });
});

describe('what a reader could tell apart stays apart', () => {
  const gray = samples.subarray(0, WIDTH * HEIGHT);
  const oneBit = `/Width ${WIDTH * 8}`;
  test.each<[string, ObjectSource, ObjectSources?]>([
    ['another pixel', flate(6, undefined, samples.with(samples.length - 1, 7))],
    ['another colour space', flate(6, '/ColorSpace [/CalRGB << /WhitePoint [1 1 1] >>]')],
    ['another rendering intent', flate(6, rgb('/Intent /Perceptual'))],
    ['interpolation', flate(6, rgb('/Interpolate true'))],
    ['a Decode array', flate(6, rgb('/Decode [1 0 1 0 1 0]'))],
    ['a colour key', flate(6, rgb('/Mask [0 0 0 0 0 0]'))],
    ['a layer', flate(6, rgb('/OC 102 0 R')), { 102: '<< /Type /OCG /Name (a) >>' }],
    ['metadata of its own', flate(6, rgb('/Metadata 102 0 R')), { 102: stream('/Type /Metadata', '<x/>') }],
    ['a soft mask', flate(6, rgb('/SMask 102 0 R')), { 102: flate(6, '/ColorSpace /DeviceGray', gray) }],
    ['a place in the structure tree', flate(6, rgb('/StructParent 0'))],
    ['another size of the same bytes', flate(6, rgb(`/Width ${HEIGHT} /Height ${WIDTH}`))],
    ['another depth of the same bytes', flate(6, rgb(`/BitsPerComponent 1 ${oneBit}`))],
    ['data that is cut off', image('/Filter /FlateDecode', deflate(samples, 6).subarray(0, 90))],
  ])('%s', async (_name, other, more = {}) => {
    expect(await merged({ 100: flate(1), 101: other, ...more })).toEqual([]);
  });

  test('two that both belong to the structure tree, and two of equal layers that are not one', async () => {
    expect(
      await merged({ 100: flate(1, rgb('/StructParent 0')), 101: flate(6, rgb('/StructParent 0')) }),
    ).toEqual([]);
    const layer = '<< /Type /OCG /Name (a) >>';
    expect(
      await merged({
        100: flate(1, rgb('/OC 102 0 R')),
        101: flate(6, rgb('/OC 103 0 R')),
        102: layer,
        103: layer,
      }),
    ).toEqual([]);
  });

  test('equal first bytes and checksums are not enough', async () => {
    const other = samples.slice();
    // Two changes that Adler-32 does not detect: its sums are unchanged.
    const at = samples.length - 900;
    for (const [offset, step] of [
      [0, 1],
      [1, -2],
      [2, 1],
    ] as const)
      other[at + offset] = 100 + step;
    const one = samples.slice();
    one.fill(100, at, at + 3);
    expect(deflate(one, 6).slice(-4)).toEqual(deflate(other, 6).slice(-4));
    expect(await merged({ 100: flate(1, undefined, one), 101: flate(6, undefined, other) })).toEqual([]);
  });

  test('masks with a matte, of which each picture needs its own', async () => {
    const matte = '/ColorSpace /DeviceGray /Matte [0 0 0]';
    expect(await merged({ 100: flate(1, matte, gray), 101: flate(6, matte, gray) })).toEqual([]);
  });
});

describe('in a whole file', () => {
  const objects = { 100: image('', picture.samples), 101: flate(9, undefined, picture.samples) };
  const input = writeDocument(build(objects), { objectStreams: false });
  const run = async (imageOverrides: ImageOverrides = {}) =>
    compress(input, { ...DEFAULT_OPTIONS, maxDpi: 72 }, { host, imageOverrides });

  test('twins are recoded once, for the larger of their places', async () => {
    const { report } = await run();
    expect(report.warnings).toEqual([]);
    expect(report.images).toHaveLength(1);
    // Drawn 100 and 101 points wide, and 100 high.
    expect(report.images[0]).toMatchObject({ outcome: { kind: 'replaced', codec: 'dct' } });
    expect(report.images[0]!.dpi?.before).toBe(Math.round((HEIGHT / 100) * 72));
  });

  test.each([0, 1])('what is asked for one of them holds for the one that both became', async (which) => {
    const opened = await openDocument(input, { limits: DEFAULT_LIMITS });
    const refs = indirectObjects(opened).filter(([, object]) => isImageStream(object));
    const number = refs[which]![0].objectNumber;
    const { report } = await run({ [number]: { kind: 'keep' } });
    expect(report.images).toHaveLength(1);
    expect(report.images[0]!.outcome).toMatchObject({ kind: 'replaced', codec: 'flate' });
  });
});
