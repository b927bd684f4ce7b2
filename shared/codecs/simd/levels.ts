/** Shared functions on levels of 16 samples at a time. */

const PLACES: v128 = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
export const ZERO: v128 = i8x16.splat(0);

/** All ones in the first `count` bytes. */
export function firstBytes(count: i32): v128 {
  return count >= 16 ? i8x16.splat(-1) : i8x16.lt_u(PLACES, i8x16.splat(<i8>count));
}

export function red(a: v128, b: v128, c: v128): v128 {
  const most = i8x16.shuffle(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0);
  return i8x16.shuffle(most, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29);
}

export function green(a: v128, b: v128, c: v128): v128 {
  const most = i8x16.shuffle(a, b, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0);
  return i8x16.shuffle(most, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30);
}

export function blue(a: v128, b: v128, c: v128): v128 {
  const most = i8x16.shuffle(a, b, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0);
  return i8x16.shuffle(most, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31);
}

/** Rec. 601 luma of 16 pixels: (77 red + 150 green + 29 blue) / 256, rounded down. */
export function lumaOf(r: v128, g: v128, b: v128): v128 {
  const low = weighed(i16x8.extend_low_i8x16_u(r), i16x8.extend_low_i8x16_u(g), i16x8.extend_low_i8x16_u(b));
  const high = weighed(
    i16x8.extend_high_i8x16_u(r),
    i16x8.extend_high_i8x16_u(g),
    i16x8.extend_high_i8x16_u(b),
  );
  return i8x16.narrow_i16x8_u(low, high);
}

function weighed(r: v128, g: v128, b: v128): v128 {
  const reds = i16x8.mul(r, i16x8.splat(77));
  const greens = i16x8.mul(g, i16x8.splat(150));
  return i16x8.shr_u(i16x8.add(i16x8.add(reds, greens), i16x8.mul(b, i16x8.splat(29))), 8);
}

export function lumaOfRgb(at: usize): v128 {
  const a = v128.load(at);
  const b = v128.load(at, 16);
  const c = v128.load(at, 32);
  return lumaOf(red(a, b, c), green(a, b, c), blue(a, b, c));
}

export function absoluteDifference(a: v128, b: v128): v128 {
  return v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a));
}
