import { describe, expect, test } from 'vitest';
import { compress } from '../compress.ts';
import { PRESETS, type PresetName } from '../index.ts';
import { albumFile } from '../testing/documents/album-file.ts';
import { dividedFile } from '../testing/documents/divided-file.ts';
import { FileBuilder, onePage } from '../testing/documents/files.ts';
import { createTestHost } from '../testing/host.ts';
import { estimateSizes } from './estimate-sizes.ts';
import { exactSampleOf, imagesOf, sampleOf } from './sample.ts';

const host = createTestHost();
const NAMES = ['sharp', 'balanced', 'small', 'lossless'] as const satisfies readonly PresetName[];

describe.each([
  { of: 'an album of photographs, drawings and masks', make: () => albumFile(3) },
  { of: 'a document with a picture on each page', make: async () => dividedFile(20) },
])('of $of each preset is guessed within 10 %', async ({ make }) => {
  const file = await make();
  const made = await Promise.all(NAMES.map((name) => compress(file, PRESETS[name], { host })));

  test.each([
    { from: 'by the report of a run', done: made[NAMES.indexOf('balanced')]!.report },
    { from: 'before any run', done: null },
  ])('$from', async ({ done }) => {
    const wanted = NAMES.map((name) => PRESETS[name]);
    const guessed = await estimateSizes(file, done, wanted, { host });
    for (const [index, { bytes }] of made.entries())
      expect(Math.abs(guessed[index]! - bytes.length), NAMES[index]).toBeLessThanOrEqual(bytes.length * 0.1);
  });
});

test('options of the finished run are not estimated: their size is known', async () => {
  const file = await albumFile(3);
  const { report, bytes } = await compress(file, PRESETS.small, { host });
  const withoutCodecs = { wasmModule: () => Promise.reject(new Error('nothing is to be coded again')) };
  expect(await estimateSizes(file, report, [PRESETS.small], { host: withoutCodecs })).toEqual([bytes.length]);
});

test('a file that comes back whatever is asked for weighs what it weighs', async () => {
  const { report } = await compress(dividedFile(2), PRESETS.balanced, { host });
  const kept = { ...report, unchanged: true, warnings: ['signed'] as const, outputSize: 999 };
  expect(await estimateSizes(dividedFile(2), kept, [PRESETS.small], { host })).toEqual([999]);
});

test('a signed file that was not worked on yet weighs what it weighs, too', async () => {
  const file = onePage(new FileBuilder(), 'q Q '.repeat(500))
    .object(1, '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] /SigFlags 3 >> >>')
    .object(5, '<< /FT /Sig /T (s) /V 6 0 R /Type /Annot /Subtype /Widget /Rect [0 0 0 0] >>')
    .object(6, '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 30] /Contents <00> >>')
    .table('/Root 1 0 R')
    .build();
  expect(await estimateSizes(file, null, [PRESETS.small], { host })).toEqual([file.length]);
});

test('of many pictures a few are made again, the heaviest among them, the same ones each time', async () => {
  const { report } = await compress(dividedFile(60), PRESETS.balanced, { host });
  const images = imagesOf(report);
  const sample = sampleOf(images);
  expect(sample.length).toBeLessThanOrEqual(12);
  expect(sample).toEqual(sampleOf([...images].reverse()));
});

test('where no pixel may change, fewer of the large pictures are deflated again, and all JPEGs kept in the sample', async () => {
  const { report } = await compress(dividedFile(2), PRESETS.balanced, { host });
  const image = imagesOf(report)[0]!;
  const large = (object: number, codec: typeof image.codec) => ({
    ...image,
    object,
    codec,
    width: 2000,
    height: 1500,
    size: 1_000_000 - object,
  });
  const sample = [
    ...Array.from({ length: 6 }, (_, at) => large(at, 'flate')),
    ...Array.from({ length: 3 }, (_, at) => large(10 + at, 'dct')),
  ];
  expect(exactSampleOf(sample).map(({ object }) => object)).toEqual([0, 1, 10, 11, 12]);
});

test.each([
  { large: 3, small: 2, recoded: [10, 11] },
  { large: 3, small: 1, recoded: [0, 1, 2, 10] },
])(
  'of $large large and $small small JPEGs that stay JPEGs, recodes $recoded',
  async ({ large, small, recoded }) => {
    const { report } = await compress(dividedFile(2), PRESETS.balanced, { host });
    const [image] = imagesOf(report);
    const jpegs = (count: number, first: number, width: number) =>
      Array.from({ length: count }, (_, at) => ({
        ...image!,
        codec: 'dct' as const,
        object: first + at,
        width,
        height: 4000,
      }));
    const sample = [...jpegs(large, 0, 6000), ...jpegs(small, 10, 3000)];
    expect(exactSampleOf(sample).map(({ object }) => object)).toEqual(recoded);
  },
);
