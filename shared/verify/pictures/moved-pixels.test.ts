import { expect, test } from 'vitest';
import { movedBetween, withMoved } from './moved-pixels.ts';
import type { Samples } from './thumbnail.ts';

const SIZE = 16;

/** A black square in the lower left corner; pixels given by column and row are turned. */
function square(...turned: readonly (readonly [x: number, y: number])[]): Samples {
  const values = Uint8Array.from({ length: SIZE * SIZE }, (_, at) =>
    at % SIZE < 8 && at >= SIZE * 8 ? 0 : 1,
  );
  for (const [x, y] of turned) values[y * SIZE + x]! ^= 1;
  return { width: SIZE, height: SIZE, components: 1, values, highest: 1 };
}

test('equal pictures have no moved pixels', () => {
  expect(movedBetween(square(), square())).toBeNull();
});

test('pixels that moved are counted to the last row, and in runs', () => {
  expect(movedBetween(square(), square([8, 15]))).toMatchObject({ moved: 1, longestRun: 1 });
  expect(movedBetween(square(), square([8, 10], [8, 11]))).toMatchObject({ moved: 2, longestRun: 2 });
  expect(movedBetween(square(), square([3, 7]))).toMatchObject({ moved: 1, longestRun: 1 });
});

test('a pixel away from every edge breaks a rule', () => {
  expect(movedBetween(square(), square([13, 3]))?.broken).not.toEqual([]);
});

test('the moved pixels of several pictures add up', () => {
  const one = withMoved(null, movedBetween(square(), square([8, 10], [8, 11]))!);
  const both = withMoved(one, movedBetween(square(), square([3, 7]))!);
  expect(both).toMatchObject({ pictures: 2, pixels: 3, longestRun: 2 });
});
