import { describe, expect, test } from 'vitest';
import type { Bitmap } from '../../codecs/bitmap.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import { downsample } from '../../codecs/resample/resample.ts';
import { createTestHost } from '../../testing/host.ts';
import { jbig2Page } from '../../testing/judges/expect-jbig2.ts';
import { noise } from '../../testing/pictures/noise.ts';
import { flat, photo } from '../../testing/pictures/rasters.ts';
import {
  LETTER_HEIGHT,
  type PrintedLine,
  type Rgb,
  scannedPrint,
  withPicture,
} from '../../testing/pictures/scanned-print.ts';
import { createImageCodecs, draftJpeg } from '../image-codecs.ts';
import type { PaperSettings } from './background/paper-layers.ts';
import type { ForegroundColorLayer, PageLayers, PictureRegion } from './layers.ts';
import { encodeMrc, type SeparationInput } from './separate.ts';

const codecs = createImageCodecs(createTestHost());
const BLACK: Rgb = [30, 30, 34];
const BLUE: Rgb = [30, 40, 150];
const WIDTH = 3;
const HEIGHT = 2.4;

const lines = (count: number, inks: readonly Rgb[], top = 0.2): PrintedLine[] =>
  Array.from({ length: count }, (_, line) => ({ top: top + line * 0.2, letters: 24, inks }));
const printed = (given: readonly PrintedLine[], dpi = 300, channels: 1 | 3 = 3) =>
  scannedPrint({ width: WIDTH, height: HEIGHT, dpi, channels, grain: 24, lines: given });

const PAPER: PaperSettings = {
  quality: 50,
  coarseQuality: 50,
  chroma: '4:2:0',
  dpi: 150,
  space: { kind: 'same' },
};

function darkPixels(tone: ForegroundColorLayer): number {
  return bitmapOf(tone).data.reduce((sum, byte) => sum + bitsOf(byte), 0);
}

function bitsOf(byte: number): number {
  return byte === 0 ? 0 : (byte & 1) + bitsOf(byte >> 1);
}

type Drawn = Pick<PageLayers, 'paper' | 'regions'>;

/** The page as the JPEG that it would otherwise be. */
function asJpeg(scan: Raster, dpi: number): Drawn {
  const picture = downsample(scan, WIDTH * dpi, HEIGHT * dpi);
  const bytes = draftJpeg(picture, { quality: PAPER.quality, chroma: PAPER.chroma })!.finish();
  const { width, height } = picture;
  const data = { kind: 'dct', bytes, coding: 'new' } as const;
  return { paper: { width, height, bits: 8, space: PAPER.space, data }, regions: [] };
}

/** Difference in levels between the darkest row drawn there and the rows around it. */
async function depthAt({ paper, regions }: Drawn, left: number, top: number): Promise<number> {
  const [across, up] = [left / WIDTH, 1 - top / HEIGHT];
  const region = regions.find((each) => isInside(each, across, up));
  const { x, y, width, height, image } = region ?? { x: 0, y: 0, width: 1, height: 1, image: paper };
  const picture = (await codecs.dct.decode(image.data.bytes, 3))!;
  const column = Math.trunc(((across - x) / width) * picture.width);
  const row = Math.trunc((1 - (up - y) / height) * picture.height);
  const levels = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map(
    (step) => picture.samples[((row + step) * picture.width + column) * 3]!,
  );
  return levels.reduce((sum, level) => sum + level, 0) / levels.length - Math.min(...levels);
}

/** In fractions of the page from its lower left corner. */
function isInside({ x, y, width, height }: PictureRegion, across: number, up: number): boolean {
  return across >= x && across <= x + width && up >= y && up <= y + height;
}

/** Compares with the scan itself, which is at least as good as any JPEG. */
const run = (scan: Raster, more: Partial<SeparationInput> = {}) =>
  encodeMrc(
    {
      scan,
      dpi: scan.width / WIDTH,
      look: scan,
      savesEnough: async () => true,
      paper: PAPER,
      masks: 'symbols',
      ...more,
    },
    codecs,
  );

async function layersOf(...given: Parameters<typeof run>): Promise<PageLayers> {
  const separation = await run(...given);
  if (separation.kind === 'refused') throw new Error(separation.reason);
  return separation.layers;
}

function bitmapOf({ mask }: ForegroundColorLayer): Bitmap {
  return jbig2Page(mask.data.bytes, null, mask.width * mask.height);
}

