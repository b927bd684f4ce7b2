import fc from 'fast-check';
import { type Bitmap, bytesPerRow } from '../codecs/bitmap.ts';

/** A bitmap from a picture of `#` (black) and anything else (white), one line a row. */
export function bitmapFromArt(art: string): Bitmap {
  const lines = art.trim().split(/\n\s*/);
  return bitmapOf(lines[0]!.length, lines.length, (x, y) => lines[y]![x] === '#');
}

export function bitmapOf(width: number, height: number, isBlack: (x: number, y: number) => boolean): Bitmap {
  const stride = bytesPerRow(width);
  const data = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (isBlack(x, y)) data[y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
  }
  return { width, height, data };
}

/** A gray ramp in a screen of round dots, 5 pixels apart along both diagonals. */
export function screenedRamp(width: number, height: number): Bitmap {
  return bitmapOf(width, height, (x, y) => {
    const u = ((x + y) % 10) - 4.5;
    const v = ((x - y + 10 * height) % 10) - 4.5;
    return u * u + v * v < (x / width) * 40;
  });
}

/** Noise, rectangles on white or on black, and stripes: what codes long and short runs, and rows like the one above. */
export const arbitraryBitmap: fc.Arbitrary<Bitmap> = fc
  .record({
    width: fc.integer({ min: 1, max: 90 }),
    height: fc.integer({ min: 1, max: 40 }),
    inverted: fc.boolean(),
    boxes: fc.array(fc.tuple(fc.nat(90), fc.nat(40), fc.nat(90), fc.nat(12)), { maxLength: 8 }),
    noise: fc.array(fc.tuple(fc.nat(89), fc.nat(39)), { maxLength: 60 }),
  })
  .map(({ width, height, inverted, boxes, noise }) => {
    const dots = new Set(noise.map(([x, y]) => y * 128 + x));
    return bitmapOf(width, height, (x, y) => {
      const inBox = boxes.some(([left, top, w, h]) => x >= left && x < left + w && y >= top && y < top + h);
      return (inBox !== dots.has(y * 128 + x)) !== inverted;
    });
  });
