import { BLOCK_BYTES, Component, componentAt, placeOfRow } from '../frame';
import { PLACES, times, turn } from './block';

/**
 * Transforms coefficients to samples (T.81, A.3.3 and A.3.4), by the method of Loeffler, Ligtenberg and
 * Moschytz in integers of 13 bits: bit-identical to libjpeg's accurate decoder for all coefficients.
 */

/** Quantization steps of four components, 64 words of 32 bits each in zigzag order. */
export const STEPS: usize = memory.data(4 * 256);

/** Values of a block, eight rows of eight words. */
const WORK: usize = memory.data(256, 16);
const TURNED: usize = memory.data(256, 16);

/** Replaces the coefficients of each block with samples in these rows by its 64 samples, row by row. */
export function transformRows(index: i32, from: i32, to: i32): void {
  const component = componentAt(index);
  const steps = STEPS + <usize>index * 256;
  const end = min(to, component.blocksHigh);
  for (let row = from; row < end; row += 1) {
    const first = <usize>(placeOfRow(component, row) * component.stride);
    for (let block = first; block < first + component.blocksWide; block += 1) {
      transformBlock(component, block, steps);
    }
  }
}

function transformBlock(component: Component, block: usize, steps: usize): void {
  const at = component.coefficients + block * BLOCK_BYTES;
  let waiting = load<u64>(component.nonZero + block * 8);
  const dc = <i32>load<i16>(at) * load<i32>(steps);
  if (waiting === 0) {
    const sample = i8x16.splat(<i8>min(255, max(0, (((((dc << 2) + 16) >> 5) << 22) >> 22) + 128)));
    for (let part: usize = 0; part < 64; part += 16) v128.store(at + part, sample);
    return;
  }
  for (let part: usize = 0; part < 256; part += 16) v128.store(WORK + part, i32x4.splat(0));
  store<i32>(WORK, dc);
  for (; waiting !== 0; waiting &= waiting - 1) {
    const k = <usize>ctz(waiting);
    store<i32>(WORK + load<u8>(PLACES + k), <i32>load<i16>(at + (k << 1)) * load<i32>(steps + (k << 2)));
  }
  columns(WORK, 11);
  columns(WORK + 16, 11);
  turn(WORK, TURNED);
  columns(TURNED, 18);
  columns(TURNED + 16, 18);
  turn(TURNED, WORK);
  for (let row: usize = 0; row < 8; row += 2) {
    const upper = i16x8.narrow_i32x4_s(sampleOf(row, 0), sampleOf(row, 16));
    const lower = i16x8.narrow_i32x4_s(sampleOf(row + 1, 0), sampleOf(row + 1, 16));
    v128.store(at + row * 8, i8x16.narrow_i16x8_u(upper, lower));
  }
}

/** Values beyond ten bits wrap around, as in libjpeg's table; only damaged data reaches them. */
function sampleOf(row: usize, offset: usize): v128 {
  const value = v128.load(WORK + row * 32 + offset);
  return i32x4.add(i32x4.shr_s(i32x4.shl(value, 22), 22), i32x4.splat(128));
}

/** Transforms four columns of eight words, 32 bytes apart, in place, and divides by 2^shift. */
function columns(at: usize, shift: i32): void {
  const in0 = v128.load(at);
  const in2 = v128.load(at, 64);
  const in4 = v128.load(at, 128);
  const in6 = v128.load(at, 192);
  let z1 = times(i32x4.add(in2, in6), 4433);
  const even2 = i32x4.add(z1, times(in6, -15137));
  const even3 = i32x4.add(z1, times(in2, 6270));
  const sum = i32x4.shl(i32x4.add(in0, in4), 13);
  const difference = i32x4.shl(i32x4.sub(in0, in4), 13);
  const half = i32x4.splat(1 << (shift - 1));
  const t10 = i32x4.add(i32x4.add(sum, even3), half);
  const t13 = i32x4.add(i32x4.sub(sum, even3), half);
  const t11 = i32x4.add(i32x4.add(difference, even2), half);
  const t12 = i32x4.add(i32x4.sub(difference, even2), half);

  const in1 = v128.load(at, 32);
  const in3 = v128.load(at, 96);
  const in5 = v128.load(at, 160);
  const in7 = v128.load(at, 224);
  z1 = times(i32x4.add(in7, in1), -7373);
  const z2 = times(i32x4.add(in5, in3), -20995);
  const z5 = times(i32x4.add(i32x4.add(in7, in3), i32x4.add(in5, in1)), 9633);
  const z3 = i32x4.add(times(i32x4.add(in7, in3), -16069), z5);
  const z4 = i32x4.add(times(i32x4.add(in5, in1), -3196), z5);
  const odd0 = i32x4.add(times(in7, 2446), i32x4.add(z1, z3));
  const odd1 = i32x4.add(times(in5, 16819), i32x4.add(z2, z4));
  const odd2 = i32x4.add(times(in3, 25172), i32x4.add(z2, z3));
  const odd3 = i32x4.add(times(in1, 12299), i32x4.add(z1, z4));

  v128.store(at, i32x4.shr_s(i32x4.add(t10, odd3), shift));
  v128.store(at, i32x4.shr_s(i32x4.add(t11, odd2), shift), 32);
  v128.store(at, i32x4.shr_s(i32x4.add(t12, odd1), shift), 64);
  v128.store(at, i32x4.shr_s(i32x4.add(t13, odd0), shift), 96);
  v128.store(at, i32x4.shr_s(i32x4.sub(t13, odd0), shift), 128);
  v128.store(at, i32x4.shr_s(i32x4.sub(t12, odd1), shift), 160);
  v128.store(at, i32x4.shr_s(i32x4.sub(t11, odd2), shift), 192);
  v128.store(at, i32x4.shr_s(i32x4.sub(t10, odd3), shift), 224);
}
