import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IDENTITY_MATRIX, type Matrix } from '../../pdf/content/matrix.ts';
import type { Place } from './matrix.ts';
import { common, Path, visiblePart } from './path.ts';

type Point = readonly [x: number, y: number];

function figureOf(points: readonly Point[], matrix: Matrix = IDENTITY_MATRIX) {
  const path = new Path();
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) path.move(matrix, x, y);
    else path.add(matrix, x, y);
  }
  return path.take();
}

const coordinate = fc.integer({ min: -500, max: 500 });
const point = fc.tuple(coordinate, coordinate);
const box = fc
  .tuple(point, point)
  .map(([[a, b], [c, d]]): Place => [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]);
/** Returns whether a point lies in a box, its border included. */
const holds = ([left, bottom, right, top]: Place, [x, y]: Point) =>
  left <= x && x <= right && bottom <= y && y <= top;

describe('a figure', () => {
  test('has the box around all its points, wherever they lie', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 2, maxLength: 12 }), (points) => {
        const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
        expect(figureOf(points).map(({ place }) => place)).toEqual([
          [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
        ]);
      }),
    );
  });

  test('lies where the matrix of the page puts it', () => {
    // ISO 32000-2, 8.3.3: x' = a x + c y + e, y' = b x + d y + f.
    expect(
      figureOf(
        [
          [1, 2],
          [4, 3],
        ],
        [2, 10, 3, 100, 5, 7],
      )[0]!.place,
    ).toEqual([13, 217, 22, 347]);
    const path = new Path();
    path.rectangle([0, 1, -1, 0, 50, 0], 10, 20, 5, 8);
    expect(path.take()).toEqual([{ place: [22, 10, 30, 15], isRectangle: true }]);
  });

  test('may begin without a move, as broken contents do', () => {
    const path = new Path();
    path.add(IDENTITY_MATRIX, 5, 6);
    path.add(IDENTITY_MATRIX, 9, 8);
    expect(path.take().map(({ place }) => place)).toEqual([[5, 6, 9, 8]]);
  });

  test('of one point paints nothing', () => {
    expect(figureOf([[3, 4]])).toEqual([]);
    expect(new Path().take()).toEqual([]);
  });

  test('ends where the next begins, and with the path', () => {
    const path = new Path();
    path.move(IDENTITY_MATRIX, 0, 0);
    path.add(IDENTITY_MATRIX, 5, 0);
    path.move(IDENTITY_MATRIX, 100, 100);
    path.move(IDENTITY_MATRIX, 200, 200);
    path.add(IDENTITY_MATRIX, 190, 210);
    path.rectangle(IDENTITY_MATRIX, 1, 2, -3, -4);
    path.add(IDENTITY_MATRIX, 7, 7);
    path.add(IDENTITY_MATRIX, 8, 9);
    expect(path.take().map(({ place }) => place)).toEqual([
      [0, 0, 5, 0],
      [190, 200, 200, 210],
      [-2, -2, 1, 2],
      [7, 7, 8, 9],
    ]);
    expect(path.take()).toEqual([]);
  });
});

describe('an upright rectangle', () => {
  test.each<[string, readonly Point[]]>([
    [
      'of four corners',
      [
        [0, 0],
        [9, 0],
        [9, 5],
        [0, 5],
      ],
    ],
    [
      'the other way round',
      [
        [0, 0],
        [0, 5],
        [9, 5],
        [9, 0],
      ],
    ],
    [
      'that returns to its first corner',
      [
        [0, 0],
        [9, 0],
        [9, 5],
        [0, 5],
        [0, 0],
      ],
    ],
    [
      'drawn by a program that rounds',
      [
        [0, 0.04],
        [9, 0],
        [8.97, 5],
        [0, 4.96],
      ],
    ],
  ])('%s is one', (_, points) => {
    expect(figureOf(points)[0]!.isRectangle).toBe(true);
  });

  test.each<[string, readonly Point[]]>([
    [
      'a line',
      [
        [0, 0],
        [9, 0],
      ],
    ],
    [
      'a triangle',
      [
        [0, 0],
        [9, 0],
        [9, 5],
      ],
    ],
    [
      'a house',
      [
        [0, 0],
        [9, 0],
        [9, 5],
        [4.5, 8],
        [0, 5],
      ],
    ],
    [
      'a leaning one',
      [
        [0, 0],
        [9, 1],
        [8, 6],
        [-1, 5],
      ],
    ],
    [
      'a corner that is off',
      [
        [0, 0],
        [9, 0],
        [8.94, 5],
        [0, 5],
      ],
    ],
    [
      'a last corner that is off',
      [
        [0, 0],
        [9, 0],
        [9, 5],
        [0.06, 5],
      ],
    ],
    [
      'a fifth point that is off',
      [
        [0, 0],
        [9, 0],
        [9, 5],
        [0, 5],
        [0, 2],
      ],
    ],
    [
      'six points',
      [
        [0, 0],
        [9, 0],
        [9, 5],
        [0, 5],
        [0, 0],
        [9, 5],
      ],
    ],
  ])('%s is none', (_, points) => {
    expect(figureOf(points)[0]!.isRectangle).toBe(false);
  });

  test('is one of its page, not of its own space', () => {
    const square: readonly Point[] = [
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 9],
    ];
    expect(figureOf(square, [0, 2, -3, 0, 0, 0])[0]!.isRectangle).toBe(true);
    expect(figureOf(square, [1, 1, -1, 1, 0, 0])[0]!.isRectangle).toBe(false);
  });

  test('does not depend on the figure before', () => {
    const path = new Path();
    path.rectangle(IDENTITY_MATRIX, 0, 0, 9, 9);
    for (const [index, [x, y]] of [
      [0, 0],
      [9, 0],
      [5, 5],
      [0, 9],
    ].entries()) {
      if (index === 0) path.move(IDENTITY_MATRIX, x!, y!);
      else path.add(IDENTITY_MATRIX, x!, y!);
    }
    expect(path.take().map(({ isRectangle }) => isRectangle)).toEqual([true, false]);
  });
});

