import { describe, expect, test } from 'vitest';
import { mutate } from '../../testing/documents/mutations.ts';
import {
  box,
  boxGlyph,
  cmapTable,
  type FontSource,
  trueTypeFont,
} from '../../testing/fonts/truetype-font.ts';
import { readSfnt, viewOf } from '../sfnt.ts';
import { readCmap } from './cmap.ts';
import { glyphOutline, OutlineBudget } from './outline.ts';
import { readGlyphNames } from './post.ts';
import { simpleGlyphs } from './simple-glyphs.ts';
import { type GlyphNeeds, type Subset, subsetTrueType } from './subset.ts';
import { withoutTables } from './table-drop.ts';
import { GlyphLocations, glyphMetrics, readTrueType } from './truetype.ts';

const TEN = Array.from({ length: 10 }, (_, index) => boxGlyph(index));
const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function needs(glyphs: number[], parts: Partial<GlyphNeeds> = {}): GlyphNeeds {
  return { glyphs: new Set(glyphs), characters: null, names: null, byId: false, ...parts };
}

function subsetOf(source: FontSource | Uint8Array, wanted: GlyphNeeds) {
  const subset = subsetTrueType(source instanceof Uint8Array ? source : trueTypeFont(source), wanted);
  if (subset.kind === 'refused') throw new Error(subset.problem);
  const font = readTrueType(subset.bytes)!;
  return { font, locations: new GlyphLocations(font), kept: [...subset.glyphs] };
}

const outline = (locations: GlyphLocations, id: number) => glyphOutline(locations, id, new OutlineBudget());

function problemOf(subset: Subset): string | null {
  return subset.kind === 'refused' ? subset.problem : null;
}

describe('a subset', () => {
  test('keeps glyph ids, empties what is not needed, and ends at the last needed glyph', () => {
    const { font, locations, kept } = subsetOf({ glyphs: TEN }, needs([3, 6]));
    expect(kept).toEqual([0, 3, 6]);
    expect(font.glyphCount).toBe(7);
    expect([0, 1, 2, 3, 4, 5, 6].map((id) => locations.glyph(id)!.length > 0)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      true,
    ]);
    expect(outline(locations, 6)).toEqual(
      outline(new GlyphLocations(readTrueType(trueTypeFont({ glyphs: TEN }))!), 6),
    );
    expect(glyphMetrics(font, 6)).toEqual({ advance: 600, leftSideBearing: 50 });
  });

  test('has the checksum that a whole font file must have', () => {
    const subset = subsetTrueType(trueTypeFont({ glyphs: TEN }), needs([3, 6]));
    if (subset.kind === 'refused') throw new Error(subset.problem);
    const view = viewOf(subset.bytes);
    const words = Array.from({ length: subset.bytes.length / 4 }, (_, index) => view.getUint32(index * 4));
    // ISO/IEC 14496-22, 5.2.2, checksumAdjustment.
    expect(words.reduce((sum, word) => (sum + word) >>> 0)).toBe(0xb1b0afba);
  });

  test('keeps what composites are made of, however deep', () => {
    const glyphs = [
      ...TEN,
      { advance: 600, parts: [{ glyph: 2, dx: 10, dy: -20 }] },
      {
        advance: 600,
        parts: [
          { glyph: 10, dx: 1, dy: 1 },
          { glyph: 4, dx: 0, dy: 500 },
        ],
        program: [0x4f],
      },
    ];
    const { locations, kept } = subsetOf({ glyphs }, needs([11]));
    expect(kept).toEqual([0, 2, 4, 10, 11]);
    expect(outline(locations, 11)!.map(({ x, y }) => [x, y])[0]).toEqual([61, -19]);
  });

  test('keeps programs and control values byte for byte, and no table that readers do not use', () => {
    const program = [0xb0, 0x01, 0x21];
    const tables = {
      'cvt ': bytes('cv'),
      fpgm: bytes('functions'),
      prep: bytes('before'),
      GSUB: bytes('layout'),
      name: bytes('Tiny Sans'),
      'OS/2': bytes('metrics'),
      post: bytes('x'.repeat(40)),
    };
    const { font, locations } = subsetOf(
      { glyphs: [boxGlyph(0), { ...boxGlyph(1), program }], tables },
      needs([1]),
    );
    expect([...font.tables.keys()].sort()).toEqual(
      ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'].sort(),
    );
    for (const tag of ['cvt ', 'fpgm', 'prep'] as const) expect(font.tables.get(tag)).toEqual(tables[tag]);
    expect([...locations.glyph(1)!.subarray(12, 17)]).toEqual([0, 3, ...program]);
  });

  test('keeps the family name of faces that are put together by their instructions', () => {
    const tables = { name: bytes('\0P\0M\0i\0n\0g\0L\0i\0U') };
    expect(subsetOf({ glyphs: TEN, tables }, needs([1])).font.tables.has('name')).toBe(true);
  });

  test('gives long offsets back as short ones where they reach', () => {
    const loca = new Uint8Array(12);
    const plain = readTrueType(trueTypeFont({ glyphs: [boxGlyph(0), boxGlyph(1)] }))!;
    for (const index of [0, 1, 2])
      viewOf(loca).setUint32(index * 4, viewOf(plain.tables.get('loca')!).getUint16(index * 2) * 2);
    const head = plain.tables.get('head')!.slice();
    viewOf(head).setUint16(50, 1);
    const { font } = subsetOf({ glyphs: [boxGlyph(0), boxGlyph(1)], tables: { loca, head } }, needs([1]));
    expect(font.tables.get('loca')!.length).toBe(6);
  });

  test('keeps an advance that later glyphs share', () => {
    const hmtx = Uint8Array.from([1, 0, 0, 50, 2, 0, 0, 50, 0, 51, 0, 52, 0, 53]);
    const hhea = readSfnt(trueTypeFont({ glyphs: TEN }))!
      .tables.get('hhea')!
      .slice();
    viewOf(hhea).setUint16(34, 2);
    const { font } = subsetOf({ glyphs: TEN.slice(0, 5), tables: { hmtx, hhea } }, needs([3]));
    expect(glyphMetrics(font, 3)).toEqual({ advance: 0x200, leftSideBearing: 52 });
  });
});

