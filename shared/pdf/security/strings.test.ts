import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  key,
  PDFContext,
  type PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFString,
} from '../objects.ts';
import { hexString, literalString, mapStrings, stringBytes } from './strings.ts';

describe('the bytes of a string', () => {
  test.each<[PDFString | PDFHexString, number[]]>([
    [PDFHexString.of('00fFa'), [0, 255, 160]],
    [PDFHexString.of('0 0\nf\tf'), [0, 255]],
    [PDFString.of('a\\(\\101\\\\'), [97, 40, 65, 92]],
    [PDFString.of('a\\\r\nb'), [97, 98]],
    [PDFString.of('a\\\\\r\nb'), [97, 92, 13, 10, 98]],
    [PDFString.of('a\rb'), [97, 13, 98]],
  ])('%s', (string, expected) => {
    expect([...stringBytes(string)]).toEqual(expected);
  });

  test('come back from both ways to write them', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect([...stringBytes(hexString(bytes))]).toEqual([...bytes]);
        expect([...stringBytes(literalString(bytes))]).toEqual([...bytes]);
      }),
    );
  });
});

describe('replacing strings', () => {
  const context = PDFContext.create();
  const upper = (string: PDFObject) => PDFString.of((string as PDFString).asString().toUpperCase());

  test('reaches every depth and leaves the original alone', () => {
    const original = context.obj({ A: PDFString.of('a'), B: [{ C: [PDFString.of('c')] }], D: 1 });
    const before = original.toString();
    expect(mapStrings(original, upper).toString()).toBe(before.replace('(a)', '(A)').replace('(c)', '(C)'));
    expect(original.toString()).toBe(before);
  });

  test('gives back what holds no string, and shares the parts that hold none', () => {
    const plain = context.obj({ A: [1, { B: PDFName.of('C') }] });
    expect(mapStrings(plain, upper)).toBe(plain);
    const mixed = context.obj({ Plain: plain, Text: PDFString.of('a') }) as PDFDict;
    expect((mapStrings(mixed, upper) as PDFDict).get(key('Plain'))).toBe(plain);
  });

  test.each([
    ['a signature', { Type: 'Sig', ByteRange: [0] }, '(a)'],
    ['a time stamp', { Type: 'DocTimeStamp', ByteRange: [0] }, '(a)'],
    ['a signature without Type', { ByteRange: [0] }, '(a)'],
    ['a signature without ByteRange', { Type: 'Sig' }, '(A)'],
    ['an annotation', { Type: 'Annot' }, '(A)'],
    ['an annotation with a stray ByteRange', { Type: 'Annot', ByteRange: [0] }, '(A)'],
  ])('%s: Contents becomes %s', (_, entries, expected) => {
    const dict = context.obj({ ...entries, Contents: PDFString.of('a') }) as PDFDict;
    expect(String((mapStrings(dict, upper) as PDFDict).get(key('Contents')))).toBe(expected);
  });
});
