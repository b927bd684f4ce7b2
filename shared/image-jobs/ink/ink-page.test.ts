import { describe, expect, test } from 'vitest';
import type { Bitmap } from '../../codecs/bitmap.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import { createTestHost } from '../../testing/host.ts';
import { jbig2Page } from '../../testing/judges/expect-jbig2.ts';
import { photo } from '../../testing/pictures/rasters.ts';
import {
  LETTER_HEIGHT,
  LETTER_WIDTH,
  type PrintedLine,
  type Rgb,
  scannedPrint,
  withPicture,
} from '../../testing/pictures/scanned-print.ts';
import { createImageCodecs } from '../image-codecs.ts';
import { encodeInk, type InkPage, type InkResult } from './ink-page.ts';

const codecs = createImageCodecs(createTestHost());
const BLACK: Rgb = [30, 30, 34];
const BLUE: Rgb = [30, 40, 150];
const PENCIL: Rgb = [165, 164, 160];
const WIDTH = 3;
const HEIGHT = 2.4;
const DPI = 300;

const line = (top: number, ink = BLACK): PrintedLine => ({ top, letters: 24, inks: [ink] });
const LINES = [0.2, 0.4, 0.6, 0.8, 1, 1.2].map((top) => line(top));
const printed = (lines: readonly PrintedLine[] = LINES, channels: 1 | 3 = 3, dpi = DPI) =>
  scannedPrint({ width: WIDTH, height: HEIGHT, dpi, channels, grain: 12, lines });

const run = (scan: Raster): Promise<InkResult> =>
  encodeInk(
    {
      scan,
      dpi: scan.width / WIDTH,
      pictures: { quality: 50, coarseQuality: 50, chroma: '4:2:0', dpi: 150, space: { kind: 'same' } },
      coding: 'symbols',
    },
    codecs,
  );

async function pageOf(scan: Raster): Promise<InkPage & { readonly bitmap: Bitmap }> {
  const result = await run(scan);
  if (result.kind === 'refused') throw new Error(result.reason);
  return { ...result.page, bitmap: jbig2Page(result.page.ink, null, scan.width * scan.height) };
}

/** Ink in a part of the page, in inches. */
function inkIn({ width, height, data }: Bitmap, left: number, top: number, right: number, bottom: number) {
  let ink = 0;
  const [across, down] = [width / WIDTH, height / HEIGHT];
  for (let y = Math.round(top * down); y < Math.min(height, bottom * down); y += 1) {
    for (let x = Math.round(left * across); x < Math.min(width, right * across); x += 1) {
      ink += (data[y * ((width + 7) >> 3) + (x >> 3)]! >> (7 - (x & 7))) & 1;
    }
  }
  return ink;
}

/** Two stems with a gap of two pixels, in which the scanner saw this share of the ink. */
function twoStems(share: number): Raster {
  const scan = printed(LINES, 1);
  const [paper, ink] = [236, BLACK[0]];
  const [left, top] = [1.5 * DPI, 1.6 * DPI];
  for (let y = top - 20; y < top + 40; y += 1) {
    scan.samples.fill(paper, y * scan.width + left - 20, y * scan.width + left + 40);
  }
  for (let y = top; y < top + 24; y += 1) {
    scan.samples.fill(ink, y * scan.width + left, y * scan.width + left + 14);
    const gap = y * scan.width + left + 6;
    scan.samples.fill(Math.round(paper - (paper - ink) * share), gap, gap + 2);
  }
  return scan;
}

const onLine = ({ bitmap }: { readonly bitmap: Bitmap }, top: number) =>
  inkIn(bitmap, 0, top, WIDTH, top + LETTER_HEIGHT);

/** Whether the picture layer has this place, in inches. */
const hasPicture = ({ pictures }: InkPage, x: number, y: number) =>
  pictures.some(
    (each) =>
      x / WIDTH >= each.x &&
      x / WIDTH <= each.x + each.width &&
      1 - y / HEIGHT >= each.y &&
      1 - y / HEIGHT <= each.y + each.height,
  );

