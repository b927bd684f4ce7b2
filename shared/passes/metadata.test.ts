import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../options.ts';
import { decodeStream } from '../pdf/filter/filters.ts';
import { key, PDFDict, PDFRawStream } from '../pdf/objects.ts';
import { catalogOf } from '../pdf/page-tree.ts';
import { dictOf, type ObjectSources, pagesDocument, stream } from '../testing/documents/documents.ts';
import { passContext } from '../testing/pass-context.ts';
import { runPass } from '../testing/pass-run.ts';
import { metadata } from './metadata.ts';

interface Source {
  readonly page?: string;
  readonly catalog?: string;
  readonly objects?: ObjectSources;
  readonly trailer?: string;
}

function run({ page = '', catalog = '', objects = {}, trailer = '/Root 1 0 R' }: Source) {
  const build = () => pagesDocument([page], objects, { catalog, trailer: `<< ${trailer} >>` });
  return runPass(metadata, build);
}

const XML = '/Type /Metadata /Subtype /XML';
const packet = (body: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${body}</rdf:Description></rdf:RDF></x:xmpmeta>`;
const PLAIN = packet('xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>A. Nonymous</dc:creator>');
const PDFA = packet(
  'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/"><pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance><dc:creator>A. Nonymous</dc:creator>',
);

test('is asked for by its option', () => {
  const { facts } = passContext();
  expect(metadata.enabled({ ...DEFAULT_OPTIONS, stripMetadata: true }, facts)).toBe(true);
  expect(metadata.enabled({ ...DEFAULT_OPTIONS, stripMetadata: false }, facts)).toBe(false);
});

describe('the Info dictionary', () => {
  test.each([
    ['indirect', '/Info 100 0 R', { 100: '<< /Author (A) /Producer (P) >>' }],
    ['direct', '/Info << /Author (A) >>', {}],
    ['of the wrong kind', '/Info 100 0 R', { 100: '(A)' }],
  ])('goes, when it is %s', async (_, info, objects) => {
    const { reread, report } = await run({ trailer: `/Root 1 0 R ${info}`, objects });
    expect(reread.trailer.has(key('Info'))).toBe(false);
    expect(report.changed).toBe(1);
  });

  test.each([
    ['indirect', '/Info 100 0 R', (entries: string) => ({ 100: `<< ${entries} >>` })],
    [
      'direct',
      '/Info << /GTS_PDFXVersion (PDF/X-3:2002) /Trapped /False /Title (T) /Author (A) /Mine (M) >>',
      () => ({}),
    ],
  ])('of a PDF/X keeps what the standard requires, when it is %s', async (_, info, objects) => {
    const entries = '/GTS_PDFXVersion (PDF/X-3:2002) /Trapped /False /Title (T) /Author (A) /Mine (M)';
    const { reread, report } = await run({ trailer: `/Root 1 0 R ${info}`, objects: objects(entries) });
    const kept = reread.trailer.lookup(key('Info'), PDFDict).toString().replace(/\s+/g, ' ');
    expect(kept).toBe('<< /GTS_PDFXVersion (PDF/X-3:2002) /Trapped /False /Title (T) >>');
    expect(report.changed).toBe(2);
  });

  test('of an unknown standard stays whole', async () => {
    const entries = '/GTS_PDFXVersion (PDF/X-9) /Author (A)';
    const { reread, report } = await run({ trailer: `/Root 1 0 R /Info << ${entries} >>` });
    expect(reread.trailer.lookup(key('Info'), PDFDict).toString().replace(/\s+/g, ' ')).toBe(
      `<< ${entries} >>`,
    );
    expect(report.changed).toBe(0);
  });
});

describe('the document’s XMP', () => {
  const source = (xmp: string) => ({ catalog: '/Metadata 100 0 R', objects: { 100: stream(XML, xmp) } });

  test('goes', async () => {
    const { reread } = await run(source(PLAIN));
    expect(catalogOf(reread.trailer)?.has(key('Metadata'))).toBe(false);
  });

  test('of a PDF/A shrinks to the identification', async () => {
    const { reread } = await run(source(PDFA));
    const xmp = catalogOf(reread.trailer)?.lookup(key('Metadata'));
    if (!(xmp instanceof PDFRawStream)) throw new Error('no XMP');
    const decoded = decodeStream(xmp, 1e5);
    const text = decoded.kind === 'bytes' ? new TextDecoder().decode(decoded.bytes) : decoded.kind;
    expect(text).toMatch(/<pdfaid:part>2<.*<pdfaid:conformance>B</s);
    expect(text).not.toContain('Nonymous');
    expect(xmp.dict.get(key('Subtype'))).toBe(key('XML'));
  });

  test('of a PDF/A-1 stays unfiltered', async () => {
    const { reread } = await run(source(PDFA.replace('part>2', 'part>1')));
    const xmp = catalogOf(reread.trailer)?.lookup(key('Metadata'));
    expect(xmp instanceof PDFRawStream && xmp.dict.has(key('Filter'))).toBe(false);
  });

  test('that cannot be taken apart stays where a standard is claimed by it, and goes where not', async () => {
    const broken = '<x:xmpmeta><rdf:RDF <<<';
    const kept = await run(source(`${broken} xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"`));
    expect(kept.report.skips).toEqual({ 'required-as-is': 1 });
    expect(catalogOf(kept.reread.trailer)?.has(key('Metadata'))).toBe(true);
    const gone = await run(source(broken));
    expect(catalogOf(gone.reread.trailer)?.has(key('Metadata'))).toBe(false);
  });
});

