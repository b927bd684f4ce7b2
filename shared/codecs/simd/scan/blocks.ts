import { firstBytes } from '../levels';

/** Rank of the background level among a block's pixels, darkest first, unless ink covers nearly all of it. */
const PAPER_SHARE: f64 = 0.8;

/**
 * Processes one row of blocks, each up to 16 pixels wide: background level, within two levels, and darkest
 * level.
 * @param rows of pixels, up to 255
 */
export function blockRow(
  at: usize,
  stride: usize,
  width: i32,
  rows: i32,
  block: i32,
  bright: usize,
  darkest: usize,
): void {
  for (let left = 0; left < width; left += block) {
    const across = min(block, width - left);
    const inside = firstBytes(across);
    const pixels = across * rows;
    const above = pixels - <i32>ceil<f64>(<f64>pixels * PAPER_SHARE);
    store<u8>(bright, paperBin(at, stride, rows, inside, above) * 4 + 2);
    store<u8>(darkest, darkestOf(at, stride, rows, inside));
    at += block;
    bright += 1;
    darkest += 1;
  }
}

/** Returns the highest of 64 bins with more than `above` pixels in it or higher. */
function paperBin(at: usize, stride: usize, rows: i32, inside: v128, above: i32): i32 {
  let bin = 0;
  for (let step = 32; step > 0; step >>= 1) {
    const tried = bin | step;
    if (countFrom(at, stride, rows, inside, <u8>(tried << 2)) > above) bin = tried;
  }
  return bin;
}

function countFrom(at: usize, stride: usize, rows: i32, inside: v128, level: u8): i32 {
  const least = i8x16.splat(level);
  let counts = i8x16.splat(0);
  for (let row = 0; row < rows; row += 1) {
    counts = i8x16.sub(counts, i8x16.ge_u(v128.load(at), least));
    at += stride;
  }
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(v128.and(counts, inside)));
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  );
}

function darkestOf(at: usize, stride: usize, rows: i32, inside: v128): u8 {
  let least = i8x16.splat(-1);
  for (let row = 0; row < rows; row += 1) {
    least = i8x16.min_u(least, v128.load(at));
    at += stride;
  }
  least = v128.or(least, v128.not(inside));
  least = i8x16.min_u(least, i64x2.shuffle(least, least, 1, 0));
  least = i8x16.min_u(least, i64x2.shr_u(least, 32));
  least = i8x16.min_u(least, i64x2.shr_u(least, 16));
  least = i8x16.min_u(least, i64x2.shr_u(least, 8));
  return i8x16.extract_lane_u(least, 0);
}
