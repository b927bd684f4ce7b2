import type { Raster } from './raster.ts';

/** How near two rasters of one size and kind are to each other. */
export interface Similarity {
  /** Mean SSIM of the luma over windows of 8 x 8 (Wang et al. 2004), 1 for equal pictures. */
  readonly ssim: number;
  /** Largest mean absolute difference of the samples in a tile of 16 x 16 pixels, in levels: a lost detail or a shifted colour. */
  readonly worstTile: number;
}

const WINDOW = 8;
const STEP = 4;
const TILE = 16;
/** (0.01 * 255)^2 and (0.03 * 255)^2. */
const C1 = 6.5025;
const C2 = 58.5225;

/** Plain arithmetic in a fixed order, so that a decision made by it is the same in every engine. */
export function similarity(a: Raster, b: Raster): Similarity {
  return { ssim: meanSsim(a, b), worstTile: worstTile(a, b) };
}

function meanSsim(a: Raster, b: Raster): number {
  const lumaA = luma(a);
  const lumaB = luma(b);
  const { width, height } = a;
  const windowWidth = Math.min(WINDOW, width);
  const windowHeight = Math.min(WINDOW, height);
  let total = 0;
  let windows = 0;
  for (let y = 0; y + windowHeight <= height; y += STEP) {
    for (let x = 0; x + windowWidth <= width; x += STEP) {
      total += windowSsim(lumaA, lumaB, y * width + x, width, windowWidth, windowHeight);
      windows += 1;
    }
  }
  return total / windows;
}

function windowSsim(
  a: Uint8Array,
  b: Uint8Array,
  start: number,
  stride: number,
  width: number,
  height: number,
): number {
  let sumA = 0;
  let sumB = 0;
  let squares = 0;
  let products = 0;
  let differs = false;
  for (let row = 0; row < height; row += 1) {
    const from = start + row * stride;
    for (let at = from; at < from + width; at += 1) {
      const left = a[at];
      const right = b[at];
      if (left !== right) differs = true;
      sumA += left;
      sumB += right;
      squares += left * left + right * right;
      products += left * right;
    }
  }
  if (!differs) return 1;
  const count = width * height;
  const meanA = sumA / count;
  const meanB = sumB / count;
  const variances = squares / count - meanA * meanA - meanB * meanB;
  const covariance = products / count - meanA * meanB;
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
