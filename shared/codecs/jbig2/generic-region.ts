import { type Bitmap, bytesPerRow } from '../bitmap.ts';
import { inflatedModule } from '../wasm/inflated-module.ts';
import { DEFLATED_JBIG2_WASM, JBIG2_BYTES } from '../wasm/jbig2-bytes.ts';
import { type KernelExports, Layout, lazyKernel } from '../wasm/kernel.ts';

/**
 * The generic region of ITU-T T.88 (6.2) with arithmetic coding: each pixel is coded in the context of pixels
 * above and to the left. The numbering of contexts is arbitrary as long as it is one-to-one, since all start
 * equal; here a context is the bits of three windows, top row first.
 */

/**
 * Position of an adaptive template pixel relative to the coded pixel: `dy` at most 0, and `dx` below 0 if
 * `dy` is 0.
 */
export interface AdaptivePixel {
  readonly dx: number;
  readonly dy: number;
}

/** A template with its adaptive pixels at their nominal positions, so that every window is contiguous. */
interface Template {
  readonly above2: { readonly pixels: number; readonly ahead: number };
  readonly above1: { readonly pixels: number; readonly ahead: number };
  readonly left: number;
  /** Adaptive pixels, each with the bit of its nominal position in the context. */
  readonly adaptive: readonly (AdaptivePixel & { readonly bit: number })[];
  /** Figures 8 to 11: context of the bit for typical prediction, equal to the previous row or not. */
  readonly typical: number;
}

export type TemplateId = 0 | 1 | 2 | 3;

/** Figures 3 to 6; the adaptive pixels in the order A1 to A4. */
const TEMPLATES: Readonly<Record<TemplateId, Template>> = {
  0: {
    above2: { pixels: 5, ahead: 2 },
    above1: { pixels: 7, ahead: 3 },
    left: 4,
    adaptive: [
      { dx: 3, dy: -1, bit: 4 },
      { dx: -3, dy: -1, bit: 10 },
      { dx: 2, dy: -2, bit: 11 },
      { dx: -2, dy: -2, bit: 15 },
    ],
    typical: 0x9b25,
  },
  1: {
    above2: { pixels: 4, ahead: 2 },
    above1: { pixels: 6, ahead: 3 },
    left: 3,
    adaptive: [{ dx: 3, dy: -1, bit: 3 }],
    typical: 0x0795,
  },
  2: {
    above2: { pixels: 3, ahead: 1 },
    above1: { pixels: 5, ahead: 2 },
    left: 2,
    adaptive: [{ dx: 2, dy: -1, bit: 2 }],
    typical: 0x00e5,
  },
  3: {
    above2: { pixels: 0, ahead: 0 },
    above1: { pixels: 6, ahead: 2 },
    left: 4,
    adaptive: [{ dx: 2, dy: -1, bit: 4 }],
    typical: 0x0195,
  },
};

/** Nominal positions of the template's adaptive pixels, A1 first. */
export function nominalPixels(template: TemplateId): readonly AdaptivePixel[] {
  return TEMPLATES[template].adaptive;
}

/** A bitmap with white around it, so that contexts need no bounds checks. */
export interface PaddedRows {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  /** Bytes per row. */
  readonly stride: number;
  /** Index of the first byte of the first row. */
  readonly origin: number;
}

/** Maximum distance of an adaptive pixel; T.88 allows 128, and images rarely repeat that far. */
export const MAX_REACH = 32;

const MARGIN_BYTES = MAX_REACH / 8 + 2;

/** Pads a bitmap. Invalidates the rows returned before: pages of a document would leave megabytes each. */
export function padRows({ width, height, data }: Bitmap): PaddedRows {
  const packed = bytesPerRow(width);
  const stride = packed + 2 * MARGIN_BYTES;
  const origin = MAX_REACH * stride + MARGIN_BYTES;
  const bytes = roomFor((height + MAX_REACH) * stride);
  const keepLast = (width & 7) === 0 ? 0xff : 0xff00 >> (width & 7);
  for (let y = 0; y < height; y++) {
    const row = origin + y * stride;
    bytes.set(data.subarray(y * packed, (y + 1) * packed), row);
    bytes[row + packed - 1]! &= keepLast;
  }
  return { width, height, bytes, stride, origin };
}

/** Memory for the rows of pages up to A3 at 600 dpi; larger ones have their own. */
const MAX_ROOM_BYTES = 10 * 1024 * 1024;
let room = new Uint8Array();

function roomFor(bytes: number): Uint8Array<ArrayBuffer> {
  if (bytes > MAX_ROOM_BYTES) return new Uint8Array(bytes);
  if (bytes > room.length) room = new Uint8Array(bytes);
  return room.subarray(0, bytes).fill(0);
}

export interface RowRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Exports of `codecs/simd/jbig2-kernel.ts`; arguments are addresses, bytes and counts. */
interface RegionKernel extends KernelExports {
  readonly encodeRows: (
    row: number,
    rows: number,
    stride: number,
    width: number,
    windows: number,
    moved: number,
    contexts: number,
    typical: number,
    symbols: number,
    out: number,
  ) => number;
  readonly countMismatches: (
    row: number,
    rows: number,
    stride: number,
    columns: number,
    distance: number,
    bits: number,
  ) => number;
}

