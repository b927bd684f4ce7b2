import type { Raster } from '../../../codecs/pixels/raster.ts';
import { paperDifferences } from '../../../codecs/scans/paper-differences.ts';
import { TILE } from '../../../codecs/scans/tile-facts.ts';
import { areaOf, around, type Box } from '../box.ts';
import type { Coverage } from '../quality-gate/reduced.ts';

const MAX_REGIONS = 8;
/** Maximum share of tiles: with more, the whole background may as well have the higher resolution. */
const MAX_SHARE = 0.5;
/** Differences in levels, of means over 3 x 3 pixels: paper grain is below. */
const MAX_ANYWHERE = 6;
const MAX_ON_MEAN = 2;
/** Pixels of a tile with specks: more are a broken line or pale print, fewer are dust. */
const MIN_SPECKS = 6;
/** Margin in pixels around ink that is ignored. */
const REACH = 2;

/** Marks on the background, in comparison pixels. */
export interface PaperMarks {
  /** Coverage of the inks: background below and beside them was filled and is ignored. */
  readonly coverage: Coverage;
  /** As returned by `stayingInk`: ink that remains in the background must not become softer. */
  readonly stays: Uint8Array;
  /** 1 for pixels on a thin line, however faint: the comparison hardly shows its loss. */
  readonly thin: Uint8Array;
}

/**
 * Finds regions where coarser background differs from the finer one; null if they cover too much of the page
 * or are too many.
 * @param seeds 1 for each tile that needs the resolution in any case
 */
export function findPictureRegions(
  fine: Raster,
  coarse: Raster,
  marks: PaperMarks,
  seeds: Uint8Array,
): readonly Box[] | null {
  const columns = Math.ceil(fine.width / TILE);
  const rows = Math.ceil(fine.height / TILE);
  const differing = differingTiles(fine, coarse, marks);
  const tiles = differing.map((differs, tile) => differs | seeds[tile]!);
  return boxesAround(tiles, columns, rows);
}

/** Returns few boxes around the marked tiles and their neighbors; null if they cover too much or are too many. */
export function boxesAround(tiles: Uint8Array, columns: number, rows: number): readonly Box[] | null {
  const grown = grownTiles(tiles, columns, rows);
  const boxes = mergedBoxes(boxesOf(grown, columns, rows));
  const area = boxes.reduce((sum, box) => sum + areaOf(box), 0);
  return boxes.length > MAX_REGIONS || area > columns * rows * MAX_SHARE ? null : boxes;
}

/** Returns 1 for each tile that differs in the coarser background. */
function differingTiles(fine: Raster, coarse: Raster, { coverage, stays, thin }: PaperMarks): Uint8Array {
  const found = paperDifferences(fine, coarse, { covers: coverage, reach: REACH, stays, thin });
  const { most, sum, pixels, ink, specks, lines } = found;
  return Uint8Array.from(most, (largest, tile) => {
    // Sums over nine pixels.
    const isOther = largest > MAX_ANYWHERE * 9 || sum[tile]! > pixels[tile]! * MAX_ON_MEAN * 9;
    return isOther || ink[tile]! > 0 || lines[tile]! > 0 || specks[tile]! >= MIN_SPECKS ? 1 : 0;
  });
}

function grownTiles(tiles: Uint8Array, columns: number, rows: number): Uint8Array {
  const out = new Uint8Array(tiles.length);
  for (let tile = 0; tile < tiles.length; tile += 1) {
    if (tiles[tile] === 0) continue;
    const [x, y] = [tile % columns, Math.trunc(tile / columns)];
    for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row += 1) {
      out.fill(1, row * columns + Math.max(0, x - 1), row * columns + Math.min(columns, x + 2));
    }
  }
  return out;
}

/** Returns boxes of tiles that are connected by their sides. */
function boxesOf(tiles: Uint8Array, columns: number, rows: number): Box[] {
  const left = tiles.slice();
  const boxes: Box[] = [];
  for (let start = 0; start < left.length; start += 1) {
    if (left[start] === 0) continue;
    const box = { left: columns, top: rows, right: 0, bottom: 0 };
    const open = [start];
    left[start] = 0;
    for (let tile = open.pop(); tile !== undefined; tile = open.pop()) {
      const [x, y] = [tile % columns, Math.trunc(tile / columns)];
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
      const beside = [x > 0 ? tile - 1 : -1, x + 1 < columns ? tile + 1 : -1, tile - columns, tile + columns];
      for (const next of beside) {
        if (next < 0 || next >= left.length || left[next] === 0) continue;
        left[next] = 0;
        open.push(next);
      }
    }
    boxes.push(box);
  }
  return boxes;
}

/** Maximum boxes: a page with more is an image throughout. */
const MAX_BOXES = 200;

/** Merges overlapping boxes; then those that waste least area, until they are few. */
function mergedBoxes(given: readonly Box[]): readonly Box[] {
  if (given.length > MAX_BOXES) return given;
  const boxes = [...given];
  for (;;) {
    const pair = cheapestPair(boxes);
    if (pair === null || (pair.waste > 0 && boxes.length <= MAX_REGIONS)) return boxes;
    boxes[pair.first] = around(boxes[pair.first]!, boxes[pair.second]!);
    boxes.splice(pair.second, 1);
  }
}

function cheapestPair(boxes: readonly Box[]) {
  let best: { readonly first: number; readonly second: number; readonly waste: number } | null = null;
  for (let first = 0; first < boxes.length; first += 1) {
    for (let second = first + 1; second < boxes.length; second += 1) {
      const [a, b] = [boxes[first]!, boxes[second]!];
      const waste = areaOf(around(a, b)) - areaOf(a) - areaOf(b);
      if (best === null || waste < best.waste) best = { first, second, waste };
    }
  }
  return best;
}
