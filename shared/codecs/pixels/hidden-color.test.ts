import { expect, test } from 'vitest';
import { discMask, flat } from '../../testing/pictures/rasters.ts';
import { downsample } from '../resample/resample.ts';
import { fillHidden, withoutHiddenColors } from './hidden-color.ts';
import type { Raster } from './raster.ts';

/** Red where the mask is visible at all, black where it hides. */
function cutOut(mask: Raster): Raster {
  const samples = Uint8Array.from(
    [...mask.samples].flatMap((alpha) => (alpha > 0 ? [200, 20, 20] : [0, 0, 0])),
  );
  return { width: mask.width, height: mask.height, channels: 3, samples };
}

test('black under the mask does not darken the edge of a shrunken image', () => {
  const mask = discMask(90, 90);
  const filled = fillHidden(cutOut(mask), mask);
  expect(downsample(filled, 30, 30)).toEqual(flat(30, 30, [200, 20, 20]));
});

test('what shows is untouched', () => {
  const mask = discMask(64, 48);
  const source = cutOut(mask);
  const filled = fillHidden(source, mask);
  for (let pixel = 0; pixel < mask.samples.length; pixel += 1) {
    if (mask.samples[pixel] === 0) continue;
    expect(filled.samples.subarray(pixel * 3, pixel * 3 + 3)).toEqual(
      source.samples.subarray(pixel * 3, pixel * 3 + 3),
    );
  }
});

test('a mask of another size keeps a margin, since readers may interpolate it', () => {
  const mask: Raster = { width: 2, height: 1, channels: 1, samples: Uint8Array.of(255, 0) };
  const source = flat(8, 2, [10]);
  source.samples.fill(99, 6, 8);
  const filled = fillHidden(source, mask);
  expect([...filled.samples]).toEqual([...source.samples]);
});

test.each([
  ['nothing hidden', flat(9, 9, [255])],
  ['everything hidden', flat(9, 9, [0])],
])('%s: the same raster', (_name, mask) => {
  const source = flat(9, 9, [1, 2, 3]);
  expect(fillHidden(source, mask)).toBe(source);
});

test('colours go that no reader shows, and stay as far as resampling reaches', () => {
  const mask = flat(40, 30, [0]);
  mask.samples[12 * 40 + 10] = 255;
  const source = flat(40, 30, [9, 8, 7]);
  for (const [shrunk, reach] of [
    [1, 3],
    [2.5, 8],
  ]) {
    const { samples } = withoutHiddenColors(source, mask, shrunk!);
    for (let pixel = 0; pixel < 40 * 30; pixel += 1) {
      const [x, y] = [pixel % 40, Math.floor(pixel / 40)];
      const isNear = Math.abs(x - 10) <= reach! && Math.abs(y - 12) <= reach!;
      expect([...samples.subarray(pixel * 3, pixel * 3 + 3)]).toEqual(isNear ? [9, 8, 7] : [0, 0, 0]);
    }
  }
});

test('colours stay below what shows in the first row', () => {
  const mask = flat(20, 10, [0]);
  mask.samples[5] = 255;
  const { samples } = withoutHiddenColors(flat(20, 10, [9]), mask, 1);
  const rows = Array.from({ length: 10 }, (_, y) => samples[y * 20 + 5]);
  expect(rows).toEqual([9, 9, 9, 9, 0, 0, 0, 0, 0, 0]);
});

test('of a picture that is hidden as a whole one pixel is left, and all of one that shows near everywhere', () => {
  const source = flat(9, 8, [9]);
  expect(withoutHiddenColors(source, flat(9, 8, [0]), 1)).toEqual(flat(1, 1, [0]));
  expect(withoutHiddenColors(source, flat(3, 3, [1]), 1)).toBe(source);
});
