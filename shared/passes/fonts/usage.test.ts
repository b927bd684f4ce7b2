import { describe, expect, test } from 'vitest';
import type { PdfDocument } from '../../pdf/document.ts';
import { PDFRef } from '../../pdf/objects.ts';
import { type ObjectSource, pagesDocument, stream } from '../../testing/documents/documents.ts';
import { compositeFont, DESCENDANT, FONT, simpleFont } from '../../testing/documents/font-documents.ts';
import { embeddedFonts } from './embedded-fonts.ts';
import { FontUsage } from './usage.ts';

const F1 = '/Resources << /Font << /F1 100 0 R >> >>';
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 100 100]';
const WIDGET = '/Type /Annot /Subtype /Widget /FT /Tx /T (t) /Rect [0 0 9 9]';
const FREE_TEXT = '/Type /Annot /Subtype /FreeText /Rect [0 0 9 9]';
const REDACT = '/Type /Annot /Subtype /Redact /Rect [0 0 9 9]';
const NAMES_F1 = '/DA (0 g /F1 12 Tf)';
const DRAWN = { 93: stream(FORM, '0 0 9 9 re f') };
const show = (text: string) => `BT /F1 12 Tf ${text} ET`;

function documentOf(page: string, objects: Record<number, ObjectSource>, catalog = '') {
  return pagesDocument([page], { ...simpleFont(), ...objects }, { catalog });
}

/** The letters shown in the font of `simpleFont`, and the changes permitted to it. */
function usageOf(doc: PdfDocument) {
  const usage = FontUsage.of(doc);
  const [font] = embeddedFonts(doc);
  const codes = font!.uses.flatMap((use) => [...usage.codesOf(use.font.dict)]);
  return { letters: String.fromCharCode(...codes.sort((a, b) => a - b)), claim: usage.claim(font!) };
}

