import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ComparedShapes, comparisons } from './compared-shapes.ts';
import { packShape } from './packed-shape.ts';
import type { SymbolBitmap } from './symbol-bitmaps.ts';

const side = (near: number, least: number) => fc.integer({ min: Math.max(least, near - 2), max: near });
const shape = (width: fc.Arbitrary<number>, height: fc.Arbitrary<number>) =>
  fc.tuple(width, height).chain(([across, down]) =>
    fc.record({
      width: fc.constant(across),
      height: fc.constant(down),
      pixels: fc.uint8Array({ min: 0, max: 1, minLength: across * down, maxLength: across * down }),
    }),
  );

/** Indexed by a place's order: at one edge, at the other, in the middle. */
const PLACES = [[-1, 0, -2], [0, -1], [0], [0, 1], [1, 0, 2]];

/** Mismatches at each place, pixel by pixel. */
function plainPlaces(a: SymbolBitmap, b: SymbolBitmap) {
  const least = a.width === b.width && a.height === b.height ? 0 : 1;
  return PLACES[a.width - b.width + 2]!.flatMap((x) =>
    PLACES[a.height - b.height + 2]!.filter((y) => Math.abs(y) < b.height).map((y) => ({
      offset: { x, y },
      count: Math.max(least, plainMismatches(a, b, x, y)),
    })),
  );
}

function plainMismatches(a: SymbolBitmap, b: SymbolBitmap, left: number, top: number): number {
  let count = 0;
  for (let y = -3; y < 15; y++) {
    for (let x = -3; x < 75; x++) if (pixelOf(a, x, y) !== pixelOf(b, x - left, y - top)) count++;
  }
  return count;
}

function pixelOf({ width, height, pixels }: SymbolBitmap, x: number, y: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? 0 : pixels[y * width + x]!;
}

test('finds the first place with the fewest pixels that differ, in one word, in two and in three', () => {
  const pair = fc.constantFrom(9, 32, 34, 66).chain((widest) => {
    const any = shape(side(widest, 1), side(9, 1));
    const low = shape(side(widest, 1), side(3, 1));
    return fc.oneof(fc.tuple(any, any), fc.tuple(low, low));
  });
  fc.assert(
    fc.property(pair, fc.nat(400), ([a, b], limit) => {
      const places = plainPlaces(a, b);
      const fewest = Math.min(...places.map(({ count }) => count));
      const shapes = new ComparedShapes();
      const held = shapes.hold(packShape(b));
      shapes.compare(packShape(a));
      const [wider, higher] = [a.width - b.width, a.height - b.height];
      expect(comparisons(wider, higher, b.height)).toBe(places.length);
      const found = shapes.mismatches(held, wider, higher, limit);
      expect(found).toBe(Math.min(fewest, limit + 1));
      if (fewest <= limit) {
        expect(shapes.offset).toEqual(places.find(({ count }) => count === fewest)?.offset);
      }
    }),
  );
});

test('holds shapes of any size beside each other', () => {
  const shapes = new ComparedShapes();
  const sizes = [3, 400, 40, 900];
  const held = sizes.map((size) => shapes.hold(packShape(black(size))));
  for (const [index, size] of sizes.entries()) {
    shapes.compare(packShape(black(size)));
    expect(shapes.mismatches(held[index]!, 0, 0, 0)).toBe(0);
    shapes.compare(packShape({ ...black(size), pixels: new Uint8Array(size * size) }));
    expect(shapes.mismatches(held[index]!, 0, 0, Number.MAX_SAFE_INTEGER)).toBe(size * size);
  }
});

function black(size: number): SymbolBitmap {
  return { width: size, height: size, pixels: new Uint8Array(size * size).fill(1) };
}
