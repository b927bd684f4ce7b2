import type { Raster } from '../../../codecs/pixels/raster.ts';
import { TILE } from '../../../codecs/scans/tile-facts.ts';
import { areaOf, around, type Box } from '../box.ts';
import { type Coverage, STAYING_INK, STAYING_SPECKS } from '../judge/reduced.ts';

const MOST_REGIONS = 8;
/** Of all tiles: with more the whole paper may as well have the pixels. */
const MOST_SHARE = 0.5;
/** Differences in levels, of means over 3 x 3 pixels: the grain of paper is below. */
const MOST_ANYWHERE = 6;
const MOST_ON_MEAN = 2;
/** Pixels of a tile with specks: as many are a broken line or pale print, fewer are dust. */
const LEAST_SPECKS = 6;
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
  const differing = differingTiles(fine, coarse, marks, columns, rows);
  const tiles = differing.map((differs, tile) => differs | seeds[tile]);
  const grown = grownTiles(tiles, columns, rows);
  const boxes = mergedBoxes(boxesOf(grown, columns, rows));
  const area = boxes.reduce((sum, box) => sum + areaOf(box), 0);
  return boxes.length > MOST_REGIONS || area > columns * rows * MOST_SHARE ? null : boxes;
}

/** 1 where ink lies within two pixels. */
function besideInk({ width, height }: Raster, coverage: Coverage): Uint8Array {
  const inked = new Uint8Array(width * height);
  for (const covers of coverage) {
    for (let at = 0; at < covers.length; at += 1) if (covers[at] > 0) inked[at] = 1;
  }
  const across = inked.slice();
  for (let y = 0; y < height; y += 1) {
    const row = across.subarray(y * width, (y + 1) * width);
    for (let step = 1; step <= REACH; step += 1) join(row, inked.subarray(y * width, (y + 1) * width), step);
  }
  const out = across.slice();
  for (let step = 1; step <= REACH; step += 1) join(out, across, step * width);
  return out;
}

/** Marks what lies `step` before and behind what is marked. */
function join(out: Uint8Array, marked: Uint8Array, step: number): void {
  for (let at = step; at < out.length; at += 1) {
    out[at] |= marked[at - step];
    out[at - step] |= marked[at];
  }
}

function differingTiles(
  fine: Raster,
  coarse: Raster,
  { coverage, stays, thin }: PaperMarks,
  columns: number,
  rows: number,
): Uint8Array {
  const { width, height } = fine;
  const beside = besideInk(fine, coverage);
  const differences = differencesAround(fine, coarse);
  const tiles = new Uint8Array(columns * rows);
  for (let tile = 0; tile < tiles.length; tile += 1) {
    const left = (tile % columns) * TILE;
    const top = Math.trunc(tile / columns) * TILE;
    const right = Math.min(width, left + TILE);
    const bottom = Math.min(height, top + TILE);
    let most = 0;
    let hasInk = false;
    let hasLine = false;
    let specks = 0;
    let sum = 0;
    let pixels = 0;
    for (let y = top; y < bottom; y += 1) {
      for (let at = y * width + left; at < y * width + right; at += 1) {
        if (stays[at] === STAYING_INK) hasInk = true;
        else if (stays[at] === STAYING_SPECKS) specks += 1;
        if (beside[at] === 1) continue;
        if (thin[at] === 1) hasLine = true;
        const difference = Math.abs(differences[at]);
        most = Math.max(most, difference);
        sum += difference;
        pixels += 1;
      }
    }
    // In thirds of thirds: sums over nine pixels.
    const isOther = most > MOST_ANYWHERE * 9 || sum > pixels * MOST_ON_MEAN * 9;
    if (isOther || hasInk || hasLine || specks >= LEAST_SPECKS) tiles[tile] = 1;
  }
  return tiles;
}

/** The sum over 3 x 3 pixels of what a pixel's worst channel differs by. */
function differencesAround(fine: Raster, coarse: Raster): Int16Array {
  const { width, height } = fine;
  const worst = worstDifferences(fine, coarse);
  // The edges count as going on: a shadow there is as wide as the scanner saw it.
  const across = new Int16Array(worst.length);
  for (let y = 0; y < height; y += 1) {
    const last = (y + 1) * width - 1;
    for (let at = y * width, before = worst[at]; at <= last; at += 1) {
      across[at] = before + worst[at] + worst[at < last ? at + 1 : last];
      before = worst[at];
    }
  }
  const out = new Int16Array(worst.length);
  for (let y = 0; y < height; y += 1) {
    const above = y === 0 ? 0 : width;
    const below = y + 1 === height ? 0 : width;
    for (let at = y * width; at < (y + 1) * width; at += 1) {
      out[at] = across[at - above] + across[at] + across[at + below];
    }
  }
  return out;
}

/** Of the channel that differs most, with its sign. */
function worstDifferences({ samples: fine, channels }: Raster, { samples: coarse }: Raster): Int16Array {
  const out = new Int16Array(fine.length / channels);
  for (let pixel = 0, at = 0; pixel < out.length; pixel += 1) {
    let most = coarse[at] - fine[at];
    at += 1;
    for (let channel = 1; channel < channels; channel += 1, at += 1) {
      const step = coarse[at] - fine[at];
      if ((step < 0 ? -step : step) > (most < 0 ? -most : most)) most = step;
    }
    out[pixel] = most;
  }
  return out;
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
const MOST_BOXES = 200;

/** Overlapping boxes become one; then the two that waste least, until they are few. */
function mergedBoxes(given: readonly Box[]): readonly Box[] {
  if (given.length > MOST_BOXES) return given;
  const boxes = [...given];
  for (;;) {
    const pair = cheapestPair(boxes);
    if (pair === null || (pair.waste > 0 && boxes.length <= MOST_REGIONS)) return boxes;
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