describe('codes count that are shown by', () => {
  const places: Record<string, [page: string, objects: Record<number, ObjectSource>]> = {
    'every operator, in every kind of string': [
      `${F1} /Contents 90 0 R`,
      { 90: stream('', show(`(A) Tj [(B) -20 <43> (\\104)] TJ (E) ' 1 2 (F) "`)) },
    ],
    'several streams of a page, with resources it inherits': [
      '/Contents [90 0 R 91 0 R]',
      {
        90: stream('', 'BT /F1 12 Tf (AB) Tj'),
        91: stream('', '(CDEF) Tj ET'),
        2: `<< /Type /Pages /Kids [3 0 R] /Count 1 ${F1} >>`,
      },
    ],
    'forms, with resources of their own and of whoever draws them': [
      '/Resources << /Font << /F1 100 0 R >> /XObject << /X1 91 0 R /X2 92 0 R >> >> /Contents 90 0 R',
      {
        90: stream('', '/X1 Do /X2 Do'),
        91: stream(`${FORM} ${F1}`, show('(ABC) Tj')),
        92: stream(FORM, show('(DEF) Tj')),
      },
    ],
    'patterns and soft masks': [
      '/Resources << /Pattern << /P1 91 0 R >> /ExtGState << /G1 << /SMask << /S /Alpha /G 92 0 R >> >> >> >> /Contents 90 0 R',
      {
        90: stream('', '/Pattern cs /P1 scn 0 0 9 9 re f /G1 gs'),
        91: stream(
          `/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 ${F1}`,
          show('(ABC) Tj'),
        ),
        92: stream(`${FORM} /Group << /S /Transparency >> ${F1}`, show('(DEF) Tj')),
      },
    ],
    'a font that the graphics state chooses': [
      '/Resources << /ExtGState << /G1 << /Font [100 0 R 12] >> >> >> /Contents 90 0 R',
      { 90: stream('', '/G1 gs BT (ABCDEF) Tj ET') },
    ],
    'glyphs of a Type 3 font': [
      '/Resources << /Font << /T3 91 0 R >> >> /Contents 90 0 R',
      {
        90: stream('', 'BT /T3 12 Tf (x) Tj ET'),
        91: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /x 92 0 R /unused 93 0 R >>
          /Encoding << /Differences [120 /x] >> /FirstChar 120 /LastChar 120 /Widths [9] ${F1} >>`,
        92: stream('', `9 0 d0 ${show('(ABC) Tj')}`),
        93: stream('', `9 0 d0 ${show('(DEF) Tj')}`),
      },
    ],
    'all states of all appearances': [
      '/Annots [91 0 R]',
      {
        91: `<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9]
          /AP << /N << /On 92 0 R /Off 93 0 R >> /D << /On 94 0 R >> /R 95 0 R >> /AS /Off >>`,
        92: stream(`${FORM} ${F1}`, show('(A) Tj')),
        93: stream(`${FORM} ${F1}`, show('(B) Tj')),
        94: stream(`${FORM} ${F1}`, show('(CD) Tj')),
        95: stream(`${FORM} ${F1}`, show('(EF) Tj')),
      },
    ],
    'text that is not seen, or clips': [
      `${F1} /Contents 90 0 R`,
      { 90: stream('', show('3 Tr (ABC) Tj 7 Tr (DEF) Tj')) },
    ],
  };

  test.each(Object.entries(places))('%s', (_, [page, objects]) => {
    expect(usageOf(documentOf(page, objects))).toEqual({ letters: 'ABCDEF', claim: { kind: 'shown' } });
  });
});

describe('nothing is certain', () => {
  const text = { 90: stream('', show('(A) Tj')) };
  const page = `${F1} /Contents 90 0 R`;
  const inDoubt = { kind: 'all', reason: 'ambiguous-content' };

  test.each<[string, PdfDocument, object]>([
    [
      'where a stream of another page is damaged',
      pagesDocument([page, '/Contents 91 0 R'], {
        ...simpleFont(),
        ...text,
        91: stream('/Filter /FlateDecode', 'nonsense'),
      }),
      inDoubt,
    ],
    [
      'where text is shown in a font that a form inherits',
      documentOf('/Resources << /Font << /F1 100 0 R >> /XObject << /X1 91 0 R >> >> /Contents 90 0 R', {
        90: stream('', '/F1 12 Tf /X1 Do'),
        91: stream(`${FORM} /Resources << >>`, 'BT (A) Tj ET'),
      }),
      inDoubt,
    ],
    [
      'where an operator is unknown',
      documentOf(page, { 90: stream('', `${show('(A) Tj')} (B) TjET`) }),
      inDoubt,
    ],
    [
      'where readers may find different fonts under a name',
      documentOf('/Resources << /Font << /F1 100 0 R >> /XObject << /X1 91 0 R >> >> /Contents 90 0 R', {
        90: stream('', '/X1 Do'),
        91: stream(`${FORM} /Resources << /XObject << /X2 92 0 R >> /Font << /F1 93 0 R >> >>`, '/X2 Do'),
        92: stream(FORM, show('(A) Tj')),
        93: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      }),
      inDoubt,
    ],
    [
      'of a font that only content in doubt reaches',
      documentOf('/Resources << /XObject << /X1 91 0 R >> >> /Contents 90 0 R', {
        90: stream('', '/X1 Do'),
        91: stream(`${FORM} ${F1}`, show('(A) Tj (')),
      }),
      inDoubt,
    ],
    [
      'of a font named by the default appearance of a form field',
      documentOf(`${page} /Annots [91 0 R]`, { ...text, 91: `<< ${WIDGET} ${NAMES_F1} >>` }),
      { kind: 'typed', reason: 'form-field-font' },
    ],
    [
      'of a font that a field and a drawn annotation name',
      documentOf(`${page} /Annots [91 0 R 92 0 R]`, {
        ...text,
        ...DRAWN,
        91: `<< ${FREE_TEXT} ${NAMES_F1} /AP << /N 93 0 R >> >>`,
        92: `<< ${WIDGET} ${NAMES_F1} >>`,
      }),
      { kind: 'typed', reason: 'form-field-font' },
    ],
    [
      'of a font that a field of two kinds names',
      documentOf(`${page} /Annots [91 0 R]`, {
        ...text,
        ...DRAWN,
        91: `<< ${FREE_TEXT} /FT /Tx ${NAMES_F1} /AP << /N 93 0 R >> >>`,
      }),
      { kind: 'typed', reason: 'form-field-font' },
    ],
    [
      'of a font with which viewers make the appearance of an annotation',
      documentOf(`${page} /Annots [91 0 R]`, { ...text, 91: `<< ${FREE_TEXT} ${NAMES_F1} >>` }),
      { kind: 'typed', reason: 'annotation-font' },
    ],
    [
      'of a font of text that comes once a redaction is applied',
      documentOf(`${page} /Annots [91 0 R]`, {
        ...text,
        ...DRAWN,
        91: `<< ${REDACT} /OverlayText (AB) ${NAMES_F1} /AP << /N 93 0 R >> >>`,
      }),
      { kind: 'typed', reason: 'annotation-font' },
    ],
    [
      'of a font that private data leads to',
      documentOf(page, text, '/PieceInfo << /App << /Fonts [100 0 R] >> >>'),
      { kind: 'untouchable', reason: 'required-as-is' },
    ],
    [
      'of a font on a template page',
      documentOf(
        page,
        { ...text, 91: '<< /Type /Template /Keep 102 0 R >>' },
        '/Names << /Templates << /Names [(t) 91 0 R] >> >>',
      ),
      { kind: 'untouchable', reason: 'required-as-is' },
    ],
  ])('%s', (_, doc, claim) => {
    expect(usageOf(doc).claim).toEqual(claim);
  });
});

test.each([
  ['an annotation', `<< ${FREE_TEXT} ${NAMES_F1} /AP << /N 93 0 R >> >>`],
  ['a redaction', `<< ${REDACT} ${NAMES_F1} /RO 93 0 R >>`],
])('a font named by %s whose appearance is there is like any other', (_, annotation) => {
  const content = { 90: stream('', show('(AB) Tj')), 91: annotation, ...DRAWN };
  const doc = documentOf(`${F1} /Contents 90 0 R /Annots [91 0 R]`, content);
  expect(usageOf(doc)).toEqual({ letters: 'AB', claim: { kind: 'shown' } });
});

test('text counts that a form field may draw by its default resources', () => {
  const form = '/AcroForm << /Fields [] /DR << /XObject << /X1 92 0 R >> >> >>';
  const objects = { 90: stream('', show('(AB) Tj')), 92: stream(`${FORM} ${F1}`, show('(CD) Tj')) };
  expect(usageOf(documentOf(`${F1} /Contents 90 0 R`, objects, form)).letters).toBe('ABCD');
});

test('a font that stands inside of another one is found, and its text counts', () => {
  const { [FONT]: font, [DESCENDANT]: descendant, ...program } = compositeFont();
  const inside = `${font}`.replace(`${DESCENDANT} 0 R`, `${descendant}`);
  const objects = { ...program, [FONT]: inside, 90: stream('', show('<0002> Tj')) };
  expect(embeddedFonts(documentOf(`${F1} /Contents 90 0 R`, objects))).toMatchObject([
    { uses: [{ kind: 'composite', font: { owner: PDFRef.of(FONT), path: [] } }] },
  ]);
});

test.each([
  ['a PostScript program, which paints nothing', 'PS', { kind: 'shown' }],
  [
    'an object of a kind that readers treat differently',
    'What',
    { kind: 'all', reason: 'ambiguous-content' },
  ],
])('beside %s, text is certain or not', (_, kind, claim) => {
  const doc = documentOf(
    '/Resources << /Font << /F1 100 0 R >> /XObject << /X1 91 0 R >> >> /Contents 90 0 R',
    {
      90: stream('', `${show('(AB) Tj')} /X1 Do`),
      91: stream(`/Type /XObject /Subtype /${kind}`, 'x'),
    },
  );
  expect(usageOf(doc).claim).toEqual(claim);
});

test('states of an appearance that are no streams show nothing', () => {
  const objects = {
    90: stream('', show('(A) Tj')),
    91: `<< ${WIDGET} /AP << /N << /On 92 0 R /Off 94 0 R /Gone 99 0 R /Other null >> >> >>`,
    92: stream(`${FORM} ${F1}`, show('(B) Tj')),
    94: '<< /Some /Thing >>',
  };
  expect(usageOf(documentOf(`${F1} /Contents 90 0 R /Annots [91 0 R]`, objects)).letters).toBe('AB');
});

test('a font of a form that no default appearance names is like any other', () => {
  const form = '/AcroForm << /Fields [] /DR << /Font << /F7 100 0 R >> >> /DA (/Helv 0 Tf) >>';
  const doc = documentOf(`${F1} /Contents 90 0 R`, { 90: stream('', show('(AB) Tj')) }, form);
  expect(usageOf(doc)).toEqual({ letters: 'AB', claim: { kind: 'shown' } });
});
