import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../options.ts';
import { SHARPNESSES, stepAt } from './sharpness-axis.ts';

const SIZE = { width: 2400, height: 1600 };
/** 8 inches wide: 300 dpi. */
const PLACED = { widthPt: 576, heightPt: 384 };
const ALL = { ...DEFAULT_OPTIONS, quality: 100, maxDimension: 100_000 };

/** Sizes and qualities from the sharpest to the smallest. */
const stepsOf = (options = ALL, placed: typeof PLACED | null = PLACED, size = SIZE) =>
  SHARPNESSES.map((sharpness) => stepAt(sharpness, size, options, placed));

describe('from point to point', () => {
  test('neither quality nor resolution ever goes up, and one of them goes down', () => {
    for (const [index, { quality, dpi }] of SHARPNESSES.entries()) {
      const before = SHARPNESSES[index - 1] ?? { quality: 100, dpi: 1200 };
      expect(quality).toBeLessThanOrEqual(before.quality);
      expect(dpi).toBeLessThanOrEqual(before.dpi);
      expect(quality + dpi).toBeLessThan(before.quality + before.dpi);
    }
  });

  test('the steps are small, from nearly all there is to the least that is readable', () => {
    const qualities = [100, ...SHARPNESSES.map(({ quality }) => quality)];
    for (let at = 1; at < qualities.length; at += 1)
      expect(qualities[at - 1]! - qualities[at]!).toBeLessThan(5);
    expect(SHARPNESSES[0]!.dpi).toBeGreaterThan(1000);
    expect(SHARPNESSES.at(-1)).toEqual({ quality: 20, dpi: 72 });
  });
});

describe('an image gets', () => {
  test('no more than is asked for', () => {
    const steps = stepsOf({ ...ALL, quality: 40, maxDimension: 900 });
    for (const { quality, target } of steps) {
      expect(quality).toBeLessThanOrEqual(40);
      expect(target.width).toBeLessThanOrEqual(900);
      expect(target.height).toBeLessThanOrEqual(600);
    }
    expect(steps[0]).toMatchObject({ quality: 40, target: { width: 900, height: 600 } });
  });

  test('no more pixels than it has, and its proportions', () => {
    const steps = stepsOf();
    expect(steps[0]!.target).toEqual(SIZE);
    for (const { target } of steps) expect(Math.abs(target.width - target.height * 1.5)).toBeLessThan(1.6);
    // 72 of its 300 dpi.
    expect(steps.at(-1)?.target).toEqual({ width: 576, height: 384 });
  });

  test('no less than the floor leaves', () => {
    for (const { target } of stepsOf({ ...ALL, minDpi: 150 }))
      expect(target.width).toBeGreaterThanOrEqual(1200);
    for (const { target } of stepsOf({ ...ALL, minDpi: 150 }, null)) expect(target).toEqual(SIZE);
  });

  test('the size of a sheet where it is drawn in unknown ways', () => {
    expect(stepsOf(ALL, null).at(-1)?.target).toEqual({ width: 72 * 11, height: 72 * 11 * (2 / 3) });
  });

  test('at least one pixel', () => {
    const line = { width: 4000, height: 1 };
    expect(stepsOf(ALL, { widthPt: 576, heightPt: 0.144 }, line).at(-1)?.target).toEqual({
      width: 576,
      height: 1,
    });
  });
});

const PAGE = { width: 1700, height: 2200 };

test.each([
  ['a scan of 200 dpi', { widthPt: 612, heightPt: 792 }],
  ['a picture drawn at 40 dpi', { widthPt: 3060, heightPt: 3960 }],
  ['one of which nobody knows how large it is drawn', null],
])('%s gets less from point to point, and never more than is asked for', (_, placed) => {
  for (const options of [
    { ...DEFAULT_OPTIONS, maxDimension: 100_000, maxDpi: 150, quality: 60 },
    { ...DEFAULT_OPTIONS, minDpi: 110 },
  ]) {
    const steps = SHARPNESSES.map((sharpness) => stepAt(sharpness, PAGE, options, placed));
    for (const [index, { quality, target }] of steps.entries()) {
      const before = steps[index - 1] ?? { quality: 100, target: PAGE };
      expect(quality).toBeLessThanOrEqual(before.quality);
      expect(target.width).toBeLessThanOrEqual(before.target.width);
      expect(target.height).toBeLessThanOrEqual(before.target.height);
    }
  }
});
