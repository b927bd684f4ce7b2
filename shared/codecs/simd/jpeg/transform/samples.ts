import { BLOCK_BYTES, Component, componentAt, placeOfRow } from '../frame';

/**
 * Converts sample planes to pixel rows: half-resolution chroma is interpolated like libjpeg's default ("fancy
 * upsampling": three parts of the nearer sample and one of the farther), and YCbCr becomes RGB by JFIF 1.02
 * in 16 bits.
 */

/**
 * Writes rows `from` to `to` as interleaved samples, from planes of `transformRows`.
 * @param scratch room for five rows of `pitch` bytes; each takes two bytes per sample of a plane, and 32 more
 */
export function pixelRows(
  from: i32,
  to: i32,
  width: i32,
  components: i32,
  isYcc: bool,
  scratch: usize,
  pitch: usize,
  out: usize,
): void {
  for (let y = from; y < to; y += 1) {
    for (let index = 0; index < components; index += 1) {
      planeRow(componentAt(index), y, width, scratch, pitch, scratch + (2 + index) * pitch);
    }
    const first = scratch + 2 * pitch;
    if (components === 1) memory.copy(out, first, width);
    else if (isYcc) rgbOfYcc(first, first + pitch, first + 2 * pitch, width, out);
    else interleaved(first, first + pitch, first + 2 * pitch, width, out);
    out += width * components;
  }
}

/** Largest sampling factors of the frame, set by `setFactors`. */
let MAX_HORIZONTAL: i32 = 1;
let MAX_VERTICAL: i32 = 1;
let HEIGHT: i32 = 0;

export function setFactors(horizontal: i32, vertical: i32, height: i32): void {
  MAX_HORIZONTAL = horizontal;
  MAX_VERTICAL = vertical;
  HEIGHT = height;
}

/** Row `y` of one component at the image's width. Only half-wide planes may be half-high. */
function planeRow(component: Component, y: i32, width: i32, scratch: usize, pitch: usize, out: usize): void {
  const isHalfWide = component.horizontal < MAX_HORIZONTAL;
  const isHalfHigh = component.vertical < MAX_VERTICAL;
  if (!isHalfWide) {
    gather(component, y, out);
    return;
  }
  const samples = (width + 1) >> 1;
  const sums = scratch + 16;
  if (isHalfHigh) {
    const near = y >> 1;
    const last = ((HEIGHT + 1) >> 1) - 1;
    const far = min(last, max(0, near + ((y & 1) === 0 ? -1 : 1)));
    gather(component, near, out);
    gather(component, far, scratch + pitch);
    weighted(out, scratch + pitch, samples, sums);
  } else {
    gather(component, y, out);
    widened(out, samples, sums);
  }
  // Repeat the first and last sample.
  store<i16>(sums - 2, load<i16>(sums));
  store<i16>(sums + (samples << 1), load<i16>(sums + ((samples - 1) << 1)));
  if (isHalfHigh) doubled(sums, samples, 8, 7, 4, out);
  else doubled(sums, samples, 1, 2, 2, out);
}

/** Collects a row of a plane from its blocks. */
function gather(component: Component, y: i32, out: usize): void {
  const row = <usize>(placeOfRow(component, y >> 3) * component.stride);
  let at = component.coefficients + row * BLOCK_BYTES + ((y & 7) << 3);
  for (let block = 0; block < component.blocksWide; block += 1) {
    store<u64>(out, load<u64>(at));
    out += 8;
    at += BLOCK_BYTES;
  }
}

function weighted(near: usize, far: usize, samples: i32, sums: usize): void {
  for (let x = 0; x < samples; x += 8) {
    const three = i16x8.mul(v128.load8x8_u(near + x), i16x8.splat(3));
    v128.store(sums + (x << 1), i16x8.add(three, v128.load8x8_u(far + x)));
  }
}

function widened(row: usize, samples: i32, sums: usize): void {
  for (let x = 0; x < samples; x += 8) v128.store(sums + (x << 1), v128.load8x8_u(row + x));
}

/** Two samples for each: three parts of it and one of its left neighbor, then of its right one. */
function doubled(sums: usize, samples: i32, left: i32, right: i32, shift: i32, out: usize): void {
  for (let x = 0; x < samples; x += 8) {
    const at = sums + (x << 1);
    const three = i16x8.mul(v128.load(at), i16x8.splat(3));
    const before = i16x8.add(i16x8.add(three, v128.load(at - 2)), i16x8.splat(<i16>left));
    const behind = i16x8.add(i16x8.add(three, v128.load(at + 2)), i16x8.splat(<i16>right));
    const odd = i16x8.shl(i16x8.shr_u(behind, shift), 8);
    v128.store(out + (x << 1), v128.or(i16x8.shr_u(before, shift), odd));
  }
}

/** Eight pixels at a time; writes up to seven too many. */
function rgbOfYcc(luma: usize, blue: usize, red: usize, width: i32, out: usize): void {
  const center = i16x8.splat(128);
  const half = i32x4.splat(32768);
  for (let x = 0; x < width; x += 8) {
    const y = v128.load8x8_u(luma + x);
    const cb = i16x8.sub(v128.load8x8_u(blue + x), center);
    const cr = i16x8.sub(v128.load8x8_u(red + x), center);
    const cbLow = i32x4.extend_low_i16x8_s(cb);
    const cbHigh = i32x4.extend_high_i16x8_s(cb);
    const crLow = i32x4.extend_low_i16x8_s(cr);
    const crHigh = i32x4.extend_high_i16x8_s(cr);
    const r = shares(
      i32x4.add(i32x4.mul(crLow, i32x4.splat(91881)), half),
      i32x4.add(i32x4.mul(crHigh, i32x4.splat(91881)), half),
    );
    const g = shares(greenOf(cbLow, crLow), greenOf(cbHigh, crHigh));
    const b = shares(
      i32x4.add(i32x4.mul(cbLow, i32x4.splat(116130)), half),
      i32x4.add(i32x4.mul(cbHigh, i32x4.splat(116130)), half),
    );
    const rg = i8x16.narrow_i16x8_u(i16x8.add(y, r), i16x8.add(y, g));
    const bb = i8x16.narrow_i16x8_u(i16x8.add(y, b), center);
    storePixels(rg, bb, out);
    out += 24;
  }
}

function greenOf(cb: v128, cr: v128): v128 {
  const blue = i32x4.mul(cb, i32x4.splat(-22554));
  return i32x4.add(i32x4.add(blue, i32x4.splat(32768)), i32x4.mul(cr, i32x4.splat(-46802)));
}

function shares(low: v128, high: v128): v128 {
  return i16x8.narrow_i32x4_s(i32x4.shr_s(low, 16), i32x4.shr_s(high, 16));
}

/** Stores eight samples of red, green and blue each as 24 bytes. */
function storePixels(rg: v128, b: v128, out: usize): void {
  v128.store(out, i8x16.shuffle(rg, b, 0, 8, 16, 1, 9, 17, 2, 10, 18, 3, 11, 19, 4, 12, 20, 5));
  const rest = i8x16.shuffle(rg, b, 13, 21, 6, 14, 22, 7, 15, 23, 0, 0, 0, 0, 0, 0, 0, 0);
  v128.store64_lane(out, rest, 0, 16);
}

function interleaved(first: usize, second: usize, third: usize, width: i32, out: usize): void {
  for (let x = 0; x < width; x += 8) {
    const two = v128.load64_lane(second + x, v128.load64_zero(first + x), 1);
    storePixels(two, v128.load64_zero(third + x), out);
    out += 24;
  }
}
