import { describe, expect, test } from 'vitest';
import { compress } from '../compress.ts';
import { readGlyphNames } from '../fonts/truetype/post.ts';
import { GlyphLocations, readTrueType } from '../fonts/truetype/truetype.ts';
import { DEFAULT_OPTIONS } from '../options.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { decodeStream } from '../pdf/filter/filters.ts';
import { NO_STANDARD } from '../pdf/metadata/conformance-rules.ts';
import { key, type PDFName, PDFRawStream } from '../pdf/objects.ts';
import { writeDocument } from '../pdf/write/write.ts';
import type { FontReport } from '../report.ts';
import {
  dictOf,
  type ObjectSource,
  objectOf,
  type StreamSource,
  stream,
} from '../testing/documents/documents.ts';
import {
  compositeFont,
  DESCENDANT,
  DESCRIPTOR,
  FONT,
  LETTERS,
  PROGRAM,
  simpleFont,
  textDocument,
} from '../testing/documents/font-documents.ts';
import { box, boxGlyph } from '../testing/fonts/truetype-font.ts';
import { createTestHost } from '../testing/host.ts';
import { pdfiumDifferences } from '../testing/oracles/pdfium-render.ts';
import { passContext } from '../testing/pass-context.ts';
import { runPass } from '../testing/pass-run.ts';
import { fonts } from './fonts.ts';
import type { PassContext } from './pass.ts';

const { facts } = passContext();

async function run(build: () => PdfDocument, parts: Partial<PassContext> = {}) {
  const reports: FontReport[] = [];
  const { doc, report } = await runPass(fonts, build, { reportFont: (font) => reports.push(font), ...parts });
  return { doc, report, fonts: reports, outcome: reports[0]?.outcome };
}

/** Ids of glyphs with an outline. */
function drawnGlyphs(doc: PdfDocument, number = PROGRAM): number[] {
  const program = objectOf(doc, number);
  if (!(program instanceof PDFRawStream)) throw new Error('no program');
  const decoded = decodeStream(program, 1e6);
  if (decoded.kind !== 'bytes') throw new Error('no bytes');
  const font = readTrueType(decoded.bytes)!;
  const locations = new GlyphLocations(font);
  return Array.from({ length: font.glyphCount }, (_, id) => id).filter(
    (id) => locations.glyph(id)!.length > 0,
  );
}

const nameOf = (doc: PdfDocument, number: number, name: string) =>
  (dictOf(doc, number).lookup(key(name)) as PDFName).decodeText();

