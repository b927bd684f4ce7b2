/**
 * Similarity of two shapes of a page, for the symbols of JBIG2. AssemblyScript; `node scripts/simd.mjs`
 * compiles it into `codecs/wasm/symbols-bytes.ts`. Shapes are packed by `jbig2/packed-shape.ts`: 32 pixels
 * per word, the leftmost in the highest bit, with an empty word before the first row and two after each.
 */

/** Offsets along one side by size difference, from -2 on: the likeliest first, and a terminator. */
const PLACES: usize = memory.data<i8>([-1, 0, -2, 9, 0, -1, 9, 9, 0, 9, 9, 9, 0, 1, 9, 9, 1, 0, 2, 9]);
const NO_PLACE: i32 = 9;

/** Bits for each offset in the result of `bestPlace`. */
const OFFSET_BITS: i32 = 3;
const OFFSET_BIAS: i32 = 2;

/**
 * Returns the fewest pixels in which a shape differs from another one laid on it, times 64, and the first
 * such offset, both coordinates from -2 on: `count << 6 | x + 2 << 3 | y + 2`. `limit + 1` if every offset
 * exceeds `limit`.
 * @param shape the words of the shape, and of the other one
 * @param wider pixels by which the shape is wider than the other one, and `higher`: from -2 to 2
 */
export function bestPlace(
  shape: usize,
  height: i32,
  words: i32,
  other: usize,
  otherHeight: i32,
  otherWords: i32,
  wider: i32,
  higher: i32,
  limit: i32,
): i32 {
  // Another size is never equal, even if the missing part is white.
  const least = wider === 0 && higher === 0 ? 0 : 1;
  let best = (OFFSET_BIAS << OFFSET_BITS) | OFFSET_BIAS;
  let fewest = limit + 1;
  for (let across = placesOf(wider); ; across += 1) {
    const x = <i32>load<i8>(across);
    if (x === NO_PLACE) break;
    for (let down = placesOf(higher); ; down += 1) {
      const y = <i32>load<i8>(down);
      if (y === NO_PLACE) break;
      // PDFium does not support an offset of a symbol's height or more.
      if (abs(y) >= otherHeight) continue;
      const isNarrow = words === 1 && otherWords === 1;
      const differing = isNarrow
        ? narrowMismatches(shape, height, other, otherHeight, x, y, fewest - 1)
        : mismatches(shape, height, words, other, otherHeight, otherWords, x, y, fewest - 1);
      const count = max(least, differing);
      if (count >= fewest) continue;
      best = ((x + OFFSET_BIAS) << OFFSET_BITS) | (y + OFFSET_BIAS);
      fewest = count;
    }
  }
  return (fewest << (OFFSET_BITS * 2)) | best;
}

function placesOf(difference: i32): usize {
  return PLACES + ((<usize>(difference + OFFSET_BIAS)) << 2);
}

const EMPTY_WORDS: i32 = 2;

/**
 * For shapes whose widths differ, including the offset, by less than 32; a number above `limit` once that is
 * exceeded.
 */
function mismatches(
  shape: usize,
  height: i32,
  words: i32,
  other: usize,
  otherHeight: i32,
  otherWords: i32,
  x: i32,
  y: i32,
  limit: i32,
): i32 {
  const columns = max(words, otherWords) + 1;
  const shift = <u32>max(0, -x);
  const otherShift = <u32>max(0, x);
  const bottom = max(height, y + otherHeight);
  let count = 0;
  for (let row = min(0, y); row < bottom; row += 1) {
    const own = rowAt(shape, height, words, row);
    const theirs = rowAt(other, otherHeight, otherWords, row - y);
    for (let column = 0; column < columns; column += 1) {
      const at = (<usize>column) << 2;
      const a = own === 0 ? 0 : shifted(own + at, shift);
      const b = theirs === 0 ? 0 : shifted(theirs + at, otherShift);
      count += popcnt(a ^ b);
    }
    if (count > limit) return count;
  }
  return count;
}

/** Address of a row's first word, 0 for one outside the shape. */
function rowAt(shape: usize, height: i32, words: i32, row: i32): usize {
  return <u32>row >= <u32>height ? 0 : shape + ((<usize>(1 + row * (words + EMPTY_WORDS))) << 2);
}

/** A word of a row, shifted right. */
function shifted(at: usize, shift: u32): u32 {
  return <u32>((((<u64>load<u32>(at - 4)) << 32) | load<u32>(at)) >> shift);
}

/** Like mismatches() for shapes of up to 32 pixels in width: a row at a time. */
function narrowMismatches(
  shape: usize,
  height: i32,
  other: usize,
  otherHeight: i32,
  x: i32,
  y: i32,
  limit: i32,
): i32 {
  const shift = <u64>max(0, -x);
  const otherShift = <u64>max(0, x);
  const bottom = max(height, y + otherHeight);
  let count = 0;
  for (let row = min(0, y); row < bottom; row += 1) {
    count += <i32>popcnt(wide(shape, height, row, shift) ^ wide(other, otherHeight, row - y, otherShift));
    if (count > limit) return count;
  }
  return count;
}

/** The only word of a row, in the upper half, shifted right. */
function wide(shape: usize, height: i32, row: i32, shift: u64): u64 {
  const at = rowAt(shape, height, 1, row);
  return at === 0 ? 0 : ((<u64>load<u32>(at)) << 32) >> shift;
}
