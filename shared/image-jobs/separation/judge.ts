import type { Raster } from '../../codecs/pixels/raster.ts';
import { lumaOf } from './scanned-page.ts';

/** Pixels at the size of comparison. */
export const TILE = 16;
const WINDOW = 8;
const STEP = 4;
/** (0.01 * 255)^2 and (0.03 * 255)^2 (Wang et al. 2004). */
const C1 = 6.5025;
const C2 = 58.5225;

/** How each tile of a page differs from the scan. */
export interface TileFacts {
  readonly columns: number;
  readonly rows: number;
  /** Mean SSIM of the luma over windows of 8 x 8. */
  readonly ssim: Float64Array;
  /** Difference of the mean luma, in levels. */
  readonly brightness: Float64Array;
  /** Mean difference of the luma, in levels. */
  readonly difference: Float64Array;
  /** Of the channel that moved most against the mean of all, in levels. */
  readonly hue: Float64Array;
}

export function tileFacts(scan: Raster, other: Raster): TileFacts {
  const columns = Math.ceil(scan.width / TILE);
  const rows = Math.ceil(scan.height / TILE);
  const facts: TileFacts = {
    columns,
    rows,
    ssim: new Float64Array(columns * rows),
    brightness: new Float64Array(columns * rows),
    difference: new Float64Array(columns * rows),
    hue: new Float64Array(columns * rows),
  };
  const [a, b] = [lumaOf(scan), lumaOf(other)];
  const cells = countCells(a, b, scan.width, scan.height);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const tile = row * columns + column;
      const box: Box = {
        left: column * TILE,
        top: row * TILE,
        right: Math.min(scan.width, (column + 1) * TILE),
        bottom: Math.min(scan.height, (row + 1) * TILE),
      };
      facts.ssim[tile] = tileSsim(cells, row, column);
      addDifferences(facts, tile, a, b, scan.width, box);
      facts.hue[tile] = hueShift(scan, other, box);
    }
  }
  return facts;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Sums over cells of 4 x 4 pixels, five behind each other: pixels, levels of both, their squares and products. */
interface Cells {
  readonly columns: number;
  readonly rows: number;
  readonly sums: Int32Array;
}

const CELL_SUMS = 5;

function countCells(a: Uint8Array, b: Uint8Array, width: number, height: number): Cells {
  const columns = Math.ceil(width / STEP);
  const rows = Math.ceil(height / STEP);
  const sums = new Int32Array(columns * rows * CELL_SUMS);
  for (let y = 0; y < height; y += 1) {
    let to = (y >> 2) * columns * CELL_SUMS;
    for (let x = 0, at = y * width; x < width; to += CELL_SUMS) {
      const end = Math.min(width, x + STEP);
      for (; x < end; x += 1, at += 1) {
        const before = a[at];
        const after = b[at];
        sums[to] += 1;
        sums[to + 1] += before;
        sums[to + 2] += after;
        sums[to + 3] += before * before + after * after;
        sums[to + 4] += before * after;
      }
    }
  }
  return { columns, rows, sums };
}

/** The mean over its windows of two by two cells; at the page's edges they may be cut. */
function tileSsim(cells: Cells, row: number, column: number): number {
  const side = TILE / STEP;
  const bottom = Math.min(cells.rows, (row + 1) * side);
  const right = Math.min(cells.columns, (column + 1) * side);
  let total = 0;
  let windows = 0;
  for (let y = row * side; y === row * side || y + 1 < bottom; y += 1) {
    for (let x = column * side; x === column * side || x + 1 < right; x += 1) {
      total += windowSsim(
        cells,
        y,
        x,
        Math.min(bottom, y + WINDOW / STEP),
        Math.min(right, x + WINDOW / STEP),
      );
      windows += 1;
    }
  }
  return total / windows;
}

