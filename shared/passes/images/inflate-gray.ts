import { hasZlibHeader, ZLIB_HEADER_BYTES } from '../../codecs/flate/inflate.ts';
import { inflatePieces } from '../../codecs/flate/inflate-raw.ts';
import { areGrayPixels, turnedPixels } from '../../codecs/pixels/pixels-simd.ts';
import { joinedBytes } from '../../lists.ts';

const PIXEL_BYTES = 3;

/**
 * Inflates RGB samples with equal components as one component, so that the other two are never in memory.
 * Null, mostly after the first few pixels, if components differ, and if the data is damaged or has another
 * number of pixels.
 * @param data zlib data of 8-bit RGB samples without predictor
 */
export function inflateGray(data: Uint8Array, pixels: number): Uint8Array | null {
  if (!hasZlibHeader(data)) return null;
  const gray = new GrayPixels(pixels);
  const ended = inflatePieces(data, ZLIB_HEADER_BYTES, (piece) => gray.add(piece));
  return ended === 'whole' && gray.isWhole ? gray.levels : null;
}

/** Collects bytes that need not end with a whole pixel. */
class GrayPixels {
  readonly levels: Uint8Array;
  #count = 0;
  /** Bytes of an incomplete pixel. */
  #rest = new Uint8Array();

  constructor(pixels: number) {
    this.levels = new Uint8Array(pixels);
  }

  get isWhole(): boolean {
    return this.#count === this.levels.length && this.#rest.length === 0;
  }

  /** Returns false if a pixel is not gray or exceeds the count. */
  add(piece: Uint8Array): boolean {
    const bytes = this.#rest.length === 0 ? piece : joinedBytes([this.#rest, piece]);
    const end = bytes.length - (bytes.length % PIXEL_BYTES);
    this.#rest = bytes.slice(end);
    const pixels = bytes.subarray(0, end);
    const count = this.#count + end / PIXEL_BYTES;
    if (count > this.levels.length || !areGrayPixels(pixels)) return false;
    this.levels.set(turnedPixels(pixels, 'firstOfThree'), this.#count);
    this.#count = count;
    return true;
  }
}
