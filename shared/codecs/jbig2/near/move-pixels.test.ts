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
  const [component, prototype] = [shapesOf(bitmap)[0]!, shapesOf(model)[0]!];
  const offset = { x: prototype.x - component.x, y: prototype.y - component.y };
  const mismatches = differences(bitmap, model);
  const classes = [{ prototype, members: [{ component, offset, mismatches }] }];
  const { members } = moveTowardClasses(classes, [bitmap], [mayMove])[0]!;
  return { member: members[0]!, before: component, prototype, mismatches };
}

function differences(a: Bitmap, b: Bitmap): number {
  let count = 0;
  for (let y = 0; y < 60; y++)
    for (let x = 0; x < 70; x++) if (isBlack(a, x, y) !== isBlack(b, x, y)) count += 1;
  return count;
}

const letter: Box = [10, 19, 10, 39];
const block = page(letter);
const stepped = page(letter, [20, 20, 25, 39]);
const ring = changed(page([10, 39, 10, 49]), [15, 34, 15, 44]);
const steppedRing = changed(ring, [14, 14, 15, 25]);

test.each<[string, Bitmap, Bitmap]>([
  ['a step shifts down', stepped, changed(stepped, [20, 20, 25, 25])],
  ['a step shifts up', stepped, changed(stepped, [20, 20, 24, 24])],
  [
    'two steps',
    page(letter, [20, 20, 25, 39], [9, 9, 30, 39]),
    page(letter, [20, 20, 24, 39], [9, 9, 31, 39]),
  ],
  ['a step at the edge of a hole', steppedRing, changed(steppedRing, [14, 14, 26, 26])],
  [
    'a step in a shape of 16 rows',
    page([10, 19, 10, 25], [20, 20, 18, 25]),
    page([10, 19, 10, 25], [20, 20, 17, 25]),
  ],
])('becomes what its class is: %s', (_, before, model) => {
  const { member, prototype } = moved(before, model);
  expect(member.mismatches).toBe(0);
  expect(member.component.pixels).toEqual(prototype.pixels);
  expect(member.component.ink).toBe(prototype.ink);
});

const armed = page(letter, [2, 9, 10, 11]);
const stairs = page(letter, [20, 20, 25, 39], [21, 21, 26, 39]);
const thin = page(letter, [2, 5, 20, 21], [6, 9, 21, 22]);
const slot = changed(page([10, 39, 10, 39]), [20, 20, 10, 21], [21, 21, 22, 30]);
/** Two blocks that touch by a corner, which is a step of the lower one, too. */
const touching = page([5, 9, 10, 24], [10, 24, 25, 49]);
/** A small shape in the corner of a large one, and the place between both. */
const around = page([10, 39, 10, 39]);
const inCorner = changed(around, [25, 39, 10, 24], [27, 33, 12, 22]);

test.each<[string, Bitmap, Bitmap]>([
  ['a notch that would be filled', changed(block, [19, 19, 25, 25]), block],
  ['a notch that would be cut', block, changed(block, [19, 19, 25, 25])],
  ['a bump that would be new', armed, changed(armed, [9, 9, 20, 20])],
  ['a pixel beyond its rectangle', block, changed(block, [20, 20, 25, 25])],
  ['two neighbors', stepped, changed(stepped, [20, 20, 23, 24])],
  ['neighbors by corners', stairs, changed(stairs, [20, 20, 24, 24], [21, 21, 25, 25])],
  ['a step of a stroke two pixels wide', thin, changed(thin, [6, 6, 20, 20])],
  ['a step of a gap one pixel wide', slot, changed(slot, [20, 20, 22, 22])],
  ['a pixel by whose corner two parts hold together', touching, changed(touching, [10, 10, 25, 25])],
  [
    'a step in a shape of 15 rows',
    page([10, 19, 10, 24], [20, 20, 18, 24]),
    page([10, 19, 10, 24], [20, 20, 17, 24]),
  ],
  ['the pixels of another shape in its rectangle', inCorner, changed(inCorner, [27, 27, 12, 12])],
])('stays as it is: %s', (_, before, model) => {
  const { member, mismatches, before: component } = moved(before, model);
  expect(member).toMatchObject({ mismatches, component });
});

test('a pixel moves even if another one of the shape must stay', () => {
  const model = changed(stepped, [20, 20, 24, 24], [10, 10, 30, 30]);
  expect(moved(stepped, model)).toMatchObject({ mismatches: 2, member: { mismatches: 1 } });
});

test('no pixel moves on a page that must stay exact', () => {
  const { member, mismatches } = moved(stepped, changed(stepped, [20, 20, 24, 24]), false);
  expect(member.mismatches).toBe(mismatches);
});
