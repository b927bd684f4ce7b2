import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromLatin1, latin1 } from '../../pdf/bytes.ts';
import { DEFAULT_SUBRS, type Type1Source, type1Font } from '../../testing/fonts/type1-fonts.ts';
import { attempt } from '../cff/refused-face.ts';
import { Type1CharStringReader } from './charstring-read.ts';
import { readType1 } from './read.ts';

const SQUARE = '0 500 hsbw 50 0 rmoveto 100 hlineto 200 vlineto closepath endchar';
const GLYPHS = { '.notdef': '0 250 hsbw endchar', A: SQUARE };

function drawn(charString: string, source: Partial<Type1Source> = {}): string[] {
  const font = readType1(type1Font({ glyphs: { ...GLYPHS, A: charString }, ...source }));
  return new Type1CharStringReader(font).glyph('A').steps.map((step) => {
    if (step.kind === 'stems')
      return `h[${step.stems.horizontal.join(' ')}] v[${step.stems.vertical.join(' ')}]`;
    return [step.kind[0], ...step.by, ...(step.kind === 'flex' ? [`@${step.depth}`] : [])].join(' ');
  });
}

describe('a Type 1 program', () => {
  test.each<[string, Partial<Type1Source>]>([
    ['in binary', {}],
    ['in hexadecimal', { form: 'hex' }],
    ['in segments', { form: 'segments' }],
    ['without a trailer', { trailer: '' }],
    ['with a trailer of noise', { trailer: '\u0001(/CharStrings 3 dict \u00ff' }],
    ['with one random byte', { lenIV: 1 }],
    ['without encrypted charstrings', { lenIV: -1 }],
    ['without subroutines', { subrs: null }],
    ['with an empty list of subroutines', { subrs: null, private: '/Subrs [ ] def' }],
  ])('is read %s', (_, source) => {
    const font = readType1(type1Font({ glyphs: GLYPHS, ...source }));
    expect([...font.charStrings.keys()]).toEqual(['.notdef', 'A']);
    expect(drawn(SQUARE, source)).toEqual(['m 50 0', 'l 100 0', 'l 0 200']);
  });

  test('is read where CR LF ends the clear part', () => {
    const [clear, coded] = latin1(type1Font({ glyphs: GLYPHS }), 0, 1e6).split('eexec\n');
    const font = readType1(fromLatin1(`${clear}eexec\r\n${coded}`));
    expect([...font.charStrings.keys()]).toEqual(['.notdef', 'A']);
  });

  test('tells its name, its notices, its hinting', () => {
    const font = readType1(type1Font({ glyphs: GLYPHS, name: 'ABCDEF+Small' }));
    expect(font.name).toBe('ABCDEF+Small');
    expect(new TextDecoder().decode(font.infoStrings.get('Notice'))).toBe('A (small) font');
    expect(font.infoNumbers.get('ItalicAngle')).toBe(-12.5);
    expect(font.fontBBox).toEqual([-10, -20, 800, 900]);
    expect(font.hinting.get('BlueValues')).toEqual([-15, 0, 700, 715]);
  });

  test.each<[string, 'standard' | [number, string][]]>([
    ['StandardEncoding def', 'standard'],
    [
      '256 array 0 1 255 {1 index exch /.notdef put} for\ndup 65 /A put dup 8#102 /B put dup 67 /.notdef put readonly def',
      [
        [65, 'A'],
        [66, 'B'],
      ],
    ],
    [
      '[/.notdef /A /B] def',
      [
        [1, 'A'],
        [2, 'B'],
      ],
    ],
  ])('has the encoding of %s', (encoding, expected) => {
    const font = readType1(type1Font({ glyphs: GLYPHS, encoding }));
    expect(font.encoding).toEqual(expected === 'standard' ? expected : new Map(expected));
  });

  test.each<[string, Partial<Type1Source>, string]>([
    ['multiple masters', { header: '/WeightVector [0.5 0.5] def' }, 'multiple-master'],
    ['stroked glyphs', { header: '/PaintType 2 def' }, 'odd-paint'],
    ['a procedure without an end', { header: '/Notice { readonly def' }, 'damaged'],
    ['a full name that is no string', { header: '/FullName def (Small) readonly def' }, 'damaged'],
    ['two sets of glyphs', { private: '/CharStrings 0 dict dup begin end' }, 'several-fonts'],
    [
      'two different glyphs of one name',
      { glyphs: { ...GLYPHS, 'A ': '0 501 hsbw endchar' } },
      'several-fonts',
    ],
    ['two sets of subroutines', { private: '/Subrs 0 array ND' }, 'several-fonts'],
    ['computed hinting', { private: '/ForceBold {2 gt} def' }, 'odd-private'],
    ['an encoding that is a name', { encoding: 'ISOLatin1Encoding def' }, 'odd-encoding'],
    ['no matrix', { matrix: '1 0' }, 'odd-font-matrix'],
  ])('with %s is refused by that name', (_, source, reason) => {
    expect(attempt(() => readType1(type1Font({ glyphs: GLYPHS, ...source })))).toEqual({
      kind: 'refused',
      reason,
    });
  });
});

