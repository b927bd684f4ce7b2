import { type KernelExports, Layout, lazyKernel } from '../wasm/kernel.ts';
import { PNG_WASM } from '../wasm/png-bytes.ts';

/** PNG row filters (W3C PNG, section 9), as undone by FlateDecode with `/Predictor 10` to `15`. */
export type RowFilter = 'none' | 'sub' | 'up' | 'paeth' | 'adaptive';

const FILTER_TYPES = { none: 0, sub: 1, up: 2, average: 3, paeth: 4 } as const;

/** Exports of `codecs/simd/png-kernel.ts`; arguments are addresses and counts. */
interface FilterKernel extends KernelExports {
  readonly filterRow: (
    type: number,
    row: number,
    above: number,
    length: number,
    pixelBytes: number,
    out: number,
  ) => void;
  readonly undoRows: (
    from: number,
    bytes: number,
    rowBytes: number,
    pixelBytes: number,
    out: number,
  ) => number;
  readonly sumDifferences: (
    row: number,
    above: number,
    length: number,
    pixelBytes: number,
    out: number,
  ) => void;
}

const filterKernel = lazyKernel<FilterKernel>('png', PNG_WASM);

/**
 * Filters whole rows; each is preceded by its filter type.
 * @param pixelBytes bytes from one sample to the one on its left; 1 for less than a byte
 */
export function filterRows(
  rows: Uint8Array,
  rowBytes: number,
  pixelBytes: number,
  filter: RowFilter,
): Uint8Array {
  const kernel = filterKernel();
  const height = rowBytes === 0 ? 0 : Math.floor(rows.length / rowBytes);
  const memory = new Layout();
  // Zeros before a row, as its left neighbors.
  const margin = (pixelBytes + 15) & ~15;
  const places = [
    memory.place(rowBytes + margin) + margin,
    memory.place(rowBytes + margin) + margin,
  ] as const;
  const outAt = memory.place(rowBytes);
  const sumsAt = memory.place(16);
  const heap = memory.heapOf(kernel.memory);
  for (const place of places) heap.fill(0, place - margin, place + rowBytes);
  const out = new Uint8Array(height * (rowBytes + 1));
  for (let y = 0; y < height; y += 1) {
    const [above, row] = y % 2 === 0 ? places : [places[1], places[0]];
    const source = rows.subarray(y * rowBytes, (y + 1) * rowBytes);
    heap.set(source, row);
    let type: number = filter === 'adaptive' ? FILTER_TYPES.sub : FILTER_TYPES[filter];
    if (filter === 'adaptive') {
      kernel.sumDifferences(row, above, rowBytes, pixelBytes, sumsAt);
      type = smallestDifferences(new Int32Array(heap.buffer, sumsAt, 4));
    }
    const to = y * (rowBytes + 1);
    out[to] = type;
    if (type === FILTER_TYPES.none) {
      out.set(source, to + 1);
    } else {
      kernel.filterRow(type, row, above, rowBytes, pixelBytes, outAt);
      out.set(heap.subarray(outAt, outAt + rowBytes), to + 1);
    }
  }
  return out;
}

/** Bytes of rows that are undone in one call. */
const BATCH_BYTES = 1 << 17;

/**
 * Undoes the filters of rows, each preceded by its filter type. Decodes a truncated last row as far as
 * possible.
 * @param rowBytes without the filter type
 * @param pixelBytes as for `filterRows`
 */
export function unfilterRows(data: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const kernel = filterKernel();
  const length = Math.min(rowBytes, data.length);
  const stride = length + 1;
  const out = new Uint8Array(Math.max(0, data.length - Math.ceil(data.length / stride)));
  const batch = Math.max(1, Math.min(Math.floor(BATCH_BYTES / stride), Math.ceil(data.length / stride)));
  const memory = new Layout();
  const from = memory.place(batch * stride);
  const above = memory.place(length + batch * length);
  const heap = memory.heapOf(kernel.memory);
  heap.fill(0, above, above + length);
  let written = 0;
  for (let at = 0; at < data.length; at += batch * stride) {
    const rows = data.subarray(at, at + batch * stride);
    heap.set(rows, from);
    const bytes = kernel.undoRows(from, rows.length, length, pixelBytes, above + length);
    out.set(heap.subarray(above + length, above + length + bytes), written);
    heap.copyWithin(above, above + bytes, above + bytes + length);
    written += bytes;
  }
  return out;
}

/**
 * Returns the filter with the smallest sum of bytes taken as signed: the usual heuristic for deflate (PNG,
 * 12.7). "None" hardly ever wins by it and loses when it should win, so it is only tried for the whole image.
 */
function smallestDifferences(sums: Int32Array): number {
  const [sub = 0, up = 0, average = 0, paeth = 0] = sums;
  const least = Math.min(sub, up, average, paeth);
  if (sub === least) return FILTER_TYPES.sub;
  if (up === least) return FILTER_TYPES.up;
  return average === least ? FILTER_TYPES.average : FILTER_TYPES.paeth;
}
