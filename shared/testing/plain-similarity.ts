import type { Raster } from '../codecs/pixels/raster.ts';
import type { Similarity } from '../codecs/pixels/similarity.ts';

const WINDOW = 8;
const STEP = 4;
const TILE = 16;
/** (0.01 * 255)^2 and (0.03 * 255)^2. */
const C1 = 6.5025;
const C2 = 58.5225;

/** What `similarity` of the codecs has to equal to the last bit, sample by sample. */
export function plainSimilarity(a: Raster, b: Raster): Similarity {
  return { ssim: meanSsim(a, b), worstTile: worstTile(a, b) };
}

function meanSsim(a: Raster, b: Raster): number {
  const { width, height } = a;
  const lumaA = luma(a);
  const lumaB = luma(b);
  if (width < WINDOW || height < WINDOW) return meanOfStrip(lumaA, lumaB, width, height);
  const across = Math.floor(width / STEP);
  let upper = new CellRow(across);
  let lower = new CellRow(across);
  upper.count(lumaA, lumaB, 0, width);
  let total = 0;
  let windows = 0;
  for (let y = STEP; y + STEP <= height; y += STEP) {
    lower.count(lumaA, lumaB, y, width);
    for (let cell = 0; cell + 1 < across; cell += 1) total += windowSsim(windowSums(upper, lower, cell));
    windows += across - 1;
    [upper, lower] = [lower, upper];
  }
  return total / windows;
}

/** What SSIM wants to know of a window: whole numbers, so they may be added in any order. */
interface Sums {
  pixels: number;
  a: number;
  b: number;
  /** Of both. */
  squares: number;
  products: number;
  differs: boolean;
}

/** The sums of a row of cells of 4 x 4; a window is two by two of them, and four windows share each. */
class CellRow {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly squares: Int32Array;
  readonly products: Int32Array;
  readonly differs: Uint8Array;

  constructor(cells: number) {
    this.a = new Int32Array(cells);
    this.b = new Int32Array(cells);
    this.squares = new Int32Array(cells);
    this.products = new Int32Array(cells);
    this.differs = new Uint8Array(cells);
  }

  count(lumaA: Uint8Array, lumaB: Uint8Array, top: number, stride: number): void {
    for (let cell = 0; cell < this.a.length; cell += 1) {
      let sumA = 0;
      let sumB = 0;
      let squares = 0;
      let products = 0;
      let difference = 0;
      for (let row = 0; row < STEP; row += 1) {
        const from = (top + row) * stride + cell * STEP;
        for (let at = from; at < from + STEP; at += 1) {
          const left = lumaA[at];
          const right = lumaB[at];
          difference |= left ^ right;
          sumA += left;
          sumB += right;
          squares += left * left + right * right;
          products += left * right;
        }
      }
      this.a[cell] = sumA;
      this.b[cell] = sumB;
      this.squares[cell] = squares;
      this.products[cell] = products;
      this.differs[cell] = difference === 0 ? 0 : 1;
    }
  }
}

function windowSums(upper: CellRow, lower: CellRow, cell: number): Sums {
  const right = cell + 1;
  return {
    pixels: WINDOW * WINDOW,
    a: upper.a[cell] + upper.a[right] + lower.a[cell] + lower.a[right],
    b: upper.b[cell] + upper.b[right] + lower.b[cell] + lower.b[right],
    squares: upper.squares[cell] + upper.squares[right] + lower.squares[cell] + lower.squares[right],
    products: upper.products[cell] + upper.products[right] + lower.products[cell] + lower.products[right],
    differs: (upper.differs[cell] | upper.differs[right] | lower.differs[cell] | lower.differs[right]) !== 0,
  };
}

/** Of a picture of which a side is shorter than a window: so are the windows then. */
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
          const left = lumaA[at];
          const right = lumaB[at];
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

function luma({ channels, samples }: Raster): Uint8Array {
  if (channels === 1) return samples;
  const out = new Uint8Array(samples.length / channels);
  for (let to = 0, at = 0; to < out.length; to += 1, at += channels) {
    out[to] = (samples[at] * 77 + samples[at + 1] * 150 + samples[at + 2] * 29) >> 8;
  }
  return out;
}

function worstTile(a: Raster, b: Raster): number {
  const { width, height, channels } = a;
  let worst = 0;
  for (let top = 0; top < height; top += TILE) {
    const bottom = Math.min(height, top + TILE);
    for (let left = 0; left < width; left += TILE) {
      const right = Math.min(width, left + TILE);
      let total = 0;
      for (let y = top; y < bottom; y += 1) {
        const end = (y * width + right) * channels;
        for (let at = (y * width + left) * channels; at < end; at += 1) {
          total += Math.abs(a.samples[at] - b.samples[at]);
        }
      }
      worst = Math.max(worst, total / ((right - left) * (bottom - top) * channels));
    }
  }
  return worst;
}
