import { mapped } from '../../lists.ts';
import type { ArithmeticEncoder } from './arithmetic-encoder.ts';

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A small bitmap with one byte per pixel, 1 for black. */
export interface SymbolBitmap extends Size {
  readonly pixels: Uint8Array;
}

/** Contexts of refinement template 0. */
export const REFINEMENT_CONTEXTS = 1 << 13;

/**
 * Generic templates for symbols: a small dictionary learns 1,024 contexts sooner than 8,192; one with
 * hundreds of symbols gains by more. 65,536 are too many for all.
 */
export type SymbolTemplate = 1 | 2;

/** Contexts of template 1, which has more than template 2. */
export const MAX_SYMBOL_CONTEXTS = 1 << 13;

/**
 * T.88, Figures 4 and 5, A1 at its nominal position: pixels of a row in the context, and their reach to the
 * right.
 */
const WINDOWS = {
  1: { above2: { pixels: 4, ahead: 2 }, above1: { pixels: 6, ahead: 3 }, left: 3 },
  2: { above2: { pixels: 3, ahead: 1 }, above1: { pixels: 5, ahead: 2 }, left: 2 },
} as const;

/** Encodes a bitmap of a symbol dictionary. */
export function encodeSymbolBitmap(
  encoder: ArithmeticEncoder,
  base: number,
  symbol: SymbolBitmap,
  template: SymbolTemplate,
): void {
  const { width, height } = symbol;
  const windows = WINDOWS[template];
  const { bytes, stride } = padded(symbol, { x: 0, y: 0 }, width, height);
  const [mask2, mask1, mask0] = mapped(
    [windows.above2.pixels, windows.above1.pixels, windows.left],
    (pixels) => (1 << pixels) - 1,
  );
  const shift1 = windows.left;
  const shift2 = windows.left + windows.above1.pixels;
  for (let y = 0; y < height; y++) {
    const row0 = (y + MARGIN) * stride + MARGIN;
    const ahead1 = row0 - stride + windows.above1.ahead;
    const ahead2 = row0 - 2 * stride + windows.above2.ahead;
    let above2 = 0;
    let above1 = 0;
    let left = 0;
    for (let x = -MARGIN; x < width; x++) {
      above2 = ((above2 << 1) | bytes[ahead2 + x]!) & mask2;
      above1 = ((above1 << 1) | bytes[ahead1 + x]!) & mask1;
      if (x < 0) continue;
      const pixel = bytes[row0 + x]!;
      encoder.encode(base + ((above2 << shift2) | (above1 << shift1) | left), pixel);
      left = ((left << 1) | pixel) & mask0;
    }
  }
}

/** Position relative to a frame, in pixels. */
export interface Offset {
  readonly x: number;
  readonly y: number;
}

export interface Box extends Offset, Size {}

export function placeIn(frame: Offset, { x, y }: Offset): Offset {
  return { x: x - frame.x, y: y - frame.y };
}

export interface PlacedBitmap extends SymbolBitmap {
  readonly at: Offset;
}

/**
 * Encodes a bitmap as a refinement of another (T.88, 6.3, template 0, both adaptive pixels at their nominal
 * positions, without typical prediction): every pixel in the context of four coded ones and nine of the
 * reference around it.
 */
export function encodeRefinement(
  encoder: ArithmeticEncoder,
  base: number,
  { width, height }: Size,
  symbol: PlacedBitmap,
  reference: PlacedBitmap,
): void {
  const coded = padded(symbol, symbol.at, width, height);
  const guide = padded(reference, reference.at, width, height);
  const { stride } = coded;
  for (let y = 0; y < height; y++) {
    const row = (y + MARGIN) * stride + MARGIN;
    const codedAbove = row - stride;
    const guideAbove = row - stride;
    const guideBelow = row + stride;
    let above = coded.bytes[codedAbove]!;
    let left = 0;
    let guide1 = (guide.bytes[guideAbove - 1]! << 1) | guide.bytes[guideAbove]!;
    let guide0 = (guide.bytes[row - 1]! << 1) | guide.bytes[row]!;
    let guide2 = (guide.bytes[guideBelow - 1]! << 1) | guide.bytes[guideBelow]!;
    for (let x = 0; x < width; x++) {
      above = ((above << 1) | coded.bytes[codedAbove + x + 1]!) & 7;
      guide1 = ((guide1 << 1) | guide.bytes[guideAbove + x + 1]!) & 7;
      guide0 = ((guide0 << 1) | guide.bytes[row + x + 1]!) & 7;
      guide2 = ((guide2 << 1) | guide.bytes[guideBelow + x + 1]!) & 7;
      const pixel = coded.bytes[row + x]!;
      const context = (above << 10) | (left << 9) | (guide1 << 6) | (guide0 << 3) | guide2;
      encoder.encode(base + context, pixel);
      left = pixel;
    }
  }
}

/** The templates reach three pixels to the side and two up. */
const MARGIN = 3;

/**
 * Returns the part of a bitmap, moved by `offset`, inside a frame of `width` x `height`, with `MARGIN` pixels
 * around.
 */
function padded(
  { width: ownWidth, height: ownHeight, pixels }: SymbolBitmap,
  offset: Offset,
  width: number,
  height: number,
) {
  const stride = width + 2 * MARGIN;
  const bytes = new Uint8Array(stride * (height + 2 * MARGIN));
  const left = offset.x + MARGIN;
  const from = Math.max(0, -left);
  const to = Math.min(ownWidth, stride - left);
  for (let y = 0; y < ownHeight; y++) {
    const row = y + offset.y + MARGIN;
    if (row < 0 || row >= height + 2 * MARGIN || from >= to) continue;
    bytes.set(pixels.subarray(y * ownWidth + from, y * ownWidth + to), row * stride + left + from);
  }
  return { bytes, stride };
}
