import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../limits.ts';
import type { PdfDocument } from '../../pdf/document.ts';
import { PDFRef } from '../../pdf/objects.ts';
import { openDocument } from '../../pdf/read/open.ts';
import { dictOf, type ObjectSources, pagesDocument, stream } from '../../testing/documents/documents.ts';
import { richFile } from '../../testing/documents/rich-document.ts';
import { runPass } from '../../testing/pass-run.ts';
import { dedupe } from './dedupe.ts';

/** Numbers of the objects from 100 on that the pass removed, in a document of one page with the entries `page`. */
async function merged(page: string, objects: ObjectSources, catalog = ''): Promise<number[]> {
  const build = () => pagesDocument([page], objects, { catalog });
  const { doc, report } = await runPass(dedupe, build);
  const gone = Object.keys(objects)
    .map(Number)
    .filter((number) => number >= 100 && doc.context.lookup(PDFRef.of(number)) === undefined);
  expect(report.changed).toBe(gone.length);
  return gone;
}

const fonts = (...numbers: number[]) =>
  `/Resources << /Font << ${numbers.map((number) => `/F${number} ${number} 0 R`).join(' ')} >> >>`;
const xobjects = (...numbers: number[]) =>
  `/Resources << /XObject << ${numbers.map((number) => `/X${number} ${number} 0 R`).join(' ')} >> >>`;

describe('what is equal becomes one', () => {
  const image =
    '/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray';

  test('streams of equal data and dictionary, however that is ordered and whatever it says of its length', async () => {
    const objects = {
      100: stream(image, 'abcd'),
      101: stream(
        '/Height 2 /Width 2 /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8 /Type /XObject',
        'abcd',
      ),
      102: stream(`${image} /Length 9 0 R`, 'abcd'),
    };
    expect(await merged(xobjects(100, 101, 102), objects)).toEqual([101, 102]);
  });

  test('fonts, once their descriptors, widths and files are one', async () => {
    const font = (base: number) => ({
      [base]: `<< /Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor ${base + 1} 0 R /Widths ${base + 2} 0 R >>`,
      [base + 1]: `<< /Type /FontDescriptor /FontName /A /FontFile2 ${base + 3} 0 R >>`,
      [base + 2]: '[ 500 600 ]',
      [base + 3]: stream('/Length1 9', 'glyphs...'),
    });
    expect(await merged(fonts(100, 110), { ...font(100), ...font(110) })).toEqual([110, 111, 112, 113]);
  });

  test('composite fonts, from the bottom up', async () => {
    const font = (base: number) => ({
      [base]: `<< /Type /Font /Subtype /Type0 /Encoding ${base + 1} 0 R /DescendantFonts ${base + 2} 0 R /ToUnicode ${base + 4} 0 R >>`,
      [base + 1]: stream('/Type /CMap', 'cmap'),
      [base + 2]: `[ ${base + 3} 0 R ]`,
      [base + 3]: '<< /Type /Font /Subtype /CIDFontType2 /DW 1000 >>',
      [base + 4]: stream('', 'unicode'),
    });
    expect(await merged(fonts(100, 110), { ...font(100), ...font(110) })).toEqual([110, 111, 112, 113, 114]);
  });

  test('profiles, the colour spaces around them, and the images in these', async () => {
    const picture = (base: number) => ({
      [base]: stream(image.replace('/DeviceGray', `${base + 1} 0 R /SMask ${base + 3} 0 R`), 'abcd'),
      [base + 1]: `[ /ICCBased ${base + 2} 0 R ]`,
      [base + 2]: stream('/N 1', 'profile'),
      [base + 3]: stream(image, 'mask'),
    });
    expect(await merged(xobjects(100, 110), { ...picture(100), ...picture(110) })).toEqual([
      110, 111, 112, 113,
    ]);
  });

  test('forms, functions, shadings, patterns and graphics states', async () => {
    const set = (base: number) => ({
      [base]: stream('/Type /XObject /Subtype /Form /BBox [0 0 1 1]', 'q Q'),
      [base + 1]: `<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 1] /Function ${base + 2} 0 R >>`,
      [base + 2]: '<< /FunctionType 2 /Domain [0 1] /N 1 >>',
      [base + 3]: `<< /Type /Pattern /PatternType 2 /Shading ${base + 1} 0 R >>`,
      [base + 4]: '<< /Type /ExtGState /CA 0.5 >>',
    });
    const names = (base: number) =>
      `/XObject << /X ${base} 0 R >> /Shading << /S ${base + 1} 0 R >> /Pattern << /P ${base + 3} 0 R >> /ExtGState << /G ${base + 4} 0 R >>`;
    const page = `/Resources << ${names(100)} >> /Group << /Other << ${names(110)} >> >>`;
    expect(await merged(page, { ...set(100), ...set(110) })).toEqual([110, 111, 112, 113, 114]);
  });

  test('of three the first in the file stays, and every reference leads to it', async () => {
    const objects = { 100: stream(image, 'abcd'), 101: stream(image, 'abcd'), 102: stream(image, 'abcd') };
    const { doc } = await runPass(dedupe, () => pagesDocument([xobjects(102, 101), xobjects(100)], objects));
    for (const page of [3, 4]) expect(dictOf(doc, page).toString()).toMatch(/100 0 R/);
    for (const page of [3, 4]) expect(dictOf(doc, page).toString()).not.toMatch(/10[12] 0 R/);
  });

  test('content streams and attachments of equal bytes', async () => {
    const objects = {
      100: stream('', 'q Q'),
      101: stream('', 'q Q'),
      102: stream('/Type /EmbeddedFile', 'text'),
      103: stream('/Type /EmbeddedFile', 'text'),
    };
    expect(await merged('/Contents [100 0 R 101 0 R] /AF [102 0 R 103 0 R]', objects)).toEqual([101, 103]);
  });
});

