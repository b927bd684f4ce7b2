import { type Bitmap, bytesPerRow } from '../bitmap.ts';

/** Flags of a pixel, in one byte: a page of 40 megapixels has no room for a plane each. */
export const INK = 1;
export const IN_PICTURE = 2;
/** Ink, or so near to it that the scanner blurred it. */
export const HALO = 4;
/** The same along the row alone. */
const ACROSS = 8;

/** A part of the page in pixels; `right` and `bottom` are exclusive. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** @param reach pixels of blur around ink along both axes */
export function flagsOf(page: Bitmap, pictures: readonly PixelBox[], reach: number): Uint8Array {
  const flags = inked(page);
  for (const { left, top, right, bottom } of pictures) {
    for (let y = top; y < bottom; y += 1) {
      for (let at = y * page.width + left; at < y * page.width + right; at += 1) flags[at]! |= IN_PICTURE;
    }
  }
  addHalo(flags, page.width, page.height, reach);
  return flags;
}

function inked({ width, height, data }: Bitmap): Uint8Array {
  const stride = bytesPerRow(width);
  const flags = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let byte = 0; byte < stride; byte += 1) {
      const bits = data[y * stride + byte]!;
      if (bits === 0) continue;
      const end = Math.min(8, width - byte * 8);
      for (let bit = 0; bit < end; bit += 1) flags[y * width + byte * 8 + bit] = (bits >> (7 - bit)) & INK;
    }
  }
  return flags;
}

function addHalo(flags: Uint8Array, width: number, height: number, reach: number): void {
  for (let y = 0; y < height; y += 1) growRow(flags, y * width, width, reach);
  /** Row after the last that the ink of each column reaches. */
  const until = new Int32Array(width);
  for (let y = -reach; y < height; y += 1) {
    const below = (y + reach) * width;
    if (y + reach < height) {
      for (let x = 0; x < width; x += 1) if ((flags[below + x]! & ACROSS) !== 0) until[x] = y + 2 * reach + 1;
    }
    if (y < 0) continue;
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) if (until[x]! > y) flags[at]! |= HALO;
  }
}

function growRow(flags: Uint8Array, start: number, width: number, reach: number): void {
  let until = 0;
  for (let x = -reach; x < width; x += 1) {
    if (x + reach < width && (flags[start + x + reach]! & INK) !== 0) until = x + 2 * reach + 1;
    if (x >= 0 && until > x) flags[start + x]! |= ACROSS;
  }
}
