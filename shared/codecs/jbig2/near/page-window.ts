import { type Bitmap, bytesPerRow } from '../../bitmap.ts';

/** A page with movable pixels: original, current state, and changed pixels. */
export interface MovingPage {
  readonly before: Bitmap;
  readonly now: Bitmap;
  readonly changes: Bitmap;
}

export function movingPage(before: Bitmap): MovingPage {
  const { width, height, data } = before;
  const blank = new Uint8Array(bytesPerRow(width) * height);
  return {
    before,
    now: { width, height, data: data.slice() },
    changes: { width, height, data: blank },
  };
}

export function flipOnPage({ now, changes }: MovingPage, x: number, y: number): void {
  const at = y * bytesPerRow(now.width) + (x >> 3);
  now.data[at]! ^= 0x80 >> (x & 7);
  changes.data[at]! ^= 0x80 >> (x & 7);
}

/** One byte per pixel of a rectangle, 1 for black; white outside the page. */
export class PageWindow {
  pixels = new Uint8Array(0);

  read({ width, height, data }: Bitmap, left: number, top: number, across: number, down: number): Uint8Array {
    if (this.pixels.length < across * down) this.pixels = new Uint8Array(across * down * 2);
    const { pixels } = this;
    pixels.fill(0, 0, across * down);
    const stride = bytesPerRow(width);
    const [from, to] = [Math.max(0, -left), Math.min(across, width - left)];
    const [first, last] = [Math.max(0, -top), Math.min(down, height - top)];
    for (let y = first; y < last; y++) {
      const row = (top + y) * stride;
      for (let x = from; x < to; x++) {
        const column = left + x;
        pixels[y * across + x] = (data[row + (column >> 3)]! >> (7 - (column & 7))) & 1;
      }
    }
    return pixels;
  }
}