/** Pixels of all inks, including their edges, in a part of the page, in inches. */
async function inkedIn({ inks }: PageLayers, left: number, top: number, right: number, bottom: number) {
  let inked = 0;
  for (const { tones } of inks) {
    const { width, height, data } = bitmapOf(tones[0]!);
    const [across, down] = [width / WIDTH, height / HEIGHT];
    for (let y = Math.round(top * down); y < Math.min(height, Math.round(bottom * down)); y += 1) {
      for (let x = Math.round(left * across); x < Math.min(width, Math.round(right * across)); x += 1) {
        inked += (data[y * ((width + 7) >> 3) + (x >> 3)]! >> (7 - (x & 7))) & 1;
      }
    }
  }
  return inked;
}

const onLine = (layers: PageLayers, top: number) => inkedIn(layers, 0, top, WIDTH, top + LETTER_HEIGHT);

describe('plain print', () => {
  test('is lifted off as one ink of its colour, as large as the page, and paper is what is left', async () => {
    const layers = await layersOf(printed(lines(8, [BLACK])));
    expect(layers.inks).toHaveLength(1);
    expect(layers.inks[0]!.tones).toHaveLength(1);
    const { color, mask } = layers.inks[0]!.tones[0]!;
    expect([mask.width, mask.height, mask.bits]).toEqual([WIDTH * 300, HEIGHT * 300, 1]);
    expect([color.width, color.height]).toEqual([1, 1]);
    expect(layers.paper.width).toBeLessThan(WIDTH * 101);
    for (let line = 0; line < 8; line += 1)
      expect(await onLine(layers, 0.2 + line * 0.2)).toBeGreaterThan(4000);
  });

  test('in two colours is two inks', async () => {
    const layers = await layersOf(printed([...lines(4, [BLACK]), ...lines(4, [BLUE], 1)]));
    expect(layers.inks).toHaveLength(2);
    expect(await onLine(layers, 1)).toBeGreaterThan(4000);
  });

  test('of a gray scan is coded in gray', async () => {
    const layers = await layersOf(printed(lines(8, [BLACK]), 300, 1));
    expect(layers.inks).toHaveLength(1);
  });

  test('of few pixels has its edges in a tone of their own, under the ink', async () => {
    const layers = await layersOf(printed(lines(8, [BLUE]), 200));
    expect(layers.inks).toHaveLength(1);
    const [edges, ink] = layers.inks[0]!.tones;
    expect([edges!.mask.width, ink!.mask.width]).toEqual([WIDTH * 200, WIDTH * 200]);
    const [wide, narrow] = [bitmapOf(edges!).data, bitmapOf(ink!).data];
    expect(narrow.every((byte, at) => (byte & ~wide[at]!) === 0)).toBe(true);
    expect(darkPixels(ink!)).toBeGreaterThan(0);
    expect(darkPixels(edges!)).toBeGreaterThan(darkPixels(ink!) * 1.3);
  });

  test('of very many pixels gets those of 300 dpi', async () => {
    const many = await layersOf(printed(lines(8, [BLACK]), 600));
    expect(many.inks[0]!.tones.map(({ mask }) => mask.width)).toEqual([WIDTH * 300]);
  });

  test('gives the same bytes again', async () => {
    const scan = printed(lines(5, [BLACK]));
    expect(await layersOf(scan)).toEqual(await layersOf(scan));
  });
});

describe('what makes one letter out of another is not lost', () => {
  const LEFT = [0.3, 0.8, 1.3, 1.8];

  /** Ink pixels in a box; its size is in pixels of the scan. */
  const inkedAt = (layers: PageLayers, left: number, top: number, width: number, height: number) =>
    inkedIn(layers, left, top, left + width / 200, top + height / 200);

  test('the faint bar between two bowls, as in a small e at 200 dpi', async () => {
    const scan = LEFT.reduce(
      (page, left) => withPicture(page, smallE(), 200, left, 0.2),
      printed(lines(8, [BLACK], 0.4), 200),
    );
    const layers = await layersOf(scan);
    for (const left of LEFT) {
      expect(await inkedAt(layers, left + 3 / 200, 0.2 + 5 / 200, 4, 1)).toBe(4);
      expect(await inkedAt(layers, left + 3 / 200, 0.2 + 3 / 200, 4, 1)).toBe(0);
    }
  });

  test('a pale stroke that broke off, beside the rest of its letter', async () => {
    const scan = LEFT.reduce(
      (page, left) => withPicture(page, brokenLetter(), 200, left, 0.2),
      printed(lines(8, [BLACK], 0.4), 200),
    );
    const layers = await layersOf(scan);
    for (const left of LEFT) expect(await inkedAt(layers, left + 3 / 200, 0.2, 1, 4)).toBe(4);
  });

  test('a pale mark over a letter', async () => {
    // The first, the sixth and the sixteenth letter are as high as the line.
    const lefts = [0.3, 0.8, 1.8];
    const scan = lefts.reduce(
      (page, left) => withPicture(page, flat(6, 3, [190, 188, 184]), 300, left + 0.03, 0.385),
      printed(lines(8, [BLACK], 0.4)),
    );
    const layers = await layersOf(scan);
    for (const left of lefts) {
      expect(await inkedIn(layers, left, 0.38, left + 0.1, 0.396)).toBeGreaterThan(0);
    }
  });
});

