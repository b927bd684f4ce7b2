import { describe, expect, test } from 'vitest';
import { deflate } from '../codecs/flate/deflate.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { latin1 } from '../pdf/bytes.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { decodeStream } from '../pdf/filter/filters.ts';
import { isImageStream } from '../pdf/image/image-xobject.ts';
import { contextEntries, PDFRawStream } from '../pdf/objects.ts';
import { writeDocument } from '../pdf/write/write.ts';
import { objectOf, pagesDocument, stream } from '../testing/documents/documents.ts';
import { latin1Bytes } from '../testing/documents/files.ts';
import { pdfiumDifferences } from '../testing/oracles/pdfium-render.ts';
import { runPass } from '../testing/pass-run.ts';
import { noise } from '../testing/pictures/noise.ts';
import { inlineImages } from './inline-images.ts';

const text = (bytes: Uint8Array) => latin1(bytes, 0, bytes.length);
const GRAY = text(noise(100 * 60));
const RGB = text(noise(60 * 40 * 3));
const GRAY_ENTRIES = '/W 100 /H 60 /BPC 8 /CS /G';
const inline = (entries: string, data: string) => `BI ${entries} ID ${data}\nEI`;
const drawn = (entries = GRAY_ENTRIES, data = GRAY) => `q 150 0 0 100 20 20 cm ${inline(entries, data)} Q`;
const hex = (data: string) => `${Buffer.from(data, 'latin1').toString('hex')}>`;
const flate = (data: string) => text(deflate(latin1Bytes(data)));

const onPage =
  (content: string, page = '', objects = {}) =>
  () =>
    pagesDocument([`/Contents 100 0 R ${page}`], { 100: stream('', content), ...objects });

function contentOf(doc: PdfDocument, number: number): string {
  const object = objectOf(doc, number);
  const decoded = object instanceof PDFRawStream ? decodeStream(object, DEFAULT_LIMITS.streamBytes) : null;
  if (decoded?.kind !== 'bytes') throw new Error('no content');
  return text(decoded.bytes);
}

function imageDicts(doc: PdfDocument): string[] {
  return [...contextEntries(doc.context).values()]
    .filter(isImageStream)
    .map(({ dict }) => dict.toString().replace(/\s+/g, ' '));
}

/** Runs the pass; PDFium compares the file before and after. */
async function moved(build: () => PdfDocument) {
  const run = await runPass(inlineImages, build);
  const before = writeDocument(build(), { objectStreams: true });
  const after = writeDocument(run.doc, { objectStreams: true });
  expect(await pdfiumDifferences(before, after, { dpis: [72] })).toEqual([]);
  return run;
}

