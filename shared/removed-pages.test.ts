import { describe, expect, test } from 'vitest';
import { compress } from './compress.ts';
import { inspect } from './inspect.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { type CompressOptions, DEFAULT_OPTIONS } from './options.ts';
import { Changes } from './pdf/check/changes.ts';
import { firstDifference } from './pdf/check/check.ts';
import type { PdfDocument } from './pdf/document.ts';
import { decodeStream } from './pdf/filter/filters.ts';
import { contextEntries, key, PDFArray, PDFDict, PDFRawStream, PDFRef } from './pdf/objects.ts';
import { catalogOf, pageRefs } from './pdf/page-tree.ts';
import { openDocument } from './pdf/read/open.ts';
import { pagesDocument } from './testing/documents/documents.ts';
import { FileBuilder } from './testing/documents/files.ts';
import { createTestHost } from './testing/host.ts';

/** References to page 5, which is in no page tree. */
interface Way {
  readonly catalog?: string;
  readonly page?: string;
  readonly objects?: Readonly<Record<number, string>>;
}

const WAYS: Readonly<Record<string, Way>> = {
  'a bookmark': {
    catalog: '/Outlines 20 0 R',
    objects: {
      20: '<< /Type /Outlines /First 21 0 R /Last 21 0 R /Count 1 >>',
      21: '<< /Title (there) /Parent 20 0 R /Dest [5 0 R /Fit] >>',
    },
  },
  'a named destination': { catalog: '/Names << /Dests << /Names [(there) [5 0 R /Fit]] >> >>' },
  'an old destination': { catalog: '/Dests << /there [5 0 R /Fit] >>' },
  'a link': {
    page: '/Annots [20 0 R]',
    objects: { 20: '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [5 0 R /Fit] >> >>' },
  },
  'a structure element': {
    catalog: '/StructTreeRoot 20 0 R /MarkInfo << /Marked true >>',
    page: '/StructParents 0',
    objects: {
      20: '<< /Type /StructTreeRoot /K 21 0 R /ParentTree << /Nums [0 [22 0 R] 1 [23 0 R 24 0 R]] >> >>',
      21: '<< /Type /StructElem /S /Document /P 20 0 R /K [22 0 R 23 0 R] >>',
      22: '<< /Type /StructElem /S /P /P 21 0 R /Pg 3 0 R /K 0 /Alt (kept) >>',
      23: '<< /Type /StructElem /S /P /P 21 0 R /Pg 5 0 R /K [24 0 R 0] /ActualText (SECRET) >>',
      24: '<< /Type /StructElem /S /Span /P 23 0 R /Pg 5 0 R /K 1 /E (SECRET) >>',
    },
  },
  'a form field': {
    catalog: '/AcroForm << /Fields [20 0 R] >>',
    objects: {
      20: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (f) /V (data) /Rect [0 0 9 9] /P 5 0 R /AP << /N 6 0 R >> >>',
    },
  },
  'a popup and a reply': {
    page: '/Annots [20 0 R]',
    objects: {
      20: '<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /P 3 0 R /IRT 21 0 R /Popup 22 0 R >>',
      21: '<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /P 5 0 R /Contents (SECRET) /AP << /N 6 0 R >> >>',
      22: '<< /Type /Annot /Subtype /Popup /Rect [0 0 9 9] /P 5 0 R /Parent 20 0 R >>',
    },
  },
  'an article': {
    catalog: '/Threads [20 0 R]',
    objects: {
      20: '<< /Type /Thread /F 21 0 R >>',
      21: '<< /Type /Bead /T 20 0 R /N 21 0 R /V 21 0 R /P 5 0 R /R [0 0 9 9] >>',
    },
  },
};

const SECRET = 'BT /F1 12 Tf (SECRET) Tj ET '.repeat(40);