describe('a font that text is shown in', () => {
  test.each([
    ['simple', () => textDocument('(BED)', simpleFont())],
    ['composite', () => textDocument('<000200050004>', compositeFont())],
  ])('keeps the shown glyphs alone (%s), and PDFium draws and reads the same', async (_, build) => {
    const { doc, outcome } = await run(build);
    expect(outcome).toMatchObject({
      kind: 'replaced',
      format: 'TrueType',
      steps: ['subset', 'tables-dropped'],
    });
    expect(drawnGlyphs(doc)).toEqual([0, 2, 4, 5]);
    const [before, after] = [build(), doc].map((each) => writeDocument(each, { objectStreams: true }));
    expect(await pdfiumDifferences(before!, after!)).toEqual([]);
  });

  test('keeps its hinting, which PDFium runs', async () => {
    // SVTCA[y] PUSHB[1] MDAP[round] IUP[y]: aligns the upper edge with the pixel grid.
    const program = [0x00, 0xb0, 0x01, 0x2f, 0x30];
    const file = (hints?: readonly number[]) => {
      const glyph = { advance: 600, contours: [box(50, 0, 400, 333)], ...(hints && { program: hints }) };
      const source = { ...LETTERS, glyphs: LETTERS.glyphs.map((other, id) => (id === 2 ? glyph : other)) };
      return () => textDocument('<0002>', compositeFont(source));
    };
    const written = (doc: PdfDocument) => writeDocument(doc, { objectStreams: true });
    const [hinted, bare] = [file(program), file()];
    expect((await pdfiumDifferences(written(hinted()), written(bare()))).map(({ what }) => what)).toContain(
      'pixels',
    );
    const { doc } = await run(hinted);
    expect(drawnGlyphs(doc)).toEqual([0, 2]);
    expect(await pdfiumDifferences(written(hinted()), written(doc))).toEqual([]);
  });

  test('may be embedded as OpenType with such outlines', async () => {
    const objects: Record<number, ObjectSource> = { ...compositeFont() };
    const { data } = objects[PROGRAM] as StreamSource;
    objects[PROGRAM] = stream('/Subtype /OpenType', data);
    objects[DESCRIPTOR] = String(objects[DESCRIPTOR]).replace('FontFile2', 'FontFile3');
    const { doc, outcome } = await run(() => textDocument('<0002>', objects));
    expect(outcome).toMatchObject({ kind: 'replaced', format: 'OpenType' });
    expect(drawnGlyphs(doc)).toEqual([0, 2]);
    expect(nameOf(doc, PROGRAM, 'Subtype')).toBe('OpenType');
  });

  test('is called a subset in all three places, by a tag that only its program decides', async () => {
    const build = () => textDocument('<0002>', compositeFont());
    const [one, other] = [await run(build), await run(build)];
    const tagged = nameOf(one.doc, FONT, 'BaseFont');
    expect(tagged).toMatch(/^[A-Z]{6}\+Boxes$/);
    expect(nameOf(one.doc, DESCENDANT, 'BaseFont')).toBe(tagged);
    expect(nameOf(one.doc, DESCRIPTOR, 'FontName')).toBe(tagged);
    expect(nameOf(other.doc, FONT, 'BaseFont')).toBe(tagged);
  });

  test('keeps the tag that it has', async () => {
    const objects: Record<number, ObjectSource> = { ...simpleFont() };
    for (const number of [FONT, DESCRIPTOR])
      objects[number] = String(objects[number]).replace('/Boxes', '/ABCDEF+Boxes');
    const { doc, fonts: reports } = await run(() => textDocument('(B)', objects));
    expect(nameOf(doc, FONT, 'BaseFont')).toBe('ABCDEF+Boxes');
    expect(reports[0]).toMatchObject({ object: PROGRAM, name: 'Boxes' });
  });

  test('keeps the glyphs of all fonts that share its program', async () => {
    const objects = {
      ...compositeFont(),
      110: String(simpleFont()[FONT]),
      111: stream('', 'BT /F2 9 Tf (C) Tj ET'),
    };
    const page = '/Resources << /Font << /F1 100 0 R /F2 110 0 R >> >> /Contents [90 0 R 111 0 R]';
    const { doc } = await run(() => textDocument('<0001>', objects, { page }));
    expect(drawnGlyphs(doc)).toEqual([0, 1, 3]);
  });

  test('follows the map from CIDs to glyphs', async () => {
    const map = new Uint8Array(16);
    map[2 * 3 + 1] = 9;
    const objects = {
      ...compositeFont(LETTERS, '/Encoding /Identity-H', '/CIDToGIDMap 120 0 R'),
      120: stream('', map),
    };
    expect(drawnGlyphs((await run(() => textDocument('<0003>', objects))).doc)).toEqual([0, 9]);
  });

  test('keeps what names of an encoding lead to: through a map, the post table, or a number', async () => {
    const source = {
      glyphs: Array.from({ length: 30 }, (_, index) => boxGlyph(index)),
      maps: [{ platform: 3, encoding: 1, glyphs: { 1046: 5 } }],
      names: Array.from({ length: 30 }, (_, id) => (id === 7 ? 'odd.shape' : `x${id}`)),
    };
    const encoding = '/Encoding << /Differences [65 /afii10024 /odd.shape /g12] >>';
    const { doc } = await run(() => textDocument('(ABC)', simpleFont(source, encoding)));
    expect(drawnGlyphs(doc)).toEqual([0, 5, 7, 12]);
  });

  test('keeps a glyph of each row of a map, although no code that is shown leads there', async () => {
    const source = { ...LETTERS, maps: [{ platform: 3, encoding: 0, glyphs: { 61506: 2, 61507: 3 } }] };
    const build = () => textDocument('(AAA)', simpleFont(source, ''));
    const { doc } = await run(build);
    expect(drawnGlyphs(doc)).toEqual([0, 2]);
    const [before, after] = [build(), doc].map((each) => writeDocument(each, { objectStreams: true }));
    expect(await pdfiumDifferences(before!, after!)).toEqual([]);
  });

  test('keeps every glyph when a name leads nowhere we know', async () => {
    const { doc, outcome } = await run(() =>
      textDocument('(A)', simpleFont(LETTERS, '/Encoding << /Differences [65 /afii57664] >>')),
    );
    expect(outcome).toEqual({ kind: 'kept', reason: 'unknown-glyph-name' });
    expect(drawnGlyphs(doc)).toHaveLength(27);
  });
});

