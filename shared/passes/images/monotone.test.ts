import { expect, test } from 'vitest';
import { encodeJpeg4 } from '../../codecs/dct/cmyk.ts';
import type { Raster } from '../../codecs/pixels/raster.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from '../../options.ts';
import { type ObjectSource, pagesDocument, stream } from '../../testing/documents/documents.ts';
import { passContext } from '../../testing/pass-context.ts';
import {
  codec,
  dctImage,
  flateImage,
  host,
  IMAGE,
  imageAt,
  MASK,
  pixels,
} from '../../testing/pictures/image-runs.ts';
import {
  chart,
  discMask,
  flat,
  gradient,
  lineArt,
  photo,
  scan,
  sequence,
  textPage,
} from '../../testing/pictures/rasters.ts';
import { growths } from '../../testing/setting-ladders.ts';
import { images } from '../images.ts';

const CONTENTS = 90;

/** Images of one document, all drawn at one resolution. */
const page = (side: number, dpi: number, images: Record<number, ObjectSource>) => {
  const points = (side * 72) / dpi;
  return pagesDocument([`/Resources << /XObject << /Im ${IMAGE} 0 R >> >> /Contents ${CONTENTS} 0 R`], {
    [CONTENTS]: stream('', `q ${points} 0 0 ${points} 0 0 cm /Im Do Q`),
    ...images,
  });
};

const jpeg = async (raster: Raster, quality: number) =>
  dctImage(raster, await codec.encode(raster, { quality, chroma: '4:2:0', scans: 'sequential' }));
const cmyk = ({ width, height, samples }: Raster) =>
  dctImage(
    { width, height, channels: 4, samples },
    encodeJpeg4({ width, height, data: samples }, { quality: 80, chroma: '4:2:0' }),
  );

/** Pixels on each side. */
const SIDE = 280;
const IMAGES: readonly (readonly [name: string, make: () => ObjectSource | Promise<ObjectSource>])[] = [
  ['a gray scan of quality 50', () => jpeg(scan(SIDE, SIDE, 1), 50)],
  ['a scan in colour of quality 75', () => jpeg(scan(SIDE, SIDE, 3), 75)],
  ['a scan of quality 30', () => jpeg(scan(SIDE, SIDE, 3), 30)],
  ['a scan in plain samples', () => flateImage(scan(SIDE, SIDE, 1))],
  ['a photograph of quality 90', () => jpeg(photo(SIDE, SIDE, 3), 90)],
  ['a photograph of quality 45', () => jpeg(photo(SIDE, SIDE, 3), 45)],
  ['a photograph in plain samples', () => flateImage(photo(SIDE, SIDE, 3))],
  ['a photograph in four inks', () => cmyk(photo(SIDE, SIDE, 4))],
  ['soft shading', () => flateImage(gradient(SIDE, SIDE, 3))],
  ['a chart', () => flateImage(chart(SIDE, SIDE))],
  ['lines', () => flateImage(lineArt(SIDE, SIDE, 3))],
  ['letters', () => flateImage(textPage(SIDE, SIDE))],
  ['a photograph in few colours', () => fewColored()],
  ['lines in a palette', () => paletteOf(lineArt(SIDE, SIDE, 1))],
];

test.each(IMAGES)('%s never grows when less is asked for', async (_name, make) => {
  const image = await make();
  expect(await growths(page(SIDE, 200, { [IMAGE]: image }), passContext({ host }))).toEqual([]);
});

/** Levels are counted repeatedly for each mask, so it has fewer pixels. */
const MASK_SIDE = 160;

test.each([
  ['a shape', discMask(MASK_SIDE, MASK_SIDE)],
  ['a shadow', gradient(MASK_SIDE, MASK_SIDE, 1)],
  ['grain', photo(MASK_SIDE, MASK_SIDE, 1)],
])('nor does a soft mask: %s', async (_name, mask) => {
  const masked = flateImage(flat(MASK_SIDE, MASK_SIDE, [90, 40, 200]), `/SMask ${MASK} 0 R`);
  const doc = page(MASK_SIDE, 250, { [IMAGE]: masked, [MASK]: flateImage(mask) });
  expect(await growths(doc, passContext({ host }))).toEqual([]);
});