/** Changes each pixel by its place in inches. */
function shaded(scan: Raster, share: (x: number, y: number) => number): Raster {
  const { width, channels } = scan;
  const samples = scan.samples.map((level, at) => {
    const pixel = Math.trunc(at / channels);
    const [x, y] = [(pixel % width) / DPI, Math.trunc(pixel / width) / DPI];
    return Math.min(255, Math.round(level * share(x, y)));
  });
  return { ...scan, samples };
}

/** Fills a rectangle in inches. */
function filled(scan: Raster, box: readonly [number, number, number, number], color: Rgb): Raster {
  const samples = scan.samples.slice();
  const [left, top, right, bottom] = box.map((side) => Math.round(side * DPI));
  for (let y = top!; y < bottom!; y += 1) {
    for (let x = left!; x < right!; x += 1) {
      for (let channel = 0; channel < scan.channels; channel += 1) {
        samples[(y * scan.width + x) * scan.channels + channel] = color[channel]!;
      }
    }
  }
  return { ...scan, samples };
}

test('a gap between two stems stays mostly open if the scan is a third dark there', async () => {
  const gap = [1.5 + 6 / DPI, 1.6, 1.5 + 8 / DPI, 1.6 + 24 / DPI] as const;
  expect(inkIn((await pageOf(twoStems(0.34))).bitmap, ...gap)).toBeLessThan(24);
  expect(inkIn((await pageOf(twoStems(0.6))).bitmap, ...gap)).toBe(48);
});

describe('plain print', () => {
  test.each([
    ['in color at 300 dpi', 3, 300],
    ['at 200 dpi', 3, 200],
    ['at 600 dpi', 1, 600],
  ] as const)('%s becomes ink at its own resolution, and nothing else', async (_, channels, dpi) => {
    const scan = printed(LINES, channels, dpi);
    const page = await pageOf(scan);
    expect([page.bitmap.width, page.bitmap.height, page.pictures]).toEqual([scan.width, scan.height, []]);
    const ink = LINES.map(({ top }) => onLine(page, top));
    expect(inkIn(page.bitmap, 0, 0, WIDTH, HEIGHT)).toBe(ink.reduce((sum, each) => sum + each, 0));
    for (const each of ink) expect(Math.abs(each - ink[0]!)).toBeLessThan(ink[0]! * 0.05);
  });

  test('on paper that darkens from side to side loses nothing', async () => {
    const flat = await pageOf(printed());
    const page = await pageOf(shaded(printed(), (x) => 1 - (0.2 * x) / WIDTH));
    for (const { top } of LINES) {
      expect(Math.abs(onLine(page, top) - onLine(flat, top))).toBeLessThan(onLine(flat, top) * 0.15);
    }
  });

  test('in the shadow of a fold stays, whatever becomes of the shadow', async () => {
    const flat = await pageOf(printed());
    const page = await pageOf(shaded(printed(), (x) => (x < 2.2 ? 1 : 1 - (x - 2.2) * 0.6)));
    for (const { top } of LINES) {
      const [is, was] = [page, flat].map(({ bitmap }) => inkIn(bitmap, 2.2, top, WIDTH, top + LETTER_HEIGHT));
      expect(Math.abs(is! - was!)).toBeLessThan(was! * 0.25);
    }
  });

  test('that ends in pale letters is all ink', async () => {
    const pale = { left: 1.8, letters: 5, inks: [[158, 158, 158] as Rgb] };
    const lines = LINES.flatMap(({ top }) => [
      { ...line(top), letters: 15 },
      { top, ...pale },
    ]);
    const page = await pageOf(printed(lines, 1));
    expect(page.pictures.length).toBe(0);
    expect(inkIn(page.bitmap, 1.9, 0.4, 2.3, 0.4 + LETTER_HEIGHT)).toBeGreaterThan(500);
  });

  test('beside a darker heading is ink, too: edges of layers keep the paler parts of its letters', async () => {
    const gray = (level: number): Rgb => [level, level, level];
    const heading = { top: 1.5, letters: 8, inks: [gray(18)] };
    const scan = printed([...LINES.map(({ top }) => line(top, gray(86))), heading], 1);
    const pale = Array.from({ length: 7 }, (_, at) => {
      const left = 0.3 + at * LETTER_WIDTH + 2 / DPI;
      return [left, 1.535, left + 4 / DPI, 1.595] as const;
    });
    for (const [left, top, right, bottom] of pale) {
      for (let y = Math.round(top * DPI); y < bottom * DPI; y += 1) {
        for (let x = Math.round(left * DPI); x < Math.round(right * DPI); x += 1) {
          const at = y * scan.width + x;
          scan.samples[at] = Math.min(scan.samples[at]!, 148);
        }
      }
    }
    const page = await pageOf(scan);
    expect(page.pictures.length).toBe(0);
    for (const each of pale) expect(inkIn(page.bitmap, ...each)).toBeGreaterThan(50);
  });

  test('among specks of dust is without them', async () => {
    const dust = [0.5, 1, 1.5].map((x) => [x, 1.8, x + 2 / DPI, 1.8 + 2 / DPI] as const);
    const page = await pageOf(dust.reduce((scan, speck) => filled(scan, speck, BLACK), printed()));
    expect([onLine(page, 1.75), page.pictures]).toEqual([0, []]);
  });

  test('beside show-through from the back is all there is', async () => {
    const faint: Rgb = [226, 224, 218];
    const page = await pageOf(printed([...LINES, line(1.6, faint), line(1.8, faint)]));
    expect([onLine(page, 1.6), onLine(page, 1.8), page.pictures]).toEqual([0, 0, []]);
  });
});

