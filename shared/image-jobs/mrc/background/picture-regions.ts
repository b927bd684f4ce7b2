import type { Raster } from '../../../codecs/pixels/raster.ts';
import { paperDifferences } from '../../../codecs/scans/paper-differences.ts';
import { TILE } from '../../../codecs/scans/tile-facts.ts';
import { areaOf, around, type Box } from '../box.ts';
import type { Coverage } from '../quality-gate/reduced.ts';

const MAX_REGIONS = 8;
/** Of all tiles: with more the whole paper may as well have the pixels. */
const MAX_SHARE = 0.5;
/** Differences in levels, of means over 3 x 3 pixels: the grain of paper is below. */
const MAX_ANYWHERE = 6;
const MAX_ON_MEAN = 2;
/** Pixels of a tile with specks: as many are a broken line or pale print, fewer are dust. */
const MIN_SPECKS = 6;
/** Pixels around ink that are not looked at. */
const REACH = 2;

/** What lies on the paper, in pixels of the comparison. */
export interface PaperMarks {
  /** Of the inks: what is under them or beside them was filled, and is not looked at. */
  readonly coverage: Coverage;
  /** As `stayingInk` gives it: ink that is left on the paper may not get softer, wherever it lies. */
  readonly stays: Uint8Array;
  /** 1 where a thin line lies, however faint: the comparison hardly shows how much of it is lost. */
  readonly thin: Uint8Array;
}

/**
 * Where coarser paper shows another picture than the finer one; null where that is too much of the page or in too many
 * places.
 *
 * @param seeds 1 for each tile that needs more pixels whatever it differs by
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
  const tiles = differing.map((differs, tile) => differs | seeds[tile]);
  const grown = grownTiles(tiles, columns, rows);
  const boxes = mergedBoxes(boxesOf(grown, columns, rows));
  const area = boxes.reduce((sum, box) => sum + areaOf(box), 0);
  return boxes.length > MAX_REGIONS || area > columns * rows * MAX_SHARE ? null : boxes;
}

/** 1 for each tile that the coarser paper would show otherwise. */
function differingTiles(fine: Raster, coarse: Raster, { coverage, stays, thin }: PaperMarks): Uint8Array {
  const found = paperDifferences(fine, coarse, { covers: coverage, reach: REACH, stays, thin });
  const { most, sum, pixels, ink, specks, lines } = found;
  return Uint8Array.from(most, (largest, tile) => {
    // In thirds of thirds: sums over nine pixels.
    const isOther = largest > MAX_ANYWHERE * 9 || sum[tile] > pixels[tile] * MAX_ON_MEAN * 9;
    return isOther || ink[tile] > 0 || lines[tile] > 0 || specks[tile] >= MIN_SPECKS ? 1 : 0;
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

/** Of tiles that touch each other by their sides. */
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

/** Beyond so many boxes a page is a picture throughout. */
const MAX_BOXES = 200;

/** Overlapping boxes become one; then the two that waste least, until they are few. */
function mergedBoxes(given: readonly Box[]): readonly Box[] {
  if (given.length > MAX_BOXES) return given;
  const boxes = [...given];
  for (;;) {
    const pair = cheapestPair(boxes);
    if (pair === null || (pair.waste > 0 && boxes.length <= MAX_REGIONS)) return boxes;
    const [second] = boxes.splice(pair.second, 1);
    boxes[pair.first] = around(boxes[pair.first], second);
  }
}

function cheapestPair(boxes: readonly Box[]) {
  let best: { readonly first: number; readonly second: number; readonly waste: number } | null = null;
  for (let first = 0; first < boxes.length; first += 1) {
    for (let second = first + 1; second < boxes.length; second += 1) {
      const [a, b] = [boxes[first], boxes[second]];
      const waste = areaOf(around(a, b)) - areaOf(a) - areaOf(b);
      if (best === null || waste < best.waste) best = { first, second, waste };
    }
  }
  return best;
}
