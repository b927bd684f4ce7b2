/** Bit masks of a block's coefficients by magnitude: 64 bits, DC lowest. */

const ZERO: v128 = i16x8.splat(0);

/** Coefficients with magnitude of at least `least`. */
export function placesFrom(block: usize, least: i32): u64 {
  const bound = i16x8.splat(<i16>least);
  const low = largeOf16(block, bound) | (largeOf16(block + 32, bound) << 16);
  const high = largeOf16(block + 64, bound) | (largeOf16(block + 96, bound) << 16);
  return ((<u64>high) << 32) | low;
}

function largeOf16(at: usize, bound: v128): u32 {
  const first = i16x8.ge_u(i16x8.abs(v128.load(at)), bound);
  const second = i16x8.ge_u(i16x8.abs(v128.load(at, 16)), bound);
  return i8x16.bitmask(i8x16.narrow_i16x8_s(first, second));
}

/** Coefficients whose magnitude has this bit. */
export function placesWith(block: usize, bit: i32): u64 {
  const mask = i16x8.splat(<i16>bit);
  const low = setOf16(block, mask) | (setOf16(block + 32, mask) << 16);
  const high = setOf16(block + 64, mask) | (setOf16(block + 96, mask) << 16);
  return ((<u64>high) << 32) | low;
}

function setOf16(at: usize, mask: v128): u32 {
  const first = i16x8.ne(v128.and(i16x8.abs(v128.load(at)), mask), ZERO);
  const second = i16x8.ne(v128.and(i16x8.abs(v128.load(at, 16)), mask), ZERO);
  return i8x16.bitmask(i8x16.narrow_i16x8_s(first, second));
}
