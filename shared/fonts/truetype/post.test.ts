import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filterGlyphNames, readGlyphNames, withoutGlyphNames, writeGlyphNames } from './post.ts';

const HEADER = new Uint8Array(32).map((_, at) => at);
/** Some of the 258 names of the standard order, and others. */
const name = fc.oneof(
  fc.constantFrom('.notdef', 'space', 'A', 'dcroat'),
  fc.array(fc.constantFrom(...'abc.123'), { minLength: 1, maxLength: 12 }).map((letters) => letters.join('')),
);

function version(table: Uint8Array): number {
  return new DataView(table.buffer).getUint32(0);
}

function tableOf(kind: number, ...after: number[]): Uint8Array {
  const table = Uint8Array.of(...HEADER, ...after);
  new DataView(table.buffer).setUint32(0, kind);
  return table;
}

test('names read back glyph by glyph; each that is not standard is stored once', () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 40 }), (names) => {
      const table = writeGlyphNames(HEADER, names);
      expect(version(table)).toBe(0x20000);
      expect(table.subarray(4, 32)).toEqual(HEADER.subarray(4));
      expect(readGlyphNames(table, names.length)).toEqual(names);
      const twice = writeGlyphNames(HEADER, [...names, ...names]);
      expect(twice.length - table.length).toBe(2 * names.length);
    }),
  );
});

test('a font of format 1 has the names of the standard order', () => {
  // OpenType, "post", table of the 258 names: 0, 3, 36 and 257.
  const names = readGlyphNames(tableOf(0x10000), 300)!;
  expect(names).toHaveLength(258);
  expect([0, 3, 36, 257].map((glyph) => names[glyph])).toEqual(['.notdef', 'space', 'A', 'dcroat']);
  expect(readGlyphNames(tableOf(0x10000), 4)).toHaveLength(4);
});

test('tables of other formats, and those that end before their names, have none', () => {
  expect(readGlyphNames(HEADER.subarray(0, 31), 3)).toBeNull();
  expect(readGlyphNames(tableOf(0x30000, 0, 1, 0, 3), 1)).toBeNull();
  expect(readGlyphNames(tableOf(0x20000), 1)).toBeNull();
  expect(readGlyphNames(tableOf(0x20000, 0), 1)).toBeNull();
  // Two glyphs, but one index.
  expect(readGlyphNames(tableOf(0x20000, 0, 2, 0, 3), 2)).toBeNull();
});

test('a name that the table does not hold is empty, and one that is cut off ends with the table', () => {
  expect(readGlyphNames(tableOf(0x20000, 0, 2, 0, 3, 1, 9, 2, 97, 98), 2)).toEqual(['space', '']);
  expect(readGlyphNames(tableOf(0x20000, 0, 1, 1, 2, 9, 97, 98), 1)).toEqual(['ab']);
});

test('without names a table is its header in format 3; glyphs that are not kept are .notdef', () => {
  const table = writeGlyphNames(HEADER, ['.notdef', 'A', 'mine', 'yours']);
  expect(withoutGlyphNames(table)).toEqual(tableOf(0x30000));
  expect(withoutGlyphNames(tableOf(0x10000))).toEqual(tableOf(0x10000));
  const kept = filterGlyphNames(table, 3, new Set([0, 2]))!;
  expect(readGlyphNames(kept, 9)).toEqual(['.notdef', '.notdef', 'mine']);
  expect(filterGlyphNames(tableOf(0x10000), 3, new Set([0]))).toBeNull();
});
