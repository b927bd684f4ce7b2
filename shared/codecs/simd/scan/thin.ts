import { ZERO } from '../levels';

/** Pixels from the middle of a thin line to its surroundings. */
const BESIDE: usize = 2;
const BLOCK: i32 = 8;

/**
 * Writes 1 for each block of 8 x 8 pixels of eight rows that may contain a thin line, else 0: a row or column
 * of the block that is darker than both its sides, in total by `least` levels.
 * @param at the first row's first pixel; two rows above and below it and two pixels beside it are read as
 * well
 * @param blocks an even number
 */
export function thinBlocks(at: usize, stride: usize, blocks: i32, least: i32, out: usize): void {
  const enough = i16x8.splat(<i16>least);
  const enoughOfRow = i32x4.splat(least);
  for (let block = 0; block < blocks; block += 2) {
    let row = at;
    let lying = ZERO;
    let low = ZERO;
    let high = ZERO;
    for (let y = 0; y < BLOCK; y += 1) {
      const own = v128.load(row);
      const beneath = depth(own, v128.load(row - stride * BESIDE), v128.load(row + stride * BESIDE));
      const fours = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(beneath));
      lying = v128.or(
        lying,
        i32x4.ge_s(i32x4.add(fours, i32x4.shuffle(fours, fours, 1, 0, 3, 2)), enoughOfRow),
      );
      const between = depth(own, v128.load(row - BESIDE), v128.load(row + BESIDE));
      low = i16x8.add(low, i16x8.extend_low_i8x16_u(between));
      high = i16x8.add(high, i16x8.extend_high_i8x16_u(between));
      row += stride;
    }
    const isFirst = i32x4.extract_lane(lying, 0) !== 0 || v128.any_true(i16x8.ge_s(low, enough));
    const isSecond = i32x4.extract_lane(lying, 2) !== 0 || v128.any_true(i16x8.ge_s(high, enough));
    store<u8>(out, isFirst);
    store<u8>(out, isSecond, 1);
    out += 2;
    at += BLOCK * 2;
  }
}

/** Difference of levels to the darker of both sides. */
function depth(own: v128, before: v128, behind: v128): v128 {
  return i8x16.sub_sat_u(i8x16.min_u(before, behind), own);
}
