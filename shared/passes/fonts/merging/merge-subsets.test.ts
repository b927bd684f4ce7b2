import { describe, expect, test } from 'vitest';
import { compress } from '../../../compress.ts';
import { DEFAULT_OPTIONS } from '../../../options.ts';
import type { PdfDocument } from '../../../pdf/document.ts';
import { decodeStream } from '../../../pdf/filter/filters.ts';
import { NO_STANDARD } from '../../../pdf/metadata/conformance-rules.ts';
import { key, PDFRawStream } from '../../../pdf/objects.ts';
import { writeDocument } from '../../../pdf/write/write.ts';
import type { FontReport } from '../../../report.ts';
import { dictOf, type ObjectSources } from '../../../testing/documents/documents.ts';
import {
  cffObjects,
  cidObjects,
  HINTED_ENCODING,
  HINTED_FACE,
  type1Objects,
} from '../../../testing/documents/face-documents.ts';
import {
  compositeFont,
  DESCENDANT,
  DESCRIPTOR,
  LETTERS,
  PROGRAM,
  simpleFont,
} from '../../../testing/documents/font-documents.ts';
import { FONT_STEP, type JoinedText, joinedDocument } from '../../../testing/documents/joined-documents.ts';
import { box, boxGlyph, type FontSource } from '../../../testing/fonts/truetype-font.ts';
import { createTestHost } from '../../../testing/host.ts';
import { pdfiumDifferences } from '../../../testing/oracles/pdfium-render.ts';
import { runPass } from '../../../testing/pass-run.ts';
import { fonts } from '../../fonts.ts';
import type { PassContext } from '../../pass.ts';

async function run(texts: readonly JoinedText[], parts: Partial<PassContext> = {}) {
  const reports: FontReport[] = [];
  const build = () => joinedDocument(texts);
  const { doc } = await runPass(fonts, build, { reportFont: (font) => reports.push(font), ...parts });
  const [before, after] = [build(), doc].map((each) => writeDocument(each, { objectStreams: true }));
  return { doc, reports, before, after, programs: programsOf(doc, texts.length) };
}

/** The font file in the descriptor of each text's font. */
function programsOf(doc: PdfDocument, texts: number): readonly string[] {
  return Array.from({ length: texts }, (_, index) => {
    const descriptor = dictOf(doc, DESCRIPTOR + index * FONT_STEP);
    return `${descriptor.get(key('FontFile2')) ?? descriptor.get(key('FontFile3'))}`;
  });
}

/** A subset as many programs write them: only its letters, renumbered from 1. */
function renumbered(letters: string): FontSource {
  const glyphs = [boxGlyph(0), ...[...letters].map((letter) => boxGlyph(letter.charCodeAt(0) - 64))];
  const characters = Object.fromEntries(
    [...letters].map((letter, index) => [letter.charCodeAt(0), index + 1]),
  );
  return { glyphs, maps: [{ platform: 3, encoding: 1, glyphs: characters }] };
}

const HINTED = { ...HINTED_FACE, encoding: HINTED_ENCODING };
const CHARSTRINGS = {
  glyphs: [
    'endchar',
    '100 100 rmoveto -107 callsubr endchar',
    '100 200 rmoveto -106 callsubr endchar',
    '60 60 rmoveto 300 0 rlineto 0 300 rlineto -300 0 rlineto endchar',
  ],
  subrs: ['300 0 rlineto 0 400 rlineto return', '-107 callsubr -300 0 rlineto return'],
};

