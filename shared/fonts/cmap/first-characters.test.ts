import { expect, test } from 'vitest';
import { latin1Bytes } from '../../testing/documents/files.ts';
import { firstCharacters } from './first-characters.ts';

const read = (text: string) => Object.fromEntries(firstCharacters(latin1Bytes(text)));

test('reads single codes, ranges and lists, with one byte or two', () => {
  expect(
    read(`2 beginbfchar <41> <0391> <0042> <D83DDE00> endbfchar
      2 beginbfrange <43><45><0061> <50> <52> [<0070> <> <00720073>] endbfrange`),
  ).toEqual({ 65: 0x391, 66: 0xd83d, 67: 0x61, 68: 0x62, 69: 0x63, 80: 0x70, 82: 0x72 });
});

test('looks no further than where 256 codes end in any file', () => {
  const entry = 'beginbfchar <41> <0042>';
  expect(read(`${' '.repeat(200_000)}${entry}`)).toEqual({ 65: 0x42 });
  expect(read(`${' '.repeat(300_000)}${entry}`)).toEqual({});
});

test('leaves out what makes no sense, and ends soon whatever the file says', () => {
  expect(read('<41> <42> beginbfchar <zz> <43> endbfchar beginbfrange <00> <ffffffff> <0020>')[255]).toBe(
    287,
  );
  expect(read('beginbfchar '.repeat(20_000))).toEqual({});
  expect(read('<'.repeat(200_000))).toEqual({});
});
