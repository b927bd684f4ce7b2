import type { Bitmap } from '../../codecs/bitmap.ts';
import { codeSymbols } from '../../codecs/jbig2/encode.ts';
import { encodeRows, nominalPixels, padRows } from '../../codecs/jbig2/generic-region.ts';

/** Rows of a band: enough for its contexts to learn what the drawing looks like. */
const BAND_ROWS = 256;
/** One band of so many is coded. */
const BANDS_FOR_ONE = 4;
/** Symbols, and adaptive pixels in better places, save less than this where there is no halftone and nothing repeats. */
const CLEARLY_MORE = 2;
/** Pixels per coded byte: what does not reach this may be a halftone, of which better places save more. */
const HALFTONE_PIXELS_PER_BYTE = 100;

/**
 * Whether a large bitmap takes far more than so many bytes in any of the ways of `encodeJbig2`, found out without coding all of
 * it; false where that is not certain, since it repeats itself or may be a halftone. Looks at bands of its rows.
 */
export function clearlyTakesMore(bitmap: Bitmap, bytes: number): boolean {
  const { width, height } = bitmap;
  if (height < BAND_ROWS * BANDS_FOR_ONE) return false;
  const rows = padRows(bitmap);
  const step = BAND_ROWS * BANDS_FOR_ONE;
  let [coded, seen] = [0, 0];
  for (let from = 0; from + BAND_ROWS <= height; from += step) {
    coded += encodeRows(rows, { from, to: from + BAND_ROWS }, 0, nominalPixels(0)).length;
    seen += BAND_ROWS;
  }
  const about = (coded / seen) * height;
  if (about * HALFTONE_PIXELS_PER_BYTE > width * height || about < bytes * CLEARLY_MORE) return false;
  return codeSymbols([bitmap], [Math.round(about)]).pages[0] === null;
}
