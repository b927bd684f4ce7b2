import { describe, expect, test } from 'vitest';
import { deflate } from '../../codecs/flate/deflate.ts';
import { decodeSamples } from '../../codecs/jpeg/samples/decode.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from '../../options.ts';
import type { ImageReport, Warning } from '../../report.ts';
import { pagesDocument, stream } from '../../testing/documents/documents.ts';
import { latin1Bytes } from '../../testing/documents/files.ts';
import { createTestHost } from '../../testing/host.ts';
import { passContext } from '../../testing/pass-context.ts';
import { imageAt, jpegOf } from '../../testing/pictures/image-runs.ts';
import { meanDifference, photo } from '../../testing/pictures/rasters.ts';
import { images } from '../images.ts';

const host = createTestHost();

interface Drawn {
  /** Side of the image in pixels; the page is 200 x 200 points, 2.78 inches. */
  readonly pixels: number;
  readonly points: number;
  readonly samples?: Uint8Array;
  /** Instead of samples. */
  readonly jpeg?: Uint8Array;
  /** Sides of square pages in points; the image is on the last. */
  readonly pages?: readonly number[];
}

async function run(
  { pixels, points, samples, jpeg, pages = [200] }: Drawn,
  options: Partial<CompressOptions>,
) {
  const rows = samples ?? photo(pixels, pixels, 1).samples;
  const image = `/Subtype /Image /Width ${pixels} /Height ${pixels} /BitsPerComponent 8 /ColorSpace /DeviceGray`;
  const drawn = '/Resources << /XObject << /Im 100 0 R >> >> /Contents 101 0 R';
  const sizes = pages.map((side) => `/MediaBox [0 0 ${side} ${side}]`);
  const doc = pagesDocument([...sizes.slice(0, -1), `${sizes.at(-1)} ${drawn}`], {
    100:
      jpeg === undefined
        ? stream(`${image} /Filter /FlateDecode`, deflate(rows))
        : stream(`${image} /Filter /DCTDecode`, jpeg),
    101: stream('', `q ${points} 0 0 ${points} 0 0 cm /Im Do Q`),
  });
  const reports: ImageReport[] = [];
  const warnings: Warning[] = [];
  await images.run(
    doc,
    passContext({
      host,
      options: { ...DEFAULT_OPTIONS, ...options },
      reportImage: (report) => reports.push(report),
      warn: (warning) => warnings.push(warning),
    }),
  );
  const report = reports[0]!;
  const width = report.outcome.kind === 'replaced' ? report.outcome.width : pixels;
  return { report, width, warnings, doc };
}

/** Fine print on grainy paper, like a scan. */
function print(pixels: number): Uint8Array {
  return new Uint8Array(pixels * pixels).map((_, at) => {
    const grain = Math.imul(at, 2654435761) >>> 27;
    return (((at % pixels) >> 1) % 5 === 0 ? 20 : 210) + grain;
  });
}

test('the cap counts at the size an image is drawn', async () => {
  const { width, report } = await run({ pixels: 1000, points: 200 }, { maxDpi: 150 });
  expect(width).toBe(417);
  expect(report.dpi).toEqual({ before: 360, after: 150 });
});

test('the floor keeps what the longest side would take', async () => {
  const free = await run({ pixels: 1000, points: 200 }, { maxDimension: 300 });
  const held = await run({ pixels: 1000, points: 200 }, { maxDimension: 300, minDpi: 150 });
  expect([free.width, held.width]).toEqual([300, 417]);
});

test.each([
  [90, { maxDimension: 250 }],
  [90, { maxDimension: 200, minDpi: 90 }],
  [119, { maxDimension: 330 }],
])('a page of fine print that ends too coarse to read, at %i dpi, is warned of', async (dpi, options) => {
  const { warnings, report } = await run({ pixels: 1000, points: 200, samples: print(1000) }, options);
  expect(report.dpi?.after).toBe(dpi);
  expect(warnings).toEqual(['low-resolution-scan']);
});

test('so is one that came as a JPEG', async () => {
  const raster: Raster = { width: 1000, height: 1000, channels: 1, samples: print(1000) };
  const jpeg = await jpegOf(raster, 90);
  const { warnings } = await run({ pixels: 1000, points: 200, jpeg }, { maxDimension: 250 });
  expect(warnings).toEqual(['low-resolution-scan']);
});

test('print a little finer than the cap keeps its pixels, and they are its own; a photograph is shrunk', async () => {
  // A quarter finer.
  const cap = { maxDpi: 288, maxDimension: 100_000, quality: 75 };
  const drawn = { pixels: 1000, points: 200 };
  const text: Raster = { width: 1000, height: 1000, channels: 1, samples: print(1000) };
  const { doc, width } = await run({ ...drawn, jpeg: await jpegOf(text, 95) }, cap);
  expect(width).toBe(1000);
  expect(meanDifference(decodeSamples(imageAt(doc).bytes, 1)!, text)).toBeLessThan(9);
  const free = await run({ ...drawn, jpeg: await jpegOf(photo(1000, 1000, 1), 95) }, cap);
  expect(free.width).toBe(800);
});

