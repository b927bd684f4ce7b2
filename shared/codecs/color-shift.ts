import type { Raster } from './raster.ts';

const BLOCK = 8;

/**
 * The most levels by which the mean of one channel differs in a block of 8 x 8 pixels. Errors at the blended edges of
 * letters cancel out in it; a thin line, a dot or a faint fill that took another colour stays, which neither the mean
 * SSIM of the luma nor absolute differences tell from edges.
 *
 * @param b of the same size and channels as `a`
 */
export function worstColorShift(a: Raster, b: Raster): number {
  const { width, height, channels } = a;
  const across = Math.ceil(width / BLOCK) * channels;
  const sums = new Int32Array(across);
  let worst = 0;
  for (let top = 0; top < height; top += BLOCK) {
    const bottom = Math.min(height, top + BLOCK);
    sums.fill(0);
    for (let y = top; y < bottom; y += 1) {
      let at = y * width * channels;
      for (let block = 0; block < across; block += channels) {
        const pixels = Math.min(BLOCK, width - (block / channels) * BLOCK);
        for (const end = at + pixels * channels; at < end; at += channels) {
          for (let channel = 0; channel < channels; channel += 1) {
            sums[block + channel] += a.samples[at + channel] - b.samples[at + channel];
          }
        }
      }
    }
    // A cut-off block at an edge counts as a whole one: little of it is seen.
    for (const sum of sums) worst = Math.max(worst, Math.abs(sum));
  }
  return worst / (BLOCK * BLOCK);
}
