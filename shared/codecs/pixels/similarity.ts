import { type Raster, type RasterRows, rowsOf } from './raster.ts';
import { tileDifferences, totalSsim } from './similarity-simd.ts';

/** Similarity of two rasters of the same size and kind. */
export interface Similarity {
  /** Mean SSIM of the luma over windows of 8 x 8 (Wang et al. 2004), 1 for equal images. */
  readonly ssim: number;
  /**
   * Largest mean absolute difference of the samples in a tile of 16 x 16 pixels, in levels: lost detail or a
   * shifted color.
   */
  readonly worstTile: number;
}

const WINDOW = 8;
const STEP = 4;
const TILE = 16;
/** (0.01 * 255)^2 and (0.03 * 255)^2. */
const C1 = 6.5025;
const C2 = 58.5225;

/** Plain arithmetic in a fixed order, so that decisions by it are the same in every engine. */
export function similarity(a: Raster, b: Raster | RasterRows): Similarity {
  const [left, right] = [rowsOf(a), rowsOf(b)];
  return { ssim: meanSsim(left, right), worstTile: worstTile(left, right) };
}

function meanSsim(a: RasterRows, b: RasterRows): number {
  const { width, height } = a;
  if (width < WINDOW || height < WINDOW) return meanOfStrip(luma(a), luma(b), width, height);
  const windows = (Math.floor(width / STEP) - 1) * (Math.floor(height / STEP) - 1);
  return totalSsim(a, b, STEP, { c1: C1, c2: C2 }) / windows;
}

/** Sums over a window for SSIM: integers, so that the order of addition does not matter. */
interface Sums {
  pixels: number;
  a: number;
  b: number;
  /** Shared by both images. */
  squares: number;
  products: number;
  differs: boolean;
}

/** For an image with a side shorter than a window: windows then have that side. */
function meanOfStrip(lumaA: Uint8Array, lumaB: Uint8Array, width: number, height: number): number {
  const windowWidth = Math.min(WINDOW, width);
  const windowHeight = Math.min(WINDOW, height);
  let total = 0;
  let windows = 0;
  for (let y = 0; y + windowHeight <= height; y += STEP) {
    for (let x = 0; x + windowWidth <= width; x += STEP) {
      const sums = {
        pixels: windowWidth * windowHeight,
        a: 0,
        b: 0,
        squares: 0,
        products: 0,
        differs: false,
      };
      for (let row = y; row < y + windowHeight; row += 1) {
        for (let at = row * width + x; at < row * width + x + windowWidth; at += 1) {
          const left = lumaA[at]!;
          const right = lumaB[at]!;
          if (left !== right) sums.differs = true;
          sums.a += left;
          sums.b += right;
          sums.squares += left * left + right * right;
          sums.products += left * right;
        }
      }
      total += windowSsim(sums);
      windows += 1;
    }
  }
  return total / windows;
}

function windowSsim({ pixels, a, b, squares, products, differs }: Sums): number {
  if (!differs) return 1;
  const meanA = a / pixels;
  const meanB = b / pixels;
  const variances = squares / pixels - meanA * meanA - meanB * meanB;
  const covariance = products / pixels - meanA * meanB;
  const luminance = (2 * meanA * meanB + C1) / (meanA * meanA + meanB * meanB + C1);
  return (luminance * (2 * covariance + C2)) / (variances + C2);
}

function luma({ channels, height, rows }: RasterRows): Uint8Array {
  const samples = rows(0, height);
  if (channels === 1) return samples;
  const out = new Uint8Array(samples.length / channels);
  for (let to = 0, at = 0; to < out.length; to += 1, at += channels) {
    out[to] = (samples[at]! * 77 + samples[at + 1]! * 150 + samples[at + 2]! * 29) >> 8;
  }
  return out;
}

function worstTile(a: RasterRows, b: RasterRows): number {
  const { width, height, channels } = a;
  const sums = tileDifferences(a, b, TILE);
  const across = Math.ceil(width / TILE);
  let worst = 0;
  for (const [tile, sum] of sums.entries()) {
    const left = (tile % across) * TILE;
    const top = Math.floor(tile / across) * TILE;
    const pixels = Math.min(TILE, width - left) * Math.min(TILE, height - top);
    worst = Math.max(worst, sum / (pixels * channels));
  }
  return worst;
}