describe('character maps and names', () => {
  const glyphs = TEN;
  const letters = { 65: 1, 66: 2, 67: 3, 97: 7 };

  test.each([0, 4, 6, 12] as const)(
    'of format %i lead needed characters where they did, others nowhere',
    (format) => {
      const maps = [{ platform: 3, encoding: 1, format, glyphs: letters }];
      const wanted = needs([1, 3], { characters: new Set([65, 67, 68]) });
      const { font } = subsetOf({ glyphs, maps }, wanted);
      const map = readCmap(font.tables.get('cmap')!)![0]!;
      expect([map.platform, map.encoding, map.format]).toEqual([3, 1, format]);
      expect([...map.glyphs]).toEqual([
        [65, 1],
        [67, 3],
      ]);
    },
  );

  test('are read by their counts where a length field says too much', () => {
    const cmap = cmapTable([{ platform: 1, encoding: 0, glyphs: letters }]);
    viewOf(cmap).setUint16(12 + 2, 5000);
    const wanted = needs([1], { characters: new Set([65]) });
    const { font } = subsetOf({ glyphs, tables: { cmap } }, wanted);
    expect(readCmap(font.tables.get('cmap')!)![0]!.glyphs.get(65)).toBe(1);
  });

  test('refuse the font when they point outside of their table, or cannot be read', () => {
    const wanted = needs([1], { characters: new Set([65]) });
    const outside = cmapTable([{ platform: 1, encoding: 0, glyphs: letters }]);
    const segments = viewOf(outside).getUint16(12 + 6) / 2;
    viewOf(outside).setUint16(12 + 16 + segments * 6, 4000);
    const unknown = cmapTable([{ platform: 1, encoding: 0, glyphs: letters }]);
    viewOf(unknown).setUint16(12, 2);
    for (const cmap of [outside, unknown, Uint8Array.of(0, 0, 0, 9)]) {
      expect(problemOf(subsetTrueType(trueTypeFont({ glyphs, tables: { cmap } }), wanted))).toBe(
        'unreadable-cmap',
      );
    }
  });

  test('keep the names of needed glyphs where readers look for names', () => {
    const names = TEN.map((_, id) => (id === 0 ? '.notdef' : `shape${id}`));
    const { font } = subsetOf({ glyphs, names }, needs([2], { names: new Set() }));
    expect(readGlyphNames(font.tables.get('post')!, 10)).toEqual(['.notdef', '.notdef', 'shape2']);
  });
});

