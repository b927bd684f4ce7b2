import { expect, test } from 'vitest';
import { type CharacterMap, readCmap } from './cmap.ts';
import { writeCmap } from './cmap-write.ts';

const mapOf = (format: number, glyphs: readonly (readonly [number, number])[]): CharacterMap => ({
  platform: 3,
  encoding: 1,
  format,
  language: 0,
  glyphs: new Map(glyphs),
});
/** Three runs: the code 51 goes on from 50, but its glyph does not. */
const GLYPHS = [
  [32, 3],
  [48, 10],
  [49, 11],
  [50, 12],
  [51, 40],
] as const;
const ALL = new Set(GLYPHS.map(([, glyph]) => glyph));
const HEAD = 4 + 8;

test.each([
  { format: 0, bytes: 262 },
  // A last segment for 0xFFFF.
  { format: 4, bytes: 16 + 4 * 8 },
  { format: 6, bytes: 10 + 20 * 2 },
  { format: 12, bytes: 16 + 3 * 12 },
])('format $format maps the same characters, in runs where it has them', ({ format, bytes }) => {
  const table = writeCmap([mapOf(format, GLYPHS)], ALL)!;
  expect(table).toHaveLength(HEAD + bytes);
  const [read] = readCmap(table)!;
  expect(read).toMatchObject({ platform: 3, encoding: 1, format });
  expect([...read!.glyphs].filter(([, glyph]) => glyph !== 0)).toEqual(GLYPHS.map((each) => [...each]));
});

test('glyphs that went have no character', () => {
  const [read] = readCmap(writeCmap([mapOf(12, GLYPHS)], new Set([10, 12]))!)!;
  expect([...read!.glyphs]).toEqual([
    [48, 10],
    [50, 12],
  ]);
});

test('equal maps are stored once', () => {
  const twice = writeCmap([mapOf(12, GLYPHS), { ...mapOf(12, GLYPHS), platform: 0 }], ALL)!;
  expect(twice).toHaveLength(HEAD + 8 + 16 + 3 * 12);
  expect(readCmap(twice)!.map(({ glyphs }) => glyphs.get(49))).toEqual([11, 11]);
});

test('what does not fit its format is not written', () => {
  const scattered = Array.from({ length: 8200 }, (_, at) => [at * 2, at + 1] as const);
  const kept = new Set(scattered.map(([, glyph]) => glyph));
  expect(writeCmap([mapOf(4, scattered)], kept)).toBeNull();
  expect(writeCmap([mapOf(2, GLYPHS)], ALL)).toBeNull();
});
