import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryBitmap, arbitraryPrint, bitmapFromArt, bitmapOf } from '../../testing/pictures/bitmaps.ts';
import { type Bitmap, bytesPerRow } from '../bitmap.ts';
import { type Component, findComponents, PixelRoom } from './components.ts';

const ANY = { maxSide: 1000, minInk: 1, pixelsPerRun: 1, maxRuns: 1e6, maxCount: 10_000 };

test('finds each shape with its place, its ink and its edges, and without what lies inside its frame', () => {
  const page = bitmapFromArt(`
    ####...#
    #..#..#.
    #..#....
    .......#
    ...#...#`);
  const found = findComponents(page, ANY)!;
  expect(found.map(({ x, y, width, height, ink, edges }) => [x, y, width, height, ink, edges])).toEqual([
    [0, 0, 4, 3, 8, 18],
    [6, 0, 2, 2, 2, 8],
    [7, 3, 1, 2, 2, 6],
    [3, 4, 1, 1, 1, 4],
  ]);
});

test('what lay in the room of the page before leaves no trace', () => {
  fc.assert(
    fc.property(arbitraryBitmap, arbitraryBitmap, (before, page) => {
      const room = new PixelRoom();
      findComponents(before, ANY, room);
      expect(findComponents(page, ANY, room)).toEqual(findComponents(page, ANY));
    }),
  );
});

test('a ring and the dot in its middle are two shapes', () => {
  const ring = bitmapOf(9, 9, (x, y) => Math.max(Math.abs(x - 4), Math.abs(y - 4)) % 4 === 0);
  const [outer, dot] = findComponents(ring, ANY)!;
  expect(outer).toMatchObject({ width: 9, height: 9, ink: 32 });
  expect(outer!.pixels[4 * 9 + 4]).toBe(0);
  expect(dot).toMatchObject({ x: 4, y: 4, width: 1, height: 1 });
});

test('branches that meet further down are one shape', () => {
  const comb = bitmapOf(31, 8, (x, y) => x % 2 === 0 || y === 7);
  expect(findComponents(comb, ANY)).toHaveLength(1);
});

test('leaves out what is too wide, too high or too small', () => {
  const page = bitmapOf(40, 40, (x, y) => y === 0 || (x === 0 && y > 4) || (x === 20 && y > 18 && y < 22));
  expect(findComponents(page, { ...ANY, maxSide: 20 })).toHaveLength(1);
  expect(findComponents(page, { ...ANY, maxSide: 20, minInk: 4 })).toHaveLength(0);
});

test('a page with more runs than allowed is not looked at', () => {
  const halftone = bitmapOf(64, 64, (x, y) => (x + y) % 3 === 0);
  expect(findComponents(halftone, { ...ANY, pixelsPerRun: 4 })).toBeNull();
  expect(findComponents(halftone, { ...ANY, pixelsPerRun: 2 })).not.toBeNull();
  expect(findComponents(halftone, { ...ANY, maxRuns: 1000 })).toBeNull();
});

test('a page with more shapes than allowed is not looked at', () => {
  const dots = bitmapOf(40, 40, (x, y) => x % 4 === 0 && y % 4 === 0);
  expect(findComponents(dots, { ...ANY, maxCount: 99 })).toBeNull();
  expect(findComponents(dots, { ...ANY, maxCount: 100 })).toHaveLength(100);
});

test('a page of shapes that lie one upon the other is not looked at: each would be held with all that it lies on', () => {
  const diagonals = (apart: number) =>
    bitmapOf(1000, 1000, (x, y) => (x + y) % apart === 0 && (x + y) % 500 !== 0);
  expect(findComponents(diagonals(125), ANY)).not.toBeNull();
  expect(findComponents(diagonals(20), ANY)).toBeNull();
});

test('all shapes together are the page, and no two share a pixel', () => {
  fc.assert(
    fc.property(fc.oneof(arbitraryBitmap, arbitraryPrint), (page) => {
      const found = findComponents(page, ANY)!;
      const drawn = new Uint8Array(page.width * page.height);
      for (const component of found) {
        forEachPixel(component, (x, y) => (drawn[y * page.width + x]! += 1));
        expect(component.ink).toBe(component.pixels.reduce((sum, pixel) => sum + pixel, 0));
      }
      expect(drawn).toEqual(pixelsOf(page));
    }),
  );
});

function forEachPixel({ x, y, width, height, pixels }: Component, visit: (x: number, y: number) => void) {
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (pixels[row * width + column] === 1) visit(x + column, y + row);
    }
  }
}

function pixelsOf({ width, height, data }: Bitmap): Uint8Array {
  const stride = bytesPerRow(width);
  return Uint8Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return (data[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1;
  });
}
