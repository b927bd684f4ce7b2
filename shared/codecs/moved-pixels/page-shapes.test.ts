import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryBitmap, isBlack } from '../../testing/pictures/bitmaps.ts';
import type { Bitmap } from '../bitmap.ts';
import { correspondenceOf } from './correspondence.ts';
import { isBlackShape, type PageShapes, pageShapes, shapeAt } from './page-shapes.ts';

/** Every shape by flood fill, ordered by first pixel; the frame is part of the background. */
function walkedShapes(bitmap: Bitmap): number[][] {
  const { width, height } = bitmap;
  const shapes = Array.from({ length: height + 2 }, () => new Array<number>(width + 2).fill(-1));
  let count = 0;
  for (let y = -1; y <= height; y++) {
    for (let x = -1; x <= width; x++) {
      if (shapes[y + 1]![x + 1]! >= 0) continue;
      const color = isBlack(bitmap, x, y);
      shapes[y + 1]![x + 1] = count;
      for (const [fromX, fromY] of growing([x, y])) {
        for (const [dx, dy] of color ? [...SIDES, ...CORNERS] : SIDES) {
          const [nextX, nextY] = [fromX + dx, fromY + dy];
          if (nextX < -1 || nextY < -1 || nextX > width || nextY > height) continue;
          if (shapes[nextY + 1]![nextX + 1]! >= 0 || isBlack(bitmap, nextX, nextY) !== color) continue;
          shapes[nextY + 1]![nextX + 1] = count;
          queue.push([nextX, nextY]);
        }
      }
      count += 1;
    }
  }
  return shapes;
}

const queue: [number, number][] = [];
function* growing(first: [number, number]) {
  queue.length = 0;
  queue.push(first);
  for (let at = 0; at < queue.length; at++) yield queue[at]!;
}

const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
const CORNERS = [
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const;

test('finds the shapes that a walk from pixel to pixel finds', () => {
  fc.assert(
    fc.property(arbitraryBitmap, (bitmap) => {
      const shapes = pageShapes(bitmap);
      const walked = walkedShapes(bitmap);
      const found = walked.map((row, y) => row.map((_, x) => shapeAt(shapes, x - 1, y - 1)));
      expect(found).toEqual(walked);
      const facts = [...shapes.pixels.keys()].map((shape) => {
        const at = walked.flatMap((row, y) =>
          row.flatMap((each, x) => (each === shape ? [[x - 1, y - 1] as const] : [])),
        );
        const [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)];
        const [x, y] = at[0]!;
        return [isBlack(bitmap, x, y), at.length, xs.reduce(least), ys[0], xs.reduce(most), ys.reduce(most)];
      });
      const { pixels, left, top, right, bottom } = shapes;
      const told = [...pixels.keys()].map((shape) => [
        isBlackShape(shapes, shape),
        ...[pixels, left, top, right, bottom].map((fact) => fact[shape]),
      ]);
      expect(told).toEqual(facts);
    }),
    { numRuns: 25 },
  );
});

const least = (a: number, b: number) => Math.min(a, b);
const most = (a: number, b: number) => Math.max(a, b);

test.each([
  [
    'black pixels that touch by corners are one shape',
    [0b0000_0000, 0b0100_0000, 0b0010_0000, 0b0000_0000],
    true,
  ],
  ['white ones are two', [0b1111_0000, 0b1011_0000, 0b1101_0000, 0b1111_0000], false],
])('%s', (_, rows, areOne) => {
  const shapes = pageShapes({ width: 4, height: 4, data: Uint8Array.from(rows) });
  expect(shapeAt(shapes, 1, 1) === shapeAt(shapes, 2, 2)).toBe(areOne);
});

test('shapes that correspond one to one lie in each other as before', () => {
  const flips = fc.array(fc.tuple(fc.nat(7), fc.nat(5)), { minLength: 1, maxLength: 6 });
  const rows = fc.uint8Array({ minLength: 6, maxLength: 6 });
  let corresponding = 0;
  fc.assert(
    fc.property(rows, flips, (data, changes) => {
      const before = pageShapes({ width: 8, height: 6, data });
      const moved = data.slice();
      for (const [x, y] of changes) moved[y]! ^= 0x80 >> x;
      const after = pageShapes({ width: 8, height: 6, data: moved });
      const { toAfter, broken } = correspondenceOf(before, after);
      if (broken.length > 0) return;
      corresponding += 1;
      for (const [shape, partner] of [...toAfter].entries()) {
        if (shape > 0) expect(toAfter[around(before, shape)]).toBe(around(after, partner));
      }
    }),
    { numRuns: 2000 },
  );
  expect(corresponding).toBeGreaterThan(100);
});

/** The shape left of its first run surrounds a shape. */
function around({ shapeOf, firstRun }: PageShapes, shape: number): number {
  return shapeOf[firstRun[shape]! - 1]!;
}