/** An upright stroke, and beside it a column that was scanned at half strength, like the arm of a y. */
function brokenLetter(): Raster {
  const picture = flat(4, 12, [246, 243, 236]);
  for (let y = 0; y < 12; y += 1) {
    picture.samples.fill(30, y * 12, y * 12 + 6);
    if (y < 4) picture.samples.fill(138, y * 12 + 9, y * 12 + 12);
  }
  return picture;
}

/** Ten pixels of a letter of 8 points: an open ring, and a bar that was scanned faintly. */
function smallE(): Raster {
  const picture = flat(10, 11, [246, 243, 236]);
  const row = (y: number, left: number, right: number, level: number) =>
    picture.samples.fill(level, (y * 10 + left) * 3, (y * 10 + right) * 3);
  for (const y of [0, 1, 9, 10]) row(y, 2, 8, 40);
  for (let y = 1; y < 10; y += 1) {
    row(y, 0, 2, 40);
    if (y < 6) row(y, 8, 10, 40);
  }
  // The counters of such a small letter are gray.
  for (const y of [2, 3, 4, 6, 7, 8]) row(y, 2, 8, 205);
  row(5, 2, 8, 172);
  return picture;
}

/** A color on the background, and the print over it: left, top, right and bottom in inches. */
function underInk(scan: Raster, color: Rgb, place: readonly [number, number, number, number]): Raster {
  const samples = scan.samples.slice();
  const [left, top, right, bottom] = place.map((inches) => Math.round(inches * 300));
  for (let y = top!; y < bottom!; y += 1) {
    for (let at = (y * scan.width + left!) * 3; at < (y * scan.width + right!) * 3; at += 1)
      samples[at] = Math.min(samples[at]!, color[at % 3]!);
  }
  return { ...scan, samples };
}