describe('what is more than ink stays in a picture, and is no ink', () => {
  test.each<[string, Rgb]>([
    ['pencil', PENCIL],
    ['a signature in blue', BLUE],
    ['a line in red', [190, 40, 40]],
  ])('%s', async (_, ink) => {
    const page = await pageOf(printed([...LINES, line(1.8, ink)]));
    expect(onLine(page, 1.8)).toBe(0);
    for (const x of [0.4, 1.5, 2.6]) expect(hasPicture(page, x, 1.8 + LETTER_HEIGHT / 2)).toBe(true);
    expect(hasPicture(page, 1, 0.45)).toBe(false);
    expect(onLine(page, 0.4)).toBeGreaterThan(0);
  });

  test('a pencil line that the scanner broke into dots keeps each of them', async () => {
    const dots = [0.4, 0.9, 1.4, 1.9].map((x) => [x, 2, x + 0.01, 2.01] as const);
    const paper = printed([...LINES, line(1.8, PENCIL)]);
    const page = await pageOf(dots.reduce((scan, dot) => filled(scan, dot, [160, 160, 158]), paper));
    const picture = page.pictures[0]!;
    const { width, height, samples } = (await codecs.dct.decode(picture.image.data.bytes, 3))!;
    for (const [x, y] of dots) {
      const column = Math.round(((x + 0.005) / WIDTH - picture.x) * (width / picture.width));
      const row = Math.round((1 - (y + 0.005) / HEIGHT - picture.y) * (height / picture.height));
      const at = (rows: number, columns: number) =>
        samples[((height - row - 1 + rows) * width + column + columns) * 3]!;
      const levels = [-1, 0, 1].flatMap((rows) => [-1, 0, 1].map((columns) => at(rows, columns)));
      expect(at(0, 12) - Math.min(...levels)).toBeGreaterThan(20);
    }
  });

  test('a photograph', async () => {
    const picture = photo(Math.round(0.9 * DPI), Math.round(0.7 * DPI), 3);
    const page = await pageOf(withPicture(printed(), picture, DPI, 1, 1.55));
    for (const [x, y] of [
      [1.05, 1.6],
      [1.45, 1.9],
      [1.85, 2.2],
    ]) {
      expect(hasPicture(page, x!, y!)).toBe(true);
    }
    expect(onLine(page, 0.4)).toBeGreaterThan(0);
  });

  test('a stroke of marker, and the print on it is ink', async () => {
    const yellow = filled(printed(), [0.3, 0.38, 1.2, 0.55], [250, 246, 120]);
    const scan = printed();
    // Print over the marker: whatever is dark stays as it was.
    for (let at = 0; at < scan.samples.length; at += 3) {
      if (scan.samples[at]! < 200) yellow.samples.set(scan.samples.subarray(at, at + 3), at);
    }
    const page = await pageOf(yellow);
    expect(hasPicture(page, 0.7, 0.46)).toBe(true);
    expect(onLine(page, 0.4)).toBeGreaterThan(onLine(page, 0.6) * 0.85);
  });

  test('a shaded field keeps its shade', async () => {
    const page = await pageOf(filled(printed(), [0.5, 1.6, 2.5, 2.1], [190, 190, 188]));
    for (const [x, y] of [
      [0.55, 1.65],
      [1.5, 1.85],
      [2.45, 2.05],
    ]) {
      expect(hasPicture(page, x!, y!)).toBe(true);
    }
  });
});

