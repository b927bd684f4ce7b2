import { describe, expect, test } from 'vitest';
import { buildDocument, type ObjectSources, stream } from '../../testing/documents/documents.ts';
import { PDFRef } from '../objects.ts';
import { fullPageImage, type PageObstacle } from './full-page-image.ts';

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

const WHOLE = '612 0 0 792 0 0';
const DRAWN = `${WHOLE} cm /Im Do`;
const OCR = 'BT /F 10 Tf 3 Tr 1 0 0 1 9 9 Tm (word) Tj ET';
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 612 792]';
const FORM_WITH_IMAGE = `${FORM} /Resources << /XObject << /Im 5 0 R >> >>`;

describe('a page that draws one image first', () => {
  test.each<[string, string, ObjectSources?]>([
    ['alone', `q ${DRAWN} Q`],
    ['under invisible text, as OCR writes it', `q ${DRAWN} Q ${OCR}`],
    ['inside a clip', `q 0 0 612 792 re W n ${DRAWN} Q`],
    ['in marked content', `/Artifact << /Type /Page >> BDC q ${DRAWN} Q EMC`],
    ['in a state that changes nothing', `q /Plain gs ${DRAWN} Q`],
    ['under a page number', `q ${DRAWN} Q BT /F 10 Tf (ABC-000123) Tj ET`],
    ['under a line', `q ${DRAWN} Q 0 0 m 9 9 l S`],
    ['under a shading', `q ${DRAWN} Q /Sh sh`],
    ['under a stamp in a form', `q ${DRAWN} Q q 100 0 0 100 9 9 cm /Fm Do Q`],
    ['under a small image', `q ${DRAWN} Q q 300 0 0 300 9 9 cm /Im Do Q`],
    ['under an inline image', `q ${DRAWN} Q q 9 0 0 9 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID 0 EI Q`],
    ['under a watermark that is half seen through', `q ${DRAWN} Q q /Half gs BT /F 90 Tf (DRAFT) Tj ET Q`],
    ['under transparency that ends before it', `q /Half gs Q q ${DRAWN} Q`],
    [
      'under a page number whose lines are not dashed',
      `q ${DRAWN} Q /Fm Do`,
      { 6: stream(FORM, '0 i 0 J []0 d 0 j 1 w 10 M BT /F 10 Tf (ABC-000123) Tj ET') },
    ],
    [
      'after a form whose state ends with it',
      `/Fm Do q ${DRAWN} Q`,
      {
        6: stream(
          `${FORM} /Resources << /Font << /F 7 0 R >> /ExtGState << /Half 10 0 R >> >>`,
          `q /Half gs 2 0 0 2 0 0 cm ${OCR}`,
        ),
      },
    ],
    ['in a form', `q ${WHOLE} cm /Fm Do Q ${OCR}`, { 6: stream(FORM_WITH_IMAGE, '/Im Do') }],
    ['after invisible text in a form', `/Fm Do q ${DRAWN} Q`, { 6: stream(FORM, OCR) }],
    [
      'under much invisible text in a form of a form',
      `q ${DRAWN} Q /Fm Do`,
      {
        6: stream(`${FORM} /Resources << /XObject << /In 12 0 R >> >>`, 'q /In Do Q'),
        12: stream(`${FORM} /Resources << /Font << /F 7 0 R >> >>`, `${OCR} `.repeat(300)),
      },
    ],
  ])('%s', (_name, content, more) => {
    expect(pageWith(content, more)).toEqual({
      kind: 'image',
      image: PDFRef.of(5),
      matrix: [612, 0, 0, 792, 0, 0],
    });
  });

  test('by all matrices that stand before it', () => {
    expect(pageWith('.5 0 0 .5 10 20 cm q 100 0 0 200 4 6 cm /Im Do Q')).toMatchObject({
      matrix: [50, 0, 0, 100, 12, 23],
    });
  });
});

const endless = { 6: stream(`${FORM} /Resources << /XObject << /Fm 6 0 R >> >>`, '/Fm Do') };

