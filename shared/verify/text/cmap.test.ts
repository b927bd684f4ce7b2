import { expect, test } from 'vitest';
import { fromLatin1 } from '../../pdf/bytes.ts';
import { charactersOf, readCMap } from './cmap.ts';

const read = (text: string) => readCMap(fromLatin1(text));
const characters = (text: string, code: number) => {
  const digits = read(text).characters(code);
  return digits === null ? null : charactersOf(digits);
};

test.each([
  ['1 beginbfchar <41> <0391> endbfchar', 0x41, 'Α'],
  ['1 beginbfchar <0041> <D83DDE00> endbfchar', 0x41, '😀'],
  ['1 beginbfchar <01> <006600660069> endbfchar', 1, 'ffi'],
  ['1 beginbfrange <20> <7E> <0020> endbfrange', 0x41, 'A'],
  ['1 beginbfrange <0003> <0005> [<0061> <0062> <007A>] endbfrange', 5, 'z'],
  ['1 beginbfrange <00> <FFFF> <00F0> endbfrange', 0x20, 'Đ'],
  ['% <41> <0042>\n1 beginbfchar <41> <0043> endbfchar', 0x41, 'C'],
  ['1 beginbfchar <41> <0391> endbfchar', 0x42, null],
  ['<41> <0391>', 0x41, null],
])('%s says of %i: %s', (text, code, expected) => {
  expect(characters(text, code)).toBe(expected);
});

test('codes become glyphs by single entries and by ranges', () => {
  const map = read(`1 begincodespacerange <00> <80> endcodespacerange
    1 begincodespacerange <8140> <9FFC> endcodespacerange
    1 begincidchar <20> 231 endcidchar 1 begincidrange <8140> <817E> 633 endcidrange`);
  expect([map.cid(0x20), map.cid(0x8141), map.cid(0x21)]).toEqual([231, 634, null]);
  expect(map.codeSpaces).toEqual([
    { bytes: 1, low: 0, high: 0x80 },
    { bytes: 2, low: 0x8140, high: 0x9ffc },
  ]);
});

test.each(['', '<', 'beginbfchar '.repeat(50_000), 'beginbfchar <zz> <0041>', '['.repeat(100_000)])(
  'what is no map says nothing',
  (text) => {
    expect(read(text).characters(0x41)).toBeNull();
  },
);