describe('Type 1 charstrings draw what the specification says', () => {
  test.each([
    [
      'the first point counts from the side bearing',
      `30 500 hsbw 20 5 rmoveto 7 hlineto closepath endchar`,
      ['m 50 5', 'l 7 0'],
    ],
    ['both bearings', `30 40 500 0 sbw 20 5 rmoveto 7 hlineto closepath endchar`, ['m 50 45', 'l 7 0']],
    [
      'closepath leaves the current point',
      `0 500 hsbw 5 hmoveto 7 hlineto closepath 9 vmoveto 7 hlineto closepath endchar`,
      ['m 5 0', 'l 7 0', 'm 0 9', 'l 7 0'],
    ],
    [
      'fractions',
      `0 500 hsbw 1 2 div hmoveto 1 3 div vlineto closepath endchar`,
      ['m 0.5 0', `l 0 ${21845 / 65536}`],
    ],
    [
      'curves',
      `0 500 hsbw 0 hmoveto 1 2 3 4 hvcurveto 1 2 3 4 vhcurveto 1 2 3 4 5 6 rrcurveto closepath endchar`,
      ['m 0 0', 'c 1 0 2 3 0 4', 'c 0 1 2 3 4 0', 'c 1 2 3 4 5 6'],
    ],
    [
      'flex',
      `10 500 hsbw 0 hmoveto 1 callsubr 50 20 rmoveto 2 callsubr -40 -20 rmoveto 2 callsubr 20 5 rmoveto 2 callsubr
       20 0 rmoveto 2 callsubr 20 0 rmoveto 2 callsubr 20 -5 rmoveto 2 callsubr 10 0 rmoveto 2 callsubr
       45 110 0 0 callsubr 5 vlineto closepath endchar`,
      ['m 10 0', 'f 10 0 20 5 20 0 20 0 20 -5 10 0 @45', 'l 0 5'],
    ],
    [
      'stems that are replaced on the way, from the side bearing',
      `10 500 hsbw 0 20 hstem 30 40 vstem 0 hmoveto 5 hlineto 5 4 callsubr 5 vlineto closepath endchar`,
      ['h[0 20] v[40 40]', 'm 10 0', 'l 5 0', 'h[7 8] v[]', 'l 0 5'],
    ],
  ])('%s', (_, charString, steps) => {
    const subrs = [...DEFAULT_SUBRS, '7 8 hstem return'];
    expect(drawn(charString, { subrs })).toEqual(steps);
  });

  test('three stems are a group whose gaps are even', () => {
    const font = readType1(
      type1Font({ glyphs: { A: '10 500 hsbw 1 2 30 4 60 5 vstem3 0 hmoveto 5 hlineto closepath endchar' } }),
    );
    expect(new Type1CharStringReader(font).glyph('A').counters).toEqual([
      { horizontal: [], vertical: [11, 2, 40, 4, 70, 5] },
    ]);
  });

  test('an accent is placed by its side bearing point', () => {
    const font = readType1(type1Font({ glyphs: { A: '30 500 hsbw 25 120 200 65 193 seac' } }));
    expect(new Type1CharStringReader(font).glyph('A').accent).toEqual({
      dx: 125,
      dy: 200,
      base: 65,
      accent: 193,
    });
  });

  test.each([
    ['0 7 callothersubr', 'unknown-othersubr'],
    ['1 2 3 3 14 callothersubr pop', 'multiple-master'],
    ['0 hmoveto 5 hlineto', 'odd-charstring'],
    ['5 hlineto closepath', 'odd-charstring'],
    ['0 hmoveto 1 callsubr 1 1 rmoveto 2 callsubr 50 1 1 0 callsubr', 'odd-charstring'],
    ['5 callsubr', 'too-complex'],
    ['99 callsubr', 'odd-charstring'],
    ['1 0 div hmoveto', 'odd-charstring'],
    ['32738 hmoveto', 'out-of-range'],
    ['0 0 setcurrentpoint 3 4 setcurrentpoint', 'odd-charstring'],
    // A flex that says it ends at 101, and ends at 100.
    [
      `0 hmoveto 1 callsubr 50 20 rmoveto 2 callsubr -40 -20 rmoveto 2 callsubr 20 5 rmoveto 2 callsubr 20 0 rmoveto
       2 callsubr 20 0 rmoveto 2 callsubr 20 -5 rmoveto 2 callsubr 10 0 rmoveto 2 callsubr 45 101 0 0 callsubr closepath`,
      'odd-charstring',
    ],
    // The same without `setcurrentpoint`, which checks it too.
    [
      `0 hmoveto 0 1 callothersubr 50 20 rmoveto 0 2 callothersubr -40 -20 rmoveto 0 2 callothersubr 20 5 rmoveto
       0 2 callothersubr 20 0 rmoveto 0 2 callothersubr 20 0 rmoveto 0 2 callothersubr 20 -5 rmoveto 0 2 callothersubr
       10 0 rmoveto 0 2 callothersubr 45 101 0 3 0 callothersubr closepath`,
      'odd-charstring',
    ],
  ])('%s is refused as %s', (path, reason) => {
    const subrs = [...DEFAULT_SUBRS, '5 callsubr return'];
    expect(attempt(() => drawn(`0 500 hsbw ${path} endchar`, { subrs }))).toEqual({
      kind: 'refused',
      reason,
    });
  });
});

