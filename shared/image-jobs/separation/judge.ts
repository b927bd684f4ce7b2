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
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const tile = row * columns + column;
      const box: Box = {
        left: column * TILE,
        top: row * TILE,
        right: Math.min(scan.width, (column + 1) * TILE),
        bottom: Math.min(scan.height, (row + 1) * TILE),
      };
      facts.ssim[tile] = boxSsim(a, b, scan.width, box);
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

function boxSsim(a: Uint8Array, b: Uint8Array, width: number, { left, top, right, bottom }: Box): number {
  let total = 0;
  let windows = 0;
  for (let y = top; y === top || y + WINDOW <= bottom; y += STEP) {
    for (let x = left; x === left || x + WINDOW <= right; x += STEP) {
      total += windowSsim(a, b, width, {
        left: x,
        top: y,
        right: Math.min(right, x + WINDOW),
        bottom: Math.min(bottom, y + WINDOW),
      });
      windows += 1;
    }
  }
  return total / windows;
}

function windowSsim(
  lumaA: Uint8Array,
  lumaB: Uint8Array,
  width: number,
  { left, top, right, bottom }: Box,
): number {
  let a = 0;
  let b = 0;
  let squares = 0;
  let products = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let at = y * width + left; at < y * width + right; at += 1) {
      const before = lumaA[at];
      const after = lumaB[at];
      a += before;
      b += after;
      squares += before * before + after * after;
      products += before * after;
    }
  }
  const pixels = (right - left) * (bottom - top);
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
  const moved = [0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    let at = (y * a.width + left) * 3;
    for (let x = left; x < right; x += 1, at += 3) {
      for (let channel = 0; channel < 3; channel += 1) {
        moved[channel] += b.samples[at + channel] - a.samples[at + channel];
      }
    }
  }
  const mean = (moved[0] + moved[1] + moved[2]) / 3;
  const pixels = (right - left) * (bottom - top);
  return Math.max(...moved.map((channel) => Math.abs(channel - mean))) / pixels;
}

/** So much SSIM may be lost beside the JPEG, or what is left may be at this; hard edges differ from blurred ones. */
const SSIM_LOSS = 0.1;
const SSIM_ENOUGH = 0.9;
const MOST_BRIGHTNESS = 12;
const MOST_DIFFERENCE = 34;
const MOST_HUE = 7;

/** The tiles that would be seen to differ where the JPEG's do not: 1 for each such tile. */
export function badTiles(layers: TileFacts, jpeg: TileFacts): Uint8Array {
  return Uint8Array.from(layers.ssim, (ssim, tile) =>
    ssim < Math.min(jpeg.ssim[tile] - SSIM_LOSS, SSIM_ENOUGH) ||
    layers.brightness[tile] > MOST_BRIGHTNESS ||
    layers.difference[tile] > MOST_DIFFERENCE ||
    layers.hue[tile] > Math.max(MOST_HUE, jpeg.hue[tile] * 2 + 2)
      ? 1
      : 0,
  );
}