describe('an inline image becomes an image XObject', () => {
  test('and its place in the content is its name', async () => {
    const { doc, report } = await moved(onPage(`0 g 1 0 0 RG ${drawn()} 5 5 m 9 9 l S`));
    expect(report).toMatchObject({ items: 1, changed: 1, skips: {} });
    expect(contentOf(doc, 100)).toBe('0 g 1 0 0 RG q 150 0 0 100 20 20 cm /Inl1 Do Q 5 5 m 9 9 l S');
    expect(imageDicts(doc)).toEqual([
      '<< /Type /XObject /Subtype /Image /Width 100 /Height 60 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /FlateDecode >>',
    ]);
  });

  test.each<[string, string, string, string]>([
    ['full names', '/Width 100 /Height 60 /BitsPerComponent 8 /ColorSpace /DeviceGray', GRAY, '/DeviceGray'],
    ['RGB and interpolation', '/W 60 /H 40 /BPC 8 /CS /RGB /I true', RGB, '/Interpolate true'],
    ['a decode array', `${GRAY_ENTRIES} /D [1 0]`, GRAY, '/Decode [ 1 0 ]'],
    ['CMYK', '/W 50 /H 30 /BPC 8 /CS /CMYK', GRAY, '/DeviceCMYK'],
    ['a stencil', '/W 800 /H 60 /IM true /D [1 0]', GRAY, '/ImageMask true'],
    ['four bits', '/W 200 /H 60 /BPC 4 /CS /G', GRAY, '/BitsPerComponent 4'],
    [
      'a palette',
      '/W 100 /H 60 /BPC 8 /CS [/I /RGB 2 (\\(b\\)1\\r2\\1013\\\\)]',
      GRAY,
      '/Indexed /DeviceRGB 2',
    ],
    ['ASCII over Flate', `${GRAY_ENTRIES} /F [/AHx /Fl]`, hex(flate(GRAY)), '/Filter /FlateDecode'],
    ['PDF 2.0 with its length', `${GRAY_ENTRIES} /L 6000`, GRAY, '/DeviceGray'],
  ])('%s', async (_, entries, data, expected) => {
    const { doc, report } = await moved(onPage(`0.2 0.4 0.6 rg ${drawn(entries, data)}`));
    expect(report).toMatchObject({ items: 1, changed: 1 });
    expect(imageDicts(doc)[0]).toContain(expected);
  });

  test('a colour space of the resources comes along', async () => {
    const { doc } = await moved(
      onPage(drawn('/W 60 /H 40 /BPC 8 /CS /Cal', RGB), '/Resources << /ColorSpace << /Cal 101 0 R >> >>', {
        101: '[/CalRGB << /WhitePoint [0.95 1 1.09] /Gamma [2.2 2.2 2.2] >>]',
      }),
    );
    expect(imageDicts(doc)[0]).toContain('/ColorSpace 101 0 R');
  });

  test('once for all pages that show it, under one name, beside what their resources hold', async () => {
    const other = stream(
      '/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
      'x',
    );
    const build = () =>
      pagesDocument(
        [
          '/Contents 100 0 R /Resources << /XObject << /Inl1 102 0 R >> >>',
          '/Contents 101 0 R /Resources 103 0 R',
          '/Contents [104 0 R 105 0 R]',
        ],
        {
          100: stream('', `${drawn()} /Inl1 Do`),
          101: stream('', drawn()),
          102: other,
          103: '<< /ProcSet [/PDF] >>',
          104: stream('', 'q 1 0 0 1 30 30 cm'),
          105: stream('', `${drawn()} Q`),
        },
      );
    const { doc, report } = await moved(build);
    expect(report).toMatchObject({ items: 3, changed: 3 });
    expect(imageDicts(doc)).toHaveLength(2);
    for (const number of [100, 101, 105]) expect(contentOf(doc, number)).toContain('cm /Inl2 Do Q');
  });

  test('inherited resources are added to where they stand', async () => {
    const build = () =>
      pagesDocument(
        ['/Contents 100 0 R'],
        { 100: stream('', drawn()) },
        {
          pageTree: '/Resources << /Font << >> >>',
        },
      );
    const { doc } = await moved(build);
    expect(String(objectOf(doc, 2))).toContain('/Inl1');
    expect(String(objectOf(doc, 3))).not.toContain('/Inl1');
  });

  test('in forms, patterns and glyphs with resources of their own', async () => {
    const resources = '/Resources << /ProcSet [/PDF] >>';
    const build = onPage(
      '/F Do /Pattern cs /P scn 0 100 90 90 re f BT /T 50 Tf 20 120 Td (aa) Tj ET',
      '/Resources << /XObject << /F 101 0 R >> /Pattern << /P 102 0 R >> /Font << /T 103 0 R >> >>',
      {
        101: stream(`/Subtype /Form /BBox [0 0 200 200] ${resources}`, drawn()),
        102: stream(
          `/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 200 200] /XStep 200 /YStep 200 ${resources}`,
          drawn('/W 60 /H 40 /BPC 8 /CS /RGB', RGB),
        ),
        103: `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0]
          /FirstChar 97 /LastChar 97 /Widths [1000] /Encoding << /Differences [97 /a] >>
          /CharProcs << /a 104 0 R >> /Resources << /ProcSet [/PDF] >> >>`,
        104: stream(
          '',
          `1000 0 0 0 1000 1000 d1 1000 0 0 1000 0 0 cm ${inline('/W 800 /H 60 /IM true', GRAY)}`,
        ),
      },
    );
    const { doc, report } = await moved(build);
    expect(report).toMatchObject({ items: 3, changed: 3 });
    expect(contentOf(doc, 104)).toBe('1000 0 0 0 1000 1000 d1 1000 0 0 1000 0 0 cm /Inl3 Do');
    expect(String(objectOf(doc, 103))).toContain('/Inl3');
  });
});