describe('the common part of two boxes', () => {
  test('holds what both hold', () => {
    fc.assert(
      fc.property(box, box, point, (one, other, at) => {
        const both = common(one, other);
        expect(both !== null && holds(both, at)).toBe(holds(one, at) && holds(other, at));
        expect(common(other, one)).toEqual(both);
      }),
      { numRuns: 300 },
    );
  });

  test('may be a line, or nothing', () => {
    expect(common([0, 0, 5, 5], [5, 1, 9, 4])).toEqual([5, 1, 5, 4]);
    expect(common([0, 0, 5, 5], [1, 5, 4, 9])).toEqual([1, 5, 4, 5]);
    expect(common([0, 0, 5, 5], [5.01, 0, 9, 5])).toBeNull();
    expect(common([0, 0, 5, 5], [0, 5.01, 5, 9])).toBeNull();
  });
});

describe('behind a clip of [0, 0, 100, 50] a figure', () => {
  const CLIP: Place = [0, 0, 100, 50];

  test.each<[string, Place, Place | null]>([
    ['inside is seen whole', [10, 10, 90, 40], [10, 10, 90, 40]],
    ['inside is seen however thin', [10, 10, 10, 40], [10, 10, 10, 40]],
    ['inside is seen however flat', [10, 10, 90, 10.1], [10, 10, 90, 10.1]],
    ['that is as large is seen whole', CLIP, CLIP],
    ['around it is cut', [-5, -5, 200, 200], CLIP],
    ['across an edge is cut', [90, 10, 120, 40], [90, 10, 100, 40]],
    ['across the lower edge is cut', [10, -20, 40, 5], [10, 0, 40, 5]],
    ['beside it is not seen', [101, 10, 120, 40], null],
    ['above it is not seen', [10, 51, 40, 60], null],
    ['of which a sliver at the left is left is not seen', [-20, 10, 0.2, 40], null],
    ['of which a sliver at the right is left is not seen', [99.8, 10, 120, 40], null],
    ['of which a sliver at the bottom is left is not seen', [10, -20, 40, 0.2], null],
    ['of which a sliver at the top is left is not seen', [10, 49.8, 40, 70], null],
    ['of which more is left is seen', [10, 49.6, 40, 70], [10, 49.6, 40, 50]],
    ['that is a hairline on the left edge is not seen', [0, 10, 0, 40], null],
    ['that is a hairline on the right edge is not seen', [100, 10, 100, 40], null],
    ['that is a hairline on the lower edge is not seen', [10, 0, 40, 0], null],
    ['that is a hairline on the upper edge is not seen', [10, 50, 40, 50], null],
    ['that is a hairline across is cut', [-10, 20, 120, 20], [0, 20, 100, 20]],
    ['that is a hairline upright across is cut', [20, -10, 20, 90], [20, 0, 20, 50]],
    ['that touches an edge is seen', [0, 10, 20, 40], [0, 10, 20, 40]],
  ])('%s', (_, place, seen) => {
    expect(visiblePart(place, CLIP)).toEqual(seen);
  });

  test('shows no more than its part inside', () => {
    fc.assert(
      fc.property(box, box, (place, clip) => {
        const seen = visiblePart(place, clip);
        if (seen !== null) expect(seen).toEqual(common(place, clip));
      }),
      { numRuns: 300 },
    );
  });
});
