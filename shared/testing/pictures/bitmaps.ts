import fc from 'fast-check';
import { type Bitmap, bytesPerRow } from '../../codecs/bitmap.ts';

/** A bitmap from text: `#` is black, anything else white, one line per row. */
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

/** White outside the bitmap. */
export function isBlack({ width, height, data }: Bitmap, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= width || y >= height) return false;
  return (data[y * bytesPerRow(width) + (x >> 3)]! & (0x80 >> (x & 7))) !== 0;
}

/** A gray ramp screened with round dots, 5 pixels apart along both diagonals. */
export function screenedRamp(width: number, height: number): Bitmap {
  return bitmapOf(width, height, (x, y) => {
    const u = ((x + y) % 10) - 4.5;
    const v = ((x - y + 10 * height) % 10) - 4.5;
    return u * u + v * v < (x / width) * 40;
  });
}

/** Noise, rectangles on white or black, and stripes: short and long runs, and rows equal to the previous one. */
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

/** Repeated shapes at different places, each time with a few pixels more or less, as in scans. */
export const arbitraryPrint: fc.Arbitrary<Bitmap> = fc
  .record({
    width: fc.integer({ min: 1, max: 300 }),
    height: fc.integer({ min: 1, max: 90 }),
    shapes: fc.array(
      fc.record({
        width: fc.integer({ min: 2, max: 70 }),
        height: fc.integer({ min: 2, max: 24 }),
        seed: fc.nat(0xffff),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    prints: fc.array(
      fc.record({
        shape: fc.nat(2),
        x: fc.nat(299),
        y: fc.nat(89),
        faults: fc.array(fc.tuple(fc.nat(71), fc.nat(25)), { maxLength: 6 }),
      }),
      { maxLength: 20 },
    ),
  })
  .map(({ width, height, shapes, prints }) => {
    const black = new Set<number>();
    for (const { shape, x, y, faults } of prints) {
      const { width: w, height: h, seed } = shapes[shape % shapes.length]!;
      const differs = new Set(faults.map(([column, row]) => row * 128 + column));
      // One white pixel around it, where only defects are black.
      for (let row = 0; row < h + 2; row++) {
        for (let column = 0; column < w + 2; column++) {
          const inside = row > 0 && row <= h && column > 0 && column <= w;
          const ink = inside && ((row * seed + column * column * (seed >> 3)) >> 4) % 5 !== 0;
          if (ink !== differs.has(row * 128 + column)) black.add((y + row) * 512 + x + column);
        }
      }
    }
    return bitmapOf(width, height, (x, y) => black.has(y * 512 + x));
  });
