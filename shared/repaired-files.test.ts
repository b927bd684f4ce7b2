import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { compress } from './compress.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { DEFAULT_OPTIONS } from './options.ts';
import { contextEntries, key, PDFDict, PDFRef } from './pdf/objects.ts';
import { pageRefs } from './pdf/page-tree.ts';
import { openDocument } from './pdf/read/open.ts';
import { FileBuilder } from './testing/documents/files.ts';
import { createTestHost } from './testing/host.ts';
import { openInPdfium } from './testing/oracles/pdfium-render.ts';

const host = createTestHost();

interface Parts {
  readonly header?: string;
  /** Appended to `/Pages` of the catalog. */
  readonly pages?: string;
  readonly root?: string;
  readonly kids?: string;
  readonly count?: number;
  readonly catalog?: string;
  readonly extra?: Readonly<Record<number, string>>;
}

const page = (contents: number) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << /Font << /F 9 0 R >> >> /Contents ${contents} 0 R >>`;

/** Pages 3, 4 and 5 with the texts A, B and C in contents 13, 14 and 15. */
function fileOf({
  header = '%PDF-1.4\n',
  kids = '3 0 R 4 0 R 5 0 R',
  count = 3,
  ...parts
}: Parts): Uint8Array {
  const tree = (type: string) => `<< ${type} /Kids [${kids}] /Count ${count} >>`;
  const file = new FileBuilder(header)
    .object(1, `<< /Type /Catalog /Pages ${parts.pages ?? '2 0 R'} ${parts.catalog ?? ''} >>`)
    .object(2, tree(parts.root ?? '/Type /Pages'))
    .object(9, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [index, letter] of ['A', 'B', 'C'].entries()) {
    file.object(3 + index, page(13 + index));
    file.stream(13 + index, '', `BT /F 20 Tf 20 100 Td (${letter}) Tj ET\n${'% filler\n'.repeat(60)}`);
  }
  for (const [number, body] of Object.entries(parts.extra ?? {})) file.object(Number(number), body);
  return file.table('/Root 1 0 R').build();
}

/** Text of each page, in order; `?` for one that is not shown. */
async function inPdfium(file: Uint8Array): Promise<string> {
  const doc = await openInPdfium(file);
  const texts: string[] = [];
  for (let index = 0; index < doc.pageCount; index++) {
    try {
      texts.push(doc.text(index).trim() || '_');
    } catch {
      texts.push('?');
    }
  }
  doc.close();
  return texts.join('');
}

async function inPdfjs(file: Uint8Array): Promise<string> {
  const task = getDocument({ data: file.slice(), verbosity: 0 });
  const doc = await task.promise;
  const texts: string[] = [];
  for (let number = 1; number <= doc.numPages; number++) {
    try {
      const { items } = await (await doc.getPage(number)).getTextContent();
      texts.push(items.map((item) => ('str' in item ? item.str : '')).join('') || '_');
    } catch {
      texts.push('?');
    }
  }
  await task.destroy();
  return texts.join('');
}

/** The output, its report, and what PDFium and pdf.js read from it. */
async function mended(input: Uint8Array) {
  const { bytes, report } = await compress(input, DEFAULT_OPTIONS, { host });
  const after = { pdfium: await inPdfium(bytes), pdfjs: await inPdfjs(bytes) };
  return { bytes, report, after };
}

describe('a file whose wrong beginning or page tree all readers take alike', () => {
  const tree = '<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>';

  test.each<[string, Parts, string]>([
    ['a first line without its hyphen', { header: '%PDF1.4\n' }, 'the first line is not %PDF-n.n'],
    [
      'a first line without a version',
      { header: '%PDF\n%\xe2\xe3\xcf\xd3\n' },
      'the first line is not %PDF-n.n',
    ],
    ['such a line behind others', { header: 'mail\n%PDF 1.4\n' }, 'the first line is not %PDF-n.n'],
    ['a page tree in the catalog', { pages: tree }, 'the page tree stood in the catalog itself'],
    [
      'a page among the kids',
      { kids: `3 0 R ${page(14)} 5 0 R` },
      "1 of the page tree's kids were no objects of their own",
    ],
    [
      'nothing but pages as kids',
      { kids: [page(13), page(14), page(15)].join(' ') },
      "3 of the page tree's kids were no objects of their own",
    ],
    [
      'a node among the kids',
      { kids: '3 0 R << /Type /Pages /Parent 2 0 R /Count 2 /Kids [4 0 R 5 0 R] >>' },
      "1 of the page tree's kids were no objects of their own",
    ],
    [
      'a root that calls itself a page',
      { root: '/Type /Page' },
      'the root of the page tree was called a page',
    ],
    [
      'a kid that is null behind all pages',
      { kids: '3 0 R 4 0 R 5 0 R null' },
      "1 of the page tree's kids were no pages and are gone",
    ],
    [
      'the root as its own last kid',
      { kids: '3 0 R 4 0 R 5 0 R 2 0 R' },
      "1 of the page tree's kids were no pages and are gone",
    ],
  ])('with %s is read by a repair, and comes out sound', async (_, parts, repair) => {
    const input = fileOf(parts);
    expect({ pdfium: await inPdfium(input), pdfjs: await inPdfjs(input) }).toEqual({
      pdfium: 'ABC',
      pdfjs: 'ABC',
    });
    const { bytes, report, after } = await mended(input);
    expect(report).toMatchObject({ unchanged: false, warnings: ['repaired'], repairs: [repair] });
    expect(report.document.pages).toBe(3);
    expect(after).toEqual({ pdfium: 'ABC', pdfjs: 'ABC' });
    expect(Buffer.from(bytes.subarray(0, 8)).toString('latin1')).toMatch(/^%PDF-1\.\d$/);
    expect((await openDocument(bytes, { limits: DEFAULT_LIMITS })).repairs).toEqual([]);
  });

  test('pages that stand in no tree do not come to life beside one that stands in it directly', async () => {
    const input = fileOf({ kids: page(14), count: 1 });
    expect({ pdfium: await inPdfium(input), pdfjs: await inPdfjs(input) }).toEqual({
      pdfium: 'B',
      pdfjs: 'B',
    });
    expect((await mended(input)).after).toEqual({ pdfium: 'B', pdfjs: 'B' });
  });
});

describe('a bad kid among good ones', () => {
  test.each<[string, string, Readonly<Record<number, string>>]>([
    ['is null', 'null', {}],
    ['is a number', '7', {}],
    ['is a name', '/Page', {}],
    ['is an array', '[7]', {}],
    ['refers to nothing', '38 0 R', {}],
    ['refers to null', '20 0 R', { 20: 'null' }],
    ['refers to a number', '20 0 R', { 20: '42' }],
    ['is the root itself', '2 0 R', {}],
    ['leads back to the root', '20 0 R', { 20: '<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1 >>' }],
  ])('that %s and is counted becomes an empty page', async (_, kid, extra) => {
    const input = fileOf({ kids: `3 0 R ${kid} 4 0 R 5 0 R`, count: 4, extra });
    // Without the repair, pdf.js stops at the bad page.
    expect(await inPdfjs(input)).not.toBe('ABC');
    const { bytes, report, after } = await mended(input);
    expect(report).toMatchObject({
      unchanged: false,
      warnings: ['repaired'],
      repairs: ["1 of the page tree's kids were no pages and are empty pages now"],
      damage: { pages: [], missingPages: 1 },
      document: { pages: 4 },
    });
    // PDFium numbers what is counted: each page keeps its number. In a circle it shows the first page for ever.
    const numbered = (await inPdfium(input)).replace('?', '_');
    const shown = numbered === 'AAAA' ? 'A_BC' : numbered;
    expect(after).toEqual({ pdfium: shown, pdfjs: shown });
    expect((await openDocument(bytes, { limits: DEFAULT_LIMITS })).repairs).toEqual([]);
  });

  test.each([
    ['null', 'null'],
    ['a name', '/Page'],
    ['lost', '38 0 R'],
    ['the root itself', '2 0 R'],
  ])('that is %s and is not counted goes, and all pages are shown', async (_, kid) => {
    const input = fileOf({ kids: `3 0 R ${kid} 4 0 R 5 0 R`, count: 3 });
    const { bytes, report, after } = await mended(input);
    expect(report.repairs).toEqual(["1 of the page tree's kids were no pages and are gone"]);
    expect(report.damage).toBeUndefined();
    expect(report.document.pages).toBe(3);
    expect(after).toEqual({ pdfium: 'ABC', pdfjs: 'ABC' });
    expect((await openDocument(bytes, { limits: DEFAULT_LIMITS })).repairs).toEqual([]);
  });

  test('goes from a node below too, and all counts are right', async () => {
    const node = '<< /Type /Pages /Parent 2 0 R /Kids [4 0 R null 5 0 R] /Count 3 >>';
    const { after } = await mended(fileOf({ kids: '3 0 R 20 0 R', count: 4, extra: { 20: node } }));
    expect(after).toEqual({ pdfium: 'AB_C', pdfjs: 'AB_C' });
    // With a count that is wrong anyway, the kid goes and both counts are mended.
    const { bytes, ...wrong } = await mended(fileOf({ kids: '3 0 R 20 0 R', count: 9, extra: { 20: node } }));
    expect(wrong.after).toEqual({ pdfium: 'ABC', pdfjs: 'ABC' });
    const { context } = (await openDocument(bytes, { limits: DEFAULT_LIMITS })).trailer;
    const counts = [...contextEntries(context)].flatMap(([, object]) =>
      object instanceof PDFDict && object.has(key('Kids')) ? [String(object.get(key('Count')))] : [],
    );
    expect(counts.toSorted()).toEqual(['2', '3']);
  });

  test('an empty page has the size that it inherits, or that of a letter', async () => {
    const { bytes } = await mended(fileOf({ kids: '3 0 R null 4 0 R 5 0 R', count: 4 }));
    const { trailer } = await openDocument(bytes, { limits: DEFAULT_LIMITS });
    const box = (trailer.context.lookup(pageRefs(trailer)[1]) as PDFDict).get(key('MediaBox'));
    expect(String(box)).toBe('[ 0 0 612 792 ]');
  });

  test('that is a page by another generation leaves the page tree as it is: readers differ', async () => {
    const input = fileOf({ kids: '3 0 R 4 1 R 5 0 R' });
    expect(await inPdfium(input)).toBe('ABC');
    expect(await inPdfjs(input)).not.toBe('ABC');
    const { bytes, report, after } = await mended(input);
    expect(report.warnings).toEqual(['repaired', 'around-damage']);
    expect(after).toEqual({ pdfium: await inPdfium(input), pdfjs: await inPdfjs(input) });
    expect(Buffer.from(bytes).includes('/Kids [3 0 R 4 1 R 5 0 R]')).toBe(true);
  });

  test('leaves the page tree as it is where page labels count the pages behind it', async () => {
    const labels = '/PageLabels << /Nums [0 << /S /D >> 2 << /S /r >>] >>';
    const behind = await mended(fileOf({ kids: '3 0 R null 4 0 R 5 0 R', count: 3, catalog: labels }));
    expect(behind.report.warnings).toContain('around-damage');
    expect(Buffer.from(behind.bytes).includes('[3 0 R null 4 0 R 5 0 R]')).toBe(true);
    const last = await mended(fileOf({ kids: '3 0 R 4 0 R 5 0 R null', count: 3, catalog: labels }));
    expect(last.report).toMatchObject({ unchanged: false, warnings: ['repaired'] });
    // An empty page keeps all numbers.
    const counted = await mended(fileOf({ kids: '3 0 R null 4 0 R 5 0 R', count: 4, catalog: labels }));
    expect(counted.report).toMatchObject({ unchanged: false, warnings: ['repaired'] });
  });

  test('a dictionary of another type is a page to all readers', async () => {
    const input = fileOf({ kids: '3 0 R 9 0 R 4 0 R 5 0 R', count: 4 });
    expect(await inPdfium(input)).toBe('A_BC');
    const { report, after } = await mended(input);
    expect(report).toMatchObject({ warnings: [], repairs: [] });
    expect(after).toEqual({ pdfium: 'A_BC', pdfjs: 'A_BC' });
  });
});

describe('objects that a repair makes', () => {
  test('take no number that the file refers to', async () => {
    const kids = `${page(14)} 3 0 R`;
    const doc = await openDocument(fileOf({ kids, count: 2, catalog: '/Lost 16 0 R' }), {
      limits: DEFAULT_LIMITS,
    });
    expect(pageRefs(doc.trailer)).toEqual([PDFRef.of(17), PDFRef.of(3)]);
  });
});

const NO_HEADERS = [
  '\n',
  '%PFD-1.4\n',
  '%pdf-1.4\n',
  '%1.4\n',
  'PDF-1.4\n',
  '%!PS-Adobe-3.0\n',
  `${'% junk\n'.repeat(160)}%PDF-1.4\n`,
];

describe('a file that PDFium refuses for its first line', () => {
  test.each(NO_HEADERS)('and pdf.js opens becomes one for both: %j', async (header) => {
    const input = fileOf({ header });
    await expect(inPdfium(input)).rejects.toThrow();
    expect(await inPdfjs(input)).toBe('ABC');
    const { bytes, report, after } = await mended(input);
    expect(report).toMatchObject({ warnings: ['repaired'], repairs: ['the first line is not %PDF-n.n'] });
    expect(after).toEqual({ pdfium: 'ABC', pdfjs: 'ABC' });
    expect(bytes.length).toBeLessThan(input.length);
  });

  test('and that has no right offset is rebuilt from its objects', async () => {
    const input = fileOf({ header: '%PDF-1.4\n' }).subarray('%PDF-1.4'.length);
    expect(await inPdfjs(input)).toBe('ABC');
    const { report, after } = await mended(input);
    expect(report.warnings).toEqual(['repaired']);
    expect(after).toEqual({ pdfium: 'ABC', pdfjs: 'ABC' });
  });

  const lost = Buffer.from(fileOf({ header: '' }));

  test.each<[string, Uint8Array]>([
    ['has no end', lost.subarray(0, -20)],
    ['has lost its trailer', Buffer.from(lost.toString('latin1').replace('trailer', 'trailed'), 'latin1')],
    ['lacks an object', Buffer.from(lost.toString('latin1').replace('9 0 obj', '9 0 obx'), 'latin1')],
    ['begins like a ZIP', Buffer.concat([Buffer.from('PK\x03\x04'), lost])],
    ['begins like a TAR', Buffer.concat([Buffer.alloc(257, 'a'), Buffer.from('ustar'), lost])],
    ['follows much else', Buffer.concat([Buffer.alloc(2100, 'a'), lost])],
    ['holds several PDFs', Buffer.concat([Buffer.alloc(1100, ' '), fileOf({}), fileOf({})])],
  ])('and that %s stays refused', async (_, input) => {
    await expect(compress(input, DEFAULT_OPTIONS, { host })).rejects.toMatchObject({
      problem: { code: 'not_a_pdf', reason: 'no-header' },
    });
  });
});
