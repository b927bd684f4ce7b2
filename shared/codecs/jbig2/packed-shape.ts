import type { SymbolBitmap } from './symbol-bitmaps.ts';

/** A bitmap with 32 pixels in a word, the leftmost in the highest bit: so that shapes are compared a word at a time. */
export interface PackedShape {
  readonly height: number;
  /** Words of a row that hold pixels; two empty ones follow them, and one goes before the first row. */
  readonly rowWords: number;
  readonly words: Int32Array;
}

export function packShape(shape: SymbolBitmap): PackedShape {
  return new ShapePacker().pack(shape);
}

/** Packs shapes one after the other into the same words: most of those of a page are equal to one that is packed already. */
export class ShapePacker {
  #words = new Int32Array(0);

  /** What was given before is gone. */
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
      for (; at < last; at++) word = (word << 1) | pixels[at];
      words[to] = word << spare;
    }
  }
}

const EMPTY_WORDS = 2;
