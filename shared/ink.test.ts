import { describe, expect, test } from 'vitest';
import { deflate } from './codecs/flate/deflate.ts';
import type { Raster } from './codecs/pixels/raster.ts';
import { compress } from './compress.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from './options.ts';
import { key, PDFRawStream } from './pdf/objects.ts';
import { openDocument } from './pdf/read/open.ts';
import { FileBuilder } from './testing/documents/files.ts';
import { createTestHost } from './testing/host.ts';
import { jobThreads } from './testing/job-threads.ts';
import { openInPdfium } from './testing/oracles/pdfium-render.ts';
import { scannedPrint } from './testing/pictures/scanned-print.ts';

const host = createTestHost();
const [WIDTH, HEIGHT] = [4, 3];
const BLACK = [30, 30, 34] as const;
const BLUE = [30, 40, 150] as const;

/** A page of black print whose last lines are blue. */
const scanOf = (blueLines: number, channels: 1 | 3 = 3): Raster =>
  scannedPrint({
    width: WIDTH,
    height: HEIGHT,
    dpi: 300,
    channels,
    grain: 24,
    lines: Array.from({ length: 12 }, (_, line) => ({
      top: 0.3 + line * 0.2,
      letters: 32,
      inks: [line < 12 - blueLines ? BLACK : BLUE],
    })),
  });

function fileOf(scan: Raster, space = scan.channels === 1 ? '/DeviceGray' : '/DeviceRGB'): Uint8Array {
  return new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    .object(
      3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH * 72} ${HEIGHT * 72}] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> >>`,
    )
    .stream(4, '', `q ${WIDTH * 72} 0 0 ${HEIGHT * 72} 0 0 cm /Im Do Q`)
    .stream(
      5,
      `/Type /XObject /Subtype /Image /Width ${scan.width} /Height ${scan.height} /ColorSpace ${space} /BitsPerComponent 8 /Filter /FlateDecode`,
      deflate(scan.samples, 1),
    )
    .table('/Root 1 0 R')
    .build();
}

const AUTO: CompressOptions = {
  ...DEFAULT_OPTIONS,
  quality: 50,
  maxDpi: 150,
  maxDimension: 100_000,
  ink: 'auto',
};
const run = (input: Uint8Array, options: Partial<CompressOptions> = {}) =>
  compress(input, { ...AUTO, ...options }, { host });

async function imagesIn(bytes: Uint8Array) {
  const { context } = await openDocument(bytes, { limits: DEFAULT_LIMITS });
  return context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFRawStream && object.dict.lookup(key('Subtype')) === key('Image')
        ? [object.dict]
        : [],
    );
}

/** Mean difference in levels at 100 dpi. */
async function difference(before: Uint8Array, after: Uint8Array): Promise<number> {
  const pages = [await openInPdfium(before), await openInPdfium(after)];
  const [one, other] = pages.map((page) => page.render(0, 100).rgbx);
  for (const page of pages) page.close();
  return one!.reduce((sum, level, at) => sum + Math.abs(level - other![at]!), 0) / one!.length;
}

describe('a scanned page of black print', () => {
  test.each<[string, Uint8Array, string]>([
    ['in color', fileOf(scanOf(0)), '/DeviceGray'],
    ['in gray', fileOf(scanOf(0, 1)), '/DeviceGray'],
    ['in gray of its own', fileOf(scanOf(0, 1), '[/CalGray << /WhitePoint [.95 1 1.09] >>]'), '/CalGray'],
  ])('%s becomes one image of one bit with all pixels, and the report says so', async (_, input, space) => {
    const { bytes, report } = await run(input);
    const images = await imagesIn(bytes);
    expect(images).toHaveLength(1);
    expect(images[0]!.lookup(key('Width'))?.toString()).toBe(String(WIDTH * 300));
    expect(images[0]!.lookup(key('BitsPerComponent'))?.toString()).toBe('1');
    expect(images[0]!.lookup(key('ColorSpace'))?.toString()).toContain(space);
    expect(images[0]!.lookup(key('Filter'))).toBe(key('JBIG2Decode'));
    expect(report.ink).toEqual({ pages: [{ page: 1, object: 5, pictures: 0 }], skipped: {} });
    expect(report.warnings).toEqual(['ink-applied']);
    expect(report.images[0]).toMatchObject({
      inkPictures: 0,
      jbig2: { after: 'symbols' },
      dpi: { after: 300 },
    });
    // The paper is white now.
    expect(await difference(input, bytes)).toBeLessThan(16);
  });

  test('takes a sixth of its gray JPEG, and fewer bytes than separated text', async () => {
    const input = fileOf(scanOf(0, 1));
    const off = await run(input, { ink: 'off', maxDpi: 300 });
    const { bytes, report } = await run(input, { mrc: 'auto' });
    expect(off.report.ink).toBeUndefined();
    expect(bytes.length).toBeLessThan(off.bytes.length * 0.17);
    expect(bytes.length).toBeLessThan((await run(input, { ink: 'off', mrc: 'auto' })).bytes.length);
    expect(report.mrc).toEqual({ pages: [], skipped: { 'ink-smaller': 1 } });
    expect(report.warnings).toEqual(['ink-applied']);
  });

  test('has no symbols where they are off', async () => {
    const { report } = await run(fileOf(scanOf(0)), { jbig2Symbols: false });
    expect(report.jbig2).toEqual({ generic: 1, symbols: 0 });
  });

  test('is left alone by a second run', async () => {
    const first = await run(fileOf(scanOf(0)));
    const second = await run(first.bytes);
    expect(second.report.ink?.pages).toEqual([]);
    expect(second.report.warnings).toEqual([]);
  });

  test('meets a size so before any picture becomes softer', async () => {
    const input = fileOf(scanOf(0));
    const made = await run(input);
    expect((await run(input, { targetSize: made.bytes.length })).bytes).toEqual(made.bytes);
  });
});

test('colored print stays as pictures below the ink, with the same bytes in any number of threads', async () => {
  const input = fileOf(scanOf(2));
  const { bytes, report } = await run(input);
  expect(report.ink).toEqual({ pages: [{ page: 1, object: 5, pictures: 1 }], skipped: {} });
  expect(report.images[0]).toMatchObject({ inkPictures: 1 });
  const codecs = (await imagesIn(bytes)).map((dict) => String(dict.lookup(key('Filter'))));
  expect(codecs.sort()).toEqual(['/DCTDecode', '/FlateDecode', '/FlateDecode', '/JBIG2Decode']);
  expect(await difference(input, bytes)).toBeLessThan(16);
  const threaded = await compress(input, AUTO, { host: { ...host, workThreads: jobThreads(host, 2) } });
  expect(threaded.bytes).toEqual(bytes);
});

describe('no page becomes one bit, and the report says why', () => {
  test.each<[string, Partial<CompressOptions>, Raster, object]>([
    ['images may not become JPEG', { convertToJpeg: false }, scanOf(0), { lossless: 1 }],
    ['nothing may be lost', { quality: 100 }, scanOf(0), { lossless: 1 }],
    ['half of it is colored', {}, scanOf(7), { 'mostly-pictures': 1 }],
    ['separated text is smaller', { mrc: 'auto' }, scanOf(5), { 'mrc-smaller': 1 }],
  ])('%s', async (_, options, scan, skipped) => {
    const { report } = await run(fileOf(scan), options);
    expect(report.ink).toEqual({ pages: [], skipped });
    expect(report.warnings).not.toContain('ink-applied');
  });
});