test('a whole file comes out smaller, proved, and with each font in its report', async () => {
  const objects = {
    ...compositeFont({ ...LETTERS, tables: { GSUB: new Uint8Array(9000).map((_, i) => (i * i) & 255) } }),
    110: '<< /Type /Font /Subtype /TrueType /BaseFont /Other /FontDescriptor 111 0 R >>',
    111: '<< /Type /FontDescriptor /FontName /Other /FontFile2 112 0 R >>',
    112: stream('', 'no font'),
  };
  const page = '/Resources << /Font << /F1 100 0 R /F2 110 0 R >> >> /Contents [90 0 R 91 0 R]';
  const content = { 91: stream('', 'BT /F2 9 Tf (x) Tj ET') };
  const file = writeDocument(textDocument('<0002>', { ...objects, ...content }, { page }), {
    objectStreams: true,
  });
  const { bytes, report } = await compress(file, DEFAULT_OPTIONS, { host: createTestHost() });
  expect(report.warnings).toEqual([]);
  expect(bytes.length).toBeLessThan(file.length / 3);
  const told = report.fonts.map(({ name, format, outcome }) => [name, format, outcome.kind]);
  expect(told.sort()).toEqual([
    ['Boxes', 'TrueType', 'replaced'],
    ['Other', 'TrueType', 'kept'],
  ]);
  expect(report.passes.find(({ pass }) => pass === 'fonts')).toMatchObject({ items: 2, changed: 1 });
  expect(await pdfiumDifferences(file, bytes)).toEqual([]);
});

describe('the set of CIDs', () => {
  const withSet = () => {
    const objects: Record<number, ObjectSource> = {
      ...compositeFont(),
      130: stream('', Uint8Array.of(0xff, 0xff)),
    };
    objects[DESCRIPTOR] = String(objects[DESCRIPTOR]).replace('/FontFile2', '/CIDSet 130 0 R /FontFile2');
    return textDocument('<00020009>', objects);
  };

  test('goes, since it would be wrong', async () => {
    const { doc } = await run(withSet);
    expect(dictOf(doc, DESCRIPTOR).has(key('CIDSet'))).toBe(false);
  });

  test('is right in PDF/A-1, which asks for it', async () => {
    const { doc } = await run(withSet, { rules: { ...NO_STANDARD, listsSubsetGlyphs: true } });
    const set = dictOf(doc, DESCRIPTOR).lookup(key('CIDSet'));
    expect(set).toBeInstanceOf(PDFRawStream);
    expect([...(set as PDFRawStream).contents]).toEqual([0b10100000, 0b01000000]);
  });
});

