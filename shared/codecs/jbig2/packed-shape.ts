import type { SymbolBitmap } from './symbol-bitmaps.ts';

/** A bitmap with 32 pixels in a word, the leftmost in the highest bit: so that shapes are compared a word at a time. */
export interface PackedShape {
  readonly height: number;
  /** Words of a row that hold pixels; two empty ones follow them, and one goes before the first row. */
  readonly rowWords: number;
  readonly words: Int32Array;
}

export function packShape({ width, height, pixels }: SymbolBitmap): PackedShape {
  const rowWords = (width + 31) >> 5;
  const words = new Int32Array(1 + (rowWords + EMPTY_WORDS) * height);
  let to = 1;
  for (let y = 0, at = 0; y < height; y++, to += EMPTY_WORDS) {
    for (let end = at + width; at < end; to++) {
      const last = Math.min(end, at + 32);
      const spare = 32 - (last - at);
      let word = 0;
      for (; at < last; at++) word = (word << 1) | pixels[at];
      words[to] = word << spare;
    }
  }
  return { height, rowWords, words };
}

const EMPTY_WORDS = 2;
