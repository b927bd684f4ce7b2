import { describe, expect, test } from 'vitest';
import { plainClosed, plainHighest, plainSmoothed } from '../../testing/oracles/plain-scans/grid-filters.ts';
import { noise } from '../../testing/pictures/noise.ts';
import { closed, highestAround, smoothed } from './grid-filters.ts';

describe.each([
  [1, 1],
  [3, 40],
  [16, 5],
  [33, 2],
  [50, 31],
])('a grid of %d x %d', (columns, rows) => {
  const grid = { columns, rows };
  const levels = noise(columns * rows);

  test.each([1, 2, 4, 16])('has the levels within %d cells of each', (reach) => {
    expect(highestAround(levels, grid, reach)).toEqual(plainHighest(levels, grid, reach));
    expect(closed(levels, grid, reach)).toEqual(plainClosed(levels, grid, reach));
    expect(smoothed(levels, grid, reach)).toEqual(plainSmoothed(levels, grid, reach));
  });
});
