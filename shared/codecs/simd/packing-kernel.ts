import { firstBytes } from './levels';

/**
 * Packs samples of fewer than 8 bits, high-order bit first (ISO 32000-2, 8.9.5.2), and maps samples through a
 * table, for `codecs/flate/sample-bits.ts`. AssemblyScript; `node scripts/simd.mjs` compiles it into
 * `codecs/wasm/packing-bytes.ts`. Functions may read and write up to 64 bytes after the end.
 */

/**
 * Packs rows of one sample per byte to `bits` per sample, each row padded with zeros to a whole byte. Samples
 * are below 2^bits.
 */
export function packRows(values: usize, width: usize, rows: i32, bits: i32, out: usize): void {
  const stride = (width * bits + 7) >> 3;
  for (let row = 0; row < rows; row += 1) {
    for (let x: usize = 0, to = out; x < width; x += 16) {
      const sixteen = v128.and(v128.load(values + x), firstBytes(<i32>(width - x)));
      if (bits === 1) store<u16>(to, ones(sixteen));
      else if (bits === 2) v128.store32_lane(to, halved(halved(sixteen, 2), 4), 0);
      else v128.store64_lane(to, halved(sixteen, 4), 0);
      to += bits << 1;
    }
    values += width;
    out += stride;
  }
}

/** Bits of 16 samples, the first one highest in the first byte. */
function ones(samples: v128): u16 {
  const turned = i8x16.shuffle(samples, samples, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
  return <u16>i8x16.bitmask(i8x16.shl(turned, 7));
}

/** Merges pairs of bytes, the first of them `bits` higher. */
function halved(samples: v128, bits: i32): v128 {
  const first = i16x8.shl(v128.and(samples, i16x8.splat(0xff)), bits);
  const both = v128.or(first, i16x8.shr_u(samples, 8));
  return i8x16.narrow_i16x8_u(both, both);
}

/** Reverses packRows(). */
export function unpackRows(packed: usize, width: usize, rows: i32, bits: i32, out: usize): void {
  const stride = (width * bits + 7) >> 3;
  for (let row = 0; row < rows; row += 1) {
    for (let x: usize = 0, from = packed; x < width; x += 16) {
      let sixteen: v128;
      if (bits === 1) sixteen = bitsOf(v128.load16_splat(from));
      else if (bits === 2) sixteen = doubled(doubled(v128.load32_zero(from), 4), 2);
      else sixteen = doubled(v128.load64_zero(from), 4);
      v128.store(out + x, sixteen);
      from += bits << 1;
    }
    packed += stride;
    out += width;
  }
}

function bitsOf(twoBytes: v128): v128 {
  const each = i8x16.shuffle(twoBytes, twoBytes, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
  const places = i8x16(-128, 64, 32, 16, 8, 4, 2, 1, -128, 64, 32, 16, 8, 4, 2, 1);
  return v128.and(i8x16.eq(v128.and(each, places), places), i8x16.splat(1));
}

/** Splits each of the first eight bytes in two: above its lower `bits`, and these. */
function doubled(samples: v128, bits: i32): v128 {
  const high = i8x16.shr_u(samples, bits);
  const most: i32 = (1 << bits) - 1;
  const low = v128.and(samples, i8x16.splat(<i8>most));
  return i8x16.shuffle(high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

/** Maps bytes through a table of 256. */
export function turn(at: usize, count: usize, table: usize, out: usize): void {
  for (let i: usize = 0; i < count; i += 4) {
    const four = load<u32>(at + i);
    const low = <u32>load<u8>(table + (four & 255)) | ((<u32>load<u8>(table + ((four >> 8) & 255))) << 8);
    const high = <u32>load<u8>(table + ((four >> 16) & 255)) | ((<u32>load<u8>(table + (four >> 24))) << 8);
    store<u32>(out + i, low | (high << 16));
  }
}

/** Sets the byte of each used level. */
export function markLevels(at: usize, count: usize, marks: usize): void {
  for (let i: usize = 0; i < count; i += 1) store<u8>(marks + load<u8>(at + i), 1);
}
