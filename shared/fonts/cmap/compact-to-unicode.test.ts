import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromLatin1 } from '../../pdf/bytes.ts';
import { compactToUnicode } from './compact-to-unicode.ts';
import { readToUnicodeMap } from './to-unicode-map.ts';

const HEAD = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
`;
const TAIL = `
endcmap CMapName currentdict /CMap defineresource pop end end`;
const cmap = (body: string, head = HEAD) => fromLatin1(head + body + TAIL);
const compacted = (body: string, used: ReadonlySet<number> | null = null) => {
  const bytes = compactToUnicode(cmap(body), 2, used);
  return bytes === null ? null : new TextDecoder().decode(bytes).slice(HEAD.length, -TAIL.length);
};

describe('a compact ToUnicode map', () => {
  test('has ranges where codes and characters follow each other', () => {
    expect(
      compacted(`4 beginbfchar <0003> <0041> <0004> <0042> <0005> <0043> <0009> <00660069> endbfchar
        1 beginbfrange <0010> <0012> [<0061> <0062> <0078>] endbfrange`),
    ).toBe(
      `2 beginbfchar\n<0009><00660069>\n<0012><0078>\nendbfchar\n2 beginbfrange\n<0003><0005><0041>\n<0010><0011><0061>\nendbfrange`,
    );
  });

  test('has the used codes alone, where they are known', () => {
    expect(compacted('1 beginbfrange <0003> <0020> <0041> endbfrange', new Set([4, 7, 8, 99]))).toBe(
      '1 beginbfchar\n<0004><0042>\nendbfchar\n1 beginbfrange\n<0007><0008><0045>\nendbfrange',
    );
  });

  test('never runs over the last byte of a code or of a character', () => {
    expect(compacted('4 beginbfchar <00FF> <0041> <0100> <0042> <0200> <00FF> <0201> <0100> endbfchar')).toBe(
      '4 beginbfchar\n<00FF><0041>\n<0100><0042>\n<0200><00FF>\n<0201><0100>\nendbfchar',
    );
  });

  test.each([
    ['a range that runs over', '1 beginbfrange <0000> <0010> <00F8> endbfrange'],
    ['a range over two rows', '1 beginbfrange <00F0> <0110> <0041> endbfrange'],
    ['a code with two meanings', '2 beginbfchar <0003> <0041> <0003> <0042> endbfchar'],
    ['a code of another length', '1 beginbfchar <03> <0041> endbfchar'],
    ['half a character', '1 beginbfchar <0003> <41> endbfchar'],
    ['a name for a character', '1 beginbfchar <0003> /A endbfchar'],
    ['a list that is too short', '1 beginbfrange <0003> <0005> [<0041>] endbfrange'],
    [
      'mappings of another kind',
      '1 begincidrange <0003> <0005> 7 endcidrange 1 beginbfchar <0003> <0041> endbfchar',
    ],
    ['a map beneath it', '/Other usecmap 1 beginbfchar <0003> <0041> endbfchar'],
    [
      'something between blocks',
      '1 beginbfchar <0003> <0041> endbfchar pop 1 beginbfchar <0004> <0041> endbfchar',
    ],
    ['no mappings', ''],
    ['a block that never ends', '1 beginbfchar <0003> <0041>'],
  ])('is not made of a map with %s', (_, body) => {
    expect(compacted(body)).toBeNull();
  });

  test('has no lines of comments, as TeX writes them', () => {
    const body = '1 beginbfchar <0003> <0041> endbfchar';
    const head = `%!PS-Adobe-3.0 Resource-CMap\r\n  %%Title: (TeX-cmr10 TeX cmr10 0)\r\n${HEAD}`;
    const text = new TextDecoder().decode(
      compactToUnicode(fromLatin1(`${head}${body}${TAIL}\r\n%%EOF\r\n`), 2, null)!,
    );
    expect(text).toBe(`${HEAD}1 beginbfchar\n<0003><0041>\nendbfchar${TAIL}\n`);
  });

  test.each([
    ['within a line', '/X 1 def % comment\n', ''],
    ['behind a string that is not closed on its line', '/X (a\n%b) def\n', '\n%%EOF'],
    ['behind a string with a backslash', '/X (a\\) def\n', '\n%%EOF'],
  ])('is not made where a comment stands %s', (_, between, end) => {
    const body = '1 beginbfchar <0003> <0041> endbfchar';
    expect(compactToUnicode(fromLatin1(HEAD + between + body + TAIL + end), 2, null)).toBeNull();
  });

  test('is not made where the code space is of codes of another length', () => {
    const body = '1 beginbfchar <41> <0041> endbfchar';
    expect(compactToUnicode(cmap(body), 1, null)).toBeNull();
    expect(compactToUnicode(cmap(body, HEAD.replace('<0000> <FFFF>', '<00> <FF>')), 1, null)).not.toBeNull();
  });

  test('says the same of every used code', () => {
    const characters = fc.constantFrom('0041', '0042', '00FF', '0100', '00660069', 'D835DC00', 'D835DC01');
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...'0123456789ABCDEF'), characters),
        fc.uniqueArray(fc.nat(0x30f), { maxLength: 400, size: 'max' }),
        (made, used) => {
          const entries = Object.entries(made).flatMap(([digit, target]) =>
            [0, 1, 2, 3].map((row) => `<0${row}0${digit}> <${target}>`),
          );
          fc.pre(entries.length > 0);
          const body = `${entries.length} beginbfchar ${entries.join('\n')} endbfchar`;
          const before = readToUnicodeMap(HEAD + body + TAIL, 2)!.targets;
          const codes = new Set(used);
          const after = compactToUnicode(cmap(body), 2, codes);
          const kept = [...before].filter(([code]) => codes.has(code));
          if (after === null) expect(kept).toEqual([]);
          else
            expect(readToUnicodeMap(new TextDecoder().decode(after), 2)!.targets).toEqual(
              new Map(kept.sort(([a], [b]) => a - b)),
            );
        },
      ),
    );
  });
});
