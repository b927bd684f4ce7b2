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
const without = (bitmap: Bitmap, box: Box): Bitmap => changed(bitmap, box);

const block: Box = [10, 19, 10, 39];
const notched = without(page(block), [19, 19, 25, 25]);
/** An arm at the top that reaches farther left than the pixels tried below it. */
const armed = page(block, [2, 9, 10, 11]);
const ring = without(page([10, 39, 10, 49]), [15, 34, 15, 44]);

test('a page that is the same has no moved pixels', () => {
  expect(judgeMovedPixels(ring, ring)).toEqual({ moved: 0, longestRun: 0, broken: [] });
});

test.each<[string, Bitmap, Bitmap, { moved: number; longestRun: number }]>([
  ['a notch that is filled', notched, page(block), { moved: 1, longestRun: 1 }],
  ['a notch that is cut', page(block), notched, { moved: 1, longestRun: 1 }],
  [
    'six pixels in a run, and others apart from them',
    page(block),
    changed(page(block), [19, 19, 20, 25], [10, 10, 30, 31]),
    { moved: 8, longestRun: 6 },
  ],
  ['the edge of a hole', ring, changed(ring, [15, 15, 20, 22]), { moved: 3, longestRun: 3 }],
  [
    'at the edge of the page',
    page([60, 69, 0, 40]),
    changed(page([60, 69, 0, 40]), [69, 69, 20, 20]),
    { moved: 1, longestRun: 1 },
  ],
])('keeps the guarantee: %s', (_, before, after, counts) => {
  expect(judgeMovedPixels(before, after)).toEqual({ ...counts, broken: [] });
});

const beside = page(block, [22, 31, 10, 39]);
const open = without(ring, [20, 21, 45, 49]);
const serifs = page(block, [2, 9, 10, 11], [6, 9, 38, 39]);
const small: Box = [10, 19, 10, 32];

test.each<[string, Bitmap, Bitmap, readonly string[]]>([
  ['another size', page(block), { ...page(block), height: 59 }, ['size']],
  ['a pixel behind the edge', page(block), changed(page(block), [18, 19, 25, 25]), ['edge']],
  [
    'a square',
    page(block, [2, 9, 10, 11], [6, 9, 38, 39]),
    changed(page(block, [2, 9, 10, 11], [6, 9, 38, 39]), [6, 7, 38, 39]),
    ['block', 'crowd'],
  ],
  ['four pixels in a crowd', serifs, changed(serifs, [9, 9, 37, 37], [7, 9, 38, 38]), ['crowd']],
  ['a run of seven', page(block), changed(page(block), [19, 19, 20, 26]), ['run']],
  [
    'a run of seven by corners',
    page(block),
    changed(page(block), [19, 19, 20, 23], [20, 20, 24, 26]),
    ['extent', 'run'],
  ],
  [
    'the end of a stroke one pixel wide',
    changed(armed, [4, 9, 20, 20]),
    changed(armed, [5, 9, 20, 20]),
    ['backing'],
  ],
  [
    'the end of a gap one pixel wide',
    changed(page(block), [14, 14, 10, 25]),
    changed(page(block), [14, 14, 10, 24]),
    ['backing'],
  ],
  ['shapes that are joined', beside, changed(beside, [20, 21, 20, 20]), ['black-shapes']],
  [
    'shapes that are divided',
    changed(beside, [20, 21, 20, 20], [20, 21, 21, 21]),
    beside,
    ['black-shapes', 'block', 'crowd'],
  ],
  ['a hole that is closed', open, changed(open, [20, 21, 45, 45]), ['white-shapes']],
  ['a shape that became wider', page(block), changed(page(block), [20, 20, 25, 25]), ['extent']],
  ['a shape that became lower', changed(page(block), [12, 14, 9, 9]), page(block), ['extent']],
  ['a shape of 23 rows', page(small), changed(page(small), [19, 19, 15, 15]), ['small-shape']],
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
