import { describe, expect, test } from 'vitest';
import { compress } from '../compress.ts';
import { readCff } from '../fonts/cff/read.ts';
import { readSfnt } from '../fonts/sfnt.ts';
import { readCmap } from '../fonts/truetype/cmap.ts';
import { glyphMetrics } from '../fonts/truetype/truetype.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { decodeStream } from '../pdf/filter/filters.ts';
import { NO_STANDARD } from '../pdf/metadata/conformance-rules.ts';
import { key, PDFRawStream, PDFString } from '../pdf/objects.ts';
import { openDocument } from '../pdf/read/open.ts';
import { streamItems } from '../pdf/streams.ts';
import { writeDocument } from '../pdf/write/write.ts';
import { PRESETS } from '../presets.ts';
import type { FontReport } from '../report.ts';
import { dictOf, type ObjectSources, objectOf } from '../testing/documents/documents.ts';
import {
  cffObjects,
  cidObjects,
  HINTED_ENCODING,
  HINTED_FACE,
  openTypeObjects,
  type1Objects,
} from '../testing/documents/face-documents.ts';
import { DESCRIPTOR, FONT, PROGRAM, textDocument } from '../testing/documents/font-documents.ts';
import { cmapTable } from '../testing/fonts/truetype-font.ts';
import type { Type1Source } from '../testing/fonts/type1-fonts.ts';
import { createTestHost } from '../testing/host.ts';
import { pdfiumDifferences } from '../testing/oracles/pdfium-render.ts';
import { runPass } from '../testing/pass-run.ts';
import { fonts } from './fonts.ts';
import type { PassContext } from './pass.ts';

async function run(build: () => PdfDocument, parts: Partial<PassContext> = {}) {
  const reports: FontReport[] = [];
  const { doc } = await runPass(fonts, build, { reportFont: (font) => reports.push(font), ...parts });
  return { doc, outcome: reports[0]?.outcome };
}

function tablesOf(doc: PdfDocument) {
  const program = decodeStream(objectOf(doc, PROGRAM) as PDFRawStream, 1e6);
  return readSfnt(program.kind === 'bytes' ? program.bytes : new Uint8Array())!.tables;
}

function programOf(doc: PdfDocument) {
  const program = objectOf(doc, PROGRAM);
  if (!(program instanceof PDFRawStream)) throw new Error('no program');
  const decoded = decodeStream(program, 1e6);
  if (decoded.kind !== 'bytes') throw new Error('no bytes');
  return readCff(decoded.bytes);
}

const namesIn = (doc: PdfDocument) => programOf(doc).named?.glyphNames;

async function differences(build: () => PdfDocument, after: PdfDocument) {
  const [one, other] = [build(), after].map((doc) => writeDocument(doc, { objectStreams: true }));
  // Stems align with pixels differently at each size.
  return await pdfiumDifferences(one!, other!, { dpis: [40, 72, 110, 220] });
}