describe('what only looks alike stays', () => {
  test.each<[string, ObjectSources]>([
    ['streams of other data', { 100: stream('/A 1', 'abcd'), 101: stream('/A 1', 'abce') }],
    ['streams of another dictionary', { 100: stream('/A 1', 'abcd'), 101: stream('/A 2', 'abcd') }],
    ['data under another filter', { 100: stream('', '61>'), 101: stream('/Filter /ASCIIHexDecode', '61>') }],
    ['a name and a string', { 100: stream('/A /b', 'x'), 101: stream('/A (b)', 'x') }],
    [
      'other references',
      { 100: stream('/A 102 0 R', 'x'), 101: stream('/A 103 0 R', 'x'), 102: '(one)', 103: '(one)' },
    ],
    ['a stream and a dictionary', { 100: stream('/Subtype /X', ''), 101: '<< /Subtype /X /Length 0 >>' }],
    ['streams in a circle', { 100: stream('/A 100 0 R', 'x'), 101: stream('/A 101 0 R', 'x') }],
  ])('%s', async (_, objects) => {
    expect(await merged(`${xobjects(100, 101)} `, objects)).toEqual([]);
  });

  test('streams whose hashes are equal are compared byte by byte', async () => {
    const words = ['declinate', 'macallums'];
    // FNV-1a of 32 bits, the first comparison of streams, is the same for both.
    const [one, other] = words.map((word) =>
      [...word].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 0x811c9dc5),
    );
    expect(one).toBe(other);
    expect(
      await merged(xobjects(100, 101), { 100: stream('', words[0]!), 101: stream('', words[1]!) }),
    ).toEqual([]);
  });
});