function cutFile({ catalog = '', page = '', objects = {} }: Way, pageTree = '/Count 1'): FileBuilder {
  const file = new FileBuilder()
    .object(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
    .object(2, `<< /Type /Pages /Kids [3 0 R] ${pageTree} >>`)
    .object(3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R ${page} >>`)
    .stream(4, '', 'BT (kept) Tj ET '.repeat(40))
    .object(
      5,
      '<< /Type /Page /Parent 9 0 R /MediaBox [0 0 300 300] /Contents 7 0 R /StructParents 1 /Thumb 8 0 R' +
        ' /Resources << /XObject << /Fm 6 0 R >> >> /Annots [<< /Subtype /Text /Rect [0 0 1 1] /Contents (SECRET) >>] >>',
    )
    .stream(6, '/Subtype /Form /BBox [0 0 9 9]', SECRET)
    .stream(7, '', SECRET)
    .stream(8, '/Width 6 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray', 'SECRET')
    .object(9, '<< /Type /Pages /Kids [5 0 R 10 0 R] /Count 2 /Resources << /XObject << /Fm 6 0 R >> >> >>')
    .object(10, '<< /Type /Page /Parent 9 0 R /MediaBox [0 0 200 200] /Contents 7 0 R >>');
  for (const [number, body] of Object.entries(objects)) file.object(Number(number), body);
  return file;
}

const file = (way: Way, pageTree?: string) => cutFile(way, pageTree).table('/Root 1 0 R').build();
const run = (input: Uint8Array, options: Partial<CompressOptions> = {}) =>
  compress(input, { ...DEFAULT_OPTIONS, ...options }, { host: createTestHost() });
const open = (bytes: Uint8Array) => openDocument(bytes, { limits: DEFAULT_LIMITS });

/** The whole text of the document, with decoded streams. */
function allText(doc: PdfDocument): string {
  return [...contextEntries(doc.context).values()]
    .map((object) => {
      if (!(object instanceof PDFRawStream)) return object.toString();
      const decoded = decodeStream(object, 1e6);
      const data = decoded.kind === 'bytes' ? Buffer.from(decoded.bytes).toString('latin1') : '';
      return `${object.dict} ${data}`;
    })
    .join('\n');
}

describe.each(Object.entries(WAYS))('a removed page that is named by %s', (_, way) => {
  test.each([true, false])('loses its content (stripMetadata %s)', async (stripMetadata) => {
    const input = file(way);
    expect(allText(await open(input))).toContain('SECRET');
    const { bytes, report } = await run(input, { stripMetadata });
    expect(report).toMatchObject({ warnings: ['removed-pages'], unchanged: false });
    const output = await open(bytes);
    const text = allText(output);
    expect(text).not.toContain('SECRET');
    expect(text).toContain('kept');
    expect(pageRefs(output.trailer)).toHaveLength(1);
    // A second run finds nothing.
    expect((await run(bytes, { stripMetadata })).report.warnings).toEqual([]);
  });
});

test('what leads there still does, to a bare page', async () => {
  const { bytes } = await run(file(WAYS['an old destination']!));
  const output = await open(bytes);
  const there = catalogOf(output.trailer)?.lookup(key('Dests'), PDFDict).lookup(key('there'), PDFArray);
  expect(`${there?.lookup(0, PDFDict)}`.replace(/\s+/g, ' ')).toBe(
    '<< /Type /Page /MediaBox [ 0 0 300 300 ] >>',
  );
});

test('a field keeps its value', async () => {
  const { bytes } = await run(file(WAYS['a form field']!));
  expect(allText(await open(bytes))).toContain('(data)');
});

test('elements of pages that are there stay, and what named the others names nothing', async () => {
  const { bytes } = await run(file(WAYS['a structure element']!));
  const root = catalogOf((await open(bytes)).trailer)?.lookup(key('StructTreeRoot'), PDFDict);
  const kids = root?.lookup(key('K'), PDFDict).lookup(key('K'), PDFArray);
  expect(kids?.size()).toBe(1);
  expect(`${root?.lookup(key('ParentTree'), PDFDict).lookup(key('Nums'))}`).toMatch(
    /^\[ 0 \[ \d+ 0 R \] 1 \[ null null \] \]$/,
  );
});

test('inspecting says how many there are', async () => {
  expect((await inspect(file(WAYS['a bookmark']!))).features.removedPages).toBe(2);
  expect((await inspect((await run(file(WAYS['a bookmark']!))).bytes)).features.removedPages).toBe(0);
});

describe('left alone', () => {
  const left: Readonly<Record<string, Uint8Array>> = {
    'where the tree claims more pages than it has': file(WAYS['a bookmark']!, '/Count 3'),
    'templates of scripts': file({
      catalog: '/Names << /Templates << /Names [(t) 5 0 R (u) 10 0 R] >> >>',
    }),
    'where the file was repaired': cutFile(WAYS['a bookmark']!).raw('trailer << /Root 1 0 R >>').build(),
  };
  test.each(Object.entries(left))('%s', async (_, input) => {
    const { bytes, report } = await run(input);
    expect(report.warnings).not.toContain('removed-pages');
    expect(allText(await open(bytes))).toContain('SECRET');
  });
});

describe('the check', () => {
  const build = () =>
    pagesDocument(
      ['/Contents 100 0 R'],
      { 101: '<< /S /P /Pg 3 0 R >>', 102: '[101 0 R 103 0 R]' },
      {
        trailer: '<< /Root 1 0 R /Info 102 0 R >>',
      },
    );

  test('lets no page of the tree be emptied', () => {
    const changes = new Changes();
    changes.emptiedPage(PDFRef.of(3));
    expect(firstDifference(build(), build(), changes)).toMatch(/3 0 R : emptied, and a page/);
  });

  test('lets nothing but structure elements go', () => {
    const changes = new Changes();
    changes.removedElement(PDFRef.of(3));
    expect(firstDifference(build(), build(), changes)).toMatch(/3 0 R : removed, and no structure element/);
  });

  test('wants elements that are declared gone to be gone', () => {
    const changes = new Changes();
    changes.removedElement(PDFRef.of(101));
    expect(firstDifference(build(), build(), changes)).toMatch(/removed, and still there/);
  });
});
