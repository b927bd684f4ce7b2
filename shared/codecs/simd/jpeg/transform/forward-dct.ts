import { BLOCK_BYTES, componentAt } from '../frame';
import { PLACES, times, turn } from './block';

/**
 * Transforms samples to unquantized coefficients (T.81, A.3.3), by the method of Loeffler, Ligtenberg and
 * Moschytz in integers of 13 bits, as in libjpeg's accurate encoder.
 */

/** Values of a block, eight rows of eight words. */
const WORK: usize = memory.data(256, 16);
const TURNED: usize = memory.data(256, 16);

/** White minus 128. */
const WHITE: i32 = 127;

/**
 * Transforms a row of a component's blocks from sample rows of the full block width; coefficients are 8 times
 * the standard's, in zigzag order.
 * @param mostOver maximum levels above white: see `withRoom`
 */
export function forwardRow(index: i32, row: i32, samples: usize, pitch: usize, mostOver: i32): void {
  const component = componentAt(index);
  let at = component.coefficients + <usize>(row * component.stride) * BLOCK_BYTES;
  for (let column = 0; column < component.blocksWide; column += 1) {
    forwardBlock(samples, pitch, mostOver, at);
    samples += 8;
    at += BLOCK_BYTES;
  }
}

function forwardBlock(samples: usize, pitch: usize, mostOver: i32, at: usize): void {
  let most = i8x16.splat(0);
  let flat = i8x16.splat(0);
  const first = v128.load64_splat(samples);
  for (let row: usize = 0; row < 8; row += 1) {
    const eight = v128.load64_zero(samples + row * pitch);
    most = i8x16.max_u(most, eight);
    flat = v128.or(flat, v128.xor(eight, first));
    const levels = i16x8.sub(i16x8.extend_low_i8x16_u(eight), i16x8.splat(128));
    v128.store(WORK + row * 32, i32x4.extend_low_i16x8_s(levels));
    v128.store(WORK + row * 32, i32x4.extend_high_i16x8_s(levels), 16);
  }
  if (isFlat(flat, first)) {
    for (let part: usize = 0; part < BLOCK_BYTES; part += 16) v128.store(at + part, i16x8.splat(0));
    store<i16>(at, <i16>(load<i32>(WORK) << 6));
    return;
  }
  if (v128.any_true(i8x16.eq(most, i8x16.splat(-1)))) withRoom(mostOver);
  turn(WORK, TURNED);
  columns(TURNED, 11);
  columns(TURNED + 16, 11);
  turn(TURNED, WORK);
  columns(WORK, 15);
  columns(WORK + 16, 15);
  for (let k: usize = 0; k < 64; k += 1) store<i16>(at + (k << 1), load<i16>(WORK + load<u8>(PLACES + k)));
}