const regionKernel = lazyKernel<RegionKernel>('jbig2', () =>
  inflatedModule(DEFLATED_JBIG2_WASM, JBIG2_BYTES),
);

/** Typical prediction: rows equal to the previous one take a single bit (6.2.5.7): fewer pixels to decode. */
export type RowPrediction = 'typical' | 'none';

/** Returns the arithmetic-coded data of some rows, with the rows above as context. */
export function encodeRows(
  rows: PaddedRows,
  range: RowRange,
  template: TemplateId,
  adaptive: readonly AdaptivePixel[],
  prediction: RowPrediction = 'none',
): Uint8Array<ArrayBuffer> {
  const kernel = regionKernel();
  const { width, stride } = rows;
  const moved = movedTaps(TEMPLATES[template], adaptive, stride);
  const windows = Int32Array.from([
    ...windowNumbers(TEMPLATES[template], moved),
    ...moved.flat(),
    ...noTaps(MAX_TAPS - moved.length),
  ]);
  const contextBytes = 1 << contextBits(TEMPLATES[template]);

  const memory = new Layout();
  const windowsAt = memory.place(WINDOWS_BYTES);
  const contextsAt = memory.place(contextBytes);
  const { bytes, firstRow } = rowsWithContext(rows, range);
  const rowsAt = memory.place(bytes.length);
  const symbolsAt = memory.place((width + 1) * 4);
  const outAt = memory.place(0);
  const heap = memory.heapOf(kernel.memory);
  heap.set(new Uint8Array(windows.buffer), windowsAt);
  heap.fill(0, contextsAt, contextsAt + contextBytes);
  heap.set(bytes, rowsAt);

  const count = range.to - range.from;
  const row = rowsAt + firstRow;
  const length = kernel.encodeRows(
    row,
    count,
    stride,
    width,
    windowsAt,
    moved.length,
    contextsAt,
    prediction === 'typical' ? TEMPLATES[template].typical : -1,
    symbolsAt,
    outAt,
  );
  // Not of `heap`: memory may have grown.
  return new Uint8Array(kernel.memory.buffer).slice(outAt, outAt + length);
}

/**
 * Returns for each offset the number of pixels that differ from the pixel there.
 * @param offsets within `MAX_REACH`
 */
export function countMismatches(
  rows: PaddedRows,
  range: RowRange,
  offsets: readonly AdaptivePixel[],
): readonly number[] {
  const kernel = regionKernel();
  const memory = new Layout();
  const { bytes, firstRow } = rowsWithContext(rows, range);
  const rowsAt = memory.place(bytes.length);
  memory.heapOf(kernel.memory).set(bytes, rowsAt);
  const count = range.to - range.from;
  const columns = bytesPerRow(rows.width);
  return offsets.map(({ dx, dy }) => {
    const distance = dy * rows.stride + (dx >> 3);
    return kernel.countMismatches(rowsAt + firstRow, count, rows.stride, columns, distance, dx & 7);
  });
}

/** Returns the rows with all context above them, and the index of the first row's first byte. */
function rowsWithContext({ bytes, stride, origin }: PaddedRows, { from, to }: RowRange) {
  const start = origin + (from - MAX_REACH) * stride - MARGIN_BYTES;
  return {
    bytes: bytes.subarray(start, start + (to - from + MAX_REACH) * stride),
    firstRow: origin - start + from * stride,
  };
}

/** A moved adaptive pixel: bytes to its eight pixels, bits to the right, its context bit. */
type Tap = readonly [distance: number, bitsRight: number, contextBit: number];

/** Marks an unused tap, which is white. */
const NO_TAP = -0x80000000;
const MAX_TAPS = 4;
const WINDOWS_BYTES = (8 + MAX_TAPS * 3) * 4;

function movedTaps(template: Template, adaptive: readonly AdaptivePixel[], stride: number): readonly Tap[] {
  return template.adaptive.flatMap((nominal, index) => {
    const { dx, dy } = adaptive[index] ?? nominal;
    if (dx === nominal.dx && dy === nominal.dy) return [];
    return [[dy * stride + (dx >> 3), dx & 7, nominal.bit] as const];
  });
}

/** Shift of three bytes so that a window for pixel 0 ends at bit 0, and its position in the context. */
function windowNumbers(template: Template, moved: readonly Tap[]): readonly number[] {
  const { above2, above1, left } = template;
  const kept = moved.reduce((mask, [, , bit]) => mask & ~(1 << bit), 0xffff);
  return [
    15 - above2.ahead,
    (1 << above2.pixels) - 1,
    above1.pixels + left,
    15 - above1.ahead,
    (1 << above1.pixels) - 1,
    left,
    (1 << left) - 1,
    kept,
  ];
}

/** Entries for unused taps. */
function noTaps(count: number): readonly number[] {
  return Array.from({ length: count }, () => [NO_TAP, 0, 0]).flat();
}

function contextBits({ above2, above1, left }: Template): number {
  return above2.pixels + above1.pixels + left;
}
