import { expect, test } from 'vitest';
import { PDFName, PDFNumber, PDFRawStream, PDFRef } from '../../pdf/objects.ts';
import { buildDocument, dictOf, objectOf, pagesDocument, stream } from './documents.ts';

test('objects are parsed as in a file, under their numbers', () => {
  const doc = buildDocument({ 1: '<< /Type /Catalog /Pages 2 0 R >>', 2: '[ 1 (text) /Name ]' });
  expect(dictOf(doc, 1).get(PDFName.of('Pages'))).toBe(PDFRef.of(2));
  expect(objectOf(doc, 2).toString()).toBe('[ 1 (text) /Name ]');
  expect(doc.trailer.get(PDFName.of('Root'))).toBe(PDFRef.of(1));
});

test('a stream gets its length and keeps bytes above 127', () => {
  const doc = buildDocument({ 1: stream('/Subtype /Form', 'q \xff Q') });
  const form = objectOf(doc, 1);
  expect(form).toBeInstanceOf(PDFRawStream);
  expect([...(form as PDFRawStream).contents]).toEqual([0x71, 0x20, 0xff, 0x20, 0x51]);
  expect(dictOf(doc, 1).get(PDFName.of('Length'))).toEqual(PDFNumber.of(5));
});

test('pages hang under one tree', () => {
  const doc = pagesDocument(['/Rotate 90', '/MediaBox [0 0 10 10]'], {}, { catalog: '/Lang (en)' });
  expect(dictOf(doc, 2).get(PDFName.of('Kids'))?.toString()).toBe('[ 3 0 R 4 0 R ]');
  expect(dictOf(doc, 3).get(PDFName.of('MediaBox'))?.toString()).toBe('[ 0 0 200 200 ]');
  expect(dictOf(doc, 4).get(PDFName.of('MediaBox'))?.toString()).toBe('[ 0 0 10 10 ]');
  expect(dictOf(doc, 1).get(PDFName.of('Lang'))?.toString()).toBe('(en)');
});
