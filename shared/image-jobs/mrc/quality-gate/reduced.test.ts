import { expect, test } from 'vitest';
import type { DarkRuns } from '../foreground/dark-runs.ts';
import { STAYS } from '../foreground/flat-inks.ts';
import type { Shapes } from '../foreground/shapes.ts';
import { STAYING_INK, STAYING_SPECKS, stayingInk } from './reduced.ts';

/** Two rows of four comparison pixels, each two page pixels wide and high. */
const SIZE = { factor: 2, width: 4, height: 2 };

/** The kinds of ink that stay, for one shape whose runs are given by row. */
function staying(rows: readonly (readonly (readonly [from: number, to: number])[])[], shapeKind = STAYS) {
  const all = rows.flat();
  let count = 0;
  const runs = {
    from: Int32Array.from(all, ([from]) => from),
    to: Int32Array.from(all, ([, to]) => to),
    rowStart: Int32Array.of(0, ...rows.map((row) => (count += row.length))),
  };
  const area = all.reduce((sum, [from, to]) => sum + to - from, 0);
  const shapes = { ofRun: new Int32Array(all.length), area: Int32Array.of(area) };
  return [
    ...stayingInk(SIZE, runs as unknown as DarkRuns, shapes as unknown as Shapes, Int8Array.of(shapeKind)),
  ];
}

const INK = STAYING_INK;
test.each<[string, [number, number][][], number[]]>([
  [
    'exactly the comparison pixels that it touches',
    [
      [[2, 6]],
      [
        [3, 4],
        [5, 6],
      ],
      [],
      [[2, 4]],
    ],
    [0, INK, INK, 0, 0, INK, 0, 0],
  ],
  ['up to the last whole comparison pixel', [[[4, 9]], [[4, 9]], [], []], [0, 0, INK, INK, 0, 0, 0, 0]],
  ['as specks where it is small', [[[2, 4]], [[2, 4]], [], []], [0, STAYING_SPECKS, 0, 0, 0, 0, 0, 0]],
])('a dark shape stays in the background at %s', (_, rows, expected) => {
  expect(staying(rows)).toEqual(expected);
});

test('a shape that is lifted stays nowhere', () => {
  expect(staying([[[0, 8]], [[0, 8]], [], []], 0)).toEqual(new Array(8).fill(0));
});
