import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryBitmap, bitmapFromArt, bitmapOf, isBlack } from '../testing/pictures/bitmaps.ts';
import { coarserBitmap } from './coarser-bitmap.ts';

describe('a coarser bitmap', () => {
  test('has for each square what half of it is, also at edges that cut squares', () => {
    const fine = bitmapFromArt(`
      ###...#
      ##....#
      #.....#
      ......#
      ###.##.`);
    expect(coarserBitmap(fine, 2)).toEqual(
      bitmapFromArt(`
        #..#
        ...#
        ###.`),
    );
  });

  test.each([2, 3, 5])('keeps lines, dots and gaps of one pixel (%i to one)', (factor) => {
    const size = factor * 9;
    const at = factor * 4 + 1;
    for (const drawn of [
      bitmapOf(size, size, (x) => x === at),
      bitmapOf(size, size, (_, y) => y === at),
      bitmapOf(size, size, (x, y) => x === at && y === at),
    ]) {
      const inverse = bitmapOf(size, size, (x, y) => !isBlack(drawn, x, y));
      const [ink, paper] = [coarserBitmap(drawn, factor), coarserBitmap(inverse, factor)];
      for (let y = 0; y < size; y++)
        for (let x = 0; x < size; x++) {
          if (!isBlack(drawn, x, y)) continue;
          const [column, row] = [Math.floor(x / factor), Math.floor(y / factor)];
          expect(isBlack(ink, column, row)).toBe(true);
          expect(isBlack(paper, column, row)).toBe(false);
        }
    }
  });

  test('has ink and paper wherever there was any, within a square', () => {
    fc.assert(
      fc.property(arbitraryBitmap, fc.integer({ min: 2, max: 6 }), (fine, factor) => {
        const coarse = coarserBitmap(fine, factor);
        fc.pre(coarse.width * coarse.height > 1);
        expect(coarse.width).toBe(Math.ceil(fine.width / factor));
        expect(coarse.height).toBe(Math.ceil(fine.height / factor));
        for (let y = 0; y < fine.height; y++)
          for (let x = 0; x < fine.width; x++) {
            const colour = isBlack(fine, x, y);
            const near = [-1, 0, 1].some((down) =>
              [-1, 0, 1].some((right) => {
                const [column, row] = [Math.floor(x / factor) + right, Math.floor(y / factor) + down];
                const isInside = column >= 0 && row >= 0 && column < coarse.width && row < coarse.height;
                return isInside && isBlack(coarse, column, row) === colour;
              }),
            );
            expect(near).toBe(true);
          }
      }),
      { numRuns: 200 },
    );
  });
});
