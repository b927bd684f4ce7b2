import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestHost } from '../../../testing/host.ts';
import { createMozjpegCodec } from '../../../testing/pictures/mozjpeg.ts';
import { noise } from '../../../testing/pictures/noise.ts';
import { chart, gradient, lineArt, meanDifference, photo } from '../../../testing/pictures/rasters.ts';
import { draftOptimizedJpeg } from '../../dct/lossless.ts';
import type { Raster } from '../../pixels/raster.ts';
import { similarity } from '../../pixels/similarity.ts';
import { readDctHeader } from '../format/header.ts';
import { decodeSamples } from './decode.ts';
import { draftSamples, type SampleSettings } from './encode.ts';

const mozjpeg = createMozjpegCodec(createTestHost());

const encoded = (raster: Raster, settings: SampleSettings) => draftSamples(raster, settings).finish();
const decoded = (raster: Raster, settings: SampleSettings) =>
  decodeSamples(encoded(raster, settings), raster.channels === 1 ? 1 : 3)!;

const PICTURES: readonly [string, Raster][] = [
  ['a photo', photo(403, 301, 3, 1)],
  ['a gray photo', photo(402, 300, 1, 2)],
  ['letters', lineArt(400, 310, 3)],
  ['a chart', chart(410, 300)],
];

test.each(PICTURES)(
  '%s takes as many bytes as by mozjpeg and our scans, and looks as well',
  async (_, raster) => {
    const totals = { own: 0, theirs: 0 };
    for (const quality of [25, 50, 75, 90]) {
      for (const chroma of ['4:2:0', '4:4:4'] as const) {
        const own = encoded(raster, { quality, chroma });
        const jpeg = await mozjpeg.encode(raster, { quality, chroma, scans: 'sequential' });
        const theirs = draftOptimizedJpeg(jpeg)?.finish()?.bytes ?? jpeg;
        const channels = raster.channels === 1 ? 1 : 3;
        const [ownLook, theirLook] = [own, theirs].map((file) =>
          similarity(raster, decodeSamples(file, channels)!),
        );
        expect(ownLook!.ssim).toBeGreaterThan(theirLook!.ssim - 0.001);
        expect(ownLook!.worstTile).toBeLessThan(theirLook!.worstTile + 1);
        totals.own += own.length;
        totals.theirs += theirs.length;
      }
    }
    expect(totals.own / totals.theirs).toBeLessThan(1.005);
  },
);

test('the file says what it is, in no more than decoders need: sampling, coarser steps for colour that carries no text', () => {
  const header = (chroma: '4:2:0' | '4:4:4') =>
    readDctHeader(encoded(photo(160, 96, 3), { quality: 75, chroma }))!;
  const half = header('4:2:0');
  expect(half).toMatchObject({ width: 160, height: 96, precision: 8, hasJfif: false, adobeTransform: null });
  expect(half.components.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(half.components.map(({ horizontal, vertical }) => [horizontal, vertical])).toEqual([
    [2, 2],
    [1, 1],
    [1, 1],
  ]);
  expect(half.quantTables[1]![1]).toBeGreaterThan(half.quantTables[0]![1]!);
  const full = header('4:4:4');
  expect(full.components.every(({ horizontal, vertical }) => horizontal === 1 && vertical === 1)).toBe(true);
  expect(full.quantTables[1] ?? full.quantTables[0]).toEqual(full.quantTables[0]);
  expect(readDctHeader(encoded(photo(20, 20, 1), { quality: 75, chroma: '4:2:0' }))!.components).toHaveLength(
    1,
  );
});

test('pictures of any size and content come back at quality 100', () => {
  const sizes = fc.record({
    width: fc.integer({ min: 1, max: 50 }),
    height: fc.integer({ min: 1, max: 50 }),
    channels: fc.constantFrom<1 | 3>(1, 3),
    seed: fc.nat(1e6),
    fill: fc.constantFrom('noise', 'extremes', 'flat'),
  });
  fc.assert(
    fc.property(sizes, ({ width, height, channels, seed, fill }) => {
      const grain = noise(width * height * channels, seed);
      const samples =
        fill === 'noise' ? grain : grain.map((byte) => (fill === 'flat' ? seed & 255 : byte < 128 ? 0 : 255));
      const raster: Raster = { width, height, channels, samples };
      const found = decoded(raster, { quality: 100, chroma: '4:4:4' });
      // Colors of noise are converted to YCbCr with rounding, and white may have been rounded off.
      expect(meanDifference(found, raster)).toBeLessThan(2.5);
    }),
    { numRuns: 150 },
  );
});

test('the widest and the highest picture', () => {
  for (const [width, height] of [
    [65_535, 1],
    [1, 65_535],
  ]) {
    const raster = gradient(width!, height!, 1);
    const found = decoded(raster, { quality: 80, chroma: '4:2:0' });
    expect([found.width, found.height]).toEqual([width, height]);
    expect(meanDifference(found, raster)).toBeLessThan(4);
  }
});

test('white paper beside letters stays white: it is rounded off beyond white', () => {
  const raster = lineArt(320, 240, 1);
  const found = decoded(raster, { quality: 30, chroma: '4:2:0' });
  let dirty = 0;
  raster.samples.forEach((sample, at) => {
    if (sample === 255 && found.samples[at]! < 240) dirty += 1;
  });
  expect(dirty / raster.samples.length).toBeLessThan(0.03);
});

test('what is finished after other pictures were drafted is the same', () => {
  const raster = photo(200, 120, 3, 9);
  const settings = { quality: 60, chroma: '4:2:0' } as const;
  const alone = encoded(raster, settings);
  const draft = draftSamples(raster, settings);
  encoded(lineArt(100, 90, 3), settings);
  expect(draft.finish()).toEqual(alone);
  expect(draft.about).toBeLessThanOrEqual(alone.length);
});
