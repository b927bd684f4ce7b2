/**
 * Converts pixel formats, 16 pixels at a time, for `raster.ts` and `palette.ts`. AssemblyScript; `node
 * scripts/simd.mjs` compiles it into `codecs/wasm/pixels-bytes.ts`. Functions may read and write up to 64
 * bytes after the end.
 */

/** RGB to RGBA, opaque. */
export function rgbToRgba(at: usize, pixels: i32, out: usize): void {
  const opaque = i32x4.splat(0xff000000);
  for (let x = 0; x < pixels; x += 4) {
    const three = v128.load(at);
    const four = i8x16.shuffle(three, three, 0, 1, 2, 0, 3, 4, 5, 0, 6, 7, 8, 0, 9, 10, 11, 0);
    v128.store(out, v128.or(v128.and(four, i32x4.splat(0x00ffffff)), opaque));
    at += 12;
    out += 16;
  }
}

/** Gray to RGBA, opaque. */
export function grayToRgba(at: usize, pixels: i32, out: usize): void {
  const opaque = i32x4.splat(0xff000000);
  for (let x = 0; x < pixels; x += 4) {
    const gray = v128.load32_zero(at);
    const four = i8x16.shuffle(gray, gray, 0, 0, 0, 4, 1, 1, 1, 4, 2, 2, 2, 4, 3, 3, 3, 4);
    v128.store(out, v128.or(four, opaque));
    at += 4;
    out += 16;
  }
}

export function rgbaToRgb(at: usize, pixels: i32, out: usize): void {
  for (let x = 0; x < pixels; x += 4) {
    const four = v128.load(at);
    v128.store(out, i8x16.shuffle(four, four, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 0, 0, 0, 0));
    at += 16;
    out += 12;
  }
}

