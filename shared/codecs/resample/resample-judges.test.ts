import { describe, expect, test } from 'vitest';
import { errorsOf, floatLanczos } from '../../testing/oracles/float-lanczos.ts';
import { jsquashLanczos } from '../../testing/oracles/jsquash-resize.ts';
import { flat, gradient, lineArt, meanDifference, photo } from '../../testing/pictures/rasters.ts';
import type { Raster } from '../pixels/raster.ts';
import { downsample } from './resample.ts';

const PICTURES: readonly (readonly [string, (width: number, height: number) => Raster])[] = [
  ['a photograph', (width, height) => photo(width, height, 3)],
  ['a gray photograph', (width, height) => photo(width, height, 1)],
  ['lines', (width, height) => lineArt(width, height, 3)],
  ['a gradient', (width, height) => gradient(width, height, 1)],
];

describe.each(PICTURES)('%s, against Lanczos 3 in float64', (_, drawn) => {
  test.each([
    [300, 200, 299, 199],
    [300, 200, 211, 140],
    [301, 199, 150, 100],
    [240, 180, 60, 45],
    [97, 3, 40, 1],
  ])('%d x %d to %d x %d: rounded once and no more', (width, height, toWidth, toHeight) => {
    const source = drawn(width, height);
    const { worst } = errorsOf(
      downsample(source, toWidth, toHeight).samples,
      floatLanczos(source, toWidth, toHeight),
    );
    expect(worst).toBeLessThan(0.6);
  });
});

describe.each(PICTURES.filter(([name]) => name !== 'lines'))('%s, averaged in blocks first', (_, drawn) => {
  test.each([
    [600, 400, 100, 66],
    [640, 480, 60, 45],
    [907, 601, 90, 60],
  ])('%d x %d to %d x %d: near Lanczos 3 in float64', (width, height, toWidth, toHeight) => {
    const source = drawn(width, height);
    const reduced = downsample(source, toWidth, toHeight);
    const { worst, mean } = errorsOf(reduced.samples, floatLanczos(source, toWidth, toHeight));
    expect(mean).toBeLessThan(0.7);
    expect(worst).toBeLessThan(5);
  });
});

describe('@jsquash/resize comes to the same', () => {
  test.each(PICTURES)('%s', (_, drawn) => {
    for (const [width, height, toWidth, toHeight] of [
      [300, 200, 150, 100],
      [301, 199, 211, 140],
    ]) {
      const source = drawn(width!, height!);
      const own = downsample(source, toWidth!, toHeight!);
      const theirs = jsquashLanczos(source, { width: toWidth!, height: toHeight! });
      expect(meanDifference(own, theirs)).toBeLessThan(0.3);
      const exact = floatLanczos(source, toWidth!, toHeight!);
      expect(errorsOf(own.samples, exact).mean).toBeLessThanOrEqual(
        errorsOf(theirs.samples, exact).mean + 0.01,
      );
    }
  });
});

describe('nothing moves', () => {
  /** Center of the dark pixels, in pixels from the left (or, along y, from the top). */
  function middleOf({ width, height, samples }: Raster, along: 'x' | 'y'): number {
    let dark = 0;
    let weighted = 0;
    for (const [at, sample] of samples.entries()) {
      dark += 255 - sample;
      weighted += (255 - sample) * ((along === 'x' ? at % width : Math.floor(at / width)) + 0.5);
    }
    expect(height).toBeGreaterThan(0);
    return weighted / dark;
  }

  /** A line one pixel wide at `place`. */
  function lineAt(place: number, length: number, along: 'x' | 'y'): Raster {
    const [width, height] = along === 'x' ? [length, 40] : [40, length];
    const picture = flat(width, height, [255]);
    for (let i = 0; i < 40; i += 1)
      picture.samples[along === 'x' ? i * width + place : place * width + i] = 0;
    return picture;
  }

  test.each([
    ['by half', 600, 300, 0.1],
    ['by a third', 600, 200, 0.1],
    ['by a little', 600, 571, 0.1],
    ['by 2.3', 601, 261, 0.1],
    // The line's place within its block is lost.
    ['by 6, averaged in blocks first', 600, 100, 0.2],
    ['by 8, in blocks of which the last is cut', 601, 75, 0.2],
    ['by 20, in blocks of which the last is cut', 1201, 60, 0.2],
  ])('a line of one pixel, shrunk %s', (_, length, toLength, within) => {
    for (const along of ['x', 'y'] as const) {
      for (const share of [0.06, 0.25, 0.498, 0.5, 0.502, 0.8, 0.93]) {
        const place = Math.floor(share * length);
        const [toWidth, toHeight] = along === 'x' ? [toLength, 40] : [40, toLength];
        const shrunk = downsample(lineAt(place, length, along), toWidth, toHeight);
        expect(Math.abs(middleOf(shrunk, along) - ((place + 0.5) * toLength) / length)).toBeLessThan(within);
      }
    }
  });

  test('a gradient keeps its place and its edges', () => {
    const wide = gradient(960, 40, 1);
    const { worst } = errorsOf(downsample(wide, 320, 40).samples, floatLanczos(wide, 320, 40));
    expect(worst).toBeLessThan(0.6);
  });
});
