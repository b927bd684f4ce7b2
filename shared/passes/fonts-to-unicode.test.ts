import { describe, expect, test } from 'vitest';
import type { PdfDocument } from '../pdf/document.ts';
import { decodeStream } from '../pdf/filter/filters.ts';
import { PDFRawStream } from '../pdf/objects.ts';
import { writeDocument } from '../pdf/write/write.ts';
import { type ObjectSources, objectOf, stream } from '../testing/documents/documents.ts';
import { compositeFont, FONT, simpleFont, textDocument } from '../testing/documents/font-documents.ts';
import { pdfiumDifferences } from '../testing/oracles/pdfium-render.ts';
import { runPass } from '../testing/pass-run.ts';
import { fonts } from './fonts.ts';

const MAP = 110;

/** Letters for the codes of both fonts, one entry each, and names for a thousand unused codes. */
function cmap(codeDigits: 2 | 4): string {
  const hex = (value: number, digits: number) => `<${value.toString(16).padStart(digits, '0')}>`;
  const first = codeDigits === 2 ? 65 : 1;
  const entries = Array.from(
    { length: 60 },
    (_, index) => `${hex(first + index, codeDigits)} ${hex(0x61 + ((index * 7) % 26), 4)}`,
  );
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Letters def
1 begincodespacerange ${hex(0, codeDigits)} ${hex(codeDigits === 2 ? 0xff : 0xffff, codeDigits)} endcodespacerange
${entries.length} beginbfchar
${entries.join('\n')}
endbfchar
endcmap end end`;
}

const SIMPLE: ObjectSources = {
  ...simpleFont(undefined, `/Encoding /WinAnsiEncoding /ToUnicode ${MAP} 0 R`),
  [MAP]: stream('', cmap(2)),
};
const COMPOSITE: ObjectSources = {
  ...compositeFont(undefined, `/Encoding /Identity-H /ToUnicode ${MAP} 0 R`),
  [MAP]: stream('', cmap(4)),
};

function mapIn(doc: PdfDocument): string {
  const map = objectOf(doc, MAP);
  const decoded = map instanceof PDFRawStream ? decodeStream(map, 1e6) : null;
  return decoded?.kind === 'bytes' ? new TextDecoder().decode(decoded.bytes) : '';
}

describe('a ToUnicode map', () => {
  test.each([
    ['simple', () => textDocument('(BED)', SIMPLE), ['<42><0068>', '<44><0076>', '<45><0063>']],
    [
      'composite',
      () => textDocument('<000200050004>', COMPOSITE),
      ['<0002><0068>', '<0004><0076>', '<0005><0063>'],
    ],
  ])('keeps the codes that are shown (%s), and PDFium reads the same text', async (_, build, entries) => {
    const { doc } = await runPass(fonts, build);
    expect(mapIn(doc)).toContain(`3 beginbfchar\n${entries.join('\n')}\nendbfchar\nendcmap`);
    const [before, after] = [build(), doc].map((each) => writeDocument(each, { objectStreams: true }));
    expect(await pdfiumDifferences(before!, after!)).toEqual([]);
  });

  test('keeps every code where fields may be typed into, and where what is shown is not certain', async () => {
    const form = `/AcroForm << /Fields [] /DA (/F1 12 Tf) /DR << /Font << /F1 ${FONT} 0 R >> >> >>`;
    const { doc } = await runPass(fonts, () => textDocument('(BED)', SIMPLE, { catalog: form }));
    expect(mapIn(doc).match(/<..>/g)?.length).toBeGreaterThan(60);
  });

  test('keeps the codes of every font that shows text by it, wherever the font stands', async () => {
    const direct = `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode ${MAP} 0 R >>`;
    const page = `/Resources << /Font << /F1 ${FONT} 0 R /F2 ${direct} >> >>`;
    const { doc } = await runPass(fonts, () => textDocument('(B) Tj /F2 9 Tf (E)', SIMPLE, { page }));
    expect(mapIn(doc)).toContain('2 beginbfchar\n<42><0068>\n<45><0063>\nendbfchar');
  });

  test('stays when a font of another kind reads it too', async () => {
    const both = {
      ...SIMPLE,
      120: `<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode ${MAP} 0 R >>`,
    };
    const { doc } = await runPass(fonts, () => textDocument('(BED)', both, { page: '/Other 120 0 R' }));
    expect(mapIn(doc)).toBe(cmap(2));
  });
});
