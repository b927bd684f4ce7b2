import { hasZlibHeader, ZLIB_HEADER_BYTES } from '../../codecs/flate/inflate.ts';
import { inflatePieces } from '../../codecs/flate/inflate-raw.ts';
import { areGrayPixels, turnedPixels } from '../../codecs/pixels/pixels-simd.ts';

const PIXEL_BYTES = 3;

/**
 * The first of three equal components of every pixel, so that the other two are never in memory; null, mostly after the
 * first few pixels, where some are not equal, and where the data is damaged or not of so many pixels.
 *
 * @param data zlib data of RGB samples of 8 bits, unpredicted
 */
export function inflateGray(data: Uint8Array, pixels: number): Uint8Array | null {
  if (!hasZlibHeader(data)) return null;
  const gray = new GrayPixels(pixels);
  const ended = inflatePieces(data, ZLIB_HEADER_BYTES, (piece) => gray.add(piece));
  return ended === 'whole' && gray.isWhole ? gray.levels : null;
}

/** Takes bytes of pixels as they come, which need not end with a whole pixel. */
class GrayPixels {
  readonly levels: Uint8Array;
  #count = 0;
  /** Of a pixel that is not whole. */
  #rest = new Uint8Array();

  constructor(pixels: number) {
    this.levels = new Uint8Array(pixels);
  }

  get isWhole(): boolean {
    return this.#count === this.levels.length && this.#rest.length === 0;
  }

  /** False where a pixel is not gray, or one too many. */
  add(piece: Uint8Array): boolean {
    const bytes = this.#rest.length === 0 ? piece : joined(this.#rest, piece);
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

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
