/** Undoing the predictors of FlateDecode, BrotliDecode and LZWDecode (ISO 32000-2, 7.4.4.4). */

import type { PredictorParams } from '../../codecs/flate/predictor-params.ts';

const MAX_ROW_BYTES = 1 << 28;

/**
 * The data before prediction; null when the parameters make no sense. A last row that is cut short is undone as
 * far as it goes. May change `data` in place.
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
  // Which PNG filter a row uses stands in the row itself; 10 to 15 all say "PNG". A sample of 12 bits (PNG itself
  // has none) counts as two bytes, as in every reader.
  if (predictor >= 10 && predictor <= 15) return undoPng(data, rowBytes, Math.ceil(bitsPerSample / 8));
  return null;
}

/** PNG specification, 9.2: each row is preceded by its filter type. */
function undoPng(data: Uint8Array, rowBytes: number, sampleBytes: number): Uint8Array {
  const stride = rowBytes + 1;
  const rows = Math.ceil(data.length / stride);
  const out = new Uint8Array(Math.max(0, data.length - rows));
  let above = -1;
  let target = 0;
  for (let row = 0; row < rows; row++) {
    let source = row * stride;
    const filter = data[source++];
    const length = Math.min(rowBytes, data.length - source);
    const start = target;
    const end = target + length;
    switch (filter) {
      case 1: {
        const head = Math.min(end, start + sampleBytes);
        while (target < head) out[target++] = data[source++];
        for (; target < end; target++) out[target] = data[source++] + out[target - sampleBytes];
        break;
      }
      case 2:
        if (above < 0) out.set(data.subarray(source, source + length), target);
        else for (let i = 0; i < length; i++) out[start + i] = data[source + i] + out[above + i];
        break;
      case 3:
        for (let i = 0; i < length; i++) {
          const left = i >= sampleBytes ? out[start + i - sampleBytes] : 0;
          const up = above >= 0 ? out[above + i] : 0;
          out[start + i] = data[source + i] + ((left + up) >> 1);
        }
        break;
      case 4:
        for (let i = 0; i < length; i++) {
          const left = i >= sampleBytes ? out[start + i - sampleBytes] : 0;
          const up = above >= 0 ? out[above + i] : 0;
          const upLeft = i >= sampleBytes && above >= 0 ? out[above + i - sampleBytes] : 0;
          out[start + i] = data[source + i] + paeth(left, up, upLeft);
        }
        break;
      default:
        // 0 is "none"; readers take unknown types for it too.
        out.set(data.subarray(source, source + length), target);
    }
    target = end;
    above = start;
  }
  return out;
}

function paeth(left: number, up: number, upLeft: number): number {
  const fromLeft = Math.abs(up - upLeft);
  const fromUp = Math.abs(left - upLeft);
  const fromUpLeft = Math.abs(left + up - upLeft - upLeft);
  if (fromLeft <= fromUp && fromLeft <= fromUpLeft) return left;
  return fromUp <= fromUpLeft ? up : upLeft;
}

/** TIFF 6.0, section 14: each component is the difference to the same component on its left. */
function undoTiff(data: Uint8Array, rowBytes: number, params: PredictorParams): Uint8Array {
  const { colors, bitsPerComponent, columns } = params;
  for (let start = 0; start < data.length; start += rowBytes) {
    const end = Math.min(data.length, start + rowBytes);
    if (bitsPerComponent === 8) {
      for (let i = start + colors; i < end; i++) data[i] += data[i - colors];
    } else if (bitsPerComponent === 16) {
      const step = colors * 2;
      for (let i = start + step; i + 1 < end; i += 2) {
        const left = (data[i - step] << 8) | data[i - step + 1];
        const sum = left + ((data[i] << 8) | data[i + 1]);
        data[i] = sum >> 8;
        data[i + 1] = sum;
      }
    } else {
      undoTiffBits(data.subarray(start, end), colors, bitsPerComponent, columns);
    }
  }
  return data;
}

function undoTiffBits(row: Uint8Array, colors: number, bits: number, columns: number): void {
  const mask = (1 << bits) - 1;
  const left = new Uint8Array(colors);
  const components = Math.min(columns * colors, Math.floor((row.length * 8) / bits));
  for (let i = 0; i < components; i++) {
    const at = i * bits;
    const shift = 8 - bits - (at & 7);
    const byte = row[at >> 3];
    const value = (((byte >> shift) & mask) + left[i % colors]) & mask;
    left[i % colors] = value;
    row[at >> 3] = (byte & ~(mask << shift)) | (value << shift);
  }
}
