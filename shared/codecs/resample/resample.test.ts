import { expect, test } from 'vitest';
import { flat, photo } from '../../testing/pictures/rasters.ts';
import type { Raster } from '../pixels/raster.ts';
import { downsample } from './resample.ts';

test.each([
  [300, 200, 150, 100],
  [301, 199, 97, 64],
  [640, 480, 60, 45],
  [1000, 3, 100, 1],
  [40, 4000, 3, 4],
])('one colour stays that colour to the last bit: %d x %d to %d x %d', (width, height, toWidth, toHeight) => {
  const reduced = downsample(flat(width, height, [3, 128, 254]), toWidth, toHeight);
  expect(reduced).toEqual(flat(toWidth, toHeight, [3, 128, 254]));
});

test.each([1, 3] as const)('%d channels: each is reduced by itself', (channels) => {
  const source = photo(200, 120, channels);
  const reduced = downsample(source, 80, 48);
  for (let channel = 0; channel < channels; channel += 1) {
    const alone = (raster: Raster): Raster => ({
      ...raster,
      channels: 1,
      samples: raster.samples.filter((_, at) => at % channels === channel),
    });
    expect(downsample(alone(source), 80, 48)).toEqual(alone(reduced));
  }
});

test('blocks are averages, rounded', () => {
  // Blocks of 4 by 4 of equal rows, then Lanczos over equal columns.
  const samples = Uint8Array.from({ length: 40 * 40 }, (_, at) => (at % 4 === 3 ? 102 : 100));
  const reduced = downsample({ width: 40, height: 40, channels: 1, samples }, 4, 4);
  expect(new Set(reduced.samples)).toEqual(new Set([101]));
});

test('the same size is the same picture', () => {
  const source = photo(64, 48, 3);
  expect(downsample(source, 64, 48)).toEqual(source);
});
