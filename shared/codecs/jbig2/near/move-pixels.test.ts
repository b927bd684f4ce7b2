import { expect, test } from 'vitest';
import { bitmapOf, isBlack } from '../../../testing/pictures/bitmaps.ts';
import type { Bitmap } from '../../bitmap.ts';
import { findComponents } from '../components.ts';
import { shapesOn } from '../shapes.ts';
import { moveTowardClasses } from './move-pixels.ts';

/** First and last column, first and last row. */
type Box = readonly [number, number, number, number];

const page = (...boxes: readonly Box[]): Bitmap =>
  bitmapOf(70, 60, (x, y) =>
    boxes.some(([left, right, top, bottom]) => x >= left && x <= right && y >= top && y <= bottom),
  );
const changed = (bitmap: Bitmap, ...boxes: readonly Box[]): Bitmap => {
  const flips = page(...boxes);
  return bitmapOf(70, 60, (x, y) => isBlack(bitmap, x, y) !== isBlack(flips, x, y));
};

const LIMITS = { maxSide: 100, minInk: 1, pixelsPerRun: 1, maxRuns: 10_000, maxCount: 100 };
const shapesOf = (bitmap: Bitmap) => shapesOn(0, findComponents(bitmap, LIMITS)!, 1);

/** The page's first shape, as its only member, moved toward the first shape of another page. */
function moved(bitmap: Bitmap, model: Bitmap, mayMove = true) {
  const [component, prototype] = [shapesOf(bitmap)[0], shapesOf(model)[0]];
  const offset = { x: prototype.x - component.x, y: prototype.y - component.y };
  const mismatches = differences(bitmap, model);
  const classes = [{ prototype, members: [{ component, offset, mismatches }] }];
  const [{ members }] = moveTowardClasses(classes, [bitmap], [mayMove]);
  return { member: members[0], before: component, prototype, mismatches };
}

function differences(a: Bitmap, b: Bitmap): number {
  let count = 0;
  for (let y = 0; y < 60; y++)
    for (let x = 0; x < 70; x++) if (isBlack(a, x, y) !== isBlack(b, x, y)) count += 1;
  return count;
}

const letter: Box = [10, 19, 10, 39];
const block = page(letter);
const armed = page(letter, [2, 9, 10, 11]);
const ring = changed(page([10, 39, 10, 49]), [15, 34, 15, 44]);

test.each<[string, Bitmap, Bitmap]>([
  ['a notch is filled', changed(block, [19, 19, 25, 25]), block],
  [
    'six pixels in a run, and others apart from them',
    block,
    changed(block, [19, 19, 20, 25], [10, 10, 30, 31]),
  ],
  ['the edge of a hole', ring, changed(ring, [15, 15, 20, 22])],
])('becomes what its class is: %s', (_, before, model) => {
  const { member, prototype } = moved(before, model);
  expect(member.mismatches).toBe(0);
  expect(member.component.pixels).toEqual(prototype.pixels);
  expect(member.component.ink).toBe(prototype.ink);
});

const serifs = page(letter, [2, 9, 10, 11], [6, 9, 38, 39]);
const small = page([10, 19, 10, 32]);
const around = changed(block, [15, 19, 18, 30], [17, 18, 22, 26]);

test.each<[string, Bitmap, Bitmap]>([
  ['a pixel behind the edge', block, changed(block, [18, 19, 25, 25])],
  ['a square', serifs, changed(serifs, [6, 7, 38, 39])],
  ['four pixels in a crowd', serifs, changed(serifs, [9, 9, 37, 37], [7, 9, 38, 38])],
  ['a run of seven', block, changed(block, [19, 19, 20, 26])],
  ['the end of a stroke one pixel wide', changed(armed, [4, 9, 20, 20]), changed(armed, [5, 9, 20, 20])],
  ['the end of a gap one pixel wide', changed(block, [14, 14, 10, 25]), changed(block, [14, 14, 10, 24])],
  ['a pixel beyond its rectangle', block, changed(block, [20, 20, 25, 25])],
  ['the last pixels of its lowest row', changed(block, [12, 14, 9, 9]), block],
  ['a shape of 23 rows', small, changed(small, [19, 19, 15, 15])],
  [
    'a pixel that would close a hole',
    changed(ring, [20, 21, 45, 49]),
    changed(ring, [20, 21, 45, 46], [20, 21, 48, 49]),
  ],
  ['a pixel that would join it to a shape within its rectangle', around, changed(around, [15, 16, 24, 24])],
  [
    'a good place, where another one breaks a rule',
    block,
    changed(block, [10, 10, 20, 20], [18, 19, 30, 30]),
  ],
])('stays as it is: %s', (_, before, model) => {
  const { member, mismatches, before: component } = moved(before, model);
  expect(member).toMatchObject({ mismatches, component });
});

test('no pixel moves on a page that must stay exact', () => {
  const { member, mismatches } = moved(changed(block, [19, 19, 25, 25]), block, false);
  expect(member.mismatches).toBe(mismatches);
});
