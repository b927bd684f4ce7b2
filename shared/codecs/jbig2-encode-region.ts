import { ArithmeticEncoder } from './arithmetic-encoder.ts';
import { type Bitmap, bytesPerRow } from './bitmap.ts';

/**
 * The generic region of ITU-T T.88 (6.2), arithmetic coding, without typical prediction: rows of pixels, each coded
 * in the context of pixels above and to the left. How a template numbers its contexts is free as long as it is
 * one-to-one, for all of them start equal; so a context here is the bits of three windows, top row first.
 */

/** Where an adaptive template pixel lies, relative to the pixel coded: `dy` at most 0, and `dx` below 0 when it is 0. */
export interface AdaptivePixel {
  readonly dx: number;
  readonly dy: number;
}

/** A template with its adaptive pixels at their nominal places, which make every window one unbroken run. */
interface Template {
  readonly above2: { readonly pixels: number; readonly ahead: number };
  readonly above1: { readonly pixels: number; readonly ahead: number };
  readonly left: number;
  /** With the bit that the pixel's nominal place has in the context. */
  readonly adaptive: readonly (AdaptivePixel & { readonly bit: number })[];
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
  },
  1: {
    above2: { pixels: 4, ahead: 2 },
    above1: { pixels: 6, ahead: 3 },
    left: 3,
    adaptive: [{ dx: 3, dy: -1, bit: 3 }],
  },
  2: {
    above2: { pixels: 3, ahead: 1 },
    above1: { pixels: 5, ahead: 2 },
    left: 2,
    adaptive: [{ dx: 2, dy: -1, bit: 2 }],
  },
  3: {
    above2: { pixels: 0, ahead: 0 },
    above1: { pixels: 6, ahead: 2 },
    left: 4,
    adaptive: [{ dx: 2, dy: -1, bit: 4 }],
  },
};

/** Where the template's adaptive pixels lie unless they are moved, A1 first. */
export function nominalPixels(template: TemplateId): readonly AdaptivePixel[] {
  return TEMPLATES[template].adaptive;
}

/** A bitmap with white around it, so that no context has to ask whether a pixel lies inside. */
export interface PaddedRows {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  /** Bytes from one row to the next. */
  readonly stride: number;
  /** Index of the first byte of the first row. */
  readonly origin: number;
}

/** Pixels that an adaptive pixel may lie away from its own; T.88 allows 128, and pictures rarely repeat that far. */
export const MAX_REACH = 32;

const MARGIN_BYTES = MAX_REACH / 8 + 2;

export function padRows({ width, height, data }: Bitmap): PaddedRows {
  const packed = bytesPerRow(width);
  const stride = packed + 2 * MARGIN_BYTES;
  const origin = MAX_REACH * stride + MARGIN_BYTES;
  const bytes = new Uint8Array((height + MAX_REACH) * stride);
  const keepLast = (width & 7) === 0 ? 0xff : 0xff00 >> (width & 7);
  for (let y = 0; y < height; y++) {
    const row = origin + y * stride;
    bytes.set(data.subarray(y * packed, (y + 1) * packed), row);
    bytes[row + packed - 1]! &= keepLast;
  }
  return { width, height, bytes, stride, origin };
}

export interface RowRange {
  readonly from: number;
  /** First row that is not coded any more. */
  readonly to: number;
}

/** The arithmetic-coded data of some rows; the rows above them serve as context. */
export function encodeRows(
  rows: PaddedRows,
  range: RowRange,
  template: TemplateId,
  adaptive: readonly AdaptivePixel[],
): Uint8Array<ArrayBuffer> {
  const moved = movedTaps(TEMPLATES[template], adaptive);
  return moved.length === 0
    ? encodeNominal(rows, range, TEMPLATES[template])
    : encodeMoved(rows, range, TEMPLATES[template], moved);
}

function encodeNominal(rows: PaddedRows, range: RowRange, template: Template): Uint8Array<ArrayBuffer> {
  const { bytes, stride, origin, width } = rows;
  const windows = windowShifts(template);
  const { shift2, mask2, place2, shift1, mask1, place1, mask0 } = windows;
  const encoder = newEncoder(windows, rows, range);
  const columns = bytesPerRow(width);

  for (let y = range.from; y < range.to; y++) {
    const row0 = origin + y * stride;
    const row1 = row0 - stride;
    const row2 = row1 - stride;
    for (let column = 0; column < columns; column++) {
      const word2 = threeBytes(bytes, row2 + column);
      const word1 = threeBytes(bytes, row1 + column);
      const word0 = threeBytes(bytes, row0 + column);
      if ((word0 | word1 | word2) === 0) {
        let end = column + 1;
        while (end < columns && (bytes[row0 + end]! | bytes[row1 + end + 1]! | bytes[row2 + end + 1]!) === 0)
          end++;
        encoder.encodeRun(0, 0, Math.min(width, end * 8) - column * 8);
        column = end - 1;
        continue;
      }
      const pixels = Math.min(8, width - column * 8);
      for (let i = 0; i < pixels; i++) {
        const context =
          (((word2 >> (shift2 - i)) & mask2) << place2) |
          (((word1 >> (shift1 - i)) & mask1) << place1) |
          ((word0 >> (16 - i)) & mask0);
        encoder.encode(context, (word0 >> (15 - i)) & 1);
      }
    }
  }
  return encoder.finish();
}

