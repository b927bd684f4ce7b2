import { describe, expect, test } from 'vitest';
import { bitmapOf, isBlack } from '../../testing/pictures/bitmaps.ts';
import type { Bitmap } from '../bitmap.ts';
import { judgeMovedPixels } from './judge.ts';

/** First and last column, first and last row. */
type Box = readonly [number, number, number, number];

const page = (...boxes: readonly Box[]): Bitmap =>
  bitmapOf(70, 60, (x, y) =>
    boxes.some(([left, right, top, bottom]) => x >= left && x <= right && y >= top && y <= bottom),
  );
const changed = (bitmap: Bitmap, ...boxes: readonly Box[]): Bitmap => {
  const { width, height } = bitmap;
  const flips = page(...boxes);
  return bitmapOf(width, height, (x, y) => isBlack(bitmap, x, y) !== isBlack(flips, x, y));
};
const without = (bitmap: Bitmap, ...boxes: readonly Box[]): Bitmap => {
  const gone = page(...boxes);
  return bitmapOf(70, 60, (x, y) => isBlack(bitmap, x, y) && !isBlack(gone, x, y));
};

const block: Box = [10, 19, 10, 39];
/** A step at the right, at row 25. */
const stepped = page(block, [20, 20, 25, 39]);
const notched = without(page(block), [19, 19, 25, 25]);
/** An arm at the top that reaches farther left than the pixels tried below it. */
const armed = page(block, [2, 9, 10, 11]);
const ring = without(page([10, 39, 10, 49]), [15, 34, 15, 44]);
const steppedRing = without(ring, [14, 14, 15, 25]);

test('a page that is the same has no moved pixels', () => {
  expect(judgeMovedPixels(ring, ring)).toEqual({ moved: 0, longestRun: 0, broken: [] });
});

test.each<[string, Bitmap, Bitmap, number]>([
  ['a step that shifts down', stepped, changed(stepped, [20, 20, 25, 25]), 1],
  ['a step that shifts up', stepped, changed(stepped, [20, 20, 24, 24]), 1],
  [
    'two steps',
    page(block, [20, 20, 25, 39], [9, 9, 30, 39]),
    page(block, [20, 20, 24, 39], [9, 9, 29, 39]),
    2,
  ],
  ['a step at the edge of a hole', steppedRing, changed(steppedRing, [14, 14, 26, 26]), 1],
  [
    'a step at the edge of the page',
    page([60, 68, 0, 40], [69, 69, 20, 40]),
    page([60, 68, 0, 40], [69, 69, 19, 40]),
    1,
  ],
  [
    'a step in a shape of 16 rows',
    page([10, 19, 10, 25], [20, 20, 18, 25]),
    page([10, 19, 10, 25], [20, 20, 17, 25]),
    1,
  ],
])('keeps the guarantee: %s', (_, before, after, moved) => {
  expect(judgeMovedPixels(before, after)).toEqual({ moved, longestRun: 1, broken: [] });
  expect(judgeMovedPixels(after, before)).toEqual({ moved, longestRun: 1, broken: [] });
});

const beside = page(block, [21, 30, 10, 39]);
const open = without(ring, [20, 20, 45, 49]);
const stairs = page(block, [20, 20, 25, 39], [21, 21, 26, 39]);
const thin = page(block, [2, 5, 20, 21], [6, 9, 21, 22]);
const slot = without(page([10, 39, 10, 39]), [20, 20, 10, 21], [21, 21, 21, 30]);
const tip = page(block, [2, 9, 30, 39], [1, 1, 29, 29]);

test.each<[string, Bitmap, Bitmap, readonly string[]]>([
  ['another size', page(block), { ...page(block), height: 59 }, ['size']],
  [
    'a pixel that hangs by its corner',
    tip,
    changed(tip, [1, 1, 29, 29]),
    ['backing', 'contour', 'edge', 'extent'],
  ],
  ['a notch that is filled', notched, page(block), ['contour']],
  ['a notch that is cut', page(block), notched, ['contour']],
  ['a bump that is new', armed, changed(armed, [9, 9, 20, 20]), ['contour']],
  ['two neighbors', stepped, changed(stepped, [20, 20, 23, 24]), ['run']],
  ['neighbors by corners', stairs, changed(stairs, [20, 20, 24, 24], [21, 21, 25, 25]), ['run']],
  ['a step of a stroke two pixels wide', thin, changed(thin, [6, 6, 20, 20]), ['backing']],
  ['a step of a gap one pixel wide', slot, changed(slot, [20, 20, 22, 22]), ['backing']],
  ['shapes that are joined', beside, changed(beside, [20, 20, 20, 20]), ['backing', 'black-shapes']],
  ['shapes that are divided', changed(beside, [20, 20, 20, 20]), beside, ['backing', 'black-shapes']],
  ['a hole that is closed', open, changed(open, [20, 20, 45, 45]), ['white-shapes']],
  ['a shape that became wider', page(block), changed(page(block), [20, 20, 25, 25]), ['contour', 'extent']],
  [
    'a step in a shape of 15 rows',
    page([10, 19, 10, 24], [20, 20, 18, 24]),
    page([10, 19, 10, 24], [20, 20, 17, 24]),
    ['small-shape'],
  ],
])('names the rule that is broken: %s', (_, before, after, broken) => {
  expect(judgeMovedPixels(before, after).broken).toEqual(broken);
});

describe('names what became of shapes', () => {
  test('one that is lost, and one that is new', () => {
    const dot: Box = [50, 51, 20, 21];
    expect(judgeMovedPixels(page(block, dot), page(block)).broken).toContain('black-shapes');
    expect(judgeMovedPixels(page(block), page(block, dot)).broken).toContain('black-shapes');
  });

  test('a hole that is lost', () => {
    const holed = without(page(block), [14, 15, 20, 21]);
    expect(judgeMovedPixels(holed, page(block)).broken).toContain('white-shapes');
  });
});
