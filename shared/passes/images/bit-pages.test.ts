import { beforeAll, describe, expect, test } from 'vitest';
import { type Bitmap, samplesFromBitmap } from '../../codecs/bitmap.ts';
import { deflate } from '../../codecs/flate/deflate.ts';
import { compress } from '../../compress.ts';
import { DEFAULT_OPTIONS } from '../../options.ts';
import type { CompressResult, ImageReport } from '../../report.ts';
import { FileBuilder, latin1Bytes } from '../../testing/documents/files.ts';
import { createTestHost } from '../../testing/host.ts';
import { jobThreads } from '../../testing/job-threads.ts';
import { pdfiumDifferences } from '../../testing/oracles/pdfium-render.ts';
import { bitmapOf } from '../../testing/pictures/bitmaps.ts';
import type { WorkJob } from '../../work/job.ts';

const host = createTestHost();
const WIDTH = 600;
const HEIGHT = 300;

/** Ten lines of twenty letters of forty kinds, in a different order on each page. */
function lettersOf(seed: number): Bitmap {
  const kindAt = (column: number, row: number) =>
    ((Math.imul(seed * 7919 + row * 104_729 + column * 31, 0x9e3779b1) >>> 16) % 40) + 1;
  return bitmapOf(WIDTH, HEIGHT, (x, y) => {
    const [dx, dy] = [(x % 30) - 3, (y % 30) - 3];
    if (dx < 0 || dy < 0 || dx >= 22 || dy >= 22) return false;
    const kind = kindAt(Math.floor(x / 30), Math.floor(y / 30));
    const cell = Math.floor(dx / 3) * 8 + Math.floor(dy / 3);
    return dx < 4 || ((Math.imul(kind * 613 + cell, 0x85ebca6b) >>> 12) % 5 < 2 && dy > 1) || dy > 18;
  });
}

/** Each page shows a one-bit image, every second one as a stencil. */
function scannedFile(pages: number, drawing = lettersOf): Uint8Array {
  const numbers = Array.from({ length: pages }, (_, page) => 10 + page * 3);
  const kids = numbers.map((number) => `${number} 0 R`).join(' ');
  const file = new FileBuilder()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`);
  for (const [page, number] of numbers.entries()) {
    const kind = page % 2 === 0 ? '/ColorSpace /DeviceGray' : '/ImageMask true';
    file
      .object(
        number,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents ${number + 1} 0 R
          /Resources << /XObject << /Im ${number + 2} 0 R >> >> >>`,
      )
      .stream(number + 1, '', latin1Bytes(`${WIDTH} 0 0 ${HEIGHT} 0 0 cm /Im Do`))
      .stream(
        number + 2,
        `/Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /BitsPerComponent 1 ${kind} /Filter /FlateDecode`,
        deflate(samplesFromBitmap(drawing(page))),
      );
  }
  return file.table('/Root 1 0 R').build();
}

const bytesOf = ({ outcome, size }: ImageReport) => (outcome.kind === 'replaced' ? outcome.size : size);
const globalsIn = ({ bytes }: CompressResult) =>
  new Set(
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/JBIG2Globals \d+ 0 R/g) ?? [],
  ).size;

describe('pages of one bit', () => {
  const input = scannedFile(6);
  let together: CompressResult;
  beforeAll(async () => {
    together = await compress(input, DEFAULT_OPTIONS, { host });
  });

  test('share the symbols that they have in common, in one stream', () => {
    expect(globalsIn(together)).toBe(1);
    expect(together.report.images.map(({ jbig2 }) => jbig2)).toEqual(Array(6).fill({ after: 'symbols' }));
  });

  test('are drawn as before by PDFium, to the pixel', async () => {
    expect(await pdfiumDifferences(input, together.bytes)).toEqual([]);
  });

  test('are smaller than each alone', async () => {
    const alone = await compress(scannedFile(1), DEFAULT_OPTIONS, { host });
    const bytes = together.report.images.reduce((sum, image) => sum + bytesOf(image), 0);
    expect(bytes).toBeLessThan(alone.report.images.reduce((sum, image) => sum + bytesOf(image), 0) * 6 * 0.8);
  });

  test('are the same bytes with threads, however many', async () => {
    for (const threads of [1, 2, 8]) {
      const kinds = new Set<WorkJob['kind']>();
      const workThreads = jobThreads(host, threads, ({ kind }) => void kinds.add(kind));
      const { bytes, report } = await compress(input, DEFAULT_OPTIONS, { host: { ...host, workThreads } });
      expect(Buffer.compare(bytes, together.bytes)).toBe(0);
      expect(report).toEqual(together.report);
      expect([...kinds]).toEqual(expect.arrayContaining(['bits', 'symbols', 'page']));
    }
  });

  test('stay as they are when they come again', async () => {
    const again = await compress(together.bytes, DEFAULT_OPTIONS, { host });
    expect(again.bytes).toEqual(together.bytes);
    expect(again.report.images.map(({ outcome }) => outcome)).toEqual(
      Array(6).fill({ kind: 'kept', reason: 'not-smaller' }),
    );
  });

  test('stay as they are when they come again, also those that share nothing', async () => {
    const drawing = (page: number) =>
      page === 2 ? bitmapOf(WIDTH, HEIGHT, (x, y) => x < y) : lettersOf(page);
    const once = await compress(scannedFile(3, drawing), DEFAULT_OPTIONS, { host });
    expect(once.report.images.map(({ outcome }) => outcome.kind)).toEqual(Array(3).fill('replaced'));
    const again = await compress(once.bytes, DEFAULT_OPTIONS, { host });
    expect(again.report.images.map(({ outcome }) => outcome.kind)).toEqual(['kept', 'kept', 'kept']);
  });

  test('have no symbols where none are wanted', async () => {
    const generic = await compress(input, { ...DEFAULT_OPTIONS, jbig2Symbols: false }, { host });
    expect(globalsIn(generic)).toBe(0);
    expect(generic.report.images.some(({ jbig2 }) => jbig2?.after === 'symbols')).toBe(false);
  });

  test.each(['bits', 'symbols', 'page'])('are the same bytes when all jobs for %s are lost', async (lost) => {
    const workThreads = jobThreads(host, 2, ({ kind }) => (kind === lost ? 'lost' : undefined));
    const { bytes, report } = await compress(input, DEFAULT_OPTIONS, { host: { ...host, workThreads } });
    expect(bytes).toEqual(together.bytes);
    expect(report.images).toEqual(together.report.images);
  });

  test('share nothing where what they have in common is little', async () => {
    const mark = (x: number, y: number) => x < 60 && y % 30 < 20 && (x * 7 + y * 3) % 11 < 8;
    const marks = (page: number) => bitmapOf(WIDTH, HEIGHT, (x, y) => mark(x, y + page));
    const little = await compress(scannedFile(2, marks), DEFAULT_OPTIONS, { host });
    expect(globalsIn(little)).toBe(0);
    expect(little.report.images.map(({ outcome }) => outcome.kind)).toEqual(['replaced', 'replaced']);
  });

  test('are coded at once up to a number of pages, and each group has a stream of its own', async () => {
    const many = await compress(scannedFile(70), DEFAULT_OPTIONS, { host });
    expect(globalsIn(many)).toBe(2);
  });
});