describe('what is itself is never merged, however equal', () => {
  test('pages', async () => {
    const objects = { 100: stream('', 'q Q') };
    const page = '/Contents 100 0 R';
    const { reread, report } = await runPass(dedupe, () => pagesDocument([page, page, page], objects));
    expect(report.changed).toBe(0);
    expect(reread.context.enumerateIndirectObjects()).toHaveLength(6);
  });

  test.each<[string, string, ObjectSources, string?]>([
    [
      'annotations',
      '/Annots [100 0 R 101 0 R]',
      {
        100: '<< /Type /Annot /Subtype /Link /Rect [0 0 1 1] >>',
        101: '<< /Type /Annot /Subtype /Link /Rect [0 0 1 1] >>',
      },
    ],
    [
      'annotations that do not say so',
      '/Annots 102 0 R',
      {
        100: '<< /Subtype /Link /Rect [0 0 1 1] >>',
        101: '<< /Subtype /Link /Rect [0 0 1 1] >>',
        102: '[100 0 R 101 0 R]',
      },
    ],
    [
      'fields',
      '',
      { 100: '<< /FT /Tx /T (a) /V (v) >>', 101: '<< /FT /Tx /T (a) /V (v) >>' },
      '/AcroForm << /Fields [100 0 R 101 0 R] >>',
    ],
    [
      'choices of a radio button, also under a key that names resources',
      '',
      {
        100: '<< /FT /Btn /Kids [102 0 R 103 0 R] >>',
        102: '<< /Parent 100 0 R /AS /On >>',
        103: '<< /Parent 100 0 R /AS /On >>',
      },
      '/AcroForm << /Fields [100 0 R] /XObject << /A 102 0 R /B 103 0 R >> >>',
    ],
    [
      'structure elements',
      '/StructParents 0',
      {
        100: '<< /Type /StructTreeRoot /K [101 0 R 102 0 R] >>',
        101: '<< /Type /StructElem /S /P /P 100 0 R /K 0 /Pg 3 0 R >>',
        102: '<< /Type /StructElem /S /P /P 100 0 R /K 0 /Pg 3 0 R >>',
      },
      '/StructTreeRoot 100 0 R',
    ],
    [
      'layers, although both are named as resources',
      '/Resources << /Properties << /A 100 0 R /B 101 0 R >> /XObject << /C 100 0 R /D 101 0 R >> >>',
      { 100: '<< /Type /OCG /Name (Layer) >>', 101: '<< /Type /OCG /Name (Layer) >>' },
      '/OCProperties << /OCGs [100 0 R 101 0 R] /D << /ON [100 0 R] /OFF [101 0 R] >> >>',
    ],
    [
      'groups of layers',
      '/Resources << /Properties << /A 100 0 R /B 101 0 R >> >>',
      { 100: '<< /Type /OCMD /OCGs [] >>', 101: '<< /Type /OCMD /OCGs [] >>' },
    ],
    [
      'outline items',
      '',
      {
        100: '<< /Type /Outlines /First 101 0 R /Last 102 0 R >>',
        101: '<< /Title (A) /Parent 100 0 R /Dest [3 0 R /Fit] >>',
        102: '<< /Title (A) /Parent 100 0 R /Dest [3 0 R /Fit] >>',
      },
      '/Outlines 100 0 R',
    ],
    [
      'destinations',
      '',
      { 100: '[3 0 R /Fit]', 101: '[3 0 R /Fit]' },
      '/Names << /Dests << /Names [(a) 100 0 R (b) 101 0 R] >> >>',
    ],
    [
      'file specifications',
      '/AF [100 0 R 101 0 R]',
      { 100: '<< /Type /Filespec /F (a) >>', 101: '<< /Type /Filespec /F (a) >>' },
    ],
    [
      'forms that are part of the structure',
      xobjects(100, 101),
      {
        100: stream('/Subtype /Form /StructParents 1', 'q Q'),
        101: stream('/Subtype /Form /StructParents 1', 'q Q'),
      },
    ],
    [
      'dictionaries and arrays that are no resources',
      '/Mine [100 0 R 101 0 R 102 0 R 103 0 R]',
      { 100: '<< /A 1 >>', 101: '<< /A 1 >>', 102: '[1]', 103: '[1]' },
    ],
    [
      'what a type says to be a page',
      xobjects(100, 101),
      { 100: '<< /Type /Page >>', 101: '<< /Type /Page >>' },
    ],
  ])('%s', async (_, page, objects, catalog) => {
    expect(await merged(page, objects, catalog)).toEqual([]);
  });
});

test('in a real-life document the fonts, maps, images and masks fall together, and nothing else', async () => {
  const open = (): Promise<PdfDocument> => openDocument(richFile(), { limits: DEFAULT_LIMITS });
  const { doc, report } = await runPass(dedupe, open);
  for (const number of [81, 83, 91, 93]) expect(doc.context.lookup(PDFRef.of(number))).toBeUndefined();
  expect(report.changed).toBe(4);
  expect(report.savedBytes).toBeGreaterThan(300);
});

test('a second run finds nothing', async () => {
  const { reread } = await runPass(dedupe, () => openDocument(richFile(), { limits: DEFAULT_LIMITS }));
  const { report } = await runPass(dedupe, () => openDocument(reread.input, { limits: DEFAULT_LIMITS }));
  expect(report.changed).toBe(0);
});