describe('a Type 1 font', () => {
  const text = '(EOLI\\311)';
  const hinted: Type1Source = { ...HINTED_FACE, encoding: HINTED_ENCODING };

  test.each([
    ['its builtin encoding', () => textDocument(text, type1Objects(hinted))],
    [
      'names for its codes',
      () =>
        textDocument(
          '(abcde)',
          type1Objects(hinted, '/Encoding << /Differences [97 /E /O /L /I /Eacute] >>'),
        ),
    ],
    ['a slant', () => textDocument(text, type1Objects({ ...hinted, matrix: '0.001 0 0.000167 0.001 0 0' }))],
  ])('with %s becomes CFF, and PDFium draws and reads the same', async (_, build) => {
    const { doc, outcome } = await run(build);
    expect(outcome).toMatchObject({ kind: 'replaced', format: 'Type1C' });
    expect(await differences(build, doc)).toEqual([]);
    const descriptor = dictOf(doc, DESCRIPTOR);
    expect(descriptor.has(key('FontFile'))).toBe(false);
    expect(`${descriptor.get(key('FontFile3'))}`).toBe(`${PROGRAM} 0 R`);
    const { dict } = objectOf(doc, PROGRAM) as PDFRawStream;
    expect(`${dict.get(key('Subtype'))}`).toBe('/Type1C');
    expect(['Length1', 'Length2', 'Length3'].some((name) => dict.has(key(name)))).toBe(false);
    expect(`${dictOf(doc, FONT).get(key('Subtype'))}`).toBe('/Type1');
  });

  test('keeps the shown glyphs alone, with what accents are made of, and says so in /CharSet', async () => {
    const build = () =>
      textDocument('(\\311I)', type1Objects(hinted, '', '/CharSet (/E/O/L/I/acute/Eacute)'));
    const { doc, outcome } = await run(build);
    expect(outcome).toMatchObject({ steps: ['type1-to-cff', 'subset'] });
    expect(namesIn(doc)?.toSorted()).toEqual(['.notdef', 'E', 'Eacute', 'I', 'acute']);
    const charSet = dictOf(doc, DESCRIPTOR).lookup(key('CharSet'));
    expect(charSet instanceof PDFString && charSet.asString().split('/').toSorted()).toEqual([
      '',
      'E',
      'Eacute',
      'I',
      'acute',
    ]);
    expect(await differences(build, doc)).toEqual([]);
  });

  test('tells its glyphs where PDF/A-1 wants it of a subset', async () => {
    const build = () => textDocument('(I)', type1Objects(hinted));
    const { doc } = await run(build, { rules: { ...NO_STANDARD, listsSubsetGlyphs: true } });
    expect(`${dictOf(doc, DESCRIPTOR).get(key('CharSet'))}`).toBe('(/I)');
  });

  test.each([
    [
      'a code is shown whose name has no glyph',
      '(EZ)',
      '/Encoding << /Differences [90 /Zcaron] >>',
      'unknown-glyph-name',
    ],
    ['its encoding is not one we know', '(E)', '/Encoding /MacExpertEncoding', 'unsupported-font'],
  ])('keeps all glyphs where %s', async (_, shown, entries, reason) => {
    const { doc, outcome } = await run(() => textDocument(shown, type1Objects(hinted, entries)));
    expect(outcome).toMatchObject({ steps: ['type1-to-cff'], allGlyphs: reason });
    expect(namesIn(doc)).toHaveLength(Object.keys(HINTED_FACE.glyphs).length);
  });

  test.each([
    ['no widths', ''],
    ['no width for a code', '/FirstChar 0 /LastChar 0 /Widths [700]'],
  ])('with %s keeps its name, and so all glyphs: readers know them by the name', async (_, widths) => {
    const objects = type1Objects(hinted);
    const font = `${objects[FONT]}`.replace(/\/FirstChar.*?\]/, widths).replace('/Small', '/Symbol');
    const { doc, outcome } = await run(() => textDocument('(E)', { ...objects, [FONT]: font }));
    expect(outcome).toMatchObject({ steps: ['type1-to-cff'], allGlyphs: 'unsupported-font-structure' });
    expect(`${dictOf(doc, FONT).get(key('BaseFont'))}`).toBe('/Symbol');
  });

  test.each<[string, Partial<Type1Source>, string]>([
    ['multiple masters', { header: '/WeightVector [0.5 0.5] def' }, 'multiple-master'],
    ['a matrix that turns', { matrix: '0 0.001 -0.001 0 0 0' }, 'unsupported-font-structure'],
    [
      'a subroutine nobody knows',
      { glyphs: { ...HINTED_FACE.glyphs, E: '0 500 hsbw 0 99 callothersubr endchar' } },
      'unsupported-font-structure',
    ],
    ['no glyphs', { glyphs: {} }, 'damaged-font'],
  ])('with %s stays as it is', async (_, source, reason) => {
    const { outcome } = await run(() => textDocument('(E)', type1Objects({ ...hinted, ...source })));
    expect(outcome).toEqual({ kind: 'kept', reason });
  });

  test('stays as it is where a composite font names it', async () => {
    const { outcome } = await run(() =>
      textDocument('<00010002>', {
        ...cidObjects({ glyphs: [] }),
        ...descriptorAndProgram(type1Objects(hinted)),
      }),
    );
    expect(outcome).toEqual({ kind: 'kept', reason: 'unsupported-font' });
  });
});