/** Discs of several sizes with smooth edges, six in a row. */
function discs(side: number): Raster {
  const cell = side / 6;
  const samples = Uint8Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [at % side, Math.floor(at / side)];
    const fromCenter = Math.hypot((x % cell) - cell / 2, (y % cell) - cell / 2);
    const size = (Math.floor(x / cell) * 0.28 + Math.floor(y / cell) * 0.12) % 1;
    return Math.min(255, Math.max(0, (cell * (0.2 + size) - fromCenter) * 255 + 128));
  });
  return { width: side, height: side, channels: 1, samples };
}

test('a cut-out of many shapes never grows when fewer pixels are asked for', async () => {
  const steps = [250, 190, 140, 120, 100, 80].map((maxDimension) => ({ maxDimension }));
  const masked = flateImage(flat(420, 420, [90, 40, 200]), `/SMask ${MASK} 0 R`);
  const doc = page(420, 200, { [IMAGE]: masked, [MASK]: flateImage(discs(420)) });
  expect(await growths(doc, passContext({ host }), [{ name: 'cut-out', steps }])).toEqual([]);
});

/** Pixels on each side of a square. */
const CELL = 24;

/** Squares with a slanted line, in one of three places: only averages of whole parts of squares are alike. */
function hatched(side: number): Raster {
  const random = sequence(5);
  const across = side / CELL;
  const kinds = Array.from({ length: across * across }, () => Math.floor(random() * 3));
  const samples = new Uint8Array(side * side * 3).fill(255);
  for (let at = 0; at < side * side; at += 1) {
    const [x, y] = [at % side, Math.floor(at / side)];
    const kind = kinds[Math.floor(y / CELL) * across + Math.floor(x / CELL)]!;
    if (x % CELL === (y + kind * 3) % CELL) samples.set([kind * 40, 20, 160], at * 3);
  }
  return { width: side, height: side, channels: 3, samples };
}

test('a drawing on a grid never grows when fewer pixels are asked for', async () => {
  const steps = [2000, 400, 240, 190, 160].map((maxDimension) => ({ maxDimension }));
  const ladders = [true, false].map((convertToJpeg) => ({
    name: 'grid',
    steps: steps.map((step) => ({ ...step, convertToJpeg })),
  }));
  const doc = page(960, 300, { [IMAGE]: flateImage(hatched(960)) });
  expect(await growths(doc, passContext({ host }), ladders)).toEqual([]);
});

/** Height of a line of print, as of a screenshot: only whole fractions of it give equal lines again. */
const LINE = 24;

/** The same line of bitmap letters again and again, beside one flat area. */
function screenshot(width: number, height: number): Raster {
  const random = sequence(9);
  const letters = Array.from({ length: width * 8 }, () => random() < 0.45);
  const samples = new Uint8Array(width * height * 3).fill(255);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isArea = x > width / 3 && y > height / 2;
    const isInk = y % LINE < 8 && x % 6 < 5 && letters[(y % LINE) * width + x];
    if (isArea) samples.set([200, 30, 30], at * 3);
    else if (isInk) samples.set([20, 20, 80], at * 3);
  }
  return { width, height, channels: 3, samples };
}

test('a screenshot never grows when fewer pixels are asked for and JPEG is forbidden', async () => {
  const steps = [500, 400, 320, 250, 190, 140, 100].map((maxDimension) => ({
    maxDimension,
    convertToJpeg: false,
  }));
  const doc = page(1200, 300, { [IMAGE]: flateImage(screenshot(1200, 1500)) });
  expect(await growths(doc, passContext({ host }), [{ name: 'screenshot', steps }])).toEqual([]);
});

async function maskedJpeg(raster: Raster): Promise<ObjectSource> {
  const data = await codec.encode(raster, { quality: 95, chroma: '4:4:4', scans: 'sequential' });
  return dctImage(raster, data, `/SMask ${MASK} 0 R`);
}

