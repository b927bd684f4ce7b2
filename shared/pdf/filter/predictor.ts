/** Undoes the predictors of FlateDecode, BrotliDecode and LZWDecode (ISO 32000-2, 7.4.4.4). */

import { unfilterRows } from '../../codecs/flate/png-filter.ts';
import type { PredictorParams } from '../../codecs/flate/predictor-params.ts';

const MAX_ROW_BYTES = 1 << 28;

/**
 * Returns the data before prediction; null if the parameters are invalid. Decodes a truncated last row as far
 * as possible. May change `data` in place.
 */
export function undoPredictor(data: Uint8Array, params: PredictorParams): Uint8Array | null {
  const { predictor, colors, bitsPerComponent, columns } = params;
  if (predictor === 1) return data;
  const bitsPerSample = colors * bitsPerComponent;
  const rowBytes = Math.ceil((bitsPerSample * columns) / 8);
  const sane =
    Number.isInteger(colors) &&
    colors >= 1 &&
    colors <= 256 &&
    [1, 2, 4, 8, 16].includes(bitsPerComponent) &&
    Number.isInteger(columns) &&
    columns >= 1 &&
    rowBytes <= MAX_ROW_BYTES;
  if (!sane) return null;
  if (predictor === 2) return undoTiff(data, rowBytes, params);
  // Each row states its own PNG filter; 10 to 15 all mean "PNG". A sample of 12 bits (PNG itself has none)
  // counts as two bytes, as in every reader.
  if (predictor >= 10 && predictor <= 15) return unfilterRows(data, rowBytes, Math.ceil(bitsPerSample / 8));
  return null;
}

/** TIFF 6.0, section 14: each component is the difference to the same component on its left. */
function undoTiff(data: Uint8Array, rowBytes: number, params: PredictorParams): Uint8Array {
  const { colors, bitsPerComponent, columns } = params;
  // Nothing is on the left of a row's only pixel; a hostile stream has 200 million such rows.
  if (columns === 1) return data;
  // One for all rows: a hostile stream has 100 million rows of a byte.
  const left = new Uint8Array(colors);
  for (let start = 0; start < data.length; start += rowBytes) {
    const end = Math.min(data.length, start + rowBytes);
    if (bitsPerComponent === 8) {
      for (let i = start + colors; i < end; i++) data[i]! += data[i - colors]!;
    } else if (bitsPerComponent === 16) {
      const step = colors * 2;
      for (let i = start + step; i + 1 < end; i += 2) {
        const left = (data[i - step]! << 8) | data[i - step + 1]!;
        const sum = left + ((data[i]! << 8) | data[i + 1]!);
        data[i] = sum >> 8;
        data[i + 1] = sum;
      }
    } else {
      undoTiffBits(data, start, end, left.fill(0), bitsPerComponent, columns);
    }
  }
  return data;
}

/** @param left the components before the row, all 0; changed in place */
function undoTiffBits(
  data: Uint8Array,
  start: number,
  end: number,
  left: Uint8Array,
  bits: number,
  columns: number,
): void {
  const mask = (1 << bits) - 1;
  const colors = left.length;
  const components = Math.min(columns * colors, Math.floor(((end - start) * 8) / bits));
  for (let i = 0; i < components; i++) {
    const at = i * bits;
    const shift = 8 - bits - (at & 7);
    const byte = data[start + (at >> 3)]!;
    const value = (((byte >> shift) & mask) + left[i % colors]!) & mask;
    left[i % colors] = value;
    data[start + (at >> 3)] = (byte & ~(mask << shift)) | (value << shift);
  }
}