function descriptorAndProgram({
  [DESCRIPTOR]: descriptor,
  [PROGRAM]: program,
}: ObjectSources): ObjectSources {
  return { [DESCRIPTOR]: descriptor!, [PROGRAM]: program! };
}

describe('a face that is embedded twice', () => {
  test('is one program in the end, where both show the same of it', async () => {
    const other = { ...HINTED_FACE, glyphs: { ...HINTED_FACE.glyphs, Z: HINTED_FACE.glyphs.L! } };
    const [FONT_2, DESCRIPTOR_2, PROGRAM_2] = [200, 202, 203];
    const second = Object.entries(type1Objects(other, '/Encoding /StandardEncoding')).map(
      ([number, object]) => [
        Number(number) + 100,
        typeof object === 'string' ? object.replace(/\b10([23]) 0 R/g, '20$1 0 R') : object,
      ],
    );
    const objects = {
      ...type1Objects(HINTED_FACE, '/Encoding /StandardEncoding'),
      ...Object.fromEntries(second),
    };
    const page = `/Resources << /Font << /F1 ${FONT} 0 R /F2 ${FONT_2} 0 R >> >>`;
    const build = () => textDocument('(LE) Tj /F2 18 Tf (EL)', objects, { page });
    expect(`${dictOf(build(), DESCRIPTOR_2).get(key('FontFile'))}`).toBe(`${PROGRAM_2} 0 R`);

    const input = writeDocument(build(), { objectStreams: true });
    const { bytes } = await compress(input, PRESETS.lossless, { host: createTestHost() });
    const output = await openDocument(bytes, { limits: DEFAULT_LIMITS });
    const programs = streamItems(output).filter(
      ({ stream: { dict } }) => `${dict.get(key('Subtype'))}` === '/Type1C',
    );
    expect(programs).toHaveLength(1);
    expect(await pdfiumDifferences(input, bytes)).toEqual([]);
  });
});