test.each<[string, PageObstacle, string, ObjectSources?]>([
  ['much text over it', 'text-over', `q ${DRAWN} Q BT /F 10 Tf ${'(a line of a page) Tj '.repeat(30)} ET`],
  [
    'much text that was invisible before Q',
    'text-over',
    `q ${DRAWN} Q q 3 Tr Q BT /F 10 Tf ${'(a line of a page) Tj '.repeat(30)} ET`,
  ],
  [
    'many glyphs of a Type 3 font, which no mode hides',
    'text-over',
    `q ${DRAWN} Q BT 3 Tr /T3 10 Tf ${'(a line of a page) Tj '.repeat(30)} ET`,
  ],
  [
    'many glyphs of a Type 3 font that a graphics state selects',
    'text-over',
    `q ${DRAWN} Q /F 10 Tf /Plain gs BT 3 Tr ${'(a line of a page) Tj '.repeat(30)} ET`,
    { 9: '<< /Font [8 0 R 10] >>' },
  ],
  ['a drawing over it', 'drawing-over', `q ${DRAWN} Q ${'0 0 m 9 9 l S '.repeat(501)}`],
  [
    'a drawing in a form that is drawn often',
    'drawing-over',
    `q ${DRAWN} Q ${'/Fm Do '.repeat(501)}`,
    { 6: stream(FORM, '0 0 1 1 re f') },
  ],
  ['an area below it', 'drawn-below', `0 0 9 9 re f q ${DRAWN} Q`],
  ['text below it', 'drawn-below', `BT /F 10 Tf (word) Tj ET q ${DRAWN} Q`],
  ['a form below it', 'drawn-below', `/Fm Do q ${DRAWN} Q`],
  ['an inline image below it', 'drawn-below', `BI /W 1 /H 1 /BPC 8 /CS /G ID 0 EI q ${DRAWN} Q`],
  ['the image twice', 'image-over', `q ${DRAWN} Q q ${DRAWN} Q`],
  ['an image over a third', 'image-over', `q ${DRAWN} Q q 612 0 0 264 0 0 cm /Im Do Q`],
  [
    'an image over a third, in a form',
    'image-over',
    `q ${DRAWN} Q q 612 0 0 132 0 0 cm /Fm Do Q`,
    { 6: stream(`${FORM} /Matrix [2 0 0 1 0 0] /Resources << /XObject << /Im 5 0 R >> >>`, '/Im Do') },
  ],
  ['transparency', 'not-opaque', `q /Half gs ${DRAWN} Q`],
  ['transparency that does not end', 'not-opaque', `q Q /Half gs Q q ${DRAWN} Q`],
  ['a blend mode', 'not-opaque', `q /Half gs ${DRAWN} Q`, { 10: '<< /BM /Multiply >>' }],
  ['a soft mask', 'not-opaque', `q /Soft gs ${DRAWN} Q`],
  ['an operator that nobody knows', 'none', `q ${DRAWN} Q 1 2 frob`],
  [
    'a group around it',
    'not-opaque',
    `q ${WHOLE} cm /Fm Do Q`,
    { 6: stream(`${FORM_WITH_IMAGE} /Group << /S /Transparency >>`, '/Im Do') },
  ],
  [
    'a group around a form around it',
    'not-opaque',
    `q ${WHOLE} cm /Fm Do Q`,
    {
      6: stream(`${FORM} /Group << /S /Transparency >> /Resources << /XObject << /In 12 0 R >> >>`, '/In Do'),
      12: stream(FORM_WITH_IMAGE, '/Im Do'),
    },
  ],
  [
    'a form of two megabytes, drawn twice',
    'drawing-over',
    `q ${DRAWN} Q /Fm Do /Fm Do`,
    { 6: stream(FORM, ' '.repeat(2_000_000)) },
  ],
  [
    'a form of little that decodes to much, drawn often',
    'drawing-over',
    `q ${DRAWN} Q ${'/Fm Do '.repeat(6)}`,
    { 6: stream(`${FORM} /Filter /ASCII85Decode`, `${'z'.repeat(100_000)}~>`) },
  ],
  ['a hundred thousand levels', 'drawing-over', `q ${DRAWN} Q ${'q Q '.repeat(100_000)}`],
  ['levels in each other', 'none', `${'q '.repeat(10_001)} ${DRAWN}`],
  ['content that breaks off', 'none', `q ${DRAWN} Q (word`],
  ['a form that draws itself', 'none', `q ${DRAWN} Q /Fm Do`, endless],
  ['a form that is missing', 'none', `q ${DRAWN} Q /Gone Do`],
  ['a matrix that is none', 'none', 'q 612 0 /X1 792 0 0 cm /Im Do Q'],
  ['nothing', 'none', 'q Q'],
])('is none with %s', (_name, obstacle, content, more) => {
  expect(pageWith(content, more)).toEqual({ kind: 'other', obstacle });
});
