import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DictEntry, dictOperands } from '../cff/dict.ts';
import { attempt } from '../cff/refused-face.ts';
import type { Type1Header } from './clear-part.ts';
import { hintingOf, privateEntries, saidHinting, topEntries } from './dict-entries.ts';

const HEADER: Type1Header = {
  name: 'Small',
  infoStrings: new Map(),
  infoNumbers: new Map(),
  fontMatrix: [0.001, 0, 0, 0.001, 0, 0],
  fontBBox: null,
  encoding: 'standard',
};

/** Operands by operator, as Technical Note #5176 numbers them; 12 x is 1200 + x. */
function byOperator(entries: readonly DictEntry[]): Record<number, readonly number[]> {
  return Object.fromEntries(entries.map(({ operator, operands }) => [operator, operands]));
}

const top = (parts: Partial<Type1Header>, sidOf: (bytes: Uint8Array) => number = () => 391) =>
  byOperator(topEntries({ ...HEADER, ...parts }, sidOf));
const refusal = (work: () => unknown) => {
  const outcome = attempt(work);
  return outcome.kind === 'refused' ? outcome.reason : null;
};

describe('the Top DICT of a Type 1 program', () => {
  test('says nothing where all is as usual', () => {
    expect(top({})).toEqual({});
    const infoNumbers = new Map([
      ['isFixedPitch', 0],
      ['ItalicAngle', 0],
      ['UnderlinePosition', -100],
      ['UnderlineThickness', 50],
    ]);
    expect(top({ infoNumbers, fontBBox: [0, 0, 0, 0] })).toEqual({});
  });

  test('has numbers that differ from their defaults (table 9)', () => {
    const infoNumbers = new Map([
      ['isFixedPitch', 1],
      ['ItalicAngle', -12.5],
      ['UnderlinePosition', -133],
      ['UnderlineThickness', 0],
    ]);
    expect(top({ infoNumbers, fontBBox: [0, -20, 800, 900] })).toEqual({
      1201: [1],
      1202: [-12.5],
      1203: [-133],
      1204: [0],
      5: [0, -20, 800, 900],
    });
  });

  test('has names that readers may use, and no notices', () => {
    const infoStrings = new Map(
      ['version', 'Notice', 'Copyright', 'FullName', 'FamilyName', 'Weight'].map((name, at) => [
        name,
        Uint8Array.of(at),
      ]),
    );
    expect(top({ infoStrings }, ([at]) => 391 + at!)).toEqual({ 2: [394], 3: [395], 4: [396] });
  });

  test.each<[string, Type1Header['fontMatrix']]>([
    ['slanted', [0.001, 0, 0.0002, 0.001, 0, 0]],
    ['slanted the other way', [0.001, 0, -0.001, 0.001, 0, 0]],
    ['narrow', [0.0005, 0, 0, 0.001, 0, 0]],
    ['wide', [0.002, 0, 0, 0.001, 0, 0]],
  ])('has the matrix of a %s font', (_, fontMatrix) => {
    expect(top({ fontMatrix })).toEqual({ 1207: fontMatrix });
  });

  test.each<[string, Type1Header['fontMatrix']]>([
    ['too slanted', [0.001, 0, 0.0011, 0.001, 0, 0]],
    ['too slanted the other way', [0.001, 0, -0.0011, 0.001, 0, 0]],
    ['too narrow', [0.0004, 0, 0, 0.001, 0, 0]],
    ['too wide', [0.0021, 0, 0, 0.001, 0, 0]],
    ['mirrored', [-0.001, 0, 0, 0.001, 0, 0]],
    ['rising', [0.001, 0.0001, 0, 0.001, 0, 0]],
    ['high', [0.001, 0, 0, 0.002, 0, 0]],
    ['moved', [0.001, 0, 0, 0.001, 1, 0]],
    ['raised', [0.001, 0, 0, 0.001, 0, 1]],
    ['of 2048 units', [1 / 2048, 0, 0, 1 / 2048, 0, 0]],
  ])('is refused for a font that is %s', (_, fontMatrix) => {
    expect(refusal(() => top({ fontMatrix }))).toBe('odd-font-matrix');
  });
});

describe('the Private DICT of a Type 1 program', () => {
  test('has each entry under its operator (table 23), zones and snaps as differences', () => {
    const hinting = new Map([
      ['BlueValues', [-15, 0, 700, 715]],
      ['OtherBlues', [-250, -240]],
      ['FamilyBlues', [-14, 0]],
      ['FamilyOtherBlues', [-200, -190]],
      ['BlueScale', [0.05]],
      ['BlueShift', [8]],
      ['BlueFuzz', [0]],
      ['StdHW', [60]],
      ['StdVW', [80]],
      ['StemSnapH', [50, 60, 75]],
      ['StemSnapV', [80]],
      ['ForceBold', [1]],
      ['LanguageGroup', [1]],
      ['ExpansionFactor', [0.1]],
      ['password', [5839]],
    ]);
    expect(byOperator(privateEntries(hinting))).toEqual({
      6: [-15, 15, 700, 15],
      7: [-250, 10],
      8: [-14, 14],
      9: [-200, 10],
      1209: [0.05],
      1210: [8],
      1211: [0],
      10: [60],
      11: [80],
      1212: [50, 10, 15],
      1213: [80],
      1214: [1],
      1217: [1],
      1218: [0.1],
    });
  });

  test('says nothing of defaults and empty lists', () => {
    const hinting = new Map([
      ['BlueValues', []],
      ['BlueScale', [0.039625]],
      ['BlueShift', [7]],
      ['BlueFuzz', [1]],
      ['ForceBold', [0]],
      ['LanguageGroup', [0]],
      ['ExpansionFactor', [0.06]],
      ['StemSnapH', []],
    ]);
    expect(privateEntries(hinting)).toEqual([]);
    expect(saidHinting(hinting)).toEqual(new Map());
  });

  test.each([
    ['BlueValues', 14, true],
    ['OtherBlues', 10, true],
    ['FamilyBlues', 14, true],
    ['FamilyOtherBlues', 10, true],
    ['StemSnapH', 12, false],
    ['StemSnapV', 12, false],
    ['StdHW', 1, false],
    ['StdVW', 1, false],
    ['BlueScale', 1, false],
  ])('has no more values of %s than %i', (key, most, pairs) => {
    const of = (length: number) => new Map([[key, Array.from({ length }, (_, at) => at + 1)]]);
    expect(refusal(() => privateEntries(of(most)))).toBeNull();
    expect(refusal(() => privateEntries(of(most + (pairs ? 2 : 1))))).toBe('odd-private');
    if (pairs) expect(refusal(() => privateEntries(of(most - 1)))).toBe('odd-private');
  });

  test('reads back as what the program said', () => {
    const number = fc.integer({ min: -2000, max: 2000 });
    const list = (most: number) => fc.array(number, { maxLength: most });
    const zones = (most: number) => list(most).map((values) => values.slice(0, values.length & ~1));
    const one = number.map((value) => [value]);
    const hinting = fc.record({
      BlueValues: zones(14),
      OtherBlues: zones(10),
      FamilyBlues: zones(14),
      StdHW: one,
      StemSnapV: list(12),
      BlueShift: one,
      ForceBold: fc.nat(1).map((value) => [value]),
    });
    fc.assert(
      fc.property(hinting, (given) => {
        const said = saidHinting(new Map(Object.entries(given)));
        const entries = privateEntries(new Map(Object.entries(given)));
        expect(hintingOf((operator) => dictOperands(entries, operator))).toEqual(said);
      }),
    );
  });
});
