import { expect, test } from 'vitest';
import { noise } from '../../testing/pictures/noise.ts';
import type { Component } from './components.ts';
import { groupAlike } from './symbol-classes.ts';

const SIDE = 12;

/** Shapes of one size and about as much ink, no two alike. */
function unlike(count: number): Component[] {
  const bits = noise(count * SIDE * SIDE);
  return Array.from({ length: count }, (_, index) => {
    const from = index * SIDE * SIDE;
    const pixels = bits.slice(from, from + SIDE * SIDE).map((value) => value >> 7);
    const ink = pixels.reduce((sum, pixel) => sum + pixel, 0);
    return { x: 0, y: 0, width: SIDE, height: SIDE, ink, edges: 150, pixels };
  });
}

test('equal shapes are one class', () => {
  const shapes = unlike(50);
  expect(groupAlike([...shapes, ...shapes], 1).map(({ members }) => members.length)).toEqual(
    shapes.map(() => 2),
  );
});

test('a page of noise is given up after so many comparisons: shapes stay by themselves', () => {
  const shapes = unlike(2200);
  expect(groupAlike([...shapes, ...shapes.slice(0, 5)], 1)).toHaveLength(2205);
});
