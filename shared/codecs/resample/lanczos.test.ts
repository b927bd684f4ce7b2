import { expect, test } from 'vitest';
import { plainLanczos } from '../../testing/oracles/plain-lanczos.ts';
import { photo } from '../../testing/pictures/rasters.ts';
import type { Channels, Raster } from '../pixels/raster.ts';
import { lanczos } from './lanczos.ts';

/** Random black and white: sums go below 0 and above 255, and are clamped. */
function noise(width: number, height: number, channels: Channels): Raster {
  let state = 1;
  const samples = new Uint8Array(width * height * channels).map(() => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 31 === 0 ? 0 : 255;
  });
  return { width, height, channels, samples };
}

test.each([
  [7, 5, 3, 2],
  [1, 1, 1, 1],
  [300, 4, 100, 4],
  [64, 48, 64, 48],
  [33, 77, 32, 76],
  [101, 67, 22, 14],
  [250, 250, 50, 51],
  // Several strips.
  [3000, 420, 1300, 140],
])('%d x %d to %d x %d: the same bytes as in plain arithmetic', (width, height, toWidth, toHeight) => {
  for (const channels of [1, 3, 4] as const) {
    const source = noise(width, height, channels);
    const reduced = lanczos(source, toWidth, toHeight);
    expect(Buffer.compare(reduced.samples, plainLanczos(source, toWidth, toHeight).samples)).toBe(0);
  }
});

test('what an earlier picture left in memory does not show', () => {
  const source = photo(90, 70, 3);
  const before = lanczos(source, 40, 31);
  lanczos(noise(1500, 300, 1), 700, 150);
  expect(lanczos(source, 40, 31)).toEqual(before);
});
