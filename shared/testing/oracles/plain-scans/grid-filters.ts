import type { Grid } from '../../../codecs/scans/grid-filters.ts';

/** The levels within `reach` cells of each, along both axes. */
function around(values: Uint8Array, { columns, rows }: Grid, across: number, down: number): number[][] {
  return Array.from(values, (_, at) => {
    const [x, y] = [at % columns, Math.trunc(at / columns)];
    const near: number[] = [];
    for (let row = Math.max(0, y - down); row <= Math.min(rows - 1, y + down); row += 1) {
      const start = row * columns;
      near.push(
        ...values.subarray(start + Math.max(0, x - across), start + Math.min(columns, x + across + 1)),
      );
    }
    return near;
  });
}

export function plainHighest(values: Uint8Array, grid: Grid, reach: number): Uint8Array {
  return Uint8Array.from(around(values, grid, reach, reach), (near) => Math.max(...near));
}

export function plainClosed(values: Uint8Array, grid: Grid, reach: number): Uint8Array {
  const highest = plainHighest(values, grid, reach);
  return Uint8Array.from(around(highest, grid, reach, reach), (near) => Math.min(...near));
}

/** Along rows and then along columns, rounded each time. */
export function plainSmoothed(values: Uint8Array, grid: Grid, reach: number): Uint8Array {
  const mean = (near: readonly number[]) =>
    Math.floor((near.reduce((sum, level) => sum + level, 0) + Math.floor(near.length / 2)) / near.length);
  const across = Uint8Array.from(around(values, grid, reach, 0), mean);
  return Uint8Array.from(around(across, grid, 0, reach), mean);
}