export function firstOfFour(at: usize, pixels: i32, out: usize): void {
  for (let x = 0; x < pixels; x += 4) {
    const four = v128.load(at);
    v128.store32_lane(out, i8x16.shuffle(four, four, 0, 4, 8, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 0);
    at += 16;
    out += 4;
  }
}

export function firstOfThree(at: usize, pixels: i32, out: usize): void {
  for (let x = 0; x < pixels; x += 16) {
    const a = v128.load(at);
    const b = v128.load(at, 16);
    const c = v128.load(at, 32);
    const most = i8x16.shuffle(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0);
    v128.store(out, i8x16.shuffle(most, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29));
    at += 48;
    out += 16;
  }
}

/** Returns 1 if all pixels have three equal bytes. */
export function areGray(at: usize, pixels: i32): i32 {
  // Five pixels at a time: bytes may differ from the next one only at pixel borders.
  const inside = i8x16(-1, -1, 0, -1, -1, 0, -1, -1, 0, -1, -1, 0, -1, -1, 0, 0);
  let x = 0;
  for (; x + 5 <= pixels; x += 5) {
    if (v128.any_true(v128.and(v128.xor(v128.load(at), v128.load(at, 1)), inside))) return 0;
    at += 15;
  }
  for (; x < pixels; x += 1) {
    if (load<u8>(at) !== load<u8>(at, 1) || load<u8>(at) !== load<u8>(at, 2)) return 0;
    at += 3;
  }
  return 1;
}

/** Maps indexes to pixels of one or three bytes; `table` has 32 bits per entry. */
export function fromTable(indexes: usize, pixels: i32, table: usize, channels: i32, out: usize): void {
  for (let x = 0; x < pixels; x += 1) {
    store<u32>(out, load<u32>(table + ((<usize>load<u8>(indexes + x)) << 2)));
    out += channels;
  }
}

/** A slot of the color table: the color plus one, or 0; and the number of its tone. */
const SLOT_BYTES: usize = 8;

/** State of `countTones`, which is called for one strip of an image after another. */
let tones: i32 = 0;
let lastColor: u32 = 0;
let lastTone: i32 = 0;

export function resetTones(): void {
  tones = 0;
  lastColor = 0;
}

/**
 * Numbers the colors of gray or RGB pixels in order of appearance, and returns the number so far; -1 as soon
 * as it would exceed `most`.
 * @param slots 2^17 slots, all zero before the first strip
 * @param colors of each tone, 32 bits
 * @param counts pixels of each tone, 32 bits
 */
export function countTones(
  at: usize,
  pixels: i32,
  channels: i32,
  most: i32,
  slots: usize,
  colors: usize,
  counts: usize,
): i32 {
  for (let x = 0; x < pixels; x += 1) {
    const color = colorAt(at, channels);
    at += channels;
    if (color + 1 !== lastColor) {
      if (tones > most) return -1;
      lastColor = color + 1;
      lastTone = toneOf(color, slots, colors, counts);
    }
    const count = counts + ((<usize>lastTone) << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
  return tones;
}

/** Inserts counted tones into empty slots with their old numbers; resets their counts. */
export function seatTones(count: i32, slots: usize, colors: usize, counts: usize): void {
  for (let i: usize = 0; i < <usize>count; i += 1)
    toneOf(load<u32>(colors + (i << 2)), slots, colors, counts);
}

/** Writes each pixel's tone number as a byte; every color must have a slot. */
export function indexTones(
  at: usize,
  pixels: i32,
  channels: i32,
  slots: usize,
  indexOf: usize,
  out: usize,
): void {
  // No color has this value.
  let last: u32 = 0xffffffff;
  let index: u8 = 0;
  for (let x = 0; x < pixels; x += 1) {
    const color = colorAt(at, channels);
    at += channels;
    if (color !== last) {
      last = color;
      index = load<u8>(indexOf + <usize>load<i32>(slotOf(color, slots), 4));
    }
    store<u8>(out + x, index);
  }
}

function colorAt(at: usize, channels: i32): u32 {
  const first: u32 = load<u8>(at);
  return channels === 1 ? first : (first << 16) | ((<u32>load<u8>(at, 1)) << 8) | load<u8>(at, 2);
}

function toneOf(color: u32, slots: usize, colors: usize, counts: usize): i32 {
  const slot = slotOf(color, slots);
  if (load<u32>(slot) !== 0) return load<i32>(slot, 4);
  store<u32>(slot, color + 1);
  store<u32>(slot, tones, 4);
  store<u32>(colors + ((<usize>tones) << 2), color);
  store<u32>(counts + ((<usize>tones) << 2), 0);
  tones += 1;
  return tones - 1;
}

/** Returns the slot of a color, existing or free. */
function slotOf(color: u32, slots: usize): usize {
  let slot = (color * 0x9e3779b1) >>> 15;
  while (true) {
    const place = slots + <usize>slot * SLOT_BYTES;
    const there = load<u32>(place);
    if (there === color + 1 || there === 0) return place;
    slot = (slot + 1) & 0x1ffff;
  }
}

/** Three floats. */
const CENTER_BYTES: usize = 24;

/** Writes for each color the number of the nearest of up to 256 centers; the first of equally near ones. */
export function nearest(
  colors: usize,
  count: usize,
  channels: i32,
  centers: usize,
  centerCount: i32,
  out: usize,
): void {
  for (let i: usize = 0; i < count; i += 1) {
    const color = load<u32>(colors + (i << 2));
    const red = <f64>(channels === 1 ? color : color >> 16);
    const green = <f64>(channels === 1 ? color : (color >> 8) & 255);
    const blue = <f64>(channels === 1 ? color : color & 255);
    store<u8>(out + i, nearestTo(red, green, blue, centers, centerCount));
  }
}

function nearestTo(red: f64, green: f64, blue: f64, centers: usize, centerCount: i32): u8 {
  let best = 0;
  let bestDistance = Infinity;
  for (let index = 0; index < centerCount; index += 1) {
    const toRed = red - load<f64>(centers, 0);
    const toGreen = green - load<f64>(centers, 8);
    const toBlue = blue - load<f64>(centers, 16);
    const distance = toRed * toRed + toGreen * toGreen + toBlue * toBlue;
    if (distance < bestDistance) {
      best = index;
      bestDistance = distance;
    }
    centers += CENTER_BYTES;
  }
  return <u8>best;
}
