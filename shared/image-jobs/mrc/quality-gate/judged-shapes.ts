import { TILE } from '../../../codecs/scans/tile-facts.ts';
import { STAYS } from '../foreground/flat-inks.ts';
import type { MarkedPage } from '../marked-page.ts';
import type { ReducedSize } from './reduced.ts';

/** Inches: longer shapes may touch a bad tile by chance. */
const SMALL = 0.5;
/** Maximum share of a long shape's pixels in bad tiles. */
const MAX_BAD = 0.05;

interface BadTiles {
  /** 1 for each bad tile. */
  readonly tiles: Uint8Array;
  readonly columns: number;
}

/** Keeps the shapes that cause bad tiles; returns their number. */
export function keepBadShapes(
  marked: MarkedPage,
  { factor }: ReducedSize,
  bad: BadTiles,
  ofShape: Int8Array,
): number {
  const { page, shapes } = marked;
  const inside = pixelsInBadTiles(marked, TILE * factor, bad);
  const small = SMALL * page.dpi;
  let stayed = 0;
  for (let shape = 0; shape < shapes.count; shape += 1) {
    if (ofShape[shape] === STAYS || inside[shape] === 0) continue;
    const width = shapes.right[shape]! - shapes.left[shape]!;
    const height = shapes.bottom[shape]! - shapes.top[shape]!;
    const isSmall = width < small && height < small;
    if (!isSmall && inside[shape]! <= shapes.area[shape]! * MAX_BAD) continue;
    ofShape[shape] = STAYS;
    stayed += 1;
  }
  return stayed;
}

function pixelsInBadTiles(
  { runs: { from, to, rowStart, height }, shapes: { ofRun, count } }: MarkedPage,
  side: number,
  { tiles, columns }: BadTiles,
): Int32Array {
  const inside = new Int32Array(count);
  const rows = Math.trunc(tiles.length / columns);
  for (let y = 0; y < height; y += 1) {
    const row = Math.trunc(y / side);
    if (row >= rows) break;
    for (let run = rowStart[y]!; run < rowStart[y + 1]!; run += 1) {
      let left = from[run]!;
      while (left < to[run]!) {
        const column = Math.trunc(left / side);
        if (column >= columns) break;
        const end = Math.min(to[run]!, (column + 1) * side);
        inside[ofRun[run]!]! += tiles[row * columns + column]! * (end - left);
        left = end;
      }
    }
  }
  return inside;
}
