import { describe, expect, test } from 'vitest';
import { chart, flat, lineArt, photo } from '../testing/rasters.ts';
import { quantise, unindexed } from './palette.ts';
import type { Raster } from './raster.ts';
import { similarity } from './similarity.ts';

/** A chart whose edges are blended in many steps. */
function shaded(): Raster {
  const base = chart(200, 160);
  return { ...base, samples: base.samples.map((sample, at) => Math.max(0, sample - ((at / 3) % 5))) };
}

describe('a palette', () => {
  test.each([
    ['line art', lineArt(90, 70, 3)],
    ['gray line art', lineArt(90, 70, 1)],
    ['one colour', flat(20, 20, [9, 8, 7])],
  ])('of enough entries shows %s exactly', (_name, raster) => {
    const palette = quantise(raster, 256);
    expect(unindexed(palette!, raster)).toEqual(raster);
    expect(palette!.table.length / raster.channels).toBeLessThanOrEqual(3);
  });

  test.each([2, 16, 64])('has no more than %d entries, and more are nearer to the picture', (size) => {
    const raster = shaded();
    const palette = quantise(raster, size)!;
    expect(palette.table.length / 3).toBeLessThanOrEqual(size);
    const coarser = quantise(raster, size / 2)!;
    const error = (of: typeof palette) =>
      unindexed(of, raster).samples.reduce(
        (total, sample, at) => total + (sample - raster.samples[at]) ** 2,
        0,
      );
    expect(error(palette)).toBeLessThan(error(coarser));
  });

  test('is the same every time', () => {
    expect(quantise(shaded(), 16)).toEqual(quantise(shaded(), 16));
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
    expect(quantise(many, 256)).toBeNull();
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