describe('an inline image stays, with a reason', () => {
  const form = (content: string) => stream('/Subtype /Form /BBox [0 0 200 200]', content);
  test.each<[string, string, () => PdfDocument]>([
    ['already-small', 'that is small', onPage(drawn('/W 2 /H 1 /BPC 8 /CS /G', 'ab'))],
    [
      'required-as-is',
      'in a form without resources of its own',
      onPage('/F Do', '/Resources << /XObject << /F 101 0 R >> >>', { 101: form(drawn()) }),
    ],
    [
      'required-as-is',
      'in a form that nothing draws',
      onPage('', '', { 101: stream('/Subtype /Form /BBox [0 0 9 9] /Resources << >>', drawn()) }),
    ],
    ['undecodable', 'beside an unknown operator', onPage(`${drawn()} foo`)],
    ['undecodable', 'beside an unbalanced string', onPage(`${drawn()} (abc`)],
    ['undecodable', 'with a key in both its forms', onPage(drawn(`${GRAY_ENTRIES} /Width 100`))],
    ['undecodable', 'with a key it may not have', onPage(drawn(`${GRAY_ENTRIES} /SMask 5`))],
    [
      'unsupported-color-space',
      'in a space that nothing defines',
      onPage(drawn('/W 100 /H 60 /BPC 8 /CS /Lost')),
    ],
    [
      'unsupported-color-space',
      'in a device space whose abbreviation is a resource too',
      onPage(drawn(), '/Resources << /ColorSpace << /G /DeviceRGB >> >>'),
    ],
    [
      'unsupported-color-space',
      'with a bare line end in its palette',
      onPage(drawn('/W 100 /H 60 /BPC 8 /CS [/I /G 1 (\r0)]')),
    ],
    ['unsupported-filter', 'with null for a filter', onPage(drawn(`${GRAY_ENTRIES} /F null`))],
    ['unsupported-filter', 'with a filter for XObjects only', onPage(drawn(`${GRAY_ENTRIES} /F /JPXDecode`))],
    ['damaged-data', 'with too little data', onPage(drawn(`${GRAY_ENTRIES} /F /Fl`, flate(GRAY.slice(100))))],
    [
      'damaged-data',
      'with a whole JPEG in a packing that is cut off',
      onPage(drawn(`${GRAY_ENTRIES} /F [/Fl /DCT]`, flate(`\xff\xd8\xff\xd9${GRAY}`).slice(0, -9))),
    ],
    ['damaged-data', 'with a JPEG that has no end', onPage(drawn(`${GRAY_ENTRIES} /F /DCT`, GRAY))],
  ])('%s: %s', async (reason, _, build) => {
    const { doc, report } = await runPass(inlineImages, build);
    expect(report).toMatchObject({ items: 1, changed: 0, skips: { [reason]: 1 } });
    expect(imageDicts(doc)).toEqual([]);
  });

  test('where two pages give the name of its colour space two meanings', async () => {
    const space = (name: string) => `/Contents 100 0 R /Resources << /ColorSpace << /C [/${name}] >> >>`;
    const build = () =>
      pagesDocument([space('DeviceGray'), space('DeviceRGB')], {
        100: stream('', drawn('/W 40 /H 40 /BPC 8 /CS /C', GRAY)),
      });
    const { report } = await runPass(inlineImages, build);
    expect(report.skips).toEqual({ 'unsupported-color-space': 1 });
  });

  test('in a document with an XFA form', async () => {
    const build = () =>
      pagesDocument(
        ['/Contents 100 0 R'],
        { 100: stream('', drawn()) },
        {
          catalog: '/AcroForm << /XFA (x) >>',
        },
      );
    expect((await runPass(inlineImages, build)).report.skips).toEqual({ 'required-as-is': 1 });
  });
});
