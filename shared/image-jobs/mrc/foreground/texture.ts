import type { MarkedPage } from '../marked-page.ts';
import type { DarkRuns } from './dark-runs.ts';

/** Windows of about a tenth of an inch. */
const WINDOWS_PER_INCH = 10;
/** Changes between dark and light per tenth of an inch: print has up to six along its denser direction. */
const MAX_CHANGES = 9;
/** The same as a share of pixels, for low resolutions. */
const MAX_CHANGES_OF_PIXELS = 0.36;
/** Changes that indicate an image if the pixels between them are no background either. */
const CHANGES_OF_PICTURE = 3;
const LEVELS_BELOW_PAPER = 28;
/** Minimum marked windows among a window and its neighbors: an image has more, the densest letters at most this. */
const MIN_AROUND = 4;
/** A shape with a larger share of its pixels in such windows is part of an image. */
const MAX_TEXTURED = 0.3;

/** Returns 1 for each shape in a halftone, hatching or photograph. */
export function texturedShapes(marked: MarkedPage): Uint8Array {
  const { page, runs, shapes } = marked;
  const side = Math.max(8, Math.round(page.dpi / WINDOWS_PER_INCH));
  const columns = Math.ceil(runs.width / side);
  const windows = texturedWindows(marked, side, columns);
  const inside = new Int32Array(shapes.count);
  for (let y = 0; y < runs.height; y += 1) {
    const row = Math.trunc(y / side) * columns;
    for (let run = runs.rowStart[y]!; run < runs.rowStart[y + 1]!; run += 1) {
      let from = runs.from[run]!;
      const to = runs.to[run]!;
      while (from < to) {
        const window = Math.trunc(from / side);
        const end = Math.min(to, (window + 1) * side);
        inside[shapes.ofRun[run]!]! += windows[row + window]! * (end - from);
        from = end;
      }
    }
  }
  return Uint8Array.from(inside, (pixels, shape) => (pixels > shapes.area[shape]! * MAX_TEXTURED ? 1 : 0));
}

function texturedWindows(marked: MarkedPage, side: number, columns: number): Uint8Array {
  const { runs } = marked;
  const rows = Math.ceil(runs.height / side);
  const across = new Int32Array(columns * rows);
  const down = new Int32Array(columns * rows);
  countChanges(runs, side, columns, across, down);
  const most = Math.min(MAX_CHANGES, MAX_CHANGES_OF_PIXELS * side);
  const textured = new Uint8Array(columns * rows);
  for (let window = 0; window < textured.length; window += 1) {
    // Mean per row and column of a window.
    const changes = Math.min(across[window]!, down[window]!) / side;
    if (changes <= CHANGES_OF_PICTURE) continue;
    const isPicture =
      changes > most ||
      darknessBetween(marked, side, window % columns, Math.trunc(window / columns)) > LEVELS_BELOW_PAPER;
    textured[window] = isPicture ? 1 : 0;
  }
  return inGroups(textured, columns, rows);
}

/** Images are larger than the densest letter: isolated windows and small groups are print. */
function inGroups(textured: Uint8Array, columns: number, rows: number): Uint8Array {
  const inside = textured.map((is, window) =>
    is === 1 && around(textured, window, columns, rows) > MIN_AROUND ? 1 : 0,
  );
  return textured.map((is, window) => (is === 1 && around(inside, window, columns, rows) > 0 ? 1 : 0));
}

/** Counts the marked windows among a window and its eight neighbors. */
function around(marked: Uint8Array, window: number, columns: number, rows: number): number {
  const x = window % columns;
  const y = Math.trunc(window / columns);
  let count = 0;
  for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row += 1) {
    for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column += 1) {
      count += marked[row * columns + column]!;
    }
  }
  return count;
}

function countChanges(
  { width, height, from, to, rowStart, mask }: DarkRuns,
  side: number,
  columns: number,
  across: Int32Array,
  down: Int32Array,
): void {
  for (let y = 0; y < height; y += 1) {
    const row = Math.trunc(y / side) * columns;
    for (let run = rowStart[y]!; run < rowStart[y + 1]!; run += 1) {
      across[row + Math.trunc(from[run]! / side)]! += 1;
      if (to[run]! < width) across[row + Math.trunc(to[run]! / side)]! += 1;
      // Counts changes between a dark pixel and the rows above and below.
      for (let x = from[run]!, at = y * width + x; x < to[run]!; x += 1, at += 1) {
        const window = row + Math.trunc(x / side);
        if (y > 0 && mask[at - width] === 0) down[window]! += 1;
        if (y + 1 < height && mask[at + width] === 0) down[window]! += 1;
      }
    }
  }
}

/** Mean contrast of non-dark pixels to the background in a window, in levels. */
function darknessBetween(
  { page: { luma }, paper, runs: { mask, width, height } }: MarkedPage,
  side: number,
  column: number,
  row: number,
): number {
  let sum = 0;
  let pixels = 0;
  const { block } = paper;
  for (let y = row * side; y < Math.min(height, (row + 1) * side); y += 1) {
    const blocks = Math.trunc(y / block) * paper.columns;
    for (let x = column * side; x < Math.min(width, (column + 1) * side); x += 1) {
      const at = y * width + x;
      if (mask[at] === 1) continue;
      sum += paper.level[blocks + Math.trunc(x / block)]! - luma.levels[at]!;
      pixels += 1;
    }
  }
  return pixels === 0 ? 255 : sum / pixels;
}
