import type { Raster } from '../../codecs/pixels/raster.ts';
import { lumaOf } from '../../codecs/scans/planes.ts';
import { TILE } from '../../codecs/scans/tile-facts.ts';

/** Side in pixels of the cells in which the paper has one color: about 0.6 inches. */
const CELL = 64;
/** Rank of the paper among a cell's pixels. */
const PAPER_RANK = 0.7;
/** Levels from the paper, of means over 3 x 3 pixels: darker, lighter, or of another hue. */
const DARKER = 22;
const LIGHTER = 30;
const OTHER_HUE = 15;
/** Pixels of a tile: fewer are dust. */
const MIN_PIXELS = 2;

/**
 * Returns 1 for each tile that shows more than paper: photographs, stamps, pencil, marker, shaded fields.
 * @param bare the page without black ink, at comparison size
 */
export function pictureTiles(bare: Raster): Uint8Array {
  const { width, height } = bare;
  const columns = Math.ceil(width / TILE);
  const counts = new Int32Array(columns * Math.ceil(height / TILE));
  const differences = differencesIn(bare);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const tile = Math.trunc(y / TILE) * columns + Math.trunc(x / TILE);
      if (isOther(differences, x, y)) counts[tile]! += 1;
    }
  }
  return Uint8Array.from(counts, (count) => (count >= MIN_PIXELS ? 1 : 0));
}

/** Differences from the paper in levels. */
interface Differences {
  readonly width: number;
  readonly height: number;
  readonly luma: Int16Array;
  /** Red and blue relative to green; null for gray. */
  readonly hues: { readonly red: Int16Array; readonly blue: Int16Array } | null;
}

function differencesIn(bare: Raster): Differences {
  const { width, height, channels, samples } = bare;
  const pixels = width * height;
  const luma = fromPaper(new Int16Array(lumaOf(bare)), width, height);
  if (channels === 1) return { width, height, luma, hues: null };
  const [red, blue] = [new Int16Array(pixels), new Int16Array(pixels)];
  for (let at = 0; at < pixels; at += 1) {
    red[at] = samples[at * 3]! - samples[at * 3 + 1]!;
    blue[at] = samples[at * 3 + 2]! - samples[at * 3 + 1]!;
  }
  const hues = { red: fromPaper(red, width, height), blue: fromPaper(blue, width, height) };
  return { width, height, luma, hues };
}

/** Returns the difference of each pixel from the paper around it. */
function fromPaper(plane: Int16Array, width: number, height: number): Int16Array {
  const columns = Math.ceil(width / CELL);
  const rows = Math.ceil(height / CELL);
  const paper = Float64Array.from({ length: columns * rows }, (_, cell) =>
    levelOfCell(plane, width, height, (cell % columns) * CELL, Math.trunc(cell / columns) * CELL),
  );
  const out = new Int16Array(plane.length);
  for (let y = 0; y < height; y += 1) {
    const down = Math.min(rows - 1, Math.max(0, y / CELL - 0.5));
    const upper = Math.trunc(down) * columns;
    const lower = Math.min(rows - 1, Math.trunc(down) + 1) * columns;
    for (let x = 0; x < width; x += 1) {
      const across = Math.min(columns - 1, Math.max(0, x / CELL - 0.5));
      const left = Math.trunc(across);
      const right = Math.min(columns - 1, left + 1);
      const share = across - left;
      const top = paper[upper + left]! * (1 - share) + paper[upper + right]! * share;
      const bottom = paper[lower + left]! * (1 - share) + paper[lower + right]! * share;
      const level = top + (bottom - top) * (down - Math.trunc(down));
      out[y * width + x] = Math.round(plane[y * width + x]! - level);
    }
  }
  return out;
}

function levelOfCell(plane: Int16Array, width: number, height: number, left: number, top: number): number {
  const right = Math.min(width, left + CELL);
  const bottom = Math.min(height, top + CELL);
  const values = new Int16Array((right - left) * (bottom - top));
  for (let y = top, to = 0; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1, to += 1) values[to] = plane[y * width + x]!;
  }
  return values.sort()[Math.trunc(values.length * PAPER_RANK)]!;
}

function isOther({ width, height, luma, hues }: Differences, x: number, y: number): boolean {
  const mean = meanAround(luma, width, height, x, y);
  if (mean < -DARKER || mean > LIGHTER) return true;
  if (hues === null) return false;
  return (
    Math.abs(meanAround(hues.red, width, height, x, y)) > OTHER_HUE ||
    Math.abs(meanAround(hues.blue, width, height, x, y)) > OTHER_HUE
  );
}

function meanAround(plane: Int16Array, width: number, height: number, x: number, y: number): number {
  let [sum, pixels] = [0, 0];
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
    for (let at = row * width + Math.max(0, x - 1); at <= row * width + Math.min(width - 1, x + 1); at += 1) {
      sum += plane[at]!;
      pixels += 1;
    }
  }
  return sum / pixels;
}
