import type { Bitmap } from '../../codecs/bitmap.ts';
import { codeSymbols } from '../../codecs/jbig2/encode.ts';
import { encodeRows, nominalPixels, padRows } from '../../codecs/jbig2/generic-region.ts';

/** Rows of a band: enough for its contexts to adapt. */
const BAND_ROWS = 256;
/** One of this many bands is encoded. */
const BANDS_FOR_ONE = 4;
/** Symbols and better adaptive pixels save less than this factor if there is no halftone or repetition. */
const CLEARLY_MORE = 2;
/** Pixels per encoded byte: below, it may be a halftone, for which better adaptive pixels save more. */
const HALFTONE_PIXELS_PER_BYTE = 100;

/**
 * Returns whether a large bitmap takes far more than `bytes` in all forms of `encodeJbig2`, without encoding
 * all of it. False if uncertain, because of repetitions or halftones. Encodes bands of its rows.
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
