import { expect, test } from 'vitest';
import type { PdfDocument } from '../pdf/document.ts';
import { comparedDocument, edited, shade } from '../testing/compared-documents.ts';
import { type ObjectSource, stream } from '../testing/documents/documents.ts';
import { createTestHost } from '../testing/host.ts';
import { type Loss, lostKinds, type VerifiedKind } from '../verification.ts';
import { compareDocuments } from './compare-documents.ts';

const host = createTestHost();

type Edits = Readonly<Record<number, ObjectSource | null>>;
type Losses = Partial<Record<VerifiedKind, readonly Loss[]>>;

async function lossesBetween(before: PdfDocument, after: PdfDocument): Promise<Losses> {
  const { categories } = await compareDocuments(before, after, { host });
  return Object.fromEntries(lostKinds({ categories }).map(({ kind, losses }) => [kind, losses]));
}

const losses = (edits: Edits) => lossesBetween(comparedDocument(), comparedDocument(edits));

const PICTURE =
  '/Type /XObject /Subtype /Image /Width 16 /Height 16 /ColorSpace /DeviceGray /BitsPerComponent 8';

test.each<[string, Edits, Losses]>([
  [
    'a dropped link',
    edited(3, '10 0 R', ''),
    { links: [{ change: 'removed', page: 1, name: 'https://example.org/a' }] },
  ],
  [
    'a moved letter',
    edited(5, '(Total 1234 EUR) Tj', '[(To) -40 (tal 1234 EUR)] TJ'),
    {
      text: [
        { change: 'moved', page: 1, name: 'Total', before: 'at 32 150', after: 'at 32.48 150' },
        { change: 'moved', page: 1, name: '1234', before: 'at 56 150', after: 'at 56.48 150' },
        { change: 'moved', page: 1, name: 'EUR', before: 'at 86 150', after: 'at 86.48 150' },
      ],
    },
  ],
  [
    'a lost layer',
    edited(1, '[60 0 R 61 0 R]', '[60 0 R]'),
    { layers: [{ change: 'removed', page: null, name: 'Plan' }] },
  ],
  [
    'another picture',
    {
      90: stream(
        PICTURE,
        shade((x, y) => (((x >> 2) + (y >> 2)) % 2 === 0 ? 0 : 255)),
      ),
    },
    {
      pictures: [
        {
          change: 'changed',
          page: 1,
          name: '16 x 16 pixels at 200 100 260 160',
          before: '16 x 16 pixels at 200 100 260 160',
          after: 'another picture, 16 x 16 pixels at 200 100 260 160',
        },
      ],
    },
  ],
  [
    'a digit changed',
    edited(5, '1234', '1284'),
    { text: [{ change: 'changed', page: 1, name: '1234', before: '1234', after: '1284' }] },
  ],
  [
    'a page turned',
    edited(4, '/Parent', '/Rotate 90 /Parent'),
    {
      'page-sizes': [
        { change: 'changed', page: 2, name: 'page 2', before: 'upright', after: 'turned by 90 degrees' },
      ],
    },
  ],
  [
    'a field gone',
    { ...edited(1, '[40 0 R 41 0 R]', '[40 0 R]'), ...edited(4, '41 0 R', '') },
    {
      fields: [
        { change: 'removed', page: null, name: 'agree' },
        { change: 'removed', page: 2, name: 'agree on the page' },
      ],
    },
  ],
  [
    'an attachment emptied',
    { 31: stream('/Type /EmbeddedFile', '') },
    {
      attachments: [
        {
          change: 'changed',
          page: null,
          name: 'a.txt',
          before: '13 bytes c6cd08414b60a858',
          after: 'empty',
        },
      ],
    },
  ],
  [
    'a bookmark redirected',
    edited(22, '4 0 R', '3 0 R'),
    {
      bookmarks: [
        { change: 'changed', page: null, name: 'Two', before: 'page 2, XYZ', after: 'page 1, XYZ' },
      ],
    },
  ],
  [
    'a tag tree cut',
    edited(51, '[52 0 R 53 0 R]', '[53 0 R]'),
    { tags: [{ change: 'removed', page: 1, name: 'Head Alt "The sum"' }] },
  ],
])('%s is named, and nothing else', async (_, edits, named) => {
  expect(await losses(edits)).toEqual(named);
});

