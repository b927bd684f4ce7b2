import { type Raster, type RasterRows, rowsOf } from './raster.ts';
import { worstBlockDifference } from './similarity-simd.ts';

const BLOCK = 8;

/**
 * The most levels by which the mean of one channel differs in a block of 8 x 8 pixels. Errors at the blended edges of
 * letters cancel out in it; a thin line, a dot or a faint fill that took another colour stays, which neither the mean
 * SSIM of the luma nor absolute differences tell from edges.
 *
 * @param b of the same size and channels as `a`
 * @param enough levels: a block beyond them ends the search
 */
export function worstColorShift(
  a: Raster,
  b: Raster | RasterRows,
  enough = Number.POSITIVE_INFINITY,
): number {
  const [before, after] = [rowsOf(a), rowsOf(b)];
  let worst = 0;
  for (let top = 0; top < a.height && worst <= enough * BLOCK * BLOCK; top += BLOCK) {
    worst = Math.max(worst, worstBlockDifference(before, after, top));
  }
  // A cut-off block at an edge counts as a whole one: little of it is seen.
  return worst / (BLOCK * BLOCK);
}
