import { describe, expect, test } from 'vitest';
import { buildDocument, type ObjectSources, stream } from '../../testing/documents/documents.ts';
import { PDFRef } from '../objects.ts';
import { fullPageImage } from './full-page-image.ts';

const PICTURE =
  '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8';

function pageWith(content: string, more: ObjectSources = {}) {
  const doc = buildDocument({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R /Fm 6 0 R >> /Font << /F 7 0 R /T3 8 0 R >> /ExtGState << /Plain 9 0 R /Half 10 0 R /Soft 11 0 R >> >> >>',
    4: stream('', content),
    5: stream(PICTURE, '0123'),
    6: stream('/Type /XObject /Subtype /Form /BBox [0 0 1 1]', '0 0 1 1 re f'),
    7: '<< /Type /Font /Subtype /TrueType /BaseFont /Some >>',
    8: '<< /Type /Font /Subtype /Type3 >>',
    9: '<< /Type /ExtGState /OP true /ca 1 /BM /Normal /SMask /None >>',
    10: '<< /Type /ExtGState /ca .5 >>',
    11: '<< /Type /ExtGState /SMask << /S /Luminosity >> >>',
    ...more,
  });
  return fullPageImage(doc, PDFRef.of(3));
}

const DRAWN = '612 0 0 792 0 0 cm /Im Do';

describe('a page that shows one picture and nothing else', () => {
  test.each([
    ['alone', `q ${DRAWN} Q`],
    ['under invisible text, as OCR writes it', `q ${DRAWN} Q BT /F 10 Tf 3 Tr 1 0 0 1 9 9 Tm (word) Tj ET`],
    ['inside a clip', `q 0 0 612 792 re W n ${DRAWN} Q`],
    ['in marked content', `/Artifact << /Type /Page >> BDC q ${DRAWN} Q EMC`],
    ['in a state that changes nothing', `q /Plain gs ${DRAWN} Q`],
  ])('%s', (_name, content) => {
    expect(pageWith(content)).toMatchObject({ image: PDFRef.of(5), matrix: [612, 0, 0, 792, 0, 0] });
  });

  test('by all matrices that stand before it', () => {
    expect(pageWith('.5 0 0 .5 10 20 cm q 100 0 0 200 4 6 cm /Im Do Q')?.matrix).toEqual([
      50, 0, 0, 100, 12, 23,
    ]);
  });
});

test.each([
  ['text that is seen', `${DRAWN} BT /F 10 Tf (word) Tj ET`],
  ['text that was invisible before Q', `q 3 Tr Q ${DRAWN} BT /F 10 Tf (word) Tj ET`],
  ['glyphs of a Type 3 font, which no mode hides', `${DRAWN} BT 3 Tr /T3 10 Tf (word) Tj ET`],
  ['a line', `q ${DRAWN} Q 0 0 m 9 9 l S`],
  ['an area below it', `0 0 9 9 re f q ${DRAWN} Q`],
  ['a shading', `q ${DRAWN} Q /Sh sh`],
  ['a form', `q ${DRAWN} Q /Fm Do`],
  ['the picture twice', `q ${DRAWN} Q q ${DRAWN} Q`],
  ['an inline image', `q ${DRAWN} Q BI /W 1 /H 1 /BPC 8 /CS /G ID 0 EI`],
  ['transparency', `q /Half gs ${DRAWN} Q`],
  ['a soft mask', `q /Soft gs ${DRAWN} Q`],
  ['an operator that nobody knows', `q ${DRAWN} Q 1 2 frob`],
  ['a matrix that is none', 'q 612 0 /X1 792 0 0 cm /Im Do Q'],
  ['nothing', 'q Q'],
])('is none with %s', (_name, content) => {
  expect(pageWith(content)).toBeNull();
});
