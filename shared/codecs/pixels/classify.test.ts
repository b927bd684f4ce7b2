import { expect, test } from 'vitest';
import { noise } from '../../testing/pictures/noise.ts';
import { classify, pictureFacts } from './classify.ts';
import type { Channels, Raster } from './raster.ts';

/** The same counts, pair by pair. */
function plainFacts({ width, height, channels, samples }: Raster) {
  const pixel = (x: number, y: number) =>
    samples.subarray((y * width + x) * channels, (y * width + x + 1) * channels);
  const luma = ([a, b, c, d = 0]: Uint8Array) =>
    b === undefined ? a! : Math.min(255, ((a! * 77 + b * 150 + c! * 29) >> 8) + d);
  const colors = new Set<string>();
  const steps: number[] = [];
  const stepsDown: number[] = [];
  let equal = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      colors.add(pixel(x, y).join());
      if (y + 1 < height) stepsDown.push(Math.abs(luma(pixel(x, y)) - luma(pixel(x, y + 1))));
      if (x === 0) continue;
      if (pixel(x, y).join() === pixel(x - 1, y).join()) equal += 1;
      steps.push(Math.abs(luma(pixel(x, y)) - luma(pixel(x - 1, y))));
    }
  }
  const share = (some: readonly unknown[], all: readonly unknown[]) => some.length / Math.max(1, all.length);
  return {
    colors: Math.min(4096, colors.size),
    grain: share(
      steps.filter((step) => step >= 2 && step < 32),
      steps,
    ),
    flat: equal / Math.max(1, steps.length),
    edges: Math.max(
      share(
        steps.filter((step) => step >= 64),
        steps,
      ),
      share(
        stepsDown.filter((step) => step >= 64),
        stepsDown,
      ),
    ),
  };
}

test.each([
  [1, 1],
  [1, 40],
  [17, 1],
  [18, 9],
  [33, 20],
  [130, 90],
])('%d x %d: facts are those of all its pixels', (width, height) => {
  for (const channels of [1, 3, 4] satisfies Channels[]) {
    // Many levels, few levels, and small steps.
    for (const turn of [(s: number) => s, (s: number) => s & 0xc0, (s: number) => 100 + (s & 7)]) {
      const raster = {
        width,
        height,
        channels,
        samples: noise(width * height * channels).map(turn),
      } as const;
      expect(pictureFacts(raster)).toEqual(plainFacts(raster));
    }
  }
});

test.each([
  ['few colors', { colors: 16, grain: 0.9, flat: 0 }, 'line-art'],
  ['grain', { colors: 100, grain: 0.9, flat: 0.9 }, 'continuous'],
  ['smooth shading over many colors', { colors: 64, grain: 0, flat: 0.4 }, 'continuous'],
  ['shading over some colors', { colors: 63, grain: 0, flat: 0.4 }, 'line-art'],
  ['many colors in fields', { colors: 500, grain: 0, flat: 0.6 }, 'line-art'],
] as const)('a picture of %s is seen as that', (_, facts, expected) => {
  expect(classify({ edges: 0, ...facts })).toBe(expected);
});
