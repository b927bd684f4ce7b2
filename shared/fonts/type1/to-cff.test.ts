import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SUBRS, type Type1Source, type1Font } from '../../testing/fonts/type1-fonts.ts';
import { CharStringReader } from '../cff/charstring-read.ts';
import { dictOperands, TOP } from '../cff/dict.ts';
import { sameGlyph } from '../cff/glyph.ts';
import { readCff } from '../cff/read.ts';
import { attempt } from '../cff/refused-face.ts';
import { Type1CharStringReader } from './charstring-read.ts';
import { readType1 } from './read.ts';
import { type1ToCff } from './to-cff.ts';
import { proveSameFace } from './type1-proof.ts';

const GLYPHS = {
  '.notdef': '0 250 hsbw endchar',
  A: '20 500 hsbw 0 20 hstem 0 60 vstem 0 hmoveto 100 hlineto 200 vlineto -100 hlineto closepath endchar',
  B: '20 500 hsbw 0 20 hstem 0 hmoveto 100 hlineto 5 4 callsubr 200 vlineto closepath endchar',
  acute: '5 333 hsbw 500 vmoveto 100 hlineto 20 vlineto closepath endchar',
  Aacute: '20 500 hsbw 5 100 150 65 194 seac',
  mine: '20 777 hsbw 0 1 20 1 40 1 hstem3 0 hmoveto 1 3 div 5 rlineto 7 vlineto closepath endchar',
};
const SOURCE: Type1Source = { glyphs: GLYPHS, subrs: [...DEFAULT_SUBRS, '180 20 hstem return'] };
const OWN_ENCODING = '256 array dup 7 /mine put dup 200 /A put dup 65 /A put dup 9 /absent put readonly def';

const allOf = (bytes: Uint8Array) => type1ToCff(bytes, () => null).bytes;

describe('a Type 1 program as CFF', () => {
  test('has the same glyphs under the same names', () => {
    const bytes = type1Font(SOURCE);
    const cff = readCff(allOf(bytes));
    expect(cff.named!.glyphNames.toSorted()).toEqual(Object.keys(GLYPHS).toSorted());
    const before = new Type1CharStringReader(readType1(bytes));
    const after = new CharStringReader(cff);
    for (const [index, name] of cff.named!.glyphNames.entries()) {
      expect(after.glyph(index), name).toEqual(before.glyph(name));
    }
  });

  test('carries StandardEncoding, or an encoding of its own with every code', () => {
    expect(readCff(allOf(type1Font(SOURCE))).named?.encoding.names).toEqual(
      new Map([
        [65, 'A'],
        [66, 'B'],
        [194, 'acute'],
      ]),
    );
    const own = readCff(allOf(type1Font({ ...SOURCE, encoding: OWN_ENCODING })));
    expect(own.named?.encoding.names).toEqual(
      new Map([
        [7, 'mine'],
        [65, 'A'],
        [200, 'A'],
      ]),
    );
  });

  test('keeps only the glyphs that are used, with .notdef and the parts of accented ones', () => {
    const converted = type1ToCff(type1Font(SOURCE), () => new Set(['Aacute', 'absent']));
    const cff = readCff(converted.bytes);
    expect(converted).toMatchObject({ names: ['.notdef', 'A', 'acute', 'Aacute'], isSubset: true });
    expect(cff.named?.glyphNames).toEqual(['.notdef', 'A', 'acute', 'Aacute']);
  });

  test('keeps matrix and hinting, and no notices', () => {
    const hinting = `/BlueValues [-15 0 700 715] def /OtherBlues [-250 -240] def /BlueScale 0.04379 def /BlueFuzz 0 def /StdVW [84.5] def
      /StemSnapH [60 70 75] def /ForceBold true def`;
    const matrix = '0.001 0 0.000167 0.001 0 0';
    const cff = readCff(allOf(type1Font({ ...SOURCE, private: hinting, matrix })));
    expect([0, 1, 1200].map((operator) => dictOperands(cff.top, operator))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(cff.strings.map((bytes) => new TextDecoder().decode(bytes))).not.toContain('A (small) font');
    expect(dictOperands(cff.top, 5)).toEqual([-10, -20, 800, 900]);
    expect(dictOperands(cff.top, TOP.fontMatrix)).toEqual([0.001, 0, 0.000167, 0.001, 0, 0]);
    expect(
      Object.fromEntries(cff.parts[0]!.private.map(({ operator, operands }) => [operator, operands])),
    ).toMatchObject({
      6: [-15, 15, 700, 15],
      7: [-250, 10],
      1209: [0.04379],
      1211: [0],
      11: [84.5],
      1212: [60, 10, 5],
      1214: [1],
    });
  });

  test('is much smaller', () => {
    const bytes = type1Font(SOURCE);
    expect(allOf(bytes).length).toBeLessThan(bytes.length / 3);
  });

  test.each<[string, Partial<Type1Source>, string]>([
    ['a matrix that turns', { matrix: '0 0.001 -0.001 0 0 0' }, 'odd-font-matrix'],
    ['a matrix of another size', { matrix: '0.0005 0 0 0.0005 0 0' }, 'odd-font-matrix'],
    ['half a zone', { private: '/BlueValues [-15 0 700] def' }, 'odd-private'],
    ['too many zones', { private: `/OtherBlues [${'-20 -10 '.repeat(6)}] def` }, 'odd-private'],
    ['no .notdef', { glyphs: { A: GLYPHS.A } }, 'damaged'],
    [
      'an accent that is missing',
      { glyphs: { '.notdef': GLYPHS['.notdef'], Aacute: GLYPHS.Aacute } },
      'odd-charstring',
    ],
    [
      'a point beyond 16 bits',
      { glyphs: { ...GLYPHS, A: '0 500 hsbw 40000 hmoveto 1 vlineto closepath endchar' } },
      'out-of-range',
    ],
    [
      'more stems than the stack holds',
      {
        glyphs: {
          ...GLYPHS,
          A: `0 500 hsbw ${Array.from({ length: 30 }, (_, i) => `${i * 9} 4 hstem`).join(' ')} 0 hmoveto 1 vlineto closepath endchar`,
        },
      },
      'out-of-range',
    ],
  ])('with %s is refused by that name', (_, source, reason) => {
    const outcome = attempt(() => allOf(type1Font({ ...SOURCE, ...source })));
    expect(outcome).toEqual({ kind: 'refused', reason });
  });
});

describe('the proof', () => {
  const bytes = type1Font({ ...SOURCE, encoding: OWN_ENCODING });
  const font = readType1(bytes);
  const reader = new Type1CharStringReader(font);
  const glyphs = new Map([...font.charStrings.keys()].map((name) => [name, reader.glyph(name)]));
  const codes = font.encoding as ReadonlyMap<number, string>;
  const written = allOf(bytes);

  test('sees a byte that changes what is drawn, and no other', () => {
    fc.assert(
      fc.property(fc.nat(written.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = written.slice();
        changed[at]! ^= change;
        const proof = attempt(() => proveSameFace({ font, glyphs, codes }, changed));
        if (proof.kind === 'refused') return;
        const cff = readCff(changed);
        const drawn = new CharStringReader(cff);
        for (const [index, name] of cff.named!.glyphNames.entries()) {
          expect(sameGlyph(drawn.glyph(index), glyphs.get(name)!)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('sees a code that went to another glyph', () => {
    const swapped = new Map([...codes, [200, 'B']]);
    expect(attempt(() => proveSameFace({ font, glyphs, codes: swapped }, written))).toEqual({
      kind: 'refused',
      reason: 'not-equal',
    });
  });
});
