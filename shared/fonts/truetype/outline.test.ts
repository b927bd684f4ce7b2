import { expect, test } from 'vitest';
import { glyphOutline, OutlineBudget } from './outline.ts';
import type { GlyphLocations } from './truetype.ts';

const word = (value: number) => [(value >> 8) & 0xff, value & 0xff];
const BOX = [0, 0, 0, 0].flatMap(word);

/** Corners of glyph 0. */
function corners(...glyphs: readonly number[][]): [number, number][] | null {
  const locations = { glyph: (id: number) => Uint8Array.from(glyphs[id]!) } as unknown as GlyphLocations;
  return glyphOutline(locations, 0, new OutlineBudget())?.map(({ x, y }) => [x, y]) ?? null;
}

/** One point at (10, 20), on the curve, in short positive coordinates. */
const POINT = [...word(1), ...BOX, ...word(0), ...word(0), 0x37, 10, 20];
/** Glyph 1 at half its size, moved by (100, 50) as the flags say. */
const half = (flags: number) => [...word(-1), ...BOX, ...[0x000b | flags, 1, 100, 50, 0x2000].flatMap(word)];

test.each([
  ['without a statement', 0, [105, 60]],
  ['by whole offsets', 0x1000, [105, 60]],
  ['by offsets of the component’s scale', 0x0800, [55, 35]],
])('a scaled component is moved %s', (_, flags, corner) => {
  expect(corners(half(flags), POINT)).toEqual([corner]);
});

test('a component is placed by points that both have', () => {
  const matched = [...word(-1), ...BOX, ...[0x0023, 1, 7, 9, 0x0001, 1, 0, 0].flatMap(word)];
  expect(corners(matched, POINT)).toEqual([
    [17, 29],
    [17, 29],
  ]);
});

test('a glyph of many contours may be shorter than their usual points', () => {
  const ends = Array.from({ length: 8 }, (_, contour) => word(contour)).flat();
  // One flag eight times: on the curve, in the place of the point before.
  expect(corners([...word(8), ...BOX, ...ends, ...word(0), 0x39, 7])).toEqual(new Array(8).fill([0, 0]));
});

test('a glyph that ends among its contours is damaged', () => {
  expect(corners([...word(8), ...BOX, ...word(0), ...word(1), 0x39, 7])).toBeNull();
});
