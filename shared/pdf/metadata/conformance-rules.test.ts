import { describe, expect, test } from 'vitest';
import { compress } from '../../compress.ts';
import { DEFAULT_LIMITS } from '../../limits.ts';
import { PRESETS } from '../../presets.ts';
import { pagesDocument, stream } from '../../testing/documents/documents.ts';
import { FileBuilder, onePage } from '../../testing/documents/files.ts';
import { createTestHost } from '../../testing/host.ts';
import { openDocument } from '../read/open.ts';
import { conformanceRules, NO_STANDARD } from './conformance-rules.ts';
import { xmpText } from './xmp-text.ts';

const NAMESPACES: Readonly<Record<string, string>> = {
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  archive: 'http://www.aiim.org/pdfa/ns/id/',
  pdfuaid: 'http://www.aiim.org/pdfua/ns/id/',
  pdfxid: 'http://www.npes.org/pdfx/ns/id/',
  pdfvtid: 'http://www.npes.org/pdfvt/ns/id/',
  pdfe: 'http://www.aiim.org/pdfe/ns/id/',
  pdfx: 'http://ns.adobe.com/pdfx/1.3/',
  pdfd: 'http://pdfa.org/declarations/',
  pdfrid: 'http://www.example.org/pdfr/ns/id/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  xmpMM: 'http://ns.adobe.com/xap/1.0/mm/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  dc: 'http://purl.org/dc/elements/1.1/',
};