/** Returns whether all rows equal the first, and that has a single level. */
function isFlat(differences: v128, first: v128): bool {
  const level = i8x16.shuffle(first, first, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const all = v128.or(v128.xor(first, level), v128.and(differences, i64x2(-1, 0)));
  return !v128.any_true(all);
}

/**
 * Rounds white plateaus upwards: decoders clip levels above white, and a curve takes fewer bits than an edge,
 * whose ringing would be visible in the adjacent white. Along the zigzag, each run of white becomes a curve
 * that continues its neighbors' slope, as in mozjpeg's deringing (K. Lesiński, 2014).
 */
function withRoom(mostOver: i32): void {
  let sum: i32 = 0;
  let white: i32 = 0;
  for (let i: usize = 0; i < 256; i += 4) {
    const level = load<i32>(WORK + i);
    sum += level;
    if (level >= WHITE) white += 1;
  }
  if (white === 64) return;
  const most = WHITE + min(mostOver, (WHITE * 64 - sum) / white);
  for (let k: i32 = 0; k < 64; k += 1) {
    if (levelAt(k) < WHITE) continue;
    const start = k;
    while (k < 64 && levelAt(k) >= WHITE) k += 1;
    roundOff(start, k, most);
  }
}

function levelAt(k: i32): i32 {
  return load<i32>(WORK + load<u8>(PLACES + k));
}

/** Draws a cubic between two white ends, from `start` to `end` along the zigzag. */
function roundOff(start: i32, end: i32, most: i32): void {
  const before = levelAt(max(start - 1, 0));
  const after = levelAt(min(end, 63));
  let rise = max(before - levelAt(max(start - 2, 0)), WHITE - before);
  let fall = max(after - levelAt(min(end + 1, 63)), WHITE - after);
  if (start === 0) rise = fall;
  if (end === 64) fall = rise;
  const size = <f32>(end - start);
  const step: f32 = <f32>1 / (size + 1);
  for (let k = start; k < end; k += 1) {
    const t = step * <f32>(k - start + 1);
    const t2 = t * t;
    const t3 = t2 * t;
    const over = size * (<f32>rise * (t3 - 2 * t2 + t) - <f32>fall * (t3 - t2));
    store<i32>(WORK + load<u8>(PLACES + k), min(<i32>ceil<f32>(<f32>WHITE + over), most));
  }
}

/** Transforms four columns of eight words, 32 bytes apart, in place; all outputs but 0 and 4 lose `shift` bits. */
function columns(at: usize, shift: i32): void {
  const in0 = v128.load(at);
  const in1 = v128.load(at, 32);
  const in2 = v128.load(at, 64);
  const in3 = v128.load(at, 96);
  const in4 = v128.load(at, 128);
  const in5 = v128.load(at, 160);
  const in6 = v128.load(at, 192);
  const in7 = v128.load(at, 224);
  const sum0 = i32x4.add(in0, in7);
  const sum1 = i32x4.add(in1, in6);
  const sum2 = i32x4.add(in2, in5);
  const sum3 = i32x4.add(in3, in4);
  const even0 = i32x4.add(sum0, sum3);
  const even1 = i32x4.add(sum1, sum2);
  const even2 = i32x4.sub(sum1, sum2);
  const even3 = i32x4.sub(sum0, sum3);
  const turned = times(i32x4.add(even2, even3), 4433);
  v128.store(at, scaled(i32x4.add(even0, even1), shift));
  v128.store(at, scaled(i32x4.sub(even0, even1), shift), 128);
  v128.store(at, descaled(i32x4.add(turned, times(even3, 6270)), shift), 64);
  v128.store(at, descaled(i32x4.sub(turned, times(even2, 15137)), shift), 192);

  const odd0 = i32x4.sub(in0, in7);
  const odd1 = i32x4.sub(in1, in6);
  const odd2 = i32x4.sub(in2, in5);
  const odd3 = i32x4.sub(in3, in4);
  const z5 = times(i32x4.add(i32x4.add(odd3, odd1), i32x4.add(odd2, odd0)), 9633);
  const z1 = times(i32x4.add(odd3, odd0), -7373);
  const z2 = times(i32x4.add(odd2, odd1), -20995);
  const z3 = i32x4.sub(z5, times(i32x4.add(odd3, odd1), 16069));
  const z4 = i32x4.sub(z5, times(i32x4.add(odd2, odd0), 3196));
  v128.store(at, descaled(i32x4.add(times(odd3, 2446), i32x4.add(z1, z3)), shift), 224);
  v128.store(at, descaled(i32x4.add(times(odd2, 16819), i32x4.add(z2, z4)), shift), 160);
  v128.store(at, descaled(i32x4.add(times(odd1, 25172), i32x4.add(z2, z3)), shift), 96);
  v128.store(at, descaled(i32x4.add(times(odd0, 12299), i32x4.add(z1, z4)), shift), 32);
}

/** Sums without a factor: two bits more after the first pass, and two less after the second. */
function scaled(sums: v128, shift: i32): v128 {
  if (shift === 11) return i32x4.shl(sums, 2);
  return i32x4.shr_s(i32x4.add(sums, i32x4.splat(2)), 2);
}

function descaled(value: v128, shift: i32): v128 {
  return i32x4.shr_s(i32x4.add(value, i32x4.splat(1 << (shift - 1))), shift);
}