test.each<[string, Edits, VerifiedKind, string, Loss['change']]>([
  ['a link that leads elsewhere', edited(10, 'org/a', 'org/b'), 'links', 'https://example.org/a', 'changed'],
  [
    'a link at another place',
    edited(10, '[10 10 50 50]', '[10 20 50 60]'),
    'links',
    'https://example.org/a',
    'moved',
  ],
  [
    'a named destination that leads elsewhere',
    edited(1, '[4 0 R /XYZ', '[3 0 R /XYZ'),
    'destinations',
    'end',
    'changed',
  ],
  ['a value of a field', edited(40, '(Ada)', '(Eve)'), 'fields', 'name', 'changed'],
  [
    'a field at another place',
    edited(41, '[60 60 80 80]', '[90 60 110 80]'),
    'fields',
    'agree on the page',
    'moved',
  ],
  ['a note', edited(4, '12 0 R', ''), 'annotations', 'Text Please check', 'removed'],
  ['what a screen reader says', edited(52, 'The sum', 'A sum'), 'tags', 'Head Alt "The sum"', 'removed'],
  ['the order of tags', edited(51, '52 0 R 53 0 R', '53 0 R 52 0 R'), 'tags', 'Head Alt "The sum"', 'moved'],
  ['the role of a tag', edited(50, '/Head /H1', '/Head /P'), 'tags', 'role Head', 'changed'],
  ['marks that tags refer to', edited(6, '/MCID 0', '/MCID 5'), 'tags', 'marked content 0', 'removed'],
  ['the language', edited(1, '/Lang (en)', '/Lang (de)'), 'language', 'language', 'changed'],
  ['a layer shown instead of hidden', edited(1, '/OFF [61 0 R]', ''), 'layers', 'Plan', 'changed'],
  [
    'content taken off its layer',
    edited(5, '/OC /L1 BDC', '/P BMC'),
    'layers',
    'content on layer Notes',
    'removed',
  ],
  ['the name of an attachment', edited(30, '(a.txt)', '(b.txt)'), 'attachments', 'a.txt', 'removed'],
  ['a label of a page', edited(1, '/S /r', '/S /A'), 'page-labels', 'page 1', 'changed'],
  ['a script', edited(1, 'beep', 'quit'), 'scripts', 'start', 'changed'],
  [
    'how it opens',
    edited(1, 'DisplayDocTitle true', 'DisplayDocTitle false'),
    'opening',
    'DisplayDocTitle',
    'changed',
  ],
  ['an output intent', edited(1, '(sRGB)', '(Other)'), 'output-intents', 'GTS_PDFA1', 'changed'],
  [
    'the size of a page',
    edited(4, '/Parent', '/CropBox [0 0 300 190] /Parent'),
    'page-sizes',
    'page 2',
    'moved',
  ],
  [
    'a picture at another place',
    edited(5, '200 100 cm', '180 100 cm'),
    'pictures',
    '16 x 16 pixels at 200 100 260 160',
    'moved',
  ],
  [
    'a picture that is not drawn',
    edited(5, '/Im1 Do', ''),
    'pictures',
    '16 x 16 pixels at 200 100 260 160',
    'removed',
  ],
  ['a word that is not shown', edited(6, ' part', ''), 'text', 'part', 'removed'],
  [
    'the map from codes to characters',
    edited(80, '/WinAnsiEncoding', '<< /Differences [52 /seven] >>'),
    'text',
    '1234',
    'changed',
  ],
])('%s is seen', async (_, edits, kind, name, change) => {
  const found = (await losses(edits))[kind] ?? [];
  expect(found).toContainEqual(expect.objectContaining({ name, change }));
});