describe('keeps all glyphs, and says why,', () => {
  const extraTables = { tables: { GSUB: new Uint8Array(4000), DSIG: new Uint8Array(4000).fill(7) } };
  const tabled = { ...LETTERS, ...extraTables };
  const form = '/AcroForm << /Fields [] /DA (/F1 0 Tf) /DR << /Font << /F1 100 0 R >> >> >>';

  test.each([
    [
      'where content cannot be read',
      () => textDocument('(A) Tj << /Open', simpleFont(tabled)),
      'ambiguous-content',
    ],
    [
      'of a predefined CMap',
      () => textDocument('<0001>', compositeFont(tabled, '/Encoding /UniJIS-UTF16-H')),
      'unsupported-cmap',
    ],
    ['of a string with half a code', () => textDocument('<000102>', compositeFont(tabled)), 'ambiguous-text'],
    [
      'of a string that readers read differently',
      () => textDocument('(\x01\r)', compositeFont(tabled)),
      'ambiguous-text',
    ],
    [
      'of an encoding we do not know',
      () => textDocument('(A)', simpleFont(tabled, '/Encoding /MacExpertEncoding')),
      'unsupported-font',
    ],
    [
      'that says it is of another kind than its program',
      () => {
        const objects = simpleFont(tabled);
        return textDocument('(A)', { ...objects, [FONT]: `${objects[FONT]}`.replace('/TrueType', '/Type1') });
      },
      'unsupported-font',
    ],
  ])('%s; tables go', async (_, build, allGlyphs) => {
    const { doc, outcome } = await run(build);
    expect(outcome).toMatchObject({ kind: 'replaced', steps: ['tables-dropped'], allGlyphs });
    expect(drawnGlyphs(doc)).toHaveLength(27);
    expect(nameOf(doc, FONT, 'BaseFont')).toBe('Boxes');
  });

  test('where people may type in it; what typing needs stays too', async () => {
    const { doc, outcome } = await run(() => textDocument('(A)', simpleFont(tabled), { catalog: form }));
    expect(outcome).toMatchObject({
      kind: 'replaced',
      steps: ['tables-dropped'],
      allGlyphs: 'form-field-font',
    });
    expect(drawnGlyphs(doc)).toHaveLength(27);
    const program = decodeStream(objectOf(doc, PROGRAM) as PDFRawStream, 1e6);
    const font = program.kind === 'bytes' ? readTrueType(program.bytes) : null;
    expect(font!.tables.has('GSUB')).toBe(true);
    expect(font!.tables.has('DSIG')).toBe(false);
  });

  const names = Array.from({ length: 27 }, (_, id) => `a-name-that-is-long-${id}`);
  test.each([
    [
      'a composite font, which finds none by its name, loses their names',
      compositeFont({ ...tabled, names }),
      null,
    ],
    ['a simple font keeps their names', simpleFont({ ...tabled, names }), names],
  ])('where people may type in it; %s', async (_, font, kept) => {
    const build = () => textDocument('(AB)', font, { catalog: form });
    const { doc } = await run(build);
    const program = decodeStream(objectOf(doc, PROGRAM) as PDFRawStream, 1e6);
    const post =
      program.kind === 'bytes' ? readTrueType(program.bytes)!.tables.get('post')! : new Uint8Array();
    expect(readGlyphNames(post, 27)).toEqual(kept);
    expect(post.length).toBeGreaterThanOrEqual(32);
    const [before, after] = [build(), doc].map((each) => writeDocument(each, { objectStreams: true }));
    expect(await pdfiumDifferences(before!, after!)).toEqual([]);
  });

  test('but not for a font of a form that no field names', async () => {
    const catalog = form.replace('/DA (/F1 0 Tf)', '/DA (/F2 0 Tf)');
    expect(drawnGlyphs((await run(() => textDocument('(A)', simpleFont(), { catalog }))).doc)).toEqual([
      0, 1,
    ]);
  });

  test('where a form has XFA beside its pages', async () => {
    const catalog = '/AcroForm << /Fields [] /XFA [] >>';
    expect((await run(() => textDocument('(A)', simpleFont(), { catalog }))).outcome).toEqual({
      kind: 'kept',
      reason: 'xfa-form',
    });
  });
});

describe('leaves alone', () => {
  test.each<[string, () => PdfDocument, string, Partial<PassContext>?]>([
    [
      'signed documents',
      () => textDocument('(A)', simpleFont()),
      'signed',
      { facts: { ...facts, signed: true } },
    ],
    [
      'fonts that something else leads to',
      () => textDocument('(A)', simpleFont(), { catalog: '/Private << /Keep 100 0 R >>' }),
      'required-as-is',
    ],
    [
      'programs that no font uses',
      () =>
        textDocument('(A)', {
          ...simpleFont(),
          [FONT]: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /D 102 0 R >>',
        }),
      'required-as-is',
    ],
    [
      'characters maps that cannot be read',
      () => textDocument('(A)', simpleFont({ ...LETTERS, tables: { cmap: Uint8Array.of(0, 0, 0, 5) } })),
      'unreadable-cmap',
    ],
    [
      'glyphs made of themselves',
      () =>
        textDocument(
          '<0001>',
          compositeFont({ glyphs: [boxGlyph(0), { advance: 1, parts: [{ glyph: 1, dx: 0, dy: 0 }] }] }),
        ),
      'composite-loop',
    ],
    [
      'programs that are no fonts',
      () => textDocument('(A)', { ...simpleFont(), [PROGRAM]: stream('', 'no font at all') }),
      'damaged-font',
    ],
    [
      'programs that cannot be unpacked',
      () =>
        textDocument('(A)', { ...simpleFont(), [PROGRAM]: stream('/Filter /FlateDecode', 'xxxxxxxxxxxx') }),
      'damaged-data',
    ],
  ])('%s', async (_, build, reason, parts) => {
    const { outcome, report } = await run(build, parts);
    expect(outcome).toEqual({ kind: 'kept', reason });
    expect(report.skips).toEqual({ [reason]: 1 });
  });
});
