import { expect, test } from 'vitest';
import { noise } from '../../testing/pictures/noise.ts';
import { ShapeIndex } from './shape-index.ts';
import { DistinctShapes, type Shape, shapesOn } from './shapes.ts';
import { groupAlike } from './symbol-classes.ts';

const SIDE = 12;

/** Shapes of one size with a similar number of black pixels, no two alike. */
function unlike(count: number): Shape[] {
  const bits = noise(count * SIDE * SIDE);
  const components = Array.from({ length: count }, (_, index) => {
    const from = index * SIDE * SIDE;
    const pixels = bits.slice(from, from + SIDE * SIDE).map((value) => value >> 7);
    const ink = pixels.reduce((sum, pixel) => sum + pixel, 0);
    return { x: 0, y: 0, width: SIDE, height: SIDE, ink, edges: 150, pixels };
  });
  return shapesOn(0, components, 1);
}

test('equal shapes are one class', () => {
  const shapes = unlike(50);
  expect(groupAlike([...shapes, ...shapes]).map(({ members }) => members.length)).toEqual(
    shapes.map(() => 2),
  );
});

test('a page of noise is given up after so many comparisons: shapes stay by themselves, but for equal ones', () => {
  const shapes = unlike(2200);
  const nearly = shapes
    .slice(0, 5)
    .map((shape) => ({ ...shape, pixels: shape.pixels.with(0, 1 - shape.pixels[0]!) }));
  expect(groupAlike([...shapes.slice(0, 20), ...nearly])).toHaveLength(20);
  expect(groupAlike([...shapes, ...nearly])).toHaveLength(2205);
  expect(groupAlike([...shapes, ...shapes.slice(0, 5)])).toHaveLength(2200);
});

test('of pages that are coded together each has a million comparisons more', () => {
  const kinds = unlike(2000);
  const index = new ShapeIndex(8);
  for (const kind of kinds) index.open(kind);
  // All have one size and similar ink: each try is compared with all of them.
  const nearly = new DistinctShapes().add(kinds.slice(-1)).byCount[0]!;
  const tries = Array.from({ length: 4501 }, () => index.add(nearly, SIDE * SIDE));
  expect(tries.indexOf(false)).toBe((2_000_000 + 7 * 1_000_000) / 2000);
});