describe('is refused for', () => {
  test.each([
    ['a glyph made of itself', [{ advance: 1, parts: [{ glyph: 1, dx: 0, dy: 0 }] }], 'composite-loop'],
    [
      'two made of each other',
      [
        { advance: 1, parts: [{ glyph: 2, dx: 0, dy: 0 }] },
        { advance: 1, parts: [{ glyph: 1, dx: 0, dy: 0 }] },
      ],
      'composite-loop',
    ],
    ['a part that is not there', [{ advance: 1, parts: [{ glyph: 99, dx: 0, dy: 0 }] }], 'damaged-font'],
  ])('%s', (_, glyphs, problem) => {
    expect(problemOf(subsetTrueType(trueTypeFont({ glyphs: [boxGlyph(0), ...glyphs] }), needs([1])))).toBe(
      problem,
    );
  });

  test('outlines that lie outside of the file, or end early', () => {
    const loca = Uint8Array.of(0, 0, 0, 10, 0xff, 0xff);
    const two = [boxGlyph(0), { advance: 600, contours: [box(0, 0, 10, 10)] }];
    expect(problemOf(subsetTrueType(trueTypeFont({ glyphs: two, tables: { loca } }), needs([1])))).toBe(
      'damaged-font',
    );
    const plain = readTrueType(trueTypeFont({ glyphs: two }))!;
    const cut = plain.tables.get('loca')!.slice();
    viewOf(cut).setUint16(4, viewOf(cut).getUint16(2) + 8);
    expect(problemOf(subsetTrueType(trueTypeFont({ glyphs: two, tables: { loca: cut } }), needs([1])))).toBe(
      'verification-failed',
    );
  });

  test('what is no TrueType font', () => {
    for (const file of [
      new Uint8Array(0),
      bytes('OTTO'.padEnd(100, '\0')),
      trueTypeFont({ glyphs: TEN }).subarray(0, 60),
    ])
      expect(problemOf(subsetTrueType(file, needs([1])))).toBe('damaged-font');
  });
});

test('drops tables and leaves all others byte for byte', () => {
  const font = trueTypeFont({ glyphs: TEN, tables: { GSUB: bytes('layout'), DSIG: bytes('signature') } });
  const rest = readSfnt(withoutTables(font, (tag) => tag === 'DSIG')!)!.tables;
  expect(rest.has('DSIG')).toBe(false);
  expect(rest.get('GSUB')).toEqual(bytes('layout'));
  expect(rest.get('glyf')).toEqual(readSfnt(font)!.tables.get('glyf'));
});

describe('a font made worse', () => {
  const maps = [0, 4, 6, 12].map((format) => ({
    platform: 3,
    encoding: format,
    format: format as 4,
    glyphs: { 65: 1, 67: 3 },
  }));
  const parts = [
    { glyph: 1, dx: 0, dy: 0 },
    { glyph: 2, dx: 9, dy: 9 },
  ];
  const original = trueTypeFont({
    glyphs: [...TEN, { advance: 1, parts, program: [1, 2] }],
    maps,
    names: TEN.map((_, id) => `name${id}`),
  });

  test('is refused, or drawn as before', () => {
    const outcomes = new Set<string>();
    for (let seed = 0; seed < 700; seed++) {
      const worse = mutate(original, seed);
      const wanted = needs([1, 10], { characters: new Set([65, 66]), names: new Set() });
      const subset = subsetTrueType(worse, wanted);
      outcomes.add(subset.kind === 'refused' ? subset.problem : subset.kind);
      expect(() => withoutTables(worse, (tag) => tag === 'post')).not.toThrow();
      const font = readTrueType(worse);
      if (font !== null)
        simpleGlyphs(font, [65, 66, 67], { differences: new Map(), characters: new Map(), firstChar: 0 });
    }
    expect([...outcomes].sort()).toEqual(
      expect.arrayContaining(['damaged-font', 'verification-failed', 'subset', 'unreadable-cmap']),
    );
  });

  test('does not take long, however often its parts are parts', () => {
    const many = (glyph: number) => Array.from({ length: 500 }, () => ({ glyph, dx: 0, dy: 0 }));
    const glyphs = [
      { advance: 1 },
      ...Array.from({ length: 12 }, (_, id) => ({ advance: 1, parts: many(id) })),
    ];
    expect(problemOf(subsetTrueType(trueTypeFont({ glyphs }), needs([12])))).toBe('verification-failed');
  });
});