describe('damage', () => {
  const whole = type1Font({ glyphs: GLYPHS, trailer: '' });
  const readAll = (bytes: Uint8Array) =>
    attempt(() => {
      const font = readType1(bytes);
      const reader = new Type1CharStringReader(font);
      return [...font.charStrings.keys()].map((name) => reader.glyph(name));
    }).kind;

  test('ends in a refusal or in glyphs, never in a crash', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const bytes = whole.slice();
        for (const [at, value] of changes) bytes[at] = value;
        expect(['done', 'refused']).toContain(readAll(bytes));
      }),
      { numRuns: 400 },
    );
  });

  test('ends in a refusal without its first words, as FreeType refuses it', () => {
    const program = type1Font({ glyphs: GLYPHS });
    program.set(fromLatin1('%!PS-Adobe\x7f'));
    expect(attempt(() => readType1(program))).toMatchObject({ reason: 'damaged' });
  });

  test('ends in a refusal where a parenthesis is closed that nothing opened, as FreeType refuses it', () => {
    const program = type1Font({ glyphs: GLYPHS });
    const broken = fromLatin1(latin1(program, 0, program.length).replace('/Weight (', '/Weight '));
    expect(attempt(() => readType1(broken))).toMatchObject({ reason: 'damaged' });
  });

  test('ends in a refusal where noise stands before closefile, as FreeType refuses it', () => {
    const read = (privateEnd: string) =>
      attempt(() => readType1(type1Font({ glyphs: GLYPHS, privateEnd, trailer: '' })));
    expect(read('mark currentfile\n').kind).toBe(read('mark currentfile closefile\n').kind);
    expect(read('mark \u0001> currentfile \u00fe closed')).toMatchObject({ reason: 'damaged' });
  });

  test('ends in a refusal where the glyphs are cut off', () => {
    for (let length = 0; length < whole.length - 120; length += 7) {
      expect(readAll(whole.subarray(0, length)), `cut at ${length}`).toBe('refused');
    }
  });
});
