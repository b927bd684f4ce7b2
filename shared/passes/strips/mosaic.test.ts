import { expect, test } from 'vitest';
import type { Matrix } from '../../pdf/content/matrix.ts';
import { type Mosaic, standsWherePartsDid } from './mosaic.ts';

/** Two halves of a picture, the upper at `upper`, the lower at `lower`. */
function halves(upper: Matrix, lower: Matrix, matrix: Matrix): Mosaic {
  const image = { width: 4, height: 2 };
  const strips = [
    { image, draw: { matrix: upper }, left: 0, top: 0 },
    { image, draw: { matrix: lower }, left: 0, top: 2 },
  ];
  return { strips, width: 4, height: 4, matrix } as unknown as Mosaic;
}

test.each<[string, Matrix, Matrix, Matrix, boolean]>([
  ['stands where its halves did', [40, 0, 0, 20, 5, 25], [40, 0, 0, 20, 5, 5], [40, 0, 0, 40, 5, 5], true],
  ['turned, too', [0, 40, -20, 0, 25, 5], [0, 40, -20, 0, 45, 5], [0, 40, -40, 0, 45, 5], true],
  [
    'not if a half would move by a pixel',
    [40, 0, 0, 20, 5, 25],
    [40, 0, 0, 20, 15, 5],
    [40, 0, 0, 40, 5, 5],
    false,
  ],
  ['not if it would have no area', [40, 0, 0, 0, 5, 5], [40, 0, 0, 0, 5, 5], [40, 0, 0, 0, 5, 5], false],
])('a whole %s', (_, upper, lower, matrix, stands) => {
  expect(standsWherePartsDid(halves(upper, lower, matrix))).toBe(stands);
});