/** The same with up to four context bits taken from elsewhere. */
function encodeMoved(
  rows: PaddedRows,
  range: RowRange,
  template: Template,
  moved: readonly Tap[],
): Uint8Array<ArrayBuffer> {
  const { bytes, stride, origin, width } = rows;
  const windows = windowShifts(template);
  const { shift2, mask2, place2, shift1, mask1, place1, mask0 } = windows;
  const encoder = newEncoder(windows, rows, range);
  const columns = bytesPerRow(width);
  const keep = moved.reduce((mask, { bit }) => mask & ~(1 << bit), 0xffff);
  const [tapA, tapB = NO_TAP, tapC = NO_TAP, tapD = NO_TAP] = moved as [Tap, Tap?, Tap?, Tap?];

  for (let y = range.from; y < range.to; y++) {
    const row0 = origin + y * stride;
    const row1 = row0 - stride;
    const row2 = row1 - stride;
    for (let column = 0; column < columns; column++) {
      const word2 = threeBytes(bytes, row2 + column);
      const word1 = threeBytes(bytes, row1 + column);
      const word0 = threeBytes(bytes, row0 + column);
      const wordA = tapBits(bytes, row0 + column, stride, tapA);
      const wordB = tapBits(bytes, row0 + column, stride, tapB);
      const wordC = tapBits(bytes, row0 + column, stride, tapC);
      const wordD = tapBits(bytes, row0 + column, stride, tapD);
      const pixels = Math.min(8, width - column * 8);
      if ((word0 | word1 | word2 | wordA | wordB | wordC | wordD) === 0) {
        encoder.encodeRun(0, 0, pixels);
        continue;
      }
      for (let i = 0; i < pixels; i++) {
        const near =
          (((word2 >> (shift2 - i)) & mask2) << place2) |
          (((word1 >> (shift1 - i)) & mask1) << place1) |
          ((word0 >> (16 - i)) & mask0);
        const last = 7 - i;
        const far =
          (((wordA >> last) & 1) << tapA.bit) |
          (((wordB >> last) & 1) << tapB.bit) |
          (((wordC >> last) & 1) << tapC.bit) |
          (((wordD >> last) & 1) << tapD.bit);
        encoder.encode((near & keep) | far, (word0 >> (15 - i)) & 1);
      }
    }
  }
  return encoder.finish();
}

/** An adaptive pixel that is not at its nominal place: which context bit it feeds, and where its byte lies. */
interface Tap {
  readonly bit: number;
  /** Rows up, whole bytes right (may be negative), and bits right of those. */
  readonly up: number;
  readonly bytesRight: number;
  readonly bitsRight: number;
  /** 0 makes the tap read white. */
  readonly mask: number;
}

const NO_TAP: Tap = { bit: 0, up: 0, bytesRight: 0, bitsRight: 0, mask: 0 };

function movedTaps(template: Template, adaptive: readonly AdaptivePixel[]): Tap[] {
  return template.adaptive.flatMap((nominal, index) => {
    const { dx, dy } = adaptive[index] ?? nominal;
    if (dx === nominal.dx && dy === nominal.dy) return [];
    return [{ bit: nominal.bit, up: -dy, bytesRight: dx >> 3, bitsRight: dx & 7, mask: 0xff }];
  });
}

/** The tap's eight pixels for the eight pixels of a byte. */
function tapBits(bytes: Uint8Array, position: number, stride: number, tap: Tap): number {
  const at = position - tap.up * stride + tap.bytesRight;
  return (((bytes[at]! << 8) | bytes[at + 1]!) >> (8 - tap.bitsRight)) & tap.mask;
}

/** A byte in the middle of its neighbours: pixel i of it is bit 15 - i. */
function threeBytes(bytes: Uint8Array, position: number): number {
  return (bytes[position - 1]! << 16) | (bytes[position]! << 8) | bytes[position + 1]!;
}

/** How far to shift a `threeBytes` word so that a window for pixel 0 ends at bit 0, and where it goes in the context. */
function windowShifts({ above2, above1, left }: Template) {
  return {
    shift2: 15 - above2.ahead,
    mask2: (1 << above2.pixels) - 1,
    place2: above1.pixels + left,
    shift1: 15 - above1.ahead,
    mask1: (1 << above1.pixels) - 1,
    place1: left,
    mask0: (1 << left) - 1,
    contextBits: above2.pixels + above1.pixels + left,
  };
}

function newEncoder(
  { contextBits }: { readonly contextBits: number },
  { width }: PaddedRows,
  { from, to }: RowRange,
) {
  return new ArithmeticEncoder(contextBits, (width * (to - from)) >> 5);
}