describe('subsets of one font', () => {
  test.each<[string, readonly JoinedText[]]>([
    [
      'composite, with the same ids',
      [
        { text: '<00020005>', font: compositeFont() },
        { text: '<00020009>', font: compositeFont() },
      ],
    ],
    [
      'composite, numbered anew',
      [
        { text: '<00010002>', font: compositeFont(renumbered('AB')) },
        { text: '<00010002>', font: compositeFont(renumbered('BC')) },
      ],
    ],
    [
      'simple, numbered anew',
      [
        { text: '(AB)', font: simpleFont(renumbered('AB')) },
        { text: '(BC)', font: simpleFont(renumbered('BC')) },
        { text: '(DA)', font: simpleFont(renumbered('AD')) },
      ],
    ],
    [
      'simple and composite',
      [
        { text: '(ABC)', font: simpleFont() },
        { text: '<00030004>', font: compositeFont() },
      ],
    ],
    [
      'Type 1, by their builtin encoding',
      [
        { text: '(EO\\311)', font: type1Objects(HINTED) },
        { text: '(OLI)', font: type1Objects(HINTED) },
      ],
    ],
    [
      'Type 1, by names',
      [
        { text: '(ab)', font: type1Objects(HINTED, '/Encoding << /Differences [97 /E /O] >>') },
        { text: '(ab)', font: type1Objects(HINTED, '/Encoding << /Differences [97 /L /I] >>') },
      ],
    ],
    [
      'CFF with subroutines',
      [
        { text: '( !)', font: cffObjects(CHARSTRINGS) },
        { text: '(!")', font: cffObjects(CHARSTRINGS) },
      ],
    ],
    [
      'CFF by CID',
      [
        { text: '<00050006>', font: cidObjects({ ...CHARSTRINGS, charset: [5, 6, 7] }) },
        { text: '<00060007>', font: cidObjects({ ...CHARSTRINGS, charset: [5, 6, 7] }) },
      ],
    ],
  ])('become one program (%s), and PDFium draws and reads the same', async (_, texts) => {
    const { reports, before, after, programs } = await run(texts);
    expect(new Set(programs)).toEqual(new Set([programs[0]]));
    expect(await pdfiumDifferences(before!, after!, { dpis: [40, 72, 110, 220] })).toEqual([]);
    const outcomes = reports.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(
      outcomes.map(() =>
        expect.objectContaining({ kind: 'replaced', steps: expect.arrayContaining(['merged']) }),
      ),
    );
    const bytes = outcomes.flatMap((outcome) => (outcome.kind === 'replaced' ? [outcome.size] : []));
    expect(bytes.filter((count) => count > 0)).toHaveLength(1);
    expect(bytes.reduce((sum, count) => sum + count)).toBeLessThan(before!.length);
  });

  test('lead their CIDs to the glyphs of the program of all', async () => {
    const { doc } = await run([
      { text: '<00010002>', font: compositeFont(renumbered('AB')) },
      { text: '<00010002>', font: compositeFont(renumbered('BC')) },
    ]);
    const map = dictOf(doc, DESCENDANT + FONT_STEP).lookup(key('CIDToGIDMap'));
    const decoded = map instanceof PDFRawStream ? decodeStream(map, 100) : null;
    expect(decoded).toMatchObject({ kind: 'bytes', bytes: Uint8Array.of(0, 0, 0, 2, 0, 1 + 2) });
    expect(`${dictOf(doc, DESCENDANT).get(key('CIDToGIDMap'))}`).toBe('/Identity');
  });

  test('take the ids of their components along', async () => {
    const accented = (letters: string, last: string, dx: number): FontSource => {
      const { glyphs, maps } = renumbered(letters);
      const [letter, accent] = [glyphs.length, glyphs.length + 1];
      const parts = [
        { glyph: letter, dx: 0, dy: 0 },
        { glyph: accent, dx, dy: 300 },
      ];
      const all = [...glyphs, boxGlyph(20), boxGlyph(21), { advance: 600, parts }];
      const map = { ...maps![0]!, glyphs: { ...maps![0]!.glyphs, [last.charCodeAt(0)]: all.length - 1 } };
      return { glyphs: all, maps: [map] };
    };
    const { before, after, programs } = await run([
      { text: '(ABZ)', font: simpleFont(accented('AB', 'Z', 50)) },
      { text: '(CDEY)', font: simpleFont(accented('CDE', 'Y', 80)) },
    ]);
    expect(programs[0]).toBe(programs[1]);
    expect(await pdfiumDifferences(before!, after!)).toEqual([]);
  });

  test('are merged in a whole run, with the same bytes each time, and told of', async () => {
    const input = writeDocument(
      joinedDocument([
        { text: '(ABCDEFG)', font: simpleFont() },
        { text: '(EFGHIJKL)', font: simpleFont({ ...LETTERS, glyphs: [...LETTERS.glyphs, boxGlyph(40)] }) },
      ]),
      { objectStreams: true },
    );
    const [one, other] = [
      await compress(input, DEFAULT_OPTIONS, { host: createTestHost() }),
      await compress(input, DEFAULT_OPTIONS, { host: createTestHost() }),
    ];
    expect(one.bytes).toEqual(other.bytes);
    expect(await pdfiumDifferences(input, one.bytes)).toEqual([]);
    expect(one.report.fonts.map(({ outcome }) => outcome)).toEqual([
      expect.objectContaining({ steps: ['subset', 'tables-dropped', 'merged'] }),
      expect.objectContaining({ steps: ['subset', 'tables-dropped', 'merged'], size: 0 }),
    ]);
  });
});

