/** A grid of levels, row by row. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
}

/** What is darker, and smaller than the reach goes, becomes as its surroundings. */
export function closed(values: Uint8Array, grid: Grid, reach: number): Uint8Array {
  return lowestAround(highestAround(values, grid, reach), grid, reach);
}

/** The highest within `reach` cells along both axes. */
export function highestAround(values: Uint8Array, { columns, rows }: Grid, reach: number): Uint8Array {
  const highest = (from: Uint8Array, to: Uint8Array, step: number, count: number) => {
    for (let at = 0; at < count; at += 1) if (from[at + step] > to[at]) to[at] = from[at + step];
  };
  return alongBoth(values, columns, rows, reach, highest);
}

function lowestAround(values: Uint8Array, { columns, rows }: Grid, reach: number): Uint8Array {
  const lowest = (from: Uint8Array, to: Uint8Array, step: number, count: number) => {
    for (let at = 0; at < count; at += 1) if (from[at + step] < to[at]) to[at] = from[at + step];
  };
  return alongBoth(values, columns, rows, reach, lowest);
}

/** Takes over into `count` cells of `to` what stands `step` cells further in `from`, where that is better. */
type TakeOver = (from: Uint8Array, to: Uint8Array, step: number, count: number) => void;

function alongBoth(
  values: Uint8Array,
  columns: number,
  rows: number,
  reach: number,
  takeOver: TakeOver,
): Uint8Array {
  const across = values.slice();
  for (let row = 0; row < rows; row += 1) {
    const [start, end] = [row * columns, (row + 1) * columns];
    for (let step = 1; step <= Math.min(reach, columns - 1); step += 1) {
      const count = columns - step;
      takeOver(values.subarray(start, end), across.subarray(start, end), step, count);
      takeOver(values.subarray(start, end), across.subarray(start + step, end), 0, count);
    }
  }
  const out = across.slice();
  for (let step = 1; step <= Math.min(reach, rows - 1); step += 1) {
    const count = (rows - step) * columns;
    takeOver(across, out, step * columns, count);
    takeOver(across, out.subarray(step * columns), 0, count);
  }
  return out;
}

/** The mean over `reach` cells to each side, along both axes. */
export function smoothed(values: Uint8Array, { columns, rows }: Grid, reach: number): Uint8Array {
  const across = new Uint8Array(values.length);
  for (let row = 0; row < rows; row += 1) {
    smoothLine(values, across, row * columns, 1, columns, reach);
  }
  const out = new Uint8Array(values.length);
  for (let column = 0; column < columns; column += 1) {
    smoothLine(across, out, column, columns, rows, reach);
  }
  return out;
}

/** `count` cells, `step` from one to the next; at the ends there are fewer of them. */
function smoothLine(
  from: Uint8Array,
  to: Uint8Array,
  start: number,
  step: number,
  count: number,
  reach: number,
): void {
  let sum = 0;
  let cells = 0;
  for (let ahead = -reach; ahead < count; ahead += 1) {
    const enters = ahead + reach;
    if (enters < count) {
      sum += from[start + enters * step];
      cells += 1;
    }
    const leaves = ahead - reach - 1;
    if (leaves >= 0) {
      sum -= from[start + leaves * step];
      cells -= 1;
    }
    if (ahead >= 0) to[start + ahead * step] = Math.trunc((sum + (cells >> 1)) / cells);
  }
}
