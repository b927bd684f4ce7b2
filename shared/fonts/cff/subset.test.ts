import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cffFont, cidFont } from '../../testing/fonts/cff-fonts.ts';
import { CharStringReader } from './charstring-read.ts';
import { readCff } from './read.ts';
import { attempt } from './refused-face.ts';
import { glyphsOfCids, subsetCff as subsetFace } from './subset.ts';

const SOURCE = {
  glyphs: [
    'endchar',
    '1 2 rmoveto -107 callsubr endchar',
    '1 2 rmoveto -106 callsubr -105 callgsubr endchar',
    '1 2 rmoveto 50 60 rlineto 70 80 rlineto endchar',
  ],
  subrs: ['3 4 rlineto return', '-105 callsubr return', '5 6 rlineto return', '7 8 rlineto return'],
  globalSubrs: ['9 9 rlineto return', '9 8 rlineto return', '9 7 rlineto return'],
};
const subsetCff = (...given: Parameters<typeof subsetFace>) => subsetFace(...given).bytes;
const text = (bytes: Uint8Array) => [...bytes].join(' ');

describe('a subset of a CFF program', () => {
  test.each([
    ['name-keyed', cffFont(SOURCE)],
    ['CID-keyed', cidFont({ ...SOURCE, charset: [5, 6, 7] })],
  ])('draws the kept glyphs as before, under the same ids (%s)', (_, bytes) => {
    const before = readCff(bytes);
    const after = readCff(subsetCff(bytes, () => [2]));
    expect(after.charset).toEqual(before.charset);
    expect(new CharStringReader(after).glyph(2)).toEqual(new CharStringReader(before).glyph(2));
    expect(after.charStrings.map(({ length }) => length)).toEqual([1, 1, before.charStrings[2]!.length, 1]);
  });

  test('keeps the subroutines that are called, by their numbers, and empties the others', () => {
    const { parts, globalSubrs } = readCff(subsetCff(cffFont(SOURCE), () => [2]));
    expect(parts[0]!.subrs.map(text)).toEqual(['11', '34 10 11', '144 145 5 11']);
    expect(globalSubrs.map(text)).toEqual(['11', '11', '148 146 5 11']);
    expect(readCff(subsetCff(cffFont(SOURCE), () => [3])).parts[0]!.subrs).toEqual([]);
  });

  test('never lets the bias of a long list of subroutines change', () => {
    const subrs = Array.from({ length: 1300 }, (_, index) => `${index % 100} 1 rlineto return`);
    const glyphs = ['endchar', '1 2 rmoveto -1131 callsubr endchar', '1 2 rmoveto 168 callsubr endchar'];
    const bytes = cffFont({ glyphs, subrs });
    const after = readCff(subsetCff(bytes, () => [1]));
    expect(after.parts[0]!.subrs).toHaveLength(1240);
    expect(new CharStringReader(after).glyph(1)).toEqual(new CharStringReader(readCff(bytes)).glyph(1));
  });

  test('leaves no gaps where glyphs are found by CID, and keeps the font DICTs that it needs', () => {
    const bytes = cidFont({ ...SOURCE, charset: [500, 6000, 40000] });
    const before = readCff(bytes);
    const free = (...glyphs: number[]) => readCff(subsetCff(bytes, () => glyphs, 'free'));
    for (const [cid, glyph] of [
      [500, 1],
      [6000, 2],
      [40000, 3],
    ]) {
      const after = free(glyph!);
      expect(after.charset.ids).toEqual([0, cid]);
      expect(new CharStringReader(after).glyph(1)).toEqual(new CharStringReader(before).glyph(glyph!));
      expect(after.parts).toHaveLength(before.fdSelect?.parts[glyph!] === 0 ? 1 : 2);
    }
    expect(free(3, 1).charset.ids).toEqual([0, 500, 40000]);
    const named = cffFont(SOURCE);
    expect(subsetCff(named, () => [2], 'free')).toEqual(subsetCff(named, () => [2]));
  });

  test('writes outlines out where that takes less than the subroutines', () => {
    const subrs = Array.from({ length: 1300 }, (_, index) => `${index % 100} 1 rlineto return`);
    const glyphs = ['endchar', '1 2 rmoveto 168 callsubr endchar', '1 2 rmoveto endchar'];
    const bytes = cidFont({ glyphs, subrs, charset: [9000, 9001] });
    const after = readCff(subsetCff(bytes, () => [1], 'free'));
    expect(after.parts.map((part) => part.subrs)).toEqual([[]]);
    expect(new CharStringReader(after).glyph(1)).toEqual(new CharStringReader(readCff(bytes)).glyph(1));
    const long = Array.from({ length: 20 }, (_, at) => `${at} 900 rlineto`).join(' ');
    const often = cidFont({
      glyphs: ['endchar', ...Array.from({ length: 9 }, () => '1 2 rmoveto -107 callsubr endchar')],
      subrs: [`${long} return`],
    });
    const kept = readCff(subsetCff(often, () => [1, 2, 3, 4], 'free'));
    expect(kept.parts[0]!.subrs).toHaveLength(1);
  });

  test('keeps the parts of accented characters', () => {
    const accented = {
      ...SOURCE,
      glyphs: [...SOURCE.glyphs, '10 20 65 194 endchar'],
      charset: [34, 35, 125, 171],
    };
    const after = readCff(subsetCff(cffFont(accented), () => [4]));
    expect(after.charStrings.map(({ length }) => length > 1)).toEqual([false, true, false, true, true]);
    const lost = cffFont({ ...accented, charset: [34, 35, 36, 171] });
    expect(attempt(() => subsetCff(lost, () => [4]))).toEqual({ kind: 'refused', reason: 'odd-charstring' });
  });

  test('of a damaged program is a refusal or draws what readers drew', () => {
    const whole = cidFont({ ...SOURCE, charset: [5, 6, 7] });
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, value) => {
        const bytes = whole.slice();
        bytes[at] = value;
        const subset = attempt(() => subsetCff(bytes, () => [1, 2]));
        if (subset.kind === 'refused') return;
        const glyphOf = (program: Uint8Array) => new CharStringReader(readCff(program)).glyph(2);
        expect(glyphOf(subset.value)).toEqual(glyphOf(bytes));
      }),
      { numRuns: 400 },
    );
  });

  test('finds glyphs by CID where the font is keyed so, and takes CIDs for glyph ids where not', () => {
    expect(glyphsOfCids(readCff(cidFont({ ...SOURCE, charset: [5, 6, 7] })), [6, 1])).toEqual([2]);
    expect(glyphsOfCids(readCff(cffFont({ ...SOURCE, charset: [5, 6, 7] })), [2])).toEqual([2]);
  });
});
