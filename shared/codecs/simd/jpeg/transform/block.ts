/** A block of eight rows of eight words, for both directions of the transform. */

/** From row order to zigzag order (T.81, Figure A.6), as byte offsets in a block. */
export const PLACES: usize = memory.data<u8>([
  0, 4, 32, 64, 36, 8, 12, 40, 68, 96, 128, 100, 72, 44, 16, 20, 48, 76, 104, 132, 160, 192, 164, 136, 108,
  80, 52, 24, 28, 56, 84, 112, 140, 168, 196, 224, 228, 200, 172, 144, 116, 88, 60, 92, 120, 148, 176, 204,
  232, 236, 208, 180, 152, 124, 156, 184, 212, 240, 244, 216, 188, 220, 248, 252,
]);

/** Multiplies by a constant with 13 fractional bits. */
export function times(value: v128, factor: i32): v128 {
  return i32x4.mul(value, i32x4.splat(factor));
}

/** Transposes. */
export function turn(from: usize, to: usize): void {
  turnQuarter(from, to);
  turnQuarter(from + 16, to + 128);
  turnQuarter(from + 128, to + 16);
  turnQuarter(from + 144, to + 144);
}

function turnQuarter(from: usize, to: usize): void {
  const a = v128.load(from);
  const b = v128.load(from, 32);
  const c = v128.load(from, 64);
  const d = v128.load(from, 96);
  const ab = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
  const cd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
  const abHigh = v128.shuffle<i32>(a, b, 2, 6, 3, 7);
  const cdHigh = v128.shuffle<i32>(c, d, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<i64>(ab, cd, 0, 2));
  v128.store(to, v128.shuffle<i64>(ab, cd, 1, 3), 32);
  v128.store(to, v128.shuffle<i64>(abHigh, cdHigh, 0, 2), 64);
  v128.store(to, v128.shuffle<i64>(abHigh, cdHigh, 1, 3), 96);
}
