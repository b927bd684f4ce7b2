/**
 * The two passes of `lanczos.ts` in WebAssembly, 8 products at a time, with identical sums, rounding and
 * bytes. AssemblyScript; `node scripts/simd.mjs` compiles it into `codecs/wasm/lanczos-bytes.ts`.
 *
 * Weights are 16-bit, in pairs or eights, padded with zeros; bytes after the last sample are read with zero
 * weights and may have any value.
 */

const WEIGHT_BITS: i32 = 14;
const MIDDLE_BITS: i32 = 5;

/**
 * Vertical: reduces `taps` rows (an even number) of `stride` bytes at `rows` to one row of 16-bit sums at
 * `sums`. Writes up to 32 bytes more than the row.
 */
export function addRows(rows: usize, stride: usize, weights: usize, taps: i32, sums: usize): void {
  const half = i32x4.splat(1 << (WEIGHT_BITS - MIDDLE_BITS - 1));
  const end = rows + stride;
  for (let column = rows; column < end; column += 16) {
    let a = half;
    let b = half;
    let c = half;
    let d = half;
    let at = column;
    for (let tap = 0; tap < taps; tap += 2) {
      const pair = v128.load32_splat(weights + (tap << 1));
      const upper = v128.load(at);
      const lower = v128.load(at + stride);
      at += stride << 1;
      const left = i8x16.shuffle(upper, lower, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      const right = i8x16.shuffle(upper, lower, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
      a = i32x4.add(a, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(left), pair));
      b = i32x4.add(b, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(left), pair));
      c = i32x4.add(c, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(right), pair));
      d = i32x4.add(d, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(right), pair));
    }
    v128.store(sums, i16x8.narrow_i32x4_s(middle(a), middle(b)));
    v128.store(sums + 16, i16x8.narrow_i32x4_s(middle(c), middle(d)));
    sums += 32;
  }
}

function middle(sum: v128): v128 {
  return i32x4.shr_s(sum, WEIGHT_BITS - MIDDLE_BITS);
}

/**
 * Horizontal, one channel. `columns` holds for each of `width` samples the first one of its sum and the
 * number of eights of weights, both 32-bit.
 */
export function reduceOne(sums: usize, columns: usize, weights: usize, width: i32, out: usize): void {
  for (let x = 0; x < width; x += 1) {
    let at = sums + ((<usize>load<i32>(columns)) << 1);
    let total = i32x4.splat(0);
    for (let eights = load<i32>(columns, 4); eights > 0; eights -= 1) {
      total = i32x4.add(total, i32x4.dot_i16x8_s(v128.load(at), v128.load(weights)));
      at += 16;
      weights += 16;
    }
    const pairs = i32x4.add(
      total,
      i8x16.shuffle(total, total, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7),
    );
    const sum = i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1) + ROUNDING;
    store<u8>(out + x, <u8>min(max(sum >> (WEIGHT_BITS + MIDDLE_BITS), 0), 255));
    columns += 8;
  }
}

/** Like reduceOne() for three channels, with pairs of weights. Writes one byte more than the row. */
export function reduceThree(sums: usize, columns: usize, weights: usize, width: i32, out: usize): void {
  for (let x = 0; x < width; x += 1) {
    let at = sums + <usize>load<i32>(columns) * 6;
    let total = i32x4.splat(ROUNDING);
    for (let pairs = load<i32>(columns, 4); pairs > 0; pairs -= 1) {
      const two = v128.load(at);
      const channels = i8x16.shuffle(two, two, 0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11, 4, 5, 10, 11);
      total = i32x4.add(total, i32x4.dot_i16x8_s(channels, v128.load32_splat(weights)));
      at += 12;
      weights += 4;
    }
    store<i32>(out, clamped(total));
    out += 3;
    columns += 8;
  }
}

/** Like reduceThree() for four channels. */
export function reduceFour(sums: usize, columns: usize, weights: usize, width: i32, out: usize): void {
  for (let x = 0; x < width; x += 1) {
    let at = sums + ((<usize>load<i32>(columns)) << 3);
    let total = i32x4.splat(ROUNDING);
    for (let pairs = load<i32>(columns, 4); pairs > 0; pairs -= 1) {
      const two = v128.load(at);
      const channels = i8x16.shuffle(two, two, 0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
      total = i32x4.add(total, i32x4.dot_i16x8_s(channels, v128.load32_splat(weights)));
      at += 16;
      weights += 4;
    }
    store<i32>(out, clamped(total));
    out += 4;
    columns += 8;
  }
}

const ROUNDING: i32 = 1 << (WEIGHT_BITS + MIDDLE_BITS - 1);

/** Four sums as four bytes. */
function clamped(sums: v128): i32 {
  const levels = i32x4.shr_s(sums, WEIGHT_BITS + MIDDLE_BITS);
  const narrow = i16x8.narrow_i32x4_s(levels, levels);
  return i32x4.extract_lane(i8x16.narrow_i16x8_u(narrow, narrow), 0);
}

/**
 * Averages blocks of `box` columns of up to 256 rows of samples, rounded; the last block may be narrower.
 * @param columns room for the 16-bit sums of the columns, and 32 bytes more
 * @param out receives a byte for each block and channel
 */
export function averageBlocks(
  at: usize,
  stride: usize,
  rows: i32,
  box: i32,
  channels: i32,
  columns: usize,
  out: usize,
): void {
  for (let column: usize = 0; column < stride; column += 16) {
    let low = i16x8.splat(0);
    let high = i16x8.splat(0);
    let row = at + column;
    for (let left = rows; left > 0; left -= 1) {
      const samples = v128.load(row);
      low = i16x8.add(low, i16x8.extend_low_i8x16_u(samples));
      high = i16x8.add(high, i16x8.extend_high_i8x16_u(samples));
      row += stride;
    }
    v128.store(columns + (column << 1), low);
    v128.store(columns + (column << 1), high, 16);
  }
  const width = <i32>stride / channels;
  for (let x = 0; x < width; x += box) {
    const wide = min(box, width - x);
    const count = <u32>(rows * wide);
    for (let channel = 0; channel < channels; channel += 1) {
      let sum = count >> 1;
      let sample = columns + ((<usize>(x * channels + channel)) << 1);
      for (let left = wide; left > 0; left -= 1) {
        sum += load<u16>(sample);
        sample += (<usize>channels) << 1;
      }
      store<u8>(out, sum / count);
      out += 1;
    }
  }
}
