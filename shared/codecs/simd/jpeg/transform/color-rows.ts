import { blue, green, red } from '../../levels';

/** Converts pixel rows to luminance and chrominance (T.871, 7), in libjpeg's integer arithmetic. */

/** Converts `pixels` RGB pixels; writes up to 15 samples more. */
export function yccRow(rgb: usize, pixels: i32, luma: usize, cb: usize, cr: usize): void {
  for (let x = 0; x < pixels; x += 16) {
    const a = v128.load(rgb);
    const b = v128.load(rgb, 16);
    const c = v128.load(rgb, 32);
    const r = red(a, b, c);
    const g = green(a, b, c);
    const bl = blue(a, b, c);
    const rLow = i16x8.extend_low_i8x16_u(r);
    const gLow = i16x8.extend_low_i8x16_u(g);
    const bLow = i16x8.extend_low_i8x16_u(bl);
    const rHigh = i16x8.extend_high_i8x16_u(r);
    const gHigh = i16x8.extend_high_i8x16_u(g);
    const bHigh = i16x8.extend_high_i8x16_u(bl);
    v128.store(luma + x, i8x16.narrow_i16x8_u(lumaOf(rLow, gLow, bLow), lumaOf(rHigh, gHigh, bHigh)));
    v128.store(cb + x, i8x16.narrow_i16x8_u(blueOf(rLow, gLow, bLow), blueOf(rHigh, gHigh, bHigh)));
    v128.store(cr + x, i8x16.narrow_i16x8_u(redOf(rLow, gLow, bLow), redOf(rHigh, gHigh, bHigh)));
    rgb += 48;
  }
}

/** Factors with 16 fractional bits; factors beyond 16 bits are halved and applied twice. */
function lumaOf(r: v128, g: v128, b: v128): v128 {
  return weighed(r, g, pair(19595, 19235), g, b, pair(19235, 7471), 32768);
}

function blueOf(r: v128, g: v128, b: v128): v128 {
  return weighed(r, g, pair(-11059, -21709), b, b, pair(16384, 16384), (128 << 16) + 32767);
}

function redOf(r: v128, g: v128, b: v128): v128 {
  return weighed(g, b, pair(-27439, -5329), r, r, pair(16384, 16384), (128 << 16) + 32767);
}

function pair(first: i16, second: i16): v128 {
  return i16x8(first, second, first, second, first, second, first, second);
}

function weighed(a: v128, b: v128, ab: v128, c: v128, d: v128, cd: v128, half: i32): v128 {
  const low = i32x4.add(
    i32x4.dot_i16x8_s(v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11), ab),
    i32x4.dot_i16x8_s(v128.shuffle<i16>(c, d, 0, 8, 1, 9, 2, 10, 3, 11), cd),
  );
  const high = i32x4.add(
    i32x4.dot_i16x8_s(v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15), ab),
    i32x4.dot_i16x8_s(v128.shuffle<i16>(c, d, 4, 12, 5, 13, 6, 14, 7, 15), cd),
  );
  const more = i32x4.splat(half);
  return i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.add(low, more), 16), i32x4.shr_s(i32x4.add(high, more), 16));
}

/** Repeats the last of `samples` up to `end`. */
export function lengthen(row: usize, samples: i32, end: i32): void {
  memory.fill(row + samples, load<u8>(row + samples - 1), end - samples);
}

/**
 * Means of 2 x 2 samples, rounded down and up in turn, since a constant bias would tint the image; `pairs` of
 * them.
 */
export function halveRows(upper: usize, lower: usize, pairs: i32, out: usize): void {
  const turns = i16x8(1, 2, 1, 2, 1, 2, 1, 2);
  for (let x = 0; x < pairs; x += 8) {
    const above = i16x8.extadd_pairwise_i8x16_u(v128.load(upper + (x << 1)));
    const below = i16x8.extadd_pairwise_i8x16_u(v128.load(lower + (x << 1)));
    const means = i16x8.shr_u(i16x8.add(i16x8.add(above, below), turns), 2);
    v128.store64_lane(out + x, i8x16.narrow_i16x8_u(means, means), 0);
  }
}