describe('stays beside its namesake', () => {
  const changed = (at: number, glyph: FontSource['glyphs'][number]): FontSource => ({
    ...LETTERS,
    glyphs: LETTERS.glyphs.map((other, id) => (id === at ? glyph : other)),
  });
  const named = (name: string): ObjectSources =>
    Object.fromEntries(
      Object.entries(compositeFont()).map(([number, source]) => [
        number,
        typeof source === 'string' ? source.replaceAll('/Boxes', `/${name}`) : source,
      ]),
    );
  const hinted = (cvt: number): FontSource => ({ ...LETTERS, tables: { 'cvt ': Uint8Array.of(0, cvt) } });

  test.each<[string, readonly JoinedText[]]>([
    [
      'another letter for the same character',
      [
        { text: '(AB)', font: simpleFont() },
        { text: '(BC)', font: simpleFont(changed(2, { advance: 600, contours: [box(0, 0, 500, 500)] })) },
      ],
    ],
    [
      'another advance of the same letter',
      [
        { text: '(AB)', font: simpleFont() },
        { text: '(BC)', font: simpleFont(changed(2, { ...boxGlyph(2), advance: 601 })) },
      ],
    ],
    [
      'other values for hinting',
      [
        { text: '<00020005>', font: compositeFont(hinted(1)) },
        { text: '<00020009>', font: compositeFont(hinted(2)) },
      ],
    ],
    [
      'another sign for what is missing',
      [
        { text: '<00020005>', font: compositeFont() },
        { text: '<00020009>', font: compositeFont(changed(0, boxGlyph(30))) },
      ],
    ],
    [
      'a character that it shows nothing for, and the other does',
      [
        { text: '(ABC)', font: simpleFont(renumbered('AB')) },
        { text: '(BC)', font: simpleFont(renumbered('BC')) },
      ],
    ],
    [
      'another name',
      [
        { text: '<00020005>', font: named('Boxes') },
        { text: '<00020009>', font: named('Bowls') },
      ],
    ],
    [
      'another letter of the same name',
      [
        { text: '( !)', font: cffObjects(CHARSTRINGS) },
        {
          text: '(!")',
          font: cffObjects({ ...CHARSTRINGS, glyphs: CHARSTRINGS.glyphs.with(2, CHARSTRINGS.glyphs[1]!) }),
        },
      ],
    ],
    [
      'other zones for hinting',
      [
        { text: '(EO)', font: type1Objects(HINTED) },
        { text: '(OL)', font: type1Objects({ ...HINTED, private: '/BlueValues [-10 0 700 710] def' }) },
      ],
    ],
    [
      'another letter for the same code of a builtin encoding',
      [
        { text: '(EO)', font: type1Objects(HINTED) },
        {
          text: '(EL)',
          font: type1Objects({ ...HINTED, encoding: HINTED_ENCODING.replace('69 /E', '69 /I') }),
        },
      ],
    ],
  ])('a subset with %s, while others are merged', async (_, [one, other]) => {
    const { before, after, programs } = await run([one!, other!, one!]);
    expect(programs).toEqual([`${PROGRAM} 0 R`, `${PROGRAM + FONT_STEP} 0 R`, `${PROGRAM} 0 R`]);
    expect(await pdfiumDifferences(before!, after!)).toEqual([]);
  });

  test('any subset in PDF/A-1, where each lists its glyphs', async () => {
    const texts = [
      { text: '<00020005>', font: compositeFont() },
      { text: '<00020009>', font: compositeFont() },
    ];
    const { programs } = await run(texts, { rules: { ...NO_STANDARD, listsSubsetGlyphs: true } });
    expect(programs).toEqual([`${PROGRAM} 0 R`, `${PROGRAM + FONT_STEP} 0 R`]);
  });
});