describe('a CFF font', () => {
  /** Long enough to pay: a zigzag that deflate cannot predict. */
  const zigzag = (seed: number) =>
    `${Array.from({ length: 400 }, (_, i) => `${((i * 37 + seed * 61) % 190) - 95} ${((i * 53 + seed * 17) % 170) - 85} rlineto`).join(' ')}`;
  const glyphs = ['endchar', ...[1, 2, 3, 4, 5].map((seed) => `400 400 rmoveto ${zigzag(seed)} endchar`)];
  const LETTERS = { glyphs, charset: [34, 35, 36, 37, 38] };
  const CIDS = { glyphs, charset: [7, 8, 9, 10, 11] };
  const emptied = (doc: PdfDocument) => programOf(doc).charStrings.map(({ length }) => length === 1);

  test.each([
    [
      'loses the outlines that nothing shows, and no glyph id',
      () => textDocument('(BD)', cffObjects(LETTERS)),
      [true, true, false, true, false, true],
    ],
    [
      'by CIDs lists the glyphs that are shown, and no others',
      () => textDocument('<0008000A>', cidObjects(CIDS)),
      [true, false, false],
    ],
  ])('%s', async (_, build, glyphs) => {
    const { doc, outcome } = await run(build);
    expect(outcome).toMatchObject({ kind: 'replaced', steps: ['subset'] });
    expect(emptied(doc)).toEqual(glyphs);
    expect(await differences(build, doc)).toEqual([]);
  });

  test('inside an OpenType font loses outlines there, and the font its tables for layout', async () => {
    // Readers that take CIDs as glyph ids show the second and fourth glyphs, others those of CIDs 2 and 4.
    const source = { ...CIDS, charset: [3, 4, 5, 2, 1] };
    const build = () => textDocument('<00020004>', openTypeObjects(cidObjects(source)));
    const { doc, outcome } = await run(build);
    expect(outcome).toMatchObject({ format: 'OpenType', steps: ['subset', 'tables-dropped'] });
    const tables = tablesOf(doc);
    expect(tables.has('GSUB')).toBe(false);
    const { charStrings } = readCff(tables.get('CFF ')!);
    expect(charStrings.map(({ length }) => length === 1)).toEqual([true, true, false, true, false, true]);
    expect(await differences(build, doc)).toEqual([]);
  });

  test('inside an OpenType font of a simple font keeps each glyph that a reader may find', async () => {
    const build = () => textDocument('(BD)', openTypeObjects(cffObjects(LETTERS)));
    const { doc, outcome } = await run(build);
    expect(outcome).toMatchObject({ format: 'OpenType', steps: ['subset', 'tables-dropped'] });
    const { charStrings } = readCff(tablesOf(doc).get('CFF ')!);
    expect(charStrings.some(({ length }) => length === 1)).toBe(true);
    expect(await differences(build, doc)).toEqual([]);
  });

  test('inside an OpenType font of a simple font keeps characters and metrics of shown glyphs alone', async () => {
    const glyphs = { 65: 1, 66: 2, 67: 3, 68: 4 };
    const cmap = cmapTable([{ platform: 3, encoding: 1, glyphs }]);
    const build = () => textDocument('(BD)', openTypeObjects(cffObjects(LETTERS), { cmap }));
    const { doc } = await run(build);
    const tables = tablesOf(doc);
    const shown = readCmap(tables.get('cmap')!)![0]!.glyphs;
    expect([shown.get(66), shown.get(68)]).toEqual([2, 4]);
    expect(shown.size).toBeLessThan(4);
    const advances = [2, 3, 4].map((id) => glyphMetrics({ tables, longMetrics: 6 }, id)?.advance);
    expect(advances).toEqual([700, shown.has(67) ? 700 : 0, 700]);
    expect(await differences(build, doc)).toEqual([]);
  });

  test('inside an OpenType font under /FontFile2 loses outlines there', async () => {
    const build = () => {
      const misplaced = (text: string) =>
        text.replace('/FontFile3', '/FontFile2').replace('/CIDFontType0', '/CIDFontType2');
      const objects = Object.fromEntries(
        Object.entries(openTypeObjects(cidObjects(CIDS))).map(([number, object]) => [
          number,
          typeof object === 'string' ? misplaced(object) : object,
        ]),
      );
      return textDocument('<00020004>', objects);
    };
    const { doc, outcome } = await run(build);
    expect(outcome).toMatchObject({ format: 'TrueType', steps: ['subset', 'tables-dropped'] });
    expect(await differences(build, doc)).toEqual([]);
  });

  test('stays where little would be gained, or what it shows is not certain', async () => {
    const most = await run(() => textDocument('(ABCD)', cffObjects(LETTERS)));
    expect(most.outcome).toEqual({ kind: 'kept', reason: 'not-smaller' });
    const unknown = await run(() => textDocument('(AZ)', cffObjects(LETTERS, '/Encoding /WinAnsiEncoding')));
    expect(unknown.outcome).toEqual({ kind: 'kept', reason: 'unknown-glyph-name' });
    const damaged = await run(() =>
      textDocument(
        '(A)',
        cffObjects({ ...LETTERS, glyphs: ['endchar', ...glyphs.slice(1, 5), '1 rlineto'] }),
      ),
    );
    expect(damaged.outcome).toMatchObject({ kind: 'replaced' });
  });
});
