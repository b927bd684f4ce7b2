import type { ContrastBars } from './contrast-bars.ts';
import { IN_PICTURE, INK } from './pixel-flags.ts';

/** Cells per inch: about a screen's pixels. */
const CELLS_PER_INCH = 100;
/** Side of a tile in cells. */
const TILE = 16;
/** Maximum difference of a tile's share of ink, and of the mean over all cells. */
const MAX_OF_TILE = 0.1;
const MAX_MEAN = 0.03;
/** Share of the usual contrast from which a pixel counts as all ink. */
const FULL = 0.85;

interface WeighedPage {
  readonly width: number;
  readonly height: number;
  readonly contrast: Uint8Array;
  readonly flags: Uint8Array;
}

/** Returns whether the page looks darker or lighter than the scan with white paper and black ink, at about 100 dpi. */
export function hasOtherWeight(page: WeighedPage, bars: ContrastBars, dpi: number): boolean {
  const side = Math.max(1, Math.round(dpi / CELLS_PER_INCH));
  const [across, down] = [Math.trunc(page.width / side), Math.trunc(page.height / side)];
  const tiles = Math.ceil(across / TILE);
  const cover = coverOf(bars);
  const ofTile = new Float64Array(tiles * Math.ceil(down / TILE));
  let total = 0;
  const ofRow = new Float64Array(across);
  for (let row = 0; row < down; row += 1) {
    ofRow.fill(0);
    for (let y = row * side; y < (row + 1) * side; y += 1) differencesOfRow(page, cover, y, side, ofRow);
    for (let cell = 0; cell < across; cell += 1) {
      const difference = ofRow[cell]! / (side * side);
      total += Math.abs(difference);
      ofTile[Math.trunc(row / TILE) * tiles + Math.trunc(cell / TILE)]! += difference;
    }
  }
  const most = ofTile.reduce((largest, sum) => Math.max(largest, Math.abs(sum)), 0) / (TILE * TILE);
  return most > MAX_OF_TILE || total > across * down * MAX_MEAN;
}

/** Returns the share of ink in a pixel by its contrast. */
function coverOf({ usual, paper }: ContrastBars): Float64Array {
  const full = Math.max(paper + 1, usual * FULL);
  return Float64Array.from({ length: 256 }, (_, levels) =>
    Math.min(1, Math.max(0, (levels - paper) / (full - paper))),
  );
}

function differencesOfRow(
  { width, contrast, flags }: WeighedPage,
  cover: Float64Array,
  y: number,
  side: number,
  sums: Float64Array,
): void {
  for (let cell = 0, at = y * width; cell < sums.length; cell += 1) {
    let sum = 0;
    for (let end = at + side; at < end; at += 1) {
      if ((flags[at]! & IN_PICTURE) === 0) sum += (flags[at]! & INK) - cover[contrast[at]!]!;
    }
    sums[cell]! += sum;
  }
}