describe('a page stays as it is', () => {
  test.each<[string, string, Raster]>([
    ['that is dark', 'no-uniform-background', shaded(printed(), (x) => (x < 1.6 ? 0.2 : 1))],
    ['that is a photograph', 'no-uniform-background', photo(900, 720, 3)],
    ['that is blank', 'no-solid-text', printed([])],
    ['printed in blue', 'no-solid-text', printed(LINES.map(({ top }) => line(top, BLUE)))],
    [
      'with bold gray print, which would be bolder in black',
      'strokes-differ',
      Array.from({ length: 80 }, (_, at) => [at % 20, Math.trunc(at / 20)] as const).reduce(
        (scan, [column, row]) => {
          const [left, top] = [(90 + column * 18) / DPI, (450 + row * 60) / DPI];
          return filled(scan, [left, top, left + 10 / DPI, top + 40 / DPI], [100, 100, 100]);
        },
        printed(LINES, 1),
      ),
    ],
    ['written in pencil', 'no-solid-text', printed(LINES.map(({ top }) => line(top, PENCIL)))],
    [
      'with color all over',
      'mostly-pictures',
      printed([0.2, 0.6, 1, 1.4, 1.8, 2.2].flatMap((top) => [line(top), line(top - 0.2, BLUE)])),
    ],
  ])('%s: %s', async (_, reason, scan) => {
    expect(await run(scan)).toEqual({ kind: 'refused', reason });
  });
});

test('random pages are refused, or have all their print as ink and the rest in pictures', async () => {
  let made = 0;
  for (let seed = 1; seed <= 5; seed += 1) {
    const random = (() => {
      let state = seed * 7919;
      return () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
    })();
    const lines = Array.from({ length: 9 }, (_, at) => ({
      ...line(
        0.15 + at * 0.24,
        random() < 0.75 ? BLACK : ([PENCIL, BLUE] as const)[Math.trunc(random() * 2)],
      ),
      letters: 8 + Math.trunc(random() * 16),
    }));
    const shade = random() * 0.35;
    const scan = shaded(printed(lines), (x, y) => 1 - shade * ((x / WIDTH) * 0.5 + (y / HEIGHT) * 0.5));
    const result = await run(scan);
    if (result.kind === 'refused') continue;
    made += 1;
    const page = await pageOf(scan);
    for (const { top, letters, inks } of lines) {
      const right = 0.3 + letters * LETTER_WIDTH;
      const ink = inkIn(page.bitmap, 0.3, top, right, top + LETTER_HEIGHT);
      if (inks[0] === BLACK) expect(ink).toBeGreaterThan(letters * 200);
      else {
        expect(ink).toBe(0);
        expect(hasPicture(page, 0.35, top + LETTER_HEIGHT / 2)).toBe(true);
        expect(hasPicture(page, right - 0.05, top + LETTER_HEIGHT / 2)).toBe(true);
      }
    }
  }
  expect(made).toBeGreaterThan(2);
});