test('so is a page of stripes, which differ from above to below alone', async () => {
  const upright = print(1000);
  const samples = upright.map((_, at) => upright[(at % 1000) * 1000 + Math.floor(at / 1000)]!);
  const { warnings } = await run({ pixels: 1000, points: 200, samples }, { maxDimension: 250 });
  expect(warnings).toEqual(['low-resolution-scan']);
});

test.each([
  ['a photograph', { pixels: 1000, points: 200 }, { maxDimension: 250 }],
  [
    'a picture that covers a corner',
    { pixels: 1000, points: 60, samples: print(1000) },
    { maxDimension: 80 },
  ],
  ['print that stays readable', { pixels: 1000, points: 200, samples: print(1000) }, { maxDimension: 400 }],
  [
    'print as coarse as was asked for, within reason,',
    { pixels: 1000, points: 200, samples: print(1000) },
    { maxDimension: 200, minDpi: 110 },
  ],
])('%s is not', async (_, drawn, options) => {
  expect((await run(drawn, options)).warnings).toEqual([]);
});

test('pages of several sizes: it is the page that the picture is on', async () => {
  const drawn = { pixels: 1000, points: 200, samples: print(1000) };
  const coarse = { maxDimension: 250 };
  const fills = await run({ ...drawn, pages: [2000, 200] }, coarse);
  expect(fills.warnings).toEqual(['low-resolution-scan']);
  const liesInACorner = await run({ ...drawn, pages: [200, 2000] }, coarse);
  expect(liesInACorner.warnings).toEqual([]);
});

describe('a picture that content in doubt may draw', () => {
  const PIXELS = 900;
  const page = (content: string, more = '') =>
    pagesDocument(
      [`/Resources << /XObject << /Im 100 0 R >> >> /Contents 101 0 R ${more}`],
      {
        100: stream(
          `/Subtype /Image /Width ${PIXELS} /Height ${PIXELS} /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode`,
          deflate(photo(PIXELS, PIXELS, 1).samples),
        ),
        // Data that ends early: its continuation is unknown.
        101: stream('/Filter /FlateDecode', deflate(latin1Bytes(`${content} `.repeat(400))).subarray(0, -20)),
      },
      { catalog: more },
    );

  async function outcomeOf(content: string, more = '') {
    const reports: ImageReport[] = [];
    const ctx = passContext({
      host,
      options: { ...DEFAULT_OPTIONS, maxDimension: 100_000, maxDpi: 72 },
      reportImage: (report) => reports.push(report),
    });
    await images.run(page(content, more), ctx);
    return reports[0]!;
  }

  test('keeps as many pixels as a whole page of it needs', async () => {
    const report = await outcomeOf('q 20 0 0 20 0 0 cm /Im Do Q');
    expect(report.outcome).toMatchObject({ kind: 'replaced', width: 200, height: 200 });
    expect(report.dpi).toBeUndefined();
  });

  test('keeps as many where forms are nested deeper than some readers go', async () => {
    const names = (level: number) => `/Resources << /XObject << /Im ${level} 0 R >> >>`;
    const form = (level: number, content: string) =>
      stream(`/Subtype /Form /BBox [0 0 200 200] ${names(level)}`, content);
    const levels = Array.from({ length: 60 }, (_, at) => 200 + at);
    const doc = pagesDocument([`${names(200)} /Contents 101 0 R`], {
      100: stream(
        `/Subtype /Image /Width ${PIXELS} /Height ${PIXELS} /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode`,
        deflate(photo(PIXELS, PIXELS, 1).samples),
      ),
      101: stream('', '/Im Do'),
      ...Object.fromEntries(levels.map((level) => [level, form(level + 1, '/Im Do')])),
      [200 + levels.length]: form(100, 'q 20 0 0 20 0 0 cm /Im Do Q'),
    });
    const reports: ImageReport[] = [];
    const options = { ...DEFAULT_OPTIONS, maxDimension: 100_000, maxDpi: 72 };
    await images.run(doc, passContext({ host, options, reportImage: (report) => reports.push(report) }));
    expect(reports[0]!.outcome).toMatchObject({ kind: 'replaced', width: 200, height: 200 });
  });

  test('keeps more where what can be read draws it larger than the page', async () => {
    const { outcome } = await outcomeOf('q 600 0 0 600 0 0 cm /Im Do Q');
    expect(outcome).toMatchObject({ width: 600, height: 600 });
  });

  test('keeps all where something else knows of it', async () => {
    const { outcome } = await outcomeOf('q 20 0 0 20 0 0 cm /Im Do Q', '/PieceInfo << /Own 100 0 R >>');
    expect(outcome).toMatchObject({ width: PIXELS, height: PIXELS });
  });
});