/** Soft shading, cut out along blocks of 16 x 16 pixels, as editors cut JPEGs: edges between blocks cost nothing. */
function cutOut(side: number): Raster {
  const picture = gradient(side, side, 3);
  const random = sequence(3);
  const across = Math.ceil(side / 16);
  const isCut = Array.from({ length: across * across }, () => random() < 0.5);
  for (let at = 0; at < side * side; at += 1) {
    const [x, y] = [at % side, Math.floor(at / side)];
    if (isCut[(y >> 4) * across + (x >> 4)]) picture.samples.fill(255, at * 3, at * 3 + 3);
  }
  return picture;
}

test.each([
  ['samples', async (raster: Raster) => flateImage(raster)],
  ['a JPEG with a mask', async (raster: Raster) => maskedJpeg(raster)],
])('an image stays whole where a limit just below would take more bytes: %s', async (_name, make) => {
  const doc = page(SIDE, 200, {
    [IMAGE]: await make(cutOut(SIDE)),
    [MASK]: flateImage(discMask(SIDE, SIDE)),
  });
  const steps = [SIDE, SIDE - 1, 200].map((maxDimension) => ({ maxDimension }));
  expect(await growths(doc, passContext({ host }), [{ name: 'blocks', steps }])).toEqual([]);
});

/** Bytes of the image in its own document. */
async function bytesWith(image: ObjectSource, options: Partial<CompressOptions>) {
  const doc = page(SIDE, 200, { [IMAGE]: image });
  await images.run(doc, passContext({ host, options: { ...DEFAULT_OPTIONS, ...options } }));
  return imageAt(doc).bytes.length;
}

/** A photograph in the 32 colors of a ramp, stored as samples of three components. */
const fewColored = () => {
  const { width, height, samples } = photo(SIDE, SIDE, 1);
  const colors = new Uint8Array(samples.length * 3);
  samples.forEach((sample, at) => {
    const level = (sample >> 3) * 8;
    colors.set([level, 255 - level, 128], at * 3);
  });
  return flateImage({ width, height, channels: 3, samples: colors });
};

/** The gray levels, each a color of its own. */
function paletteOf({ width, height, samples }: Raster): ObjectSource {
  const table = Array.from({ length: 256 }, (_, at) => [at, 255 - at, 90])
    .flat()
    .map((level) => level.toString(16).padStart(2, '0'));
  const space = `/ColorSpace [/Indexed /DeviceRGB 255 <${table.join('')}>]`;
  return flateImage({ width, height, channels: 1, samples }, space);
}

test('few colours stay few where JPEG is forbidden: a lower pixel limit never makes the picture larger', async () => {
  const sizes: number[] = [];
  for (const maxDimension of [1000, 250, 220, 190, 160, 130, 100, 70, 40]) {
    sizes.push(await bytesWith(fewColored(), { convertToJpeg: false, maxDimension }));
  }
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(sizes[1]).toBe(sizes[0]);
  expect(sizes.at(-1)).toBeLessThan(sizes[0]! / 4);
});

test('a scan of 200 dpi and quality 50 is not left as it is where 150 dpi are asked for', async () => {
  const image = await jpeg(scan(SIDE, SIDE, 1), 50);
  const small = await bytesWith(image, { quality: 50, maxDpi: 150, maxDimension: 100_000 });
  const better = await bytesWith(image, { quality: 75, minDpi: 150, maxDimension: 100 });
  const lossless = await bytesWith(image, { quality: 100, maxDimension: 100_000 });
  expect(small).toBeLessThanOrEqual(better * 1.02);
  expect(small).toBeLessThan(lossless * 0.8);
});

test('as many pixels at a lower quality stand for fewer ones of print, and no picture is left finer than that', async () => {
  const asked = { quality: 50, maxDpi: 150, maxDimension: 100_000 };
  const widthOf = async (raster: Raster) => {
    const doc = page(SIDE, 200, { [IMAGE]: await jpeg(raster, 90) });
    await images.run(doc, passContext({ host, options: { ...DEFAULT_OPTIONS, ...asked } }));
    return (await pixels(doc)).width;
  };
  expect(await widthOf(scan(SIDE, SIDE, 1))).toBe(SIDE);
  expect(await widthOf(photo(SIDE, SIDE, 1))).toBe((SIDE * 150) / 200);
});
