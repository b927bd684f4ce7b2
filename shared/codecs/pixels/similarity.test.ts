import { expect, test } from 'vitest';
import { plainSsim, plainWorstTile } from '../../testing/oracles/plain-similarity.ts';
import { noise } from '../../testing/pictures/noise.ts';
import { worstColorShift } from './color-shift.ts';
import type { Raster } from './raster.ts';
import { similarity } from './similarity.ts';

const SIZES = [
  [1, 1],
  [7, 30],
  [8, 8],
  [19, 13],
  [64, 16],
  [131, 67],
  [517, 40],
] as const;

/** Noise, and the same with every third sample a little off. */
function pair(width: number, height: number, channels: 1 | 3 | 4): readonly [Raster, Raster] {
  const samples = noise(width * height * channels);
  const off = noise(samples.length + 1).subarray(1);
  const other = samples.map((sample, at) =>
    Math.floor(at / 50) % 3 === 0 ? (sample + off[at]!) & 255 : sample,
  );
  return [
    { width, height, channels, samples },
    { width, height, channels, samples: other },
  ];
}

test.each(SIZES)('%d x %d: what the formulas give sample by sample', (width, height) => {
  for (const channels of [1, 3, 4] as const) {
    const [a, b] = pair(width, height, channels);
    const { ssim, worstTile } = similarity(a, b);
    // The formulas round after other operations.
    expect(ssim).toBeCloseTo(plainSsim(a, b), 12);
    expect(worstTile).toBe(plainWorstTile(a, b));
    expect(similarity(a, a)).toEqual({ ssim: 1, worstTile: 0 });
  }
});

test.each(SIZES)('%d x %d: the shift of a colour is that of the worst block', (width, height) => {
  for (const channels of [1, 3, 4] as const) {
    const [a, b] = pair(width, height, channels);
    const blocksAcross = Math.ceil(width / 8);
    const sums = new Int32Array(blocksAcross * Math.ceil(height / 8) * channels);
    for (const [at, sample] of a.samples.entries()) {
      const pixel = Math.floor(at / channels);
      const block = (Math.floor(pixel / width) >> 3) * blocksAcross + ((pixel % width) >> 3);
      sums[block * channels + (at % channels)]! += sample - b.samples[at]!;
    }
    expect(worstColorShift(a, b)).toBe(Math.max(...sums.map(Math.abs)) / 64);
  }
});