test.each<[string, Edits]>([
  ['nothing', {}],
  ['a destination given in place', edited(11, '/Dest (end)', '/A << /S /GoTo /D [4 0 R /XYZ 0 200 0] >>')],
  ['text in other strings', edited(5, '(Total 1234 EUR) Tj', '[(To)(tal 12) 0 (34 EUR)] TJ')],
  ['text on a next line that is the same one', edited(5, '(Total 1234 EUR) Tj', '0 0 (Total 1234 EUR) "')],
  ['text placed in another way', edited(6, '20 50 Td', '1 0 0 1 20 50 Tm')],
  ['coordinates rounded', edited(6, '20 50 Td', '20.02 49.99 Td')],
  ['a picture of half the size', { 90: smallPicture() }],
  ['a picture in place', edited(5, '/Im1 Do', inlinePicture())],
  ['a shared form around the content', { ...edited(6, '/P', '/Fm Do %'), ...withForm() }],
  [
    'a name tree with kids',
    edited(1, '<< /Names [(a.txt) 30 0 R] >>', '<< /Kids [<< /Names [(a.txt) 30 0 R] >>] >>'),
  ],
  ['page mode as it is by default', edited(1, '/Lang', '/PageMode /UseNone /Lang')],
])('%s is no loss', async (_, edits) => {
  expect(await losses(edits)).toEqual({});
});

function smallPicture(): ObjectSource {
  const samples = Uint8Array.from({ length: 64 }, (_, at) => ((at % 8) * 2 + (at >> 3) * 2 + 1) * 8);
  return stream(PICTURE.replaceAll('16', '8'), samples);
}

function inlinePicture(): string {
  const data = String.fromCharCode(...shade((x, y) => (x + y) * 8));
  return `BI /W 16 /H 16 /CS /G /BPC 8 ID ${data} EI`;
}

function withForm(): Edits {
  return {
    ...edited(7, '/Im1 90 0 R', '/Im1 90 0 R /Fm 8 0 R'),
    8: stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 300 200] /Matrix [1 0 0 1 10 0]',
      '/P << /MCID 0 >> BDC BT /F1 9 Tf 10 50 Td (The last part) Tj ET EMC',
    ),
  };
}

test('a page that is gone is named once, and the others are still known', async () => {
  const after = comparedDocument({ ...edited(2, '3 0 R 4 0 R', '4 0 R') });
  const { categories, pages } = await compareDocuments(comparedDocument(), after, { host });
  expect(pages).toEqual([
    { page: 1, after: null, lost: expect.anything() },
    // The page with the label 1 is now the first page, with the label i.
    { page: 2, after: 1, lost: { 'page-labels': 1 } },
  ]);
  const text = categories.find(({ kind }) => kind === 'text');
  expect(text).toMatchObject({ before: 7, after: 3, lost: 4 });
});

test('text that is gone is not counted as text whose order and color were kept', async () => {
  const emptied = comparedDocument({ 5: stream('', ''), 6: stream('', '') });
  const { categories } = await compareDocuments(comparedDocument(), emptied, { host });
  const counts = (kind: string) => categories.find((category) => category.kind === kind);
  expect(counts('text')).toMatchObject({ before: 7, lost: 7 });
  expect(counts('reading-order')).toMatchObject({ before: 0, lost: 0 });
  expect(counts('colors')).toMatchObject({ before: 0, lost: 0 });
});

test('documents that have nothing to do with each other are told as such', async () => {
  const other = comparedDocument({
    5: stream('', 'BT /F1 30 Tf 5 5 Td (Quite another thing) Tj ET'),
    6: stream('', 'BT /F1 7 Tf 111 33 Td (stands here) Tj ET'),
  });
  expect((await compareDocuments(comparedDocument(), other, { host })).differentDocuments).toBe(true);
  expect((await compareDocuments(comparedDocument(), comparedDocument(), { host })).differentDocuments).toBe(
    false,
  );
});

test('what was added is counted, and is no loss', async () => {
  const after = comparedDocument(edited(6, 'ET EMC', 'ET EMC BT /F1 9 Tf 200 20 Td (COPY) Tj ET'));
  const { categories } = await compareDocuments(comparedDocument(), after, { host });
  expect(categories.filter(({ lost }) => lost > 0)).toEqual([]);
  expect(categories.find(({ kind }) => kind === 'text')).toMatchObject({ before: 7, after: 8, added: 1 });
});

test('a white area that hid a part of a picture, and is gone, is told', async () => {
  const drawn = (more: string) => comparedDocument(edited(5, '/Im1 Do Q', `/Im1 Do Q 0 0 5 5 re f ${more}`));
  expect(await lossesBetween(drawn('1 g 210 110 30 30 re f'), drawn(''))).toEqual({
    drawings: [{ change: 'removed', page: 1, name: 'area at 210 110 240 140' }],
  });
});
