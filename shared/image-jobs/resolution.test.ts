import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askedSize, bitFactor, effectiveDpi, pixelLimit, targetSize } from './resolution.ts';

const A4 = { widthPt: 595.2, heightPt: 841.9 };
const SCAN = { width: 2480, height: 3508 }; // 300 dpi on A4
const none = { maxDimension: 1_000_000, maxDpi: 0, minDpi: 0 };

test('an image beyond the maximum of pixels has a limit, whatever resolution it may be shrunk to', () => {
  const limits = { ...none, maxDpi: 72 };
  expect(pixelLimit(SCAN, limits, A4)).toBeNull();
  expect(pixelLimit(SCAN, { ...limits, maxDimension: 3508 }, A4)).toBeNull();
  expect(pixelLimit(SCAN, { ...limits, maxDimension: 1200 }, A4)).toEqual({ width: 848, height: 1200 });
});

describe('targetSize', () => {
  test('without limits an image keeps its size', () => {
    expect(targetSize(SCAN, none, A4)).toEqual(SCAN);
  });

  test('the longer side is bounded, and the proportions stay', () => {
    expect(targetSize(SCAN, { ...none, maxDimension: 1200 }, null)).toEqual({ width: 848, height: 1200 });
    expect(targetSize({ width: 4000, height: 1 }, { ...none, maxDimension: 100 }, null)).toEqual({
      width: 100,
      height: 1,
    });
    expect(targetSize({ width: 90, height: 100 }, { ...none, maxDimension: 100 }, null)).toEqual({
      width: 90,
      height: 100,
    });
  });

  test('the placed resolution is bounded', () => {
    expect(targetSize(SCAN, { ...none, maxDpi: 150 }, A4)).toEqual({ width: 1240, height: 1754 });
  });

  test('a little above the cap may stay, well above may not', () => {
    const at = (dpi: number) => ({ width: Math.round(8.27 * dpi), height: Math.round(11.69 * dpi) });
    const asked = (dpi: number, limits = {}) => askedSize(at(dpi), { ...none, maxDpi: 150, ...limits }, A4);
    expect(asked(200)).toEqual({ target: { width: 1241, height: 1754 }, excess: expect.closeTo(4 / 3, 2) });
    expect(asked(210)).toEqual({ target: { width: 1241, height: 1754 }, excess: 1 });
    expect(asked(140)).toEqual({ target: at(140), excess: 1 });
    // If the maximum dimension shrinks the image anyway, it may as well end at the cap.
    expect(asked(200, { maxDimension: 2000 }).excess).toBe(1);
    expect(asked(200, { minDpi: 180 }).excess).toBeCloseTo(200 / 180, 2);
  });

  test('a cap on resolution needs to know how large the image is drawn', () => {
    expect(targetSize(SCAN, { ...none, maxDpi: 72 }, null)).toEqual(SCAN);
  });

  test('the floor wins over the longest side', () => {
    expect(targetSize(SCAN, { maxDimension: 1200, maxDpi: 0, minDpi: 150 }, A4)).toEqual({
      width: 1240,
      height: 1754,
    });
    expect(
      targetSize({ width: 1000, height: 1414 }, { maxDimension: 600, maxDpi: 0, minDpi: 150 }, A4),
    ).toEqual({ width: 1000, height: 1414 });
  });

  test('a small picture is not held by the floor', () => {
    const stamp = { widthPt: 72, heightPt: 72 };
    expect(
      targetSize({ width: 3000, height: 3000 }, { maxDimension: 1200, maxDpi: 0, minDpi: 150 }, stamp),
    ).toEqual({ width: 1200, height: 1200 });
  });

  test('with a floor, an image drawn in unknown ways keeps its size', () => {
    expect(targetSize(SCAN, { maxDimension: 1200, maxDpi: 0, minDpi: 150 }, null)).toEqual(SCAN);
  });

  test('stretched images are measured along the axis that has fewer pixels', () => {
    const wide = { widthPt: 144, heightPt: 72 };
    expect(effectiveDpi({ width: 600, height: 600 }, wide)).toBe(300);
    expect(targetSize({ width: 600, height: 600 }, { ...none, maxDpi: 100 }, wide)).toEqual({
      width: 200,
      height: 200,
    });
  });

  test('what is drawn in no width or no height has no resolution', () => {
    for (const placed of [
      { widthPt: 0, heightPt: 72 },
      { widthPt: 72, heightPt: 0 },
      { widthPt: Number.NaN, heightPt: 72 },
    ])
      expect(effectiveDpi({ width: 600, height: 600 }, placed)).toBeNull();
  });

  test('a fitted size never exceeds the bound and never vanishes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20000 }),
        fc.integer({ min: 1, max: 20000 }),
        fc.integer({ min: 1, max: 3000 }),
        (width, height, longest) => {
          const size = targetSize({ width, height }, { ...none, maxDimension: longest }, null);
          expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(Math.max(longest, 1));
          expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1);
        },
      ),
    );
  });
});

describe('bitFactor', () => {
  const at = (dpi: number) => ({ width: Math.round(8.27 * dpi), height: Math.round(11.69 * dpi) });
  test.each([
    [2410, { maxDpi: 150 }, 4],
    [1999, { maxDpi: 150 }, 3],
    [1190, { maxDpi: 150 }, 1],
    [2400, { maxDpi: 1000 }, 2],
    [2400, { maxDpi: 150, minDpi: 1000 }, 2],
    [2400, {}, 1],
  ])('makes one of several pixels of %i dpi with %o: %i', (dpi, limits, factor) => {
    expect(bitFactor(at(dpi), { ...none, ...limits }, A4)).toBe(factor);
  });

  test('needs to know how large the picture is drawn', () => {
    expect(bitFactor(at(2400), { ...none, maxDpi: 150 }, null)).toBe(1);
  });
});
