/**
 * Bitmaps: width, height and bytes per row in 32 bits each, four bytes of white, then the rows, 1 = black. Each
 * row ends with at least one white byte, so the bytes on both sides of a row are white. Bits beyond the width
 * are 0.
 */
import { charge, DAMAGED, fail, room } from './memory';

const HEADER_BYTES: usize = 16;

/** Combination operators (T.88, 7.4.1.5). */
export const OR: i32 = 0;
export const AND: i32 = 1;
export const XOR: i32 = 2;
export const XNOR: i32 = 3;
export const REPLACE: i32 = 4;

export function widthOf(bitmap: usize): i32 {
  return load<i32>(bitmap);
}

export function heightOf(bitmap: usize): i32 {
  return load<i32>(bitmap, 4);
}

export function strideOf(bitmap: usize): i32 {
  return load<i32>(bitmap, 8);
}

export function rowOf(bitmap: usize, y: i32): usize {
  return bitmap + HEADER_BYTES + <usize>y * <usize>strideOf(bitmap);
}

/** Returns a white bitmap. */
export function newBitmap(width: i32, height: i32): usize {
  if (width < 0 || height < 0) fail(DAMAGED);
  const stride = <u64>((<u64>width + 7) >> 3) + 1;
  const bitmap = room(stride * <u64>height + HEADER_BYTES + 8);
  charge((<i64>stride * height) >> 3);
  store<i32>(bitmap, width);
  store<i32>(bitmap, height, 4);
  store<i32>(bitmap, <i32>stride, 8);
  return bitmap;
}

/** Makes a white bitmap black. */
export function blacken(bitmap: usize): void {
  const width = widthOf(bitmap);
  const bytes = width >> 3;
  const rest = width & 7;
  for (let y = 0; y < heightOf(bitmap); y += 1) {
    const row = rowOf(bitmap, y);
    memory.fill(row, 0xff, bytes);
    if (rest !== 0) store<u8>(row + bytes, <u8>(0xff00 >> <u32>rest));
  }
}

/** Returns the pixel at this place; white outside of the bitmap. */
export function pixelAt(bitmap: usize, x: i32, y: i32): u32 {
  if (<u32>x >= <u32>widthOf(bitmap) || <u32>y >= <u32>heightOf(bitmap)) return 0;
  return (load<u8>(rowOf(bitmap, y) + (x >> 3)) >> (7 - (x & 7))) & 1;
}

export function blackenPixel(bitmap: usize, x: i32, y: i32): void {
  const at = rowOf(bitmap, y) + (x >> 3);
  store<u8>(at, <u8>(<u32>load<u8>(at) | (0x80 >> <u32>(x & 7))));
}

/** Returns a copy of the columns from `x` on, as far as `from` has them; the rest is white. */
export function columnsOf(from: usize, x: i32, width: i32): usize {
  const part = newBitmap(width, heightOf(from));
  combine(part, from, -(<i64>x), 0, OR);
  return part;
}

/** Draws a bitmap over another one, with its top left pixel at a place that may be outside. */
export function combine(onto: usize, drawn: usize, x: i64, y: i64, operator: i32): void {
  const left = max<i64>(x, 0);
  const right = min<i64>(x + widthOf(drawn), widthOf(onto));
  const top = max<i64>(y, 0);
  const bottom = min<i64>(y + heightOf(drawn), heightOf(onto));
  charge(32);
  if (left >= right || top >= bottom) return;
  const first = <i32>(left >> 3);
  const last = <i32>((right - 1) >> 3);
  charge((last - first + 1) * (bottom - top));
  const firstMask: u32 = 0xff >> <u32>(left & 7);
  const lastMask: u32 = (0xff00 >> <u32>(((right - 1) & 7) + 1)) & 0xff;
  const shift = <u32>((<i64>first * 8 - x) & 7);
  const columns = strideOf(drawn);
  for (let row = <i32>top; row < <i32>bottom; row += 1) {
    const from = rowOf(drawn, <i32>(row - y));
    let source = <i32>((<i64>first * 8 - x) >> 3);
    let to = rowOf(onto, row) + first;
    for (let column = first; column <= last; column += 1, source += 1, to += 1) {
      const one: u32 = source >= 0 && source < columns ? load<u8>(from + source) : 0;
      const two: u32 = source + 1 >= 0 && source + 1 < columns ? load<u8>(from + source + 1) : 0;
      const bits = (((one << 8) | two) >> (8 - shift)) & 0xff;
      let mask: u32 = 0xff;
      if (column === first) mask &= firstMask;
      if (column === last) mask &= lastMask;
      const under: u32 = load<u8>(to);
      let over: u32 = bits;
      if (operator === OR) over = under | bits;
      else if (operator === AND) over = under & bits;
      else if (operator === XOR) over = under ^ bits;
      else if (operator === XNOR) over = ~(under ^ bits);
      store<u8>(to, (under & ~mask) | (over & mask));
    }
  }
}