describe('what is not plainly ink stays on the paper', () => {
  test('pale marks, such as pencil', async () => {
    const layers = await layersOf(printed([...lines(5, [BLACK]), ...lines(2, [[190, 188, 184]], 1.6)]));
    expect(await onLine(layers, 0.2)).toBeGreaterThan(4000);
    expect(await onLine(layers, 1.6)).toBe(0);
  });

  test('a line of which many letters are at the limit, with all its letters', async () => {
    // Two of three are too pale; the third is dark enough.
    const limit: readonly Rgb[] = [
      [186, 184, 180],
      [150, 148, 146],
      [186, 184, 180],
    ];
    const layers = await layersOf(printed([...lines(5, [BLACK]), ...lines(1, limit, 1.6)]));
    expect(await onLine(layers, 1.6)).toBe(0);
    expect(await onLine(layers, 0.4)).toBeGreaterThan(4000);
  });

  test('a letter of two tones, whole', async () => {
    // A stroke of another color crosses the first letters.
    const scan = printed(lines(5, [BLACK]));
    const stamped = withPicture(scan, flat(200, 10, [40, 60, 190]), 300, 0.3, 0.27);
    const layers = await layersOf(stamped);
    expect(await inkedIn(layers, 0.32, 0.2, 0.9, 0.2 + LETTER_HEIGHT)).toBe(0);
    expect(await onLine(layers, 0.6)).toBeGreaterThan(4000);
  });

  test('letters through which the ring of a stamp runs, as dark as their edges, with the ring', async () => {
    const stamped = underInk(printed(lines(5, [BLACK])), [170, 100, 105], [0.32, 0.23, 0.9, 0.24]);
    const layers = await layersOf(stamped);
    expect(layers.inks).toHaveLength(1);
    expect(await inkedIn(layers, 0.32, 0.23, 0.9, 0.24)).toBe(0);
    expect(await onLine(layers, 0.6)).toBeGreaterThan(4000);
  });

  test('the inside of light letters on a dark field', async () => {
    const field = scannedPrint({
      width: 1.4,
      height: 0.8,
      dpi: 300,
      paper: BLACK,
      lines: [0.2, 0.45].map((top) => ({ top, left: 0.2, letters: 10, inks: [[240, 238, 232]] })),
    });
    const layers = await layersOf(withPicture(printed(lines(5, [BLACK])), field, 300, 0.8, 1.3));
    expect(await inkedIn(layers, 0.9, 1.4, 2.1, 2)).toBe(0);
  });

  test('shadows of a picture in relief', async () => {
    const icons = flat(540, 180, [186, 186, 186]);
    for (const left of [100, 220, 340]) {
      for (let y = 60; y < 100; y += 1) {
        const at = (y * 540 + left) * 3;
        icons.samples.fill(250, at, at + 30);
        icons.samples.fill(34, at + 30, at + 45);
      }
    }
    const layers = await layersOf(withPicture(printed(lines(5, [BLACK])), icons, 300, 0.8, 1.4));
    expect(await inkedIn(layers, 0.9, 1.5, 2.3, 1.9)).toBe(0);
  });

  test('a table of which a thousandth is of another colour, and not one with less', async () => {
    // Each of its lines is 7 pixels wide; together they have 48,000.
    const table = [0.25, 0.75, 1.25, 1.75, 2.25, 2.75].reduce(
      (page, top) => withPicture(page, flat(720, 7, BLACK), 200, 0.2, top),
      [0.2, 1.1, 2, 2.9, 3.765].reduce(
        (page, left) => withPicture(page, flat(7, 500, BLACK), 200, left, 0.25),
        scannedPrint({ width: 4, height: 3, dpi: 200, lines: lines(1, [BLACK], 0.04) }),
      ),
    );
    const spotted = (spots: number) =>
      Array.from({ length: spots }, (_, spot) => 0.3 + spot * 0.05).reduce(
        (page, left) => withPicture(page, flat(1, 1, [30, 30, 160]), 200, left, 1.265),
        table,
      );
    const inked = async (spots: number) => {
      const { inks } = await layersOf(spotted(spots), { dpi: 200 });
      return inks.reduce((sum, { tones }) => sum + darkPixels(tones[0]!), 0);
    };
    expect(await inked(42)).toBeGreaterThan(40_000);
    expect(await inked(60)).toBeLessThan(10_000);
  });

  test('a stamp, of which parts are as dark as print', async () => {
    const dark: Rgb = [200, 40, 50];
    const stamp: readonly PrintedLine[] = [
      { top: 1.4, letters: 12, inks: [dark] },
      { top: 1.6, letters: 12, inks: [[234, 154, 156]] },
      { top: 1.8, letters: 12, inks: [[235, 154, 157]] },
    ];
    const layers = await layersOf(printed([...lines(5, [BLACK]), ...stamp]));
    expect(layers.inks).toHaveLength(1);
    expect(await onLine(layers, 1.4)).toBe(0);
    // All in one color, it is print.
    const print = stamp.map((line) => ({ ...line, inks: [dark] }));
    expect((await layersOf(printed([...lines(5, [BLACK]), ...print]))).inks).toHaveLength(2);
  });

  test('a photograph, with all pixels that the JPEG would have had', async () => {
    const scan = withPicture(printed(lines(3, [BLACK])), photo(260, 240, 3), 300, 0.9, 1);
    const layers = await layersOf(scan);
    // A patch in it may be as flat as ink.
    expect(await inkedIn(layers, 0.92, 1.02, 1.75, 1.78)).toBeLessThan(260 * 240 * 0.02);
    const [region] = layers.regions;
    const picture =
      region === undefined ? layers.paper.width / WIDTH : region.image.width / (region.width * WIDTH);
    expect(picture).toBeGreaterThan(149);
  });

  test('a faint dashed line, as scanners leave them, as dark as in the JPEG', async () => {
    const dashes = [0.3, 0.6, 1.5, 2.1];
    const plain = printed(lines(8, [BLACK], 0.4));
    const scan = dashes.reduce(
      (page, left) => withPicture(page, flat(27, 1, [206, 204, 198]), 300, left, 0.2),
      plain,
    );
    const layers = await layersOf(scan);
    const without = await layersOf(plain);
    const jpeg = asJpeg(scan, 150);
    for (const left of dashes) {
      const inJpeg = await depthAt(jpeg, left + 0.045, 0.2);
      expect(inJpeg).toBeGreaterThan(6);
      expect(await depthAt(layers, left + 0.045, 0.2)).toBeGreaterThan(inJpeg * 0.8);
      expect(await depthAt(asJpeg(scan, 75), left + 0.045, 0.2)).toBeLessThan(inJpeg * 0.7);
    }
    // The image costs pixels, which background alone does not get.
    expect(without.paper.width).toBe(WIDTH * 75);
    expect(without.regions).toEqual([]);
  });

  test('a halftone', async () => {
    const dots = flat(300, 300, [255, 255, 255]);
    for (let y = 0; y < 300; y += 1) {
      for (let x = 0; x < 300; x += 1) {
        if ((x % 4) ** 2 + (y % 4) ** 2 < 5) dots.samples.fill(20, (y * 300 + x) * 3, (y * 300 + x) * 3 + 3);
      }
    }
    const layers = await layersOf(withPicture(printed(lines(4, [BLACK])), dots, 300, 1, 1.2));
    expect(await inkedIn(layers, 1.05, 1.25, 1.95, 2.15)).toBe(0);
  });
});

