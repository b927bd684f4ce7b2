import { expect, test } from 'vitest';
import { boxGlyph, trueTypeFont } from '../../testing/fonts/truetype-font.ts';
import { viewOf } from '../sfnt.ts';
import { readTrueType, type TrueTypeFont } from '../truetype/truetype.ts';
import { FREE_IN_SUBSETS, mergedFrame } from './truetype-frame.ts';

/** A font with 16-bit fields set to values, by table and offset. */
function fontWith(fields: readonly (readonly [tag: string, at: number, value: number])[]): TrueTypeFont {
  const font = readTrueType(trueTypeFont({ glyphs: [boxGlyph(0), boxGlyph(1)] }))!;
  const tables = new Map([...font.tables].map(([tag, table]) => [tag, table.slice()]));
  for (const [tag, at, value] of fields) viewOf(tables.get(tag)!).setUint16(at, value & 0xffff);
  return { ...font, tables };
}

test.each([
  ['the left edge of the boxes', 'head', 36, -90, -20, -90],
  ['the upper edge of the boxes', 'head', 42, -5, 700, 700],
  ['the widest advance', 'hhea', 10, 40_000, 500, 40_000],
  ['the smallest bearing', 'hhea', 12, -7, 3, -7],
  ['the most points', 'maxp', 6, 9, 70, 70],
  ['the depth of composites, which is the last field', 'maxp', 30, 1, 2, 2],
])('in a merged font %s is the outermost of all', (_, tag, at, one, other, outermost) => {
  for (const values of [
    [one, other],
    [other, one],
  ]) {
    const frame = mergedFrame(values.map((value) => fontWith([[tag, at, value]])));
    expect(viewOf(frame.get(tag)!).getUint16(at)).toBe(outermost & 0xffff);
  }
});

test('a short maximum profile stays short', () => {
  const font = fontWith([]);
  const short = {
    ...font,
    tables: new Map([...font.tables, ['maxp', font.tables.get('maxp')!.slice(0, 6)]]),
  };
  expect(mergedFrame([short, font]).get('maxp')).toHaveLength(6);
  expect(mergedFrame([font, short]).get('maxp')).toEqual(font.tables.get('maxp'));
});

test('subsets may differ in the format of their offsets, not in that of their glyphs', () => {
  const { head } = FREE_IN_SUBSETS;
  expect([50, 51].every((at) => head?.includes(at))).toBe(true);
  expect([18, 19, 52, 53].some((at) => head?.includes(at))).toBe(false);
});
