import { describe, expect, test } from 'vitest';
import { chart, flat, lineArt, photo } from '../../testing/pictures/rasters.ts';
import { worstColorShift } from './color-shift.ts';
import { fewerColors, indexed, tonesOf, unindexed } from './palette.ts';
import type { Raster, RasterRows } from './raster.ts';
import { similarity } from './similarity.ts';

/** A chart whose edges are blended in many steps. */
function shaded(): Raster {
  const base = chart(200, 160);
  return { ...base, samples: base.samples.map((sample, at) => Math.max(0, sample - ((at / 3) % 5))) };
}

/** All samples, requested in uneven steps. */
function whole({ height, rows }: RasterRows): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let top = 0; top < height; top += 7) parts.push(rows(top, Math.min(height, top + 7)).slice());
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function quantised(raster: Raster, maxColors: number) {
  const tones = tonesOf(raster)!;
  return indexed(raster, tones, fewerColors(tones, maxColors));
}

test('the entries of a palette have one order, whatever order the pixels have', () => {
  // The first two are equally light and equally red.
  const colors = [
    [0, 29, 0],
    [0, 0, 150],
    [9, 9, 9],
  ];
  const tableOf = (order: readonly number[]) => {
    const samples = Uint8Array.from(order.flatMap((at) => colors[at]));
    return fewerColors(tonesOf({ width: 3, height: 1, channels: 3, samples })!, 16);
  };
  const expected = [colors[2], colors[1], colors[0]];
  for (const order of [
    [0, 1, 2],
    [1, 0, 2],
    [2, 1, 0],
  ])
    expect(tableOf(order)).toEqual(expected);
});

describe('a palette', () => {
  test.each([
    ['line art', lineArt(90, 70, 3)],
    ['gray line art', lineArt(90, 70, 1)],
    ['one colour', flat(20, 20, [9, 8, 7])],
  ])('of enough entries shows %s exactly', (_name, raster) => {
    const palette = quantised(raster, 256);
    expect(whole(unindexed(palette, raster))).toEqual(raster.samples);
    expect(palette.table.length / raster.channels).toBeLessThanOrEqual(3);
  });

  test.each([2, 16, 64])('has no more than %d entries, and more are nearer to the picture', (size) => {
    const raster = shaded();
    const palette = quantised(raster, size);
    expect(palette.table.length / 3).toBeLessThanOrEqual(size);
    const coarser = quantised(raster, size / 2);
    const error = (of: typeof palette) =>
      whole(unindexed(of, raster)).reduce(
        (total, sample, at) => total + (sample - raster.samples[at]!) ** 2,
        0,
      );
    expect(error(palette)).toBeLessThan(error(coarser));
  });

  test('is the same every time', () => {
    expect(quantised(shaded(), 16)).toEqual(quantised(shaded(), 16));
  });

  test('is not tried on pictures of very many colours', () => {
    const noise = photo(300, 300, 3);
    const samples = noise.samples.map((_, at) => (at * 2654435761) >>> 24);
    const many: Raster = {
      ...noise,
      samples: samples.map((sample, at) =>
        at % 3 === 0 ? (at / 900) & 255 : at % 3 === 1 ? (at / 3) & 255 : sample,
      ),
    };
    expect(tonesOf(many)).toBeNull();
  });
});

describe('the shift of a colour', () => {
  /** Black letters on white, plus the pixels selected by `draw`. */
  function withColor(draw: (x: number, y: number) => boolean, color: readonly number[]): Raster {
    const raster = lineArt(200, 120, 3);
    const samples = raster.samples.slice();
    for (let y = 0; y < 120; y += 1) {
      for (let x = 0; x < 200; x += 1) if (draw(x, y)) samples.set(color, (y * 200 + x) * 3);
    }
    return { ...raster, samples };
  }

  test.each([
    ['a dot', (x: number, y: number) => Math.abs(x - 60) < 2 && Math.abs(y - 50) < 2],
    ['a thin line', (_x: number, y: number) => y === 57],
  ])('shows that %s took another colour of the same luma', (_name, draw) => {
    const red = withColor(draw, [255, 0, 0]);
    const gray = withColor(draw, [76, 76, 76]);
    expect(similarity(red, gray).ssim).toBeGreaterThan(0.999);
    expect(worstColorShift(red, gray)).toBeGreaterThan(12);
  });

  test('of errors that cancel out is none', () => {
    const raster = flat(33, 21, [100, 100, 100]);
    const samples = raster.samples.map((sample, at) => sample + (at % 2 === 0 ? 20 : -20));
    expect(worstColorShift(raster, { ...raster, samples })).toBeLessThan(1);
  });

  test('counts where the picture ends within a block', () => {
    const raster = flat(17, 9, [255, 255, 255]);
    const samples = raster.samples.slice();
    samples[samples.length - 1] = 191;
    expect(worstColorShift(raster, { ...raster, samples })).toBe(1);
  });
});

describe('similarity', () => {
  test('of equal pictures is complete', () => {
    expect(similarity(photo(50, 40, 3), photo(50, 40, 3))).toEqual({ ssim: 1, worstTile: 0 });
  });

  test('of pictures smaller than a window is measured too', () => {
    expect(similarity(flat(3, 2, [200]), flat(3, 2, [100])).ssim).toBeLessThan(0.9);
  });

  test('sees a lost detail that the mean does not', () => {
    const raster = lineArt(400, 400, 3);
    const samples = raster.samples.slice();
    for (let y = 200; y < 216; y += 1) samples.fill(255, (y * 400 + 200) * 3, (y * 400 + 216) * 3);
    const { ssim, worstTile } = similarity(raster, { ...raster, samples });
    expect(ssim).toBeGreaterThan(0.99);
    expect(worstTile).toBeGreaterThan(10);
  });

  test('falls with noise', () => {
    const raster = photo(128, 128, 1);
    const noisy = (amount: number) => ({
      ...raster,
      samples: raster.samples.map((s, at) => Math.max(0, s - ((at * 7) % 5) * amount)),
    });
    expect(similarity(raster, noisy(1)).ssim).toBeGreaterThan(similarity(raster, noisy(4)).ssim);
  });
});
