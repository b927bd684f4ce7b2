import { describe, expect, test } from 'vitest';
import { buildDocument, dictOf, type ObjectSource, stream } from '../../testing/documents/documents.ts';
import { TextFonts } from './text-fonts.ts';

/** Text of each code of a string, and its advance in thousandths; `?` if unsure. */
function shown(font: string, bytes: readonly number[], objects: Readonly<Record<number, ObjectSource>> = {}) {
  const doc = buildDocument({ 1: '<< >>', 2: `<< /Type /Font ${font} >>`, ...objects });
  const codes = [...new TextFonts().of(dictOf(doc, 2)).codes(Uint8Array.from(bytes))];
  return codes.map(({ text, advance, isSure }) => [text, isSure ? Math.round(advance * 1000) : '?']);
}

const TO_UNICODE = {
  3: stream('', '1 beginbfchar <41> <0031> endbfchar 1 beginbfchar <0041> <0032> endbfchar'),
};

describe('a simple font', () => {
  test.each<[string, string, number, string | null]>([
    ['ToUnicode goes first', '/Subtype /TrueType /Encoding /WinAnsiEncoding /ToUnicode 3 0 R', 0x41, '2'],
    ['then the encoding', '/Subtype /Type1 /Encoding /WinAnsiEncoding', 0x80, '€'],
    ['with its differences', '/Subtype /Type1 /Encoding << /Differences [65 /eight /f_i] >>', 0x42, 'fi'],
    [
      'over a base',
      '/Subtype /Type1 /Encoding << /BaseEncoding /MacRomanEncoding /Differences [] >>',
      0x8a,
      'ä',
    ],
    ['names that spell a character', '/Subtype /Type3 /Encoding << /Differences [1 /uni20AC] >>', 1, '€'],
    ['the standard encoding where none is given', '/Subtype /Type1 /BaseFont /Times-Roman', 0x27, '’'],
    ['a symbolic TrueType by its codes', '/Subtype /TrueType /FontDescriptor << /Flags 4 >>', 0x41, 'A'],
    [
      'a symbolic Type 1 without names says nothing',
      '/Subtype /Type1 /FontDescriptor << /Flags 4 >>',
      0x41,
      null,
    ],
    [
      'glyphs of Type 3 with names of their own say nothing',
      '/Subtype /Type3 /Encoding << /Differences [1 /g1] >>',
      1,
      null,
    ],
    ['a space leaves no mark', '/Subtype /Type1 /Encoding /WinAnsiEncoding', 0x20, ''],
    ['one hyphen is like another', '/Subtype /Type1 /Encoding /WinAnsiEncoding', 0xad, '-'],
  ])('%s', (_, font, code, text) => {
    expect(shown(font, [code], TO_UNICODE)[0]![0]).toBe(text);
  });

  test('is as wide as it says, and not certain where it does not', () => {
    const widths = '/FirstChar 65 /Widths [700 300] /FontDescriptor << /MissingWidth 250 >>';
    expect(shown(`/Subtype /Type1 ${widths}`, [65, 66, 67]).map(([, width]) => width)).toEqual([
      700, 300, 250,
    ]);
    expect(shown('/Subtype /Type1 /BaseFont /Helvetica', [65])).toEqual([['A', '?']]);
    const own = '/Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] /FirstChar 1 /Widths [50]';
    expect(shown(own, [1])).toEqual([[null, 500]]);
  });
});

describe('a composite font', () => {
  const type0 = (encoding: string, rest = '') =>
    `/Subtype /Type0 /Encoding ${encoding} /DescendantFonts [4 0 R] ${rest}`;
  const descendant = {
    4: '<< /Subtype /CIDFontType2 /DW 600 /W [65 [100 200] 70 72 300] /W2 [65 [-900 0 0]] >>',
  };

  test('of two bytes takes its widths by glyph', () => {
    expect(shown(type0('/Identity-H'), [0, 65, 0, 66, 0, 71, 0, 80], descendant)).toEqual([
      [null, 100],
      [null, 200],
      [null, 300],
      [null, 600],
    ]);
    expect(
      shown(type0('/Identity-H', '/ToUnicode 3 0 R'), [0, 65], { ...descendant, ...TO_UNICODE }),
    ).toEqual([['2', 100]]);
  });

  test('runs downwards where its encoding says so', () => {
    expect(shown(type0('/Identity-V'), [0, 65, 0, 66], descendant)).toEqual([
      [null, -900],
      [null, -1000],
    ]);
  });

  test('is cut by the code spaces of its own map', () => {
    const map = `1 begincodespacerange <00> <7F> endcodespacerange 1 begincodespacerange <8000> <FFFF> endcodespacerange
      1 begincidrange <00> <7F> 0 endcidrange 1 begincidrange <8041> <8042> 65 endcidrange`;
    const objects = { ...descendant, 5: stream('/Type /CMap', map) };
    expect(shown(type0('5 0 R'), [65, 0x80, 0x42, 66], objects).map(([, width]) => width)).toEqual([
      100, 200, 200,
    ]);
  });

  test.each<[string, readonly number[], readonly string[]]>([
    ['/90ms-RKSJ-H', [0x93, 0xfa, 0x41], ['日', 'A']],
    ['/GBK-EUC-H', [0xc4, 0xe3], ['你']],
    ['/ETen-B5-H', [0xa4, 0xa4], ['中']],
    ['/KSCms-UHC-H', [0xc7, 0xd1], ['한']],
    ['/UniJIS-UTF16-H', [0x65, 0xe5, 0xd8, 0x42, 0xdf, 0xb7], ['日', '𠮷']],
    ['/UniGB-UCS2-H', [0x4f, 0x60], ['你']],
  ])('of the encoding %s is read without tables, its widths apart', (encoding, bytes, texts) => {
    expect(shown(type0(encoding), bytes, descendant)).toEqual(texts.map((text) => [text, '?']));
  });

  test('with half a code at the end goes on to the end', () => {
    expect(shown(type0('/Identity-H'), [0, 65, 0], descendant)).toHaveLength(2);
    expect(shown(type0('6 0 R'), [1, 2, 3], descendant)).toHaveLength(2);
  });
});
