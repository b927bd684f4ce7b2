import { expect, test } from 'vitest';
import { pagesDocument, stream } from '../../testing/documents/documents.ts';
import type { PdfDocument } from '../document.ts';
import { PDFRef } from '../objects.ts';
import { sameReading } from './same-reading.ts';

const document = (
  parts: Partial<PdfDocument> = {},
  pages = ['/Contents 90 0 R'],
  more = {},
): PdfDocument => ({
  ...pagesDocument(pages, { 90: stream('', 'q Q'), ...more }),
  repairs: ['object 4 is not at byte 100'],
  malformedObjects: new Set([PDFRef.of(90)]),
  lostPages: 1,
  ...parts,
});

test('a damaged file is read the same whatever byte its parts are at', () => {
  expect(sameReading(document(), document({ repairs: ['object 4 is not at byte 77'] }))).toBeNull();
  expect(sameReading(document({}, undefined, { 91: '(gone)' }), document())).toBeNull();
});

test.each<[string, PdfDocument]>([
  ['other pages', document({}, ['', ''])],
  ['other losses', document({ incomplete: true })],
  ['other losses', document({ lostPages: 2 })],
  ['other repairs', document({ repairs: [] })],
  ['other malformed objects', document({ malformedObjects: new Set([PDFRef.of(91)]) })],
  ['other malformed objects', document({ malformedObjects: new Set() })],
  ['object 91 was not there before', document({}, undefined, { 91: '(new)' })],
])('%s is a difference', (difference, after) => {
  expect(sameReading(document(), after)).toBe(difference);
});