test('paper of one level becomes one pixel', async () => {
  const scan = scannedPrint({
    width: WIDTH,
    height: HEIGHT,
    dpi: 300,
    paper: [255, 255, 255],
    grain: 0,
    lines: lines(8, [BLACK]),
  });
  const { paper } = await layersOf(scan);
  expect([paper.width, paper.height, paper.data.kind]).toEqual([1, 1, 'flate']);
});

test('a small mark on paper of one level is not lost', async () => {
  const scan = scannedPrint({
    width: WIDTH,
    height: HEIGHT,
    dpi: 300,
    paper: [255, 255, 255],
    grain: 0,
    lines: lines(8, [BLACK]),
  });
  // A note in red and black: too many tones for ink, and less than a thousandth of the page.
  const note = flat(24, 24, [250, 20, 10]);
  for (let y = 8; y < 16; y += 1) note.samples.fill(0, (y * 24 + 4) * 3, (y * 24 + 20) * 3);
  const separation = await run(withPicture(scan, note, 300, 2.8, 2.2));
  expect(separation.kind === 'refused' || separation.layers.paper.data.kind === 'dct').toBe(true);
});

const SIDE = 900;
const checks = (side: number) =>
  Uint8Array.from({ length: side * side }, (_, at) =>
    ((at % side) + Math.trunc(at / side)) % 2 === 0 ? 0 : 255,
  );
const gray = (samples: Uint8Array): Raster => ({ width: SIDE, height: SIDE, channels: 1, samples });
const dotted = gray(
  Uint8Array.from({ length: SIDE * SIDE }, (_, at) =>
    (at % SIDE) % 3 === 0 && Math.trunc(at / SIDE) % 3 === 0 ? 0 : 255,
  ),
);

test.each<[string, string, Raster]>([
  ['a photograph', 'no-uniform-background', photo(SIDE, SIDE, 3)],
  ['noise', 'no-uniform-background', gray(noise(SIDE * SIDE))],
  ['a dot in every third pixel', 'halftone', dotted],
  ['checks of one pixel', 'no-uniform-background', gray(checks(SIDE))],
  ['an empty page', 'no-solid-text', printed([])],
  ['faded writing', 'no-solid-text', printed(lines(8, [[150, 140, 120]]))],
])('%s is refused: %s', async (_name, reason, scan) => {
  expect(await run(scan)).toEqual({ kind: 'refused', reason });
});

test('checks of one pixel that are all gray at the size of comparison are refused as well', async () => {
  expect(await run(gray(checks(SIDE)), { dpi: 200 })).toEqual({ kind: 'refused', reason: 'halftone' });
});

test('writing in several tones of one pen is refused', async () => {
  const tones: readonly Rgb[] = [0, 1, 2, 3, 4, 5].map((step) => {
    const level = 50 + step * 18;
    return [level, level - 8, level - 20];
  });
  expect(await run(printed(lines(8, tones)))).toMatchObject({ kind: 'refused' });
});

test('what is not clearly smaller than the JPEG is refused', async () => {
  const scan = printed(lines(8, [BLACK]));
  expect(await run(scan, { savesEnough: async (bytes) => bytes < 1000 })).toEqual({
    kind: 'refused',
    reason: 'not-smaller',
  });
});
