import { type Raster, type RasterRows, rowsOf } from './raster.ts';
import { worstBlockDifference } from './similarity-simd.ts';

const BLOCK = 8;

/**
 * Returns the largest difference in the mean of one channel in a block of 8 x 8 pixels, in levels. Errors at
 * blended edges of letters cancel out in it. A thin line, a dot or a faint fill of another color shows, which
 * neither the mean SSIM of the luma nor absolute differences distinguish from edges.
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
  // An incomplete block at an edge counts as a whole one: it is hardly visible.
  return worst / (BLOCK * BLOCK);
}
