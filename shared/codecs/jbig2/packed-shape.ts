import type { Offset, SymbolBitmap } from './symbol-bitmaps.ts';

/** A bitmap with 32 pixels in a word, the leftmost in the highest bit: so that shapes are compared a word at a time. */
export interface PackedShape {
  readonly height: number;
  /** Words of a row that hold pixels; two empty ones follow them, and one goes before the first row. */
  readonly rowWords: number;
  readonly words: Int32Array;
}

export function packShape({ width, height, pixels }: SymbolBitmap): PackedShape {
  const rowWords = (width + 31) >> 5;
  const stride = rowWords + EMPTY_WORDS;
  const words = new Int32Array(1 + stride * height);
  for (let y = 0; y < height; y++) {
    const row = 1 + y * stride;
    for (let x = 0; x < width; x++) {
      words[row + (x >> 5)] |= pixels[y * width + x] << (31 - (x & 31));
    }
  }
  return { height, rowWords, words };
}

const EMPTY_WORDS = 2;

/**
 * Pixels in which two shapes differ with `other` laid at `offset` in the frame of `shape`; some number above `limit`
 * once that is passed. The shapes' widths and the offset's parts differ by less than 32.
 */
export function countMismatches(
  shape: PackedShape,
  other: PackedShape,
  offset: Offset,
  limit: number,
): number {
  const words = Math.max(shape.rowWords, other.rowWords) + 1;
  const shift = Math.max(0, -offset.x);
  const otherShift = Math.max(0, offset.x);
  const bottom = Math.max(shape.height, offset.y + other.height);
  let count = 0;
  for (let y = Math.min(0, offset.y); y < bottom; y++) {
    const row = rowAt(shape, y);
    const otherRow = rowAt(other, y - offset.y);
    for (let word = 0; word < words; word++) {
      const own = row < 0 ? 0 : shifted(shape.words, row + word, shift);
      const theirs = otherRow < 0 ? 0 : shifted(other.words, otherRow + word, otherShift);
      count += bitCount(own ^ theirs);
    }
    if (count > limit) return count;
  }
  return count;
}

/** Index of the first word of a row, or -1 for one above or below the shape. */
function rowAt({ height, rowWords }: PackedShape, y: number): number {
  return y < 0 || y >= height ? -1 : 1 + y * (rowWords + EMPTY_WORDS);
}

function shifted(words: Int32Array, at: number, shift: number): number {
  return shift === 0 ? words[at] : (words[at] >>> shift) | (words[at - 1] << (32 - shift));
}

function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
