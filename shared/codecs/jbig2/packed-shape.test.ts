import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countMismatches, packShape } from './packed-shape.ts';
import type { SymbolBitmap } from './symbol-bitmaps.ts';

const shape = (sizes: { readonly min: number; readonly max: number }) =>
  fc.tuple(fc.integer(sizes), fc.integer({ min: 1, max: 9 })).chain(([width, height]) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      pixels: fc.uint8Array({ min: 0, max: 1, minLength: width * height, maxLength: width * height }),
    }),
  );

test('counts the pixels that differ, wherever the other shape is laid', () => {
  const offset = fc.record({ x: fc.integer({ min: -2, max: 2 }), y: fc.integer({ min: -2, max: 2 }) });
  const pair = fc.oneof(
    fc.tuple(shape({ min: 1, max: 9 }), shape({ min: 1, max: 9 })),
    fc.tuple(shape({ min: 30, max: 35 }), shape({ min: 30, max: 35 })),
    fc.tuple(shape({ min: 62, max: 67 }), shape({ min: 62, max: 67 })),
  );
  fc.assert(
    fc.property(pair, offset, ([a, b], at) => {
      let expected = 0;
      for (let y = -3; y < 15; y++) {
        for (let x = -3; x < 75; x++) if (pixelOf(a, x, y) !== pixelOf(b, x - at.x, y - at.y)) expected++;
      }
      expect(countMismatches(packShape(a), packShape(b), at, 10_000)).toBe(expected);
    }),
  );
});

test('stops once there are too many', () => {
  const black = { width: 40, height: 40, pixels: new Uint8Array(1600).fill(1) };
  const white = { width: 40, height: 40, pixels: new Uint8Array(1600) };
  const count = countMismatches(packShape(black), packShape(white), { x: 0, y: 0 }, 50);
  expect(count).toBeGreaterThan(50);
  expect(count).toBeLessThan(1600);
});

function pixelOf({ width, height, pixels }: SymbolBitmap, x: number, y: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? 0 : pixels[y * width + x];
}
