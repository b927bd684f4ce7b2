import { describe, expect, test } from 'vitest';
import { legacyPasswordBytes, unicodePasswordBytes } from './password.ts';

describe('up to revision 4', () => {
  test.each<[string, number[][]]>([
    ['plain', [[...Buffer.from('plain')]]],
    ['', [[]]],
    ['é', [[0xe9], [0xc3, 0xa9]]],
    ['€', [[0xa0], [0xe2, 0x82, 0xac]]],
    ['ž', [[0x9e], [0xc5, 0xbe]]],
    ['\uFB02', [[0x94], [0xef, 0xac, 0x82]]],
    ['˜', [[0x1f], [0xcb, 0x9c]]],
    // U+0080 is not in PDFDocEncoding, but in Latin-1.
    ['\u0080', [[0xc2, 0x80], [0x80]]],
    ['\u{1F511}', [[0xf0, 0x9f, 0x94, 0x91]]],
  ])('%j is tried as PDFDocEncoding, UTF-8 and Latin-1', (password, expected) => {
    expect(legacyPasswordBytes(password).map((bytes) => [...bytes])).toEqual(expected);
  });
});

describe('in revisions 5 and 6', () => {
  const texts = (password: string) =>
    unicodePasswordBytes(password).map((bytes) => Buffer.from(bytes).toString());

  test.each([
    ['plain', ['plain']],
    ['e\u0301', ['é', 'e\u0301']], // NFKC
    ['\u2168', ['IX', '\u2168']], // RFC 4013, section 3, example 6
    ['I\u00ADX', ['IX', 'I\u00ADX']], // example 1
    ['a\u00A0b', ['a b', 'a\u00A0b']],
  ])('%j is tried normalised, then as typed', (password, expected) => {
    expect(texts(password)).toEqual(expected);
  });

  test('127 bytes count', () => {
    expect(unicodePasswordBytes('ö'.repeat(100)).map((bytes) => bytes.length)).toEqual([127]);
  });
});
