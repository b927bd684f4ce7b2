import { ZERO } from '../levels';

/** Fractional bits of a reciprocal: exact for squares of up to seven pixels. */
const FRACTION: u32 = 20;

/**
 * Means of squares of `factor` pixels, one row of them.
 * @param scratch room for 16 bits per sample of a row
 */
export function meanRow(
  at: usize,
  stride: usize,
  factor: i32,
  channels: i32,
  width: i32,
  scratch: usize,
  out: usize,
): void {
  const samples = width * factor * channels;
  for (let x = 0; x < samples; x += 16) {
    let low = ZERO;
    let high = ZERO;
    let from = at + x;
    for (let row = 0; row < factor; row += 1) {
      const levels = v128.load(from);
      low = i16x8.add(low, i16x8.extend_low_i8x16_u(levels));
      high = i16x8.add(high, i16x8.extend_high_i8x16_u(levels));
      from += stride;
    }
    const to = scratch + ((<usize>x) << 1);
    v128.store(to, low);
    v128.store(to, high, 16);
  }
  const pixels = <u32>(factor * factor);
  const half = pixels >> 1;
  const share = ((1 << FRACTION) + pixels - 1) / pixels;
  const step = (<usize>channels) << 1;
  for (let x = 0; x < width; x += 1) {
    for (let channel = 0; channel < channels; channel += 1) {
      let sum = half;
      let from = scratch + ((<usize>channel) << 1);
      for (let column = 0; column < factor; column += 1) {
        sum += load<u16>(from);
        from += step;
      }
      store<u8>(out, (sum * share) >> FRACTION);
      out += 1;
    }
    scratch += step * factor;
  }
}

/**
 * Interpolates a row between two rows of a smaller image.
 * @param down share of the lower row, in 256ths
 * @param first and `share`: the pixel before each one, and its distance from there in 256ths; 32 bits each.
 * The last
 *   pixel of the row is repeated
 */
export function enlargeRow(
  upper: usize,
  lower: usize,
  down: i32,
  first: usize,
  share: usize,
  width: i32,
  channels: i32,
  out: usize,
): void {
  for (let x = 0; x < width; x += 1) {
    const place = load<u32>(first) * channels;
    const across = load<i32>(share);
    for (let channel = 0; channel < channels; channel += 1) {
      const above = between(upper + place + channel, channels, across);
      const below = between(lower + place + channel, channels, across);
      store<u8>(out, (above * (256 - down) + below * down + (1 << 15)) >> 16);
      out += 1;
    }
    first += 4;
    share += 4;
  }
}

function between(at: usize, channels: i32, across: i32): i32 {
  return load<u8>(at) * (256 - across) + load<u8>(at + channels) * across;
}

/**
 * Blends an ink over pixels, with `later` further inks drawn afterwards: covers are given as measured, and
 * later inks reduce this one's share.
 * @param covers coverage of each pixel, 16 bits, followed every `stride` bytes by the rows of the later ones
 * @param full coverage of a whole pixel
 * @param color three levels, 8 bits each, the first in the lowest
 */
export function blendRow(
  at: usize,
  covers: usize,
  stride: usize,
  later: i32,
  full: i32,
  pixels: i32,
  channels: i32,
  color: u32,
): void {
  for (let x = 0; x < pixels; x += 1) {
    const cover = <i32>load<u16>(covers);
    if (cover !== 0) {
      let room = full;
      for (let other = 1; other <= later; other += 1) room -= <i32>load<u16>(covers + stride * other);
      room = max(cover, room);
      const half = room >> 1;
      for (let channel = 0; channel < channels; channel += 1) {
        const ink = <i32>((color >> (channel << 3)) & 0xff);
        store<u8>(at + channel, (load<u8>(at + channel) * (room - cover) + ink * cover + half) / room);
      }
    }
    at += channels;
    covers += 2;
  }
}
