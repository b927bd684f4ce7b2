import type { RowFilter } from '../../codecs/flate/png-filter.ts';

const FILTER_TYPES = { none: 0, sub: 1, up: 2, average: 3, paeth: 4 } as const;

/** `filterRows` of the codecs must equal this, byte by byte. */
export function plainFilterRows(
  rows: Uint8Array,
  rowBytes: number,
  pixelBytes: number,
  filter: RowFilter,
): Uint8Array {
  const height = rowBytes === 0 ? 0 : Math.floor(rows.length / rowBytes);
  const out = new Uint8Array(height * (rowBytes + 1));
  const blank = new Uint8Array(rowBytes);
  for (let y = 0; y < height; y += 1) {
    const row = rows.subarray(y * rowBytes, (y + 1) * rowBytes);
    const above = y === 0 ? blank : rows.subarray((y - 1) * rowBytes, y * rowBytes);
    const target = out.subarray(y * (rowBytes + 1), (y + 1) * (rowBytes + 1));
    const type = filter === 'adaptive' ? smallestDifferences(row, above, pixelBytes) : FILTER_TYPES[filter];
    target[0] = type;
    filterRow(type, row, above, pixelBytes, target.subarray(1));
  }
  return out;
}

/**
 * Returns the filter with the smallest sum of bytes taken as signed: the usual heuristic for deflate (PNG,
 * 12.7). "None" hardly ever wins by it and loses when it should win, so it is only tried for the whole image.
 */
function smallestDifferences(row: Uint8Array, above: Uint8Array, pixelBytes: number): number {
  let sub = 0;
  let up = 0;
  let average = 0;
  let paeth = 0;
  for (let i = 0; i < row.length; i += 1) {
    const byte = row[i]!;
    const top = above[i]!;
    const left = i < pixelBytes ? 0 : row[i - pixelBytes]!;
    const topLeft = i < pixelBytes ? 0 : above[i - pixelBytes]!;
    sub += magnitude(byte - left);
    up += magnitude(byte - top);
    average += magnitude(byte - ((left + top) >> 1));
    paeth += magnitude(byte - paethOf(left, top, topLeft));
  }
  const least = Math.min(sub, up, average, paeth);
  if (sub === least) return FILTER_TYPES.sub;
  if (up === least) return FILTER_TYPES.up;
  return average === least ? FILTER_TYPES.average : FILTER_TYPES.paeth;
}

/** Magnitude of a difference modulo 256 taken as -128 to 127. */
function magnitude(difference: number): number {
  return Math.abs((difference << 24) >> 24);
}

/** The one of three neighbors nearest to left + top - topLeft (PNG, 9.4). */
function paethOf(left: number, top: number, topLeft: number): number {
  const fromLeft = Math.abs(top - topLeft);
  const fromTop = Math.abs(left - topLeft);
  const fromTopLeft = Math.abs(left + top - topLeft - topLeft);
  if (fromLeft <= fromTop && fromLeft <= fromTopLeft) return left;
  return fromTop <= fromTopLeft ? top : topLeft;
}

function filterRow(
  type: number,
  row: Uint8Array,
  above: Uint8Array,
  pixelBytes: number,
  out: Uint8Array,
): void {
  const length = row.length;
  switch (type) {
    case FILTER_TYPES.sub:
      out.set(row.subarray(0, pixelBytes));
      for (let i = pixelBytes; i < length; i += 1) out[i] = row[i]! - row[i - pixelBytes]!;
      return;
    case FILTER_TYPES.up:
      for (let i = 0; i < length; i += 1) out[i] = row[i]! - above[i]!;
      return;
    case FILTER_TYPES.average:
      for (let i = 0; i < pixelBytes && i < length; i += 1) out[i] = row[i]! - (above[i]! >> 1);
      for (let i = pixelBytes; i < length; i += 1)
        out[i] = row[i]! - ((row[i - pixelBytes]! + above[i]!) >> 1);
      return;
    case FILTER_TYPES.paeth:
      for (let i = 0; i < pixelBytes && i < length; i += 1) out[i] = row[i]! - above[i]!;
      for (let i = pixelBytes; i < length; i += 1) {
        out[i] = row[i]! - paethOf(row[i - pixelBytes]!, above[i]!, above[i - pixelBytes]!);
      }
      return;
    default:
      out.set(row);
  }
}
