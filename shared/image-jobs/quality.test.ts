import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coarserQuality, firstStep, isCoarse, qualityAsDrawn, regainedQuality } from './quality.ts';

const quality = fc.integer({ min: 1, max: 100 });
const factor = fc.integer({ min: 0, max: 300 }).map((hundredths) => 1 + hundredths / 100);

describe('quality at another resolution', () => {
  test('falls with the area of a pixel where all pixels stay', () => {
    expect(coarserQuality(50, 1)).toBe(50);
    expect(coarserQuality(50, 4 / 3)).toBe(28);
    expect(coarserQuality(75, 4 / 3)).toBe(56);
    expect(coarserQuality(100, 4 / 3)).toBe(100);
  });

  test('never falls to where blocks show, and never rises', () => {
    expect(coarserQuality(30, 4 / 3)).toBe(25);
    expect(coarserQuality(20, 4 / 3)).toBe(20);
    fc.assert(fc.property(quality, factor, (asked, by) => coarserQuality(asked, by) <= asked));
  });

  test('comes back with averaging, never wholly', () => {
    expect(regainedQuality(50, 1)).toBe(60);
    expect(regainedQuality(50, 2)).toBe(75);
    expect(regainedQuality(95, 1)).toBe(100);
  });

  test('goes down when less is asked for, and when more pixels are too many', () => {
    fc.assert(
      fc.property(quality, quality, factor, factor, (a, b, by, more) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(coarserQuality(low, by)).toBeLessThanOrEqual(coarserQuality(high, by));
        expect(coarserQuality(low, by * more)).toBeLessThanOrEqual(coarserQuality(low, by));
        expect(regainedQuality(low, by)).toBeLessThanOrEqual(regainedQuality(high, by));
      }),
    );
  });
});

describe('a picture drawn large', () => {
  test('is asked for more quality, the larger the more', () => {
    expect([60, 55, 40, 20, 10].map((dpi) => qualityAsDrawn(50, dpi))).toEqual([50, 82, 95, 100, 100]);
    expect(qualityAsDrawn(50, null)).toBe(50);
    expect([59, 60, null].map(isCoarse)).toEqual([true, false, false]);
  });
});

describe('the first form', () => {
  const scan = { width: 1700, height: 2200 };
  const target = { width: 1275, height: 1650 };
  const print = { size: scan, target, excess: 4 / 3, quality: 50, storedQuality: 50, isDetailed: true };

  test('of print a little too fine has all its pixels', () => {
    expect(firstStep(print)).toEqual({ target: scan, quality: 28 });
  });

  test('of a photograph has them where it is hardly too fine', () => {
    expect(firstStep({ ...print, isDetailed: false })).toEqual({ target, quality: 50 });
    expect(firstStep({ ...print, isDetailed: false, excess: 1.1 })).toEqual({ target: scan, quality: 41 });
  });

  test('stands for the quality that a shrunken JPEG would get, not for all that is asked', () => {
    expect(firstStep({ ...print, quality: 100 }).quality).toBe(
      coarserQuality(regainedQuality(50, 4 / 3), 4 / 3),
    );
    expect(firstStep({ ...print, quality: 100, storedQuality: null }).quality).toBe(100);
  });

  test('of print whose JPEG is about as coarse already has fewer pixels, at any quality', () => {
    for (const asked of [20, 30, 50, 90]) {
      const step = firstStep({ ...print, storedQuality: 30, quality: asked });
      expect(step).toEqual({ target, quality: asked });
    }
    expect(firstStep({ ...print, storedQuality: 34 }).target).toEqual(scan);
  });

  test('is what is asked for where nothing is too fine', () => {
    expect(firstStep({ ...print, excess: 1 })).toEqual({ target, quality: 50 });
  });
});