describe('metadata anywhere else', () => {
  test('of pages, images, fonts and forms goes, and private data with it', async () => {
    const { doc, report } = await run({
      page: `/Metadata 100 0 R /PieceInfo << /App << /Private 101 0 R >> >> /LastModified (D:2020) /Thumb 102 0 R /Resources << /XObject << /A 103 0 R >> >>`,
      objects: {
        100: stream(XML, PLAIN),
        101: '(secret)',
        102: stream('/Width 1 /Height 1', 'x'),
        103: stream(
          '/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Metadata 100 0 R /PieceInfo 104 0 R /LastModified 105 0 R',
          'q Q',
        ),
        104: '<< /App << /LastModified (D:2020) >> >>',
        105: '(D:2020)',
      },
    });
    expect(dictOf(doc, 3).toString()).not.toMatch(/Metadata|PieceInfo|LastModified|Thumb/);
    expect(dictOf(doc, 103).toString()).not.toMatch(/Metadata|PieceInfo|LastModified/);
    // The seven above, and the one inside of what is gone.
    expect(report.changed).toBe(8);
  });

  test('deep inside direct objects goes too', async () => {
    const { doc } = await run({
      page: '/Deep [ 1 << /A [ << /Metadata 100 0 R /Kept 1 >> ] >> ]',
      objects: { 100: stream(XML, PLAIN) },
    });
    expect(dictOf(doc, 3).get(key('Deep'))?.toString().replace(/\s+/g, ' ')).toBe(
      '[ 1 << /A [ << /Kept 1 >> ] >> ]',
    );
  });

  test('private data of the catalog goes', async () => {
    const { reread } = await run({
      catalog: '/PieceInfo << /App << /Private (secret) >> >> /LastModified (D:2020)',
    });
    expect(catalogOf(reread.trailer)?.toString()).not.toMatch(/PieceInfo|LastModified/);
  });
});

describe('what only has such a name stays', () => {
  test.each([
    [
      'a font called Metadata',
      '/Resources << /Font << /Metadata 100 0 R >> >>',
      { 100: '<< /Type /Font >>' },
    ],
    [
      'a form called Metadata',
      '/Resources << /XObject << /Metadata 100 0 R >> >>',
      { 100: stream('/Subtype /Form', 'q') },
    ],
    ['a role called LastModified', '/RoleMap << /LastModified /P /PieceInfo /Span /Metadata /P >>', {}],
    ['a destination called LastModified', '/Dests << /LastModified [3 0 R /Fit] >>', {}],
    ['a number called LastModified', '/App << /LastModified 12 >>', {}],
    ['a Thumb that no page has', '/App << /Thumb 12 >>', {}],
  ])('%s', async (_, page, objects) => {
    const { report } = await run({ page, objects });
    expect(report.changed).toBe(0);
  });
});

test('what a reader needs stays', async () => {
  const catalog =
    '/Lang (en) /MarkInfo << /Marked true >> /ViewerPreferences << /DisplayDocTitle true >> /PageLabels << /Nums [0 << /S /D >>] >> /OutputIntents [<< /S /GTS_PDFA1 /DestOutputProfile 100 0 R >>]';
  const { report, reread } = await run({ catalog, objects: { 100: stream('/N 3', 'profile') } });
  expect(report.changed).toBe(0);
  for (const name of ['Lang', 'MarkInfo', 'ViewerPreferences', 'PageLabels', 'OutputIntents']) {
    expect(catalogOf(reread.trailer)?.has(key(name))).toBe(true);
  }
});

test('a second run finds nothing', async () => {
  const source = {
    catalog: '/Metadata 100 0 R',
    objects: { 100: stream(XML, PLAIN) },
    trailer: '/Root 1 0 R /Info << >>',
  };
  const { doc } = await run(source);
  expect((await metadata.run(doc, passContext())).changed).toBe(0);
});
