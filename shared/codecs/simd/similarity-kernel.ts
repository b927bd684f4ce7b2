import { absoluteDifference, firstBytes, lumaOfRgb, ZERO } from './levels';

/**
 * Sums for `similarity.ts` and `color-shift.ts`, 16 samples at a time. AssemblyScript; `node
 * scripts/simd.mjs` compiles it into `codecs/wasm/similarity-bytes.ts`. Sums are integers, and quotients have
 * a fixed order, so results are bit-identical in every engine. Functions may read up to 64 bytes after a row.
 */

/** Luma of `pixels` RGB pixels, and of up to 15 more. */
export function lumaRow(at: usize, pixels: i32, out: usize): void {
  for (let x = 0; x < pixels; x += 16) {
    v128.store(out + x, lumaOfRgb(at));
    at += 48;
  }
}

/** Sums of one row of 4 x 4 cells: five consecutive arrays of 32 bits, `room` bytes each. */
const SUM_A: usize = 0;
const SUM_B: usize = 1;
const SQUARES: usize = 2;
const PRODUCTS: usize = 3;
const DIFFERS: usize = 4;

/**
 * Sums of the cells in four rows of two lumas: levels of each, squares of both, and products; and whether
 * anything differs.
 */
export function countCells(a: usize, b: usize, stride: usize, cells: i32, out: usize, room: usize): void {
  for (let cell = 0; cell < cells; cell += 4) {
    let sumA = ZERO;
    let sumB = ZERO;
    let squaresLow = ZERO;
    let squaresHigh = ZERO;
    let productsLow = ZERO;
    let productsHigh = ZERO;
    let difference = ZERO;
    let at = (<usize>cell) << 2;
    for (let row = 0; row < 4; row += 1) {
      const left = v128.load(a + at);
      const right = v128.load(b + at);
      at += stride;
      difference = v128.or(difference, v128.xor(left, right));
      sumA = i16x8.add(sumA, i16x8.extadd_pairwise_i8x16_u(left));
      sumB = i16x8.add(sumB, i16x8.extadd_pairwise_i8x16_u(right));
      const leftLow = i16x8.extend_low_i8x16_u(left);
      const leftHigh = i16x8.extend_high_i8x16_u(left);
      const rightLow = i16x8.extend_low_i8x16_u(right);
      const rightHigh = i16x8.extend_high_i8x16_u(right);
      squaresLow = i32x4.add(squaresLow, i32x4.add(square(leftLow), square(rightLow)));
      squaresHigh = i32x4.add(squaresHigh, i32x4.add(square(leftHigh), square(rightHigh)));
      productsLow = i32x4.add(productsLow, i32x4.dot_i16x8_s(leftLow, rightLow));
      productsHigh = i32x4.add(productsHigh, i32x4.dot_i16x8_s(leftHigh, rightHigh));
    }
    const to = out + ((<usize>cell) << 2);
    v128.store(to + SUM_A * room, i32x4.extadd_pairwise_i16x8_u(sumA));
    v128.store(to + SUM_B * room, i32x4.extadd_pairwise_i16x8_u(sumB));
    v128.store(to + SQUARES * room, inPairs(squaresLow, squaresHigh));
    v128.store(to + PRODUCTS * room, inPairs(productsLow, productsHigh));
    v128.store(to + DIFFERS * room, i32x4.ne(difference, ZERO));
  }
}

function square(levels: v128): v128 {
  return i32x4.dot_i16x8_s(levels, levels);
}

function inPairs(low: v128, high: v128): v128 {
  const even = i8x16.shuffle(low, high, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27);
  const odd = i8x16.shuffle(low, high, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
  return i32x4.add(even, odd);
}

/** Adds to `total` the SSIM of all windows of 8 x 8, two by two cells of two rows of cells. */
export function addWindows(
  upper: usize,
  lower: usize,
  cells: i32,
  room: usize,
  c1: f64,
  c2: f64,
  total: f64,
): f64 {
  for (let cell = 0; cell + 1 < cells; cell += 1) {
    const differs = ofWindow(upper, lower, DIFFERS * room);
    if (differs === 0) {
      total += 1;
    } else {
      const meanA = <f64>ofWindow(upper, lower, SUM_A * room) / 64;
      const meanB = <f64>ofWindow(upper, lower, SUM_B * room) / 64;
      const squares = <f64>ofWindow(upper, lower, SQUARES * room);
      const products = <f64>ofWindow(upper, lower, PRODUCTS * room);
      const variances = squares / 64 - meanA * meanA - meanB * meanB;
      const covariance = products / 64 - meanA * meanB;
      const luminance = (2 * meanA * meanB + c1) / (meanA * meanA + meanB * meanB + c1);
      total += (luminance * (2 * covariance + c2)) / (variances + c2);
    }
    upper += 4;
    lower += 4;
  }
  return total;
}

function ofWindow(upper: usize, lower: usize, sums: usize): i32 {
  upper += sums;
  lower += sums;
  return load<i32>(upper) + load<i32>(upper, 4) + load<i32>(lower) + load<i32>(lower, 4);
}

/** Sums of absolute differences in tiles of `tileBytes` (16, 48 or 64) times `rows` (16 at most), 32 bits each. */
export function addTiles(a: usize, b: usize, stride: i32, rows: i32, tileBytes: i32, out: usize): void {
  for (let left = 0; left < stride; left += tileBytes) {
    const end = min(stride, left + tileBytes);
    let sums = ZERO;
    let at: usize = left;
    for (let row = 0; row < rows; row += 1) {
      for (let x = left; x < end; x += 16) {
        const difference = absoluteDifference(v128.load(a + at + x - left), v128.load(b + at + x - left));
        sums = i16x8.add(sums, i16x8.extadd_pairwise_i8x16_u(v128.and(difference, firstBytes(end - x))));
      }
      at += stride;
    }
    const four = i32x4.extadd_pairwise_i16x8_u(sums);
    store<i32>(
      out,
      i32x4.extract_lane(four, 0) +
        i32x4.extract_lane(four, 1) +
        i32x4.extract_lane(four, 2) +
        i32x4.extract_lane(four, 3),
    );
    out += 4;
  }
}

/** The largest absolute sum of one channel's differences in a block of 8 pixels times `rows` (8 at most). */
export function worstBlock(a: usize, b: usize, stride: i32, rows: i32, channels: i32, scratch: usize): i32 {
  const blockBytes = 8 * channels;
  let worst = 0;
  for (let left = 0; left < stride; left += blockBytes) {
    const bytes = min(blockBytes, stride - left);
    for (let group = 0; group < bytes; group += 8) {
      let sums = ZERO;
      let at = <usize>(left + group);
      for (let row = 0; row < rows; row += 1) {
        const before = i16x8.extend_low_i8x16_u(v128.load64_zero(a + at));
        sums = i16x8.add(sums, i16x8.sub(before, i16x8.extend_low_i8x16_u(v128.load64_zero(b + at))));
        at += stride;
      }
      v128.store(scratch + (group << 1), sums);
    }
    for (let channel = 0; channel < channels; channel += 1) {
      let sum = 0;
      for (let place = channel; place < bytes; place += channels) sum += load<i16>(scratch + (place << 1));
      worst = max(worst, abs(sum));
    }
  }
  return worst;
}
