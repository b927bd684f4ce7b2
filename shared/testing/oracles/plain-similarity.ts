import type { Raster } from '../../codecs/pixels/raster.ts';
import type { Similarity } from '../../codecs/pixels/similarity.ts';

const WINDOW = 8;
const STEP = 4;
const TILE = 16;
/** (0.01 * 255)^2 and (0.03 * 255)^2. */
const C1 = 6.5025;
const C2 = 58.5225;

/** `similarity` of the codecs must equal this to the last bit. */
export function plainSimilarity(a: Raster, b: Raster): Similarity {
  return { ssim: meanSsim(a, b), worstTile: worstTile(a, b) };
}

/** Sums over a window for SSIM. */
interface Sums {
  pixels: number;
  a: number;
  b: number;
  /** Shared by both images. */
  squares: number;
  products: number;
  differs: boolean;
}

/** Sums up every window separately, row by row. */
function meanSsim(a: Raster, b: Raster): number {
  const { width, height } = a;
  const lumaA = luma(a);
  const lumaB = luma(b);
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
