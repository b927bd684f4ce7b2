import { absoluteDifference, blue, firstBytes, green, lumaOf, red, ZERO } from './levels';

/**
 * Counts the features that `classify.ts` uses, 16 pixels at a time. AssemblyScript; `node scripts/simd.mjs`
 * compiles it into `codecs/wasm/classify-bytes.ts`. Functions may read up to 64 bytes after a row.
 */

/** Neighbors counted by `countNeighbours`. */
let grainy: i32 = 0;
let equal: i32 = 0;
let strong: i32 = 0;

export function resetNeighbours(): void {
  grainy = 0;
  equal = 0;
  strong = 0;
}
export function grainyNeighbours(): i32 {
  return grainy;
}
export function equalNeighbours(): i32 {
  return equal;
}
export function strongNeighbours(): i32 {
  return strong;
}

/**
 * Counts pairs of neighbors in a row of gray or RGB: equal ones, and those whose luma differs by `from` to
 * `below` levels, or by `edge` and more.
 */
export function countNeighbours(
  at: usize,
  width: i32,
  channels: i32,
  from: i32,
  below: i32,
  edge: i32,
): void {
  let next = at + channels;
  for (let pairs = width - 1; pairs > 0; pairs -= 16) {
    let same: v128;
    let difference: v128;
    if (channels === 1) {
      difference = absoluteDifference(v128.load(at), v128.load(next));
      same = i8x16.eq(difference, ZERO);
    } else {
      const a = v128.load(at);
      const b = v128.load(at, 16);
      const c = v128.load(at, 32);
      const nextA = v128.load(next);
      const nextB = v128.load(next, 16);
      const nextC = v128.load(next, 32);
      const r = red(a, b, c);
      const g = green(a, b, c);
      const l = blue(a, b, c);
      const nextR = red(nextA, nextB, nextC);
      const nextG = green(nextA, nextB, nextC);
      const nextL = blue(nextA, nextB, nextC);
      same = v128.and(v128.and(i8x16.eq(r, nextR), i8x16.eq(g, nextG)), i8x16.eq(l, nextL));
      difference = absoluteDifference(lumaOf(r, g, l), lumaOf(nextR, nextG, nextL));
    }
    const counted = firstBytes(pairs);
    const grain = v128.and(
      i8x16.ge_u(difference, i8x16.splat(<i8>from)),
      i8x16.lt_u(difference, i8x16.splat(<i8>below)),
    );
    grainy += popcnt(i8x16.bitmask(v128.and(grain, counted)));
    strong += popcnt(i8x16.bitmask(v128.and(i8x16.ge_u(difference, i8x16.splat(<i8>edge)), counted)));
    equal += popcnt(i8x16.bitmask(v128.and(same, counted)));
    at += 16 * channels;
    next += 16 * channels;
  }
}

/**
 * Adds the colors of a row to a table and returns the new number of colors.
 * @param slots `mask + 1` words of 64 bits, a power of two; each 0, or a color plus one
 * @param count colors in the table; none is added from `most` on
 */
export function addColors(
  at: usize,
  width: i32,
  channels: i32,
  slots: usize,
  mask: u32,
  count: i32,
  most: i32,
): i32 {
  let last: u64 = 0;
  for (let x = 0; x < width && count < most; x += 1) {
    let color: u64 = load<u8>(at);
    if (channels > 1) color = (color << 16) | ((<u64>load<u8>(at, 1)) << 8) | load<u8>(at, 2);
    if (channels === 4) color = (color << 8) | load<u8>(at, 3);
    at += channels;
    color += 1;
    if (color === last) continue;
    last = color;
    let slot = (<u32>color * 0x9e3779b1) >>> 16;
    while (true) {
      const place = slots + ((<usize>(slot & mask)) << 3);
      const there = load<u64>(place);
      if (there === color) break;
      if (there === 0) {
        store<u64>(place, color);
        count += 1;
        break;
      }
      slot += 1;
    }
  }
  return count;
}

/** `countNeighbours` for four inks, with their total darkness as luma. */
export function countInkNeighbours(at: usize, width: i32, from: i32, below: i32, edge: i32): void {
  let luma = darknessOf(at);
  for (let pairs = width - 1; pairs > 0; pairs -= 1) {
    const next = at + 4;
    const nextLuma = darknessOf(next);
    const difference = abs(luma - nextLuma);
    if (load<u32>(at) === load<u32>(next)) equal += 1;
    else if (difference >= from && difference < below) grainy += 1;
    else if (difference >= edge) strong += 1;
    at = next;
    luma = nextLuma;
  }
}

function darknessOf(at: usize): i32 {
  const three = (<i32>load<u8>(at) * 77 + <i32>load<u8>(at, 1) * 150 + <i32>load<u8>(at, 2) * 29) >> 8;
  return min(255, three + <i32>load<u8>(at, 3));
}
