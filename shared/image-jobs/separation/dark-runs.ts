import type { Plane } from './doubled.ts';
import type { Paper } from './paper.ts';
import type { ScannedPage } from './scanned-page.ts';

/** All pixels that are darker than their paper, row by row. */
export interface DarkRuns {
  readonly width: number;
  readonly height: number;
  readonly from: Int32Array;
  /** First pixel after the run. */
  readonly to: Int32Array;
  /** The first run of each row, and behind the last row the number of runs. */
  readonly rowStart: Int32Array;
  /** The same as a byte for each pixel: 1 where it is dark. */
  readonly mask: Uint8Array;
}

/** Dense print has a run in thirty pixels; a page with more than one in so many is a halftone or noise. */
const PIXELS_PER_RUN = 12;

/** Pixels of the scan from the middle of a hairline to the paper beside it. */
const HAIRLINE = 2;

/** At the resolution of the masks; null where there are too many runs for text. */
export function findDarkRuns({ fine, scale }: ScannedPage, paper: Paper): DarkRuns | null {
  const { width, height } = fine;
  const most = Math.ceil((width * height) / PIXELS_PER_RUN);
  const columns = interpolation(width, scale * paper.block, paper.columns);
  const lines = interpolation(height, scale * paper.block, paper.rows);
  const from = new Int32Array(most);
  const to = new Int32Array(most);
  const rowStart = new Int32Array(height + 1);
  const mask = new Uint8Array(width * height);
  const row = new Int32Array(paper.columns + 1);
  const faint = new Int32Array(paper.columns + 1);
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    rowStart[y] = count;
    thresholdsOf(paper, paper.threshold, lines.first[y], lines.share[y], row);
    const highest = thresholdsOf(paper, paper.faint, lines.first[y], lines.share[y], faint) >> 8;
    const at = { row, faint, highest, columns, beside: HAIRLINE * scale };
    count = addRow(fine, y, at, { from, to, mask, count, most });
    if (count < 0) return null;
  }
  rowStart[height] = count;
  return { width, height, from: from.slice(0, count), to: to.slice(0, count), rowStart, mask };
}

/** For each pixel the block whose centre lies before it, and how far it is from there to the next one, in 256ths. */
interface Interpolation {
  readonly first: Int32Array;
  readonly share: Int32Array;
}

function interpolation(pixels: number, block: number, blocks: number): Interpolation {
  const first = new Int32Array(pixels);
  const share = new Int32Array(pixels);
  for (let at = 0; at < pixels; at += 1) {
    const place = Math.max(0, (2 * at + 1 - block) * 128);
    const block256 = Math.trunc(place / block);
    first[at] = Math.min(blocks - 1, block256 >> 8);
    share[at] = block256 & 255;
  }
  return { first, share };
}

/** Thresholds of one row of pixels at the centres of blocks, in 256ths of a level; gives the highest. */
function thresholdsOf(
  { columns, rows }: Paper,
  levels: Uint8Array,
  first: number,
  share: number,
  out: Int32Array,
): number {
  const upper = first * columns;
  const lower = Math.min(rows - 1, first + 1) * columns;
  let highest = 0;
  for (let x = 0; x < columns; x += 1) {
    out[x] = levels[upper + x] * (256 - share) + levels[lower + x] * share;
    if (out[x] > highest) highest = out[x];
  }
  out[columns] = out[columns - 1];
  return highest;
}

/** Whether the pixels on both sides, left and right or above and below, are lighter than this. */
function isHairline({ width, height, levels }: Plane, x: number, y: number, beside: number, level: number) {
  const at = y * width + x;
  if (x >= beside && x + beside < width && levels[at - beside] > level && levels[at + beside] > level) {
    return true;
  }
  const step = beside * width;
  return y >= beside && y + beside < height && levels[at - step] > level && levels[at + step] > level;
}

function addRow(
  plane: Plane,
  y: number,
  at: {
    readonly row: Int32Array;
    readonly faint: Int32Array;
    readonly highest: number;
    readonly columns: Interpolation;
    readonly beside: number;
  },
  out: {
    readonly from: Int32Array;
    readonly to: Int32Array;
    readonly mask: Uint8Array;
    readonly count: number;
    readonly most: number;
  },
): number {
  const { width, levels } = plane;
  const { row, faint, highest, beside } = at;
  const { first, share } = at.columns;
  const { from, to, mask, most } = out;
  let { count } = out;
  const start = y * width;
  let isDark = false;
  for (let x = 0; x < width; x += 1) {
    const level = levels[start + x];
    let dark = false;
    if (level <= highest) {
      const block = first[x];
      const left = row[block];
      const edge = left + (((row[block + 1] - left) * share[x]) >> 8);
      dark = level << 8 < edge;
      if (!dark) {
        const limit = faint[block] + (((faint[block + 1] - faint[block]) * share[x]) >> 8);
        dark = level << 8 < limit && isHairline(plane, x, y, beside, level + ((limit - edge) >> 8));
      }
    }
    if (dark) mask[start + x] = 1;
    if (dark === isDark) continue;
    if (dark) {
      if (count === most) return -1;
      from[count] = x;
    } else {
      to[count] = x;
      count += 1;
    }
    isDark = dark;
  }
  if (isDark) {
    to[count] = width;
    count += 1;
  }
  return count;
}
