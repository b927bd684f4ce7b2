import type { SymbolBitmap } from './symbol-bitmaps.ts';

/** A bitmap with 32 pixels per word, the leftmost in the highest bit, for fast comparison. */
export interface PackedShape {
  readonly height: number;
  /** Words per row with pixels; two empty ones follow them, and one precedes the first row. */
  readonly rowWords: number;
  readonly words: Int32Array;
}

export function packShape(shape: SymbolBitmap): PackedShape {
  return new ShapePacker().pack(shape);
}

/** Packs shapes into a reused buffer: most shapes of a page equal one that is already packed. */
export class ShapePacker {
  #words = new Int32Array(0);

  /** Invalidates the previous result. */
  pack(shape: SymbolBitmap): PackedShape {
    const rowWords = (shape.width + 31) >> 5;
    const count = 1 + (rowWords + EMPTY_WORDS) * shape.height;
    if (count > this.#words.length) this.#words = new Int32Array(count);
    const words = this.#words.subarray(0, count).fill(0);
    packInto(words, shape);
    return { height: shape.height, rowWords, words };
  }
}

function packInto(words: Int32Array, { width, height, pixels }: SymbolBitmap): void {
  let to = 1;
  for (let y = 0, at = 0; y < height; y++, to += EMPTY_WORDS) {
    for (let end = at + width; at < end; to++) {
      const last = Math.min(end, at + 32);
      const spare = 32 - (last - at);
      let word = 0;
      for (; at < last; at++) word = (word << 1) | pixels[at]!;
      words[to] = word << spare;
    }
  }
}

const EMPTY_WORDS = 2;