function xmpOf(properties: string): string {
  const names = Object.entries(NAMESPACES).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${names.join(' ')}>${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`;
}

function documentOf({ info = '', xmp = '' }: { readonly info?: string; readonly xmp?: string }) {
  const metadata = stream('/Type /Metadata /Subtype /XML', xmpOf(xmp));
  return pagesDocument(
    [''],
    { 100: metadata },
    {
      catalog: xmp === '' ? '' : '/Metadata 100 0 R',
      trailer: `<< /Root 1 0 R /Info << ${info} >> >>`,
    },
  );
}

const FIRST_PDF_A = {
  ...NO_STANDARD,
  objectStreams: false,
  maxVersion: '1.4',
  jpx: false,
  filteredMetadata: false,
  listsSubsetGlyphs: true,
};
const EARLY_X = { ...NO_STANDARD, objectStreams: false, jbig2: false, jpx: false, metadata: 'of-print' };
const UNKNOWN = { ...FIRST_PDF_A, maxVersion: '1.0', jbig2: false, metadata: 'all' };

describe('conformanceRules', () => {
  test.each([
    ['no claim', { xmp: '<dc:title>PDF/X-1:2001</dc:title>' }, NO_STANDARD],
    ['PDF/A-1', { xmp: '<pdfaid:part>1</pdfaid:part>' }, FIRST_PDF_A],
    ['PDF/A-1 under another prefix', { xmp: '<archive:part> 1 </archive:part>' }, FIRST_PDF_A],
    ['PDF/A-3', { xmp: '<pdfaid:part>3</pdfaid:part>' }, { ...NO_STANDARD, maxVersion: '1.7' }],
    ['PDF/A of an unknown part', { xmp: '<pdfaid:part>7</pdfaid:part>' }, UNKNOWN],
    ['PDF/UA-1', { xmp: '<pdfuaid:part>1</pdfuaid:part>' }, { ...NO_STANDARD, maxVersion: '1.7' }],
    ['PDF/UA-2', { xmp: '<pdfuaid:part>2</pdfuaid:part>' }, NO_STANDARD],
    ['PDF/X-1a:2001', { info: '/GTS_PDFXVersion (PDF/X-1:2001)' }, { ...EARLY_X, maxVersion: '1.3' }],
    ['PDF/X-3:2002', { info: '/GTS_PDFXVersion (PDF/X-3:2002)' }, { ...EARLY_X, maxVersion: '1.3' }],
    ['PDF/X-1a:2003', { info: '/GTS_PDFXVersion (PDF/X-1a:2003)' }, { ...EARLY_X, maxVersion: '1.4' }],
    ['PDF/X-2:2003', { info: '/GTS_PDFXVersion (PDF/X-2:2003)' }, { ...EARLY_X, maxVersion: '1.4' }],
    [
      'PDF/X-3:2003, in XMP of its producer',
      { xmp: '<pdfx:GTS_PDFXVersion>PDF/X-3:2003</pdfx:GTS_PDFXVersion>' },
      { ...EARLY_X, maxVersion: '1.4' },
    ],
    [
      'PDF/X-4',
      { xmp: '<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>' },
      { ...NO_STANDARD, maxVersion: '1.6', jpx: false, metadata: 'of-print' },
    ],
    [
      'PDF/X-5pg and PDF/A-1',
      {
        xmp: '<pdfxid:GTS_PDFXVersion>PDF/X-5pg</pdfxid:GTS_PDFXVersion><pdfaid:part>1</pdfaid:part>',
      },
      { ...FIRST_PDF_A, metadata: 'of-print' },
    ],
    [
      'PDF/X-6',
      { xmp: '<pdfxid:GTS_PDFXVersion>PDF/X-6</pdfxid:GTS_PDFXVersion>' },
      { ...NO_STANDARD, jpx: false, metadata: 'of-print' },
    ],
    [
      'PDF/VT-1',
      { xmp: '<pdfvtid:GTS_PDFVTVersion>PDF/VT-1</pdfvtid:GTS_PDFVTVersion>' },
      { ...NO_STANDARD, maxVersion: '1.6', jpx: false, metadata: 'of-print' },
    ],
    [
      'PDF/E-1',
      { xmp: '<pdfe:ISO_PDFEVersion>PDF/E-1</pdfe:ISO_PDFEVersion>' },
      { ...NO_STANDARD, maxVersion: '1.6', jpx: false, metadata: 'of-print' },
    ],
    ['a PDF Declaration', { xmp: '<pdfd:declarations>x</pdfd:declarations>' }, NO_STANDARD],
    ['an unknown edition', { info: '/GTS_PDFXVersion (PDF/X-9)' }, UNKNOWN],
    ['an unknown standard of print', { info: '/GTS_PDFVCRVersion (PDF/VCR-1)' }, UNKNOWN],
    ['an unknown identification', { xmp: '<pdfrid:part>1</pdfrid:part>' }, UNKNOWN],
    ['PDF/A-1 in XMP that cannot be read', { xmp: '<pdfaid:part>1</pdfaid:part><broken>' }, FIRST_PDF_A],
    ['XMP that cannot be read and names a standard', { xmp: '<pdfaid:part/><broken>' }, UNKNOWN],
  ])('of %s', (_, source, rules) => {
    expect(conformanceRules(documentOf(source))).toEqual(rules);
  });
});

describe.each(['lossless', 'balanced', 'small'] as const)('with the preset %s', (preset) => {
  const run = async (header: string, { info = '', xmp = '' }) => {
    const notes = Array.from({ length: 40 }, (_, index) => 10 + index);
    const annots = `/Annots [${notes.map((number) => `${number} 0 R`).join(' ')}]`;
    const file = onePage(new FileBuilder(header), 'q Q '.repeat(500), annots).object(
      1,
      `<< /Type /Catalog /Pages 2 0 R ${xmp === '' ? '' : '/Metadata 5 0 R'} >>`,
    );
    if (xmp !== '') file.stream(5, '/Type /Metadata /Subtype /XML', xmpOf(xmp));
    for (const number of notes) file.object(number, `<< /Subtype /Text /Contents (note ${number}) >>`);
    const input = file.object(6, `<< ${info} >>`).table('/Root 1 0 R /Info 6 0 R').build();
    const { bytes } = await compress(input, PRESETS[preset], { host: createTestHost() });
    return { bytes, text: new TextDecoder('latin1').decode(bytes) };
  };

  test.each([
    ['%PDF-1.3\n', 'PDF/X-1:2001', '%PDF-1.3'],
    ['%PDF-1.3\n', 'PDF/X-3:2002', '%PDF-1.3'],
    ['%PDF-1.4\n', 'PDF/X-1a:2003', '%PDF-1.4'],
    ['%PDF-1.4\n', 'PDF/X-3:2003', '%PDF-1.4'],
  ])('a file of %j that claims %s keeps its version and its entries', async (header, claim, version) => {
    const info = `/GTS_PDFXVersion (${claim}) /Trapped /False /Title (Job) /Author (A)`;
    const { text } = await run(header, { info });
    expect(text.slice(0, 8)).toBe(version);
    expect(text).not.toMatch(/ObjStm|XRef/);
    expect(text).toContain(claim);
    expect(text).toContain('/Title');
    expect(text.includes('/Author')).toBe(!PRESETS[preset].stripMetadata);
  });

  test('a PDF/X-4 keeps its dates, ids and title', async () => {
    const properties = [
      '<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>',
      '<xmp:CreateDate>2024-01-01T00:00:00Z</xmp:CreateDate>',
      '<xmp:ModifyDate>2024-01-02T00:00:00Z</xmp:ModifyDate>',
      '<xmp:MetadataDate>2024-01-03T00:00:00Z</xmp:MetadataDate>',
      '<xmpMM:DocumentID>uuid:1</xmpMM:DocumentID>',
      '<xmpMM:VersionID>1</xmpMM:VersionID>',
      '<xmpMM:RenditionClass>default</xmpMM:RenditionClass>',
      '<pdf:Trapped>False</pdf:Trapped>',
      '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Job</rdf:li></rdf:Alt></dc:title>',
    ];
    const { bytes } = await run('%PDF-1.6\n', { xmp: properties.join('') });
    const xmp = xmpText(await openDocument(bytes, { limits: DEFAULT_LIMITS })) ?? '';
    expect(properties.filter((property) => !xmp.includes(property))).toEqual([]);
  });
});
