import { beforeAll, describe, expect, test } from 'vitest';
import { type Bitmap, samplesFromBitmap } from './codecs/bitmap.ts';
import { deflate } from './codecs/flate/deflate.ts';
import { compress } from './compress.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from './options.ts';
import { PRESETS } from './presets.ts';
import { issueReceipt } from './receipt/issue-receipt.ts';
import type { CompressResult } from './report.ts';
import { FileBuilder, latin1Bytes } from './testing/documents/files.ts';
import { createTestHost } from './testing/host.ts';
import { jobThreads } from './testing/job-threads.ts';
import { lettersOf } from './testing/pictures/letters.ts';
import { scanned } from './testing/pictures/scanned-letters.ts';
import { verify } from './verify.ts';

const host = createTestHost();
const WIDTH = 600;
const HEIGHT = 300;
const print = [1, 2].map((seed) => lettersOf(seed, WIDTH, HEIGHT));
const scans = print.map((page, index) => scanned(page, index + 1));

interface Drawn {
  readonly dpi?: number;
  /** Entries of each image's dictionary. */
  readonly kind?: string;
}

function fileOf(pages: readonly Bitmap[], { dpi = 300, kind = '/ColorSpace /DeviceGray' }: Drawn = {}) {
  const [width, height] = [(WIDTH * 72) / dpi, (HEIGHT * 72) / dpi];
  const numbers = pages.map((_, page) => 10 + page * 3);
  const file = new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(
      2,
      `<< /Type /Pages /Count ${pages.length} /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
    );
  for (const [page, number] of numbers.entries()) {
    file
      .object(
        number,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${number + 1} 0 R
          /Resources << /XObject << /Im ${number + 2} 0 R >> >> >>`,
      )
      .stream(number + 1, '', latin1Bytes(`${width} 0 0 ${height} 0 0 cm /Im Do`))
      .stream(
        number + 2,
        `/Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /BitsPerComponent 1 ${kind} /Filter /FlateDecode`,
        deflate(samplesFromBitmap(pages[page]!)),
      );
  }
  return file.table('/Root 1 0 R').build();
}

const run = (file: Uint8Array, options: Partial<CompressOptions>) =>
  compress(file, { ...DEFAULT_OPTIONS, ...options }, { host });
const near = { bilevel: 'near' } as const;

describe('scanned pages', () => {
  const input = fileOf(scans);
  let exact: CompressResult;
  let moved: CompressResult;
  beforeAll(async () => {
    exact = await run(input, {});
    moved = await run(input, near);
  });

  test('take fewer bytes, and the report says how many pixels moved', () => {
    expect(moved.bytes.length).toBeLessThan(exact.bytes.length * 0.9);
    const { bilevel, warnings, images } = moved.report;
    expect(bilevel).toMatchObject({ images: 2, exact: {} });
    expect(bilevel!.pixels).toBe(images.reduce((sum, image) => sum + image.moved!.pixels, 0));
    expect(bilevel!.pixels).toBeGreaterThan(150);
    expect(bilevel!.longestRun).toBe(1);
    expect(warnings).toEqual(['bilevel-near']);
  });

  test('are compared: no rule is broken, and as many pixels changed as the report says', async () => {
    const { movedPixels, categories } = await verify(input, moved.bytes, { host });
    const { pixels, longestRun } = moved.report.bilevel!;
    expect(movedPixels).toEqual({ pictures: 2, pixels, longestRun, broken: [] });
    expect(categories.filter(({ lost }) => lost > 0)).toEqual([]);
  });

  test('are exact unless that is asked for', async () => {
    expect(exact.report.bilevel).toBeUndefined();
    expect((await verify(input, exact.bytes, { host })).movedPixels).toBeUndefined();
  });

  test('give the same bytes with threads', async () => {
    const workThreads = jobThreads(host, 3, () => undefined);
    const threaded = await compress(
      input,
      { ...DEFAULT_OPTIONS, ...near },
      { host: { ...host, workThreads } },
    );
    expect(threaded.bytes).toEqual(moved.bytes);
  });

  test('are told in the receipt', async () => {
    const { imagesChanged, warnings } = await issueReceipt(input, moved, { host });
    expect(imagesChanged.map((image) => image.moved)).toEqual(
      moved.report.images.map((image) => image.moved),
    );
    expect(warnings).toContain('bilevel-near');
  });

  test('have nothing left to move the second time', async () => {
    const again = await run(moved.bytes, near);
    expect(again.bytes.length).toBeLessThanOrEqual(moved.bytes.length);
  });
});

test.each<[string, Uint8Array, Partial<CompressOptions>, Record<string, number>]>([
  ['a computer drew it', fileOf(print), near, { 'little-gain': 2 }],
  ['it has fewer than 200 dpi', fileOf(scans, { dpi: 199 }), near, { 'low-resolution': 2 }],
  ['letters may not be symbols', fileOf(scans), { ...near, jbig2Symbols: false }, { 'symbols-off': 2 }],
])('a page is exact, by name, where %s', async (_, input, options, reasons) => {
  const { report, bytes } = await run(input, options);
  expect(report.bilevel).toEqual({ images: 0, pixels: 0, longestRun: 0, exact: reasons });
  expect(report.warnings).not.toContain('bilevel-near');
  expect((await verify(input, bytes, { host })).movedPixels).toBeUndefined();
});

test.each([
  ['a page alone', fileOf(scans.slice(0, 1))],
  ['a page of 200 dpi', fileOf(scans.slice(0, 1), { dpi: 200 })],
  ['a stencil', fileOf(scans.slice(0, 1), { kind: '/ImageMask true' })],
])('pixels move on %s, too', async (_, input) => {
  const { report } = await run(input, near);
  expect(report.bilevel).toMatchObject({ images: 1, exact: {} });
});

test('nobody gets moved pixels without asking for them', () => {
  const asked = [DEFAULT_OPTIONS, ...Object.values(PRESETS)].map(({ bilevel }) => bilevel);
  expect(new Set(asked)).toEqual(new Set(['exact']));
});