function windowSsim(
  { columns, sums }: Cells,
  top: number,
  left: number,
  bottom: number,
  right: number,
): number {
  let pixels = 0;
  let a = 0;
  let b = 0;
  let squares = 0;
  let products = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let at = (y * columns + left) * CELL_SUMS; at < (y * columns + right) * CELL_SUMS; at += CELL_SUMS) {
      pixels += sums[at];
      a += sums[at + 1];
      b += sums[at + 2];
      squares += sums[at + 3];
      products += sums[at + 4];
    }
  }
  const meanA = a / pixels;
  const meanB = b / pixels;
  const variances = squares / pixels - meanA * meanA - meanB * meanB;
  const covariance = products / pixels - meanA * meanB;
  const luminance = (2 * meanA * meanB + C1) / (meanA * meanA + meanB * meanB + C1);
  return (luminance * (2 * covariance + C2)) / (variances + C2);
}

function addDifferences(
  { brightness, difference }: TileFacts,
  tile: number,
  a: Uint8Array,
  b: Uint8Array,
  width: number,
  { left, top, right, bottom }: Box,
): void {
  let signed = 0;
  let absolute = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * width + left; at < y * width + right; at += 1) {
      const step = b[at] - a[at];
      signed += step;
      absolute += step < 0 ? -step : step;
    }
  }
  const pixels = (right - left) * (bottom - top);
  brightness[tile] = Math.abs(signed) / pixels;
  difference[tile] = absolute / pixels;
}

function hueShift(a: Raster, b: Raster, { left, top, right, bottom }: Box): number {
  if (a.channels !== 3) return 0;
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let at = (y * a.width + left) * 3; at < (y * a.width + right) * 3; at += 3) {
      red += b.samples[at] - a.samples[at];
      green += b.samples[at + 1] - a.samples[at + 1];
      blue += b.samples[at + 2] - a.samples[at + 2];
    }
  }
  const mean = (red + green + blue) / 3;
  const pixels = (right - left) * (bottom - top);
  return Math.max(Math.abs(red - mean), Math.abs(green - mean), Math.abs(blue - mean)) / pixels;
}

/** So much SSIM may be lost beside the JPEG, or what is left may be at this; hard edges differ from blurred ones. */
const SSIM_LOSS = 0.1;
const SSIM_ENOUGH = 0.9;
/** Levels on the mean beyond those of the JPEG: SSIM sees the grain of plain paper go, which nobody else does. */
const GRAIN = 2;
const MOST_BRIGHTNESS = 12;
const MOST_DIFFERENCE = 34;
const MOST_HUE = 7;

/** The tiles that would be seen to differ where the JPEG's do not: 1 for each such tile. */
export function badTiles(layers: TileFacts, jpeg: TileFacts): Uint8Array {
  return Uint8Array.from(layers.ssim, (ssim, tile) =>
    (ssim < Math.min(jpeg.ssim[tile] - SSIM_LOSS, SSIM_ENOUGH) &&
      layers.difference[tile] > jpeg.difference[tile] + GRAIN) ||
    layers.brightness[tile] > MOST_BRIGHTNESS ||
    layers.difference[tile] > MOST_DIFFERENCE ||
    layers.hue[tile] > Math.max(MOST_HUE, jpeg.hue[tile] * 2 + 2)
      ? 1
      : 0,
  );
}

/** Levels, and SSIM beside the JPEG: something is gone, or is there that was not. */
const GONE_BRIGHTNESS = 20;
const GONE_SSIM = 0.35;
const GONE_DIFFERENCE = 8;
const GONE_HUE = 20;

/** Whether some tile lost what was in it: one is too many. */
export function losesSomething(layers: TileFacts, jpeg: TileFacts): boolean {
  return layers.ssim.some(
    (ssim, tile) =>
      layers.brightness[tile] > GONE_BRIGHTNESS + jpeg.brightness[tile] ||
      layers.hue[tile] > GONE_HUE + jpeg.hue[tile] ||
      (ssim < jpeg.ssim[tile] - GONE_SSIM &&
        layers.difference[tile] > jpeg.difference[tile] + GONE_DIFFERENCE),
  );
}
