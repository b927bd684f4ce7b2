import type { Paper } from '../background/paper.ts';
import type { MarkedPage } from '../marked-page.ts';
import type { ScannedPage } from '../scanned-page.ts';

/** Levels above the background: less is grain, or the remainder of shaded fields. */
const LIGHTER = 30;
/** Minimum share of a block's pixels. */
const MIN_OF_BLOCK = 0.2;
/** Maximum share of the blocks of a shape and around it. */
const MAX_AROUND = 0.15;
/** Maximum inches along a side: longer shapes are frames or rules. */
const MAX_SIDE = 0.5;

/**
 * Returns 1 for each shape whose surroundings are much lighter than the assumed background. These are icons,
 * relief borders and light letters on gray: shadows in an image, not print.
 */
export function shapesBesideLight({ page, paper, shapes }: MarkedPage): Uint8Array {
  const { block, columns, rows } = paper;
  const isLight = lightBlocks(page, paper);
  const { left, right, top, bottom } = shapes;
  return Uint8Array.from(left, (from, shape) => {
    const isLong = Math.max(right[shape]! - from, bottom[shape]! - top[shape]!) > MAX_SIDE * page.dpi;
    if (isLong) return 0;
    const first = Math.max(0, Math.trunc(from / block) - 1);
    const end = Math.min(columns, Math.ceil(right[shape]! / block) + 1);
    const upper = Math.max(0, Math.trunc(top[shape]! / block) - 1);
    const below = Math.min(rows, Math.ceil(bottom[shape]! / block) + 1);
    let light = 0;
    for (let row = upper; row < below; row += 1) {
      for (let at = row * columns + first; at < row * columns + end; at += 1) light += isLight[at]!;
    }
    return light > (end - first) * (below - upper) * MAX_AROUND ? 1 : 0;
  });
}

function lightBlocks(
  { luma: { width, height, levels } }: ScannedPage,
  { block, columns, rows, level }: Paper,
): Uint8Array {
  const counts = new Uint16Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    const row = Math.trunc(y / block) * columns;
    for (let column = 0; column < columns; column += 1) {
      const bar = level[row + column]! + LIGHTER;
      if (bar > 255) continue;
      const end = y * width + Math.min(width, (column + 1) * block);
      for (let at = y * width + column * block; at < end; at += 1)
        if (levels[at]! > bar) counts[row + column]! += 1;
    }
  }
  const least = block * block * MIN_OF_BLOCK;
  return Uint8Array.from(counts, (count) => (count >= least ? 1 : 0));
}
