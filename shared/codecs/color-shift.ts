import type { Raster } from './raster.ts';

const BLOCK = 8;

/**
 * The most levels by which the mean of one channel differs in a block of 8 x 8 pixels. Errors at the blended edges of
 * letters cancel out in it; a thin line, a dot or a faint fill that took another colour stays, which neither the mean
 * SSIM of the luma nor absolute differences tell from edges.
 *
 * @param b of the same size and channels as `a`
 * @param enough levels: a block beyond them ends the search
 */
export function worstColorShift(a: Raster, b: Raster, enough = Number.POSITIVE_INFINITY): number {
  const { height } = a;
  let worst = 0;
  for (let top = 0; top < height && worst <= enough * BLOCK * BLOCK; top += BLOCK) {
    for (const sum of differencesOfBlocks(a, b, top)) worst = Math.max(worst, Math.abs(sum));
  }
  // A cut-off block at an edge counts as a whole one: little of it is seen.
  return worst / (BLOCK * BLOCK);
}

/** Of each channel of each block in a row of blocks. */
function differencesOfBlocks(a: Raster, b: Raster, top: number): Int32Array {
  const { width, height, channels } = a;
  const before = a.samples;
  const after = b.samples;
  const blockSamples = BLOCK * channels;
  const sums = new Int32Array(Math.ceil(width / BLOCK) * channels);
  for (let y = top; y < Math.min(height, top + BLOCK); y += 1) {
    const start = y * width * channels;
    const rowSamples = width * channels;
    for (let left = 0, block = 0; left < rowSamples; left += blockSamples, block += channels) {
      const end = start + Math.min(rowSamples, left + blockSamples);
      for (let at = start + left; at < end; at += channels) {
        sums[block] += before[at] - after[at];
        if (channels === 1) continue;
        sums[block + 1] += before[at + 1] - after[at + 1];
        sums[block + 2] += before[at + 2] - after[at + 2];
        if (channels === 4) sums[block + 3] += before[at + 3] - after[at + 3];
      }
    }
  }
  return sums;
}
