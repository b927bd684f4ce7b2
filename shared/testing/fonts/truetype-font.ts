import { viewOf, writeSfnt } from '../../fonts/sfnt.ts';
import type { CharacterMap } from '../../fonts/truetype/cmap.ts';
import { writeCmap } from '../../fonts/truetype/cmap-write.ts';

/** Builds small TrueType fonts with the part of the format that PDF readers need. */

export interface GlyphSource {
  /** Font units; 1000 per em. */
  readonly advance: number;
  /** Corners of each contour, connected by straight lines. */
  readonly contours?: readonly (readonly (readonly [x: number, y: number])[])[];
  /** Component glyphs, moved by whole units. */
  readonly parts?: readonly { readonly glyph: number; readonly dx: number; readonly dy: number }[];
  /** Instructions of the glyph. */
  readonly program?: readonly number[];
}

export interface CharacterMapSource {
  readonly platform: number;
  readonly encoding: number;
  readonly format?: 0 | 4 | 6 | 12;
  /** Glyphs by character. */
  readonly glyphs: Readonly<Record<number, number>>;
}

export interface FontSource {
  readonly glyphs: readonly GlyphSource[];
  readonly maps?: readonly CharacterMapSource[];
  /** Glyph names in order, for a `post` table of format 2. */
  readonly names?: readonly string[];
  /** Raw tables, which replace those built here. */
  readonly tables?: Readonly<Record<string, Uint8Array>>;
}

/** A box of the given position and size, in font units. */
export function box(x: number, y: number, width: number, height: number) {
  const [right, top] = [x + width, y + height];
  return [[x, y] as const, [x, top] as const, [right, top] as const, [right, y] as const];
}

/** Distinct boxes: glyph `index` of a set. */
export function boxGlyph(index: number): GlyphSource {
  return { advance: 600, contours: [box(50, 0, 100 + (index % 10) * 40, 100 + Math.floor(index / 10) * 60)] };
}

export function trueTypeFont({ glyphs, maps, names, tables = {} }: FontSource): Uint8Array {
  const outlines = glyphs.map(glyphData);
  const loca = new Uint8Array((glyphs.length + 1) * 2);
  const hmtx = new Uint8Array(glyphs.length * 4);
  let at = 0;
  for (const [id, outline] of outlines.entries()) {
    viewOf(loca).setUint16(id * 2, at / 2);
    at += outline.length;
    viewOf(hmtx).setUint16(id * 4, glyphs[id]!.advance);
    viewOf(hmtx).setInt16(id * 4 + 2, outline.length > 0 ? viewOf(outline).getInt16(2) : 0);
  }
  viewOf(loca).setUint16(glyphs.length * 2, at / 2);
  const built: Record<string, Uint8Array> = {
    head: head(),
    hhea: hhea(glyphs.length),
    maxp: maxp(glyphs.length),
    hmtx,
    loca,
    glyf: joined(outlines),
  };
  if (maps !== undefined) built.cmap = cmapTable(maps);
  if (names !== undefined) built.post = postTable(names);
  return writeSfnt({ version: 0x00010000, tables: new Map(Object.entries({ ...built, ...tables })) });
}

export function cmapTable(maps: readonly CharacterMapSource[]): Uint8Array {
  const parsed = maps.map(({ platform, encoding, format = 4, glyphs }): CharacterMap => {
    const entries = Object.entries(glyphs).map(([code, glyph]): [number, number] => [Number(code), glyph]);
    return { platform, encoding, format, language: 0, glyphs: new Map(entries) };
  });
  const all = new Set(maps.flatMap(({ glyphs }) => Object.values(glyphs)));
  return writeCmap(parsed, all)!;
}

function glyphData({ contours, parts, program = [] }: GlyphSource): Uint8Array {
  const words: number[] = [];
  if (parts !== undefined) {
    words.push(-1, 0, 0, 1000, 1000);
    for (const [index, { glyph, dx, dy }] of parts.entries()) {
      const isLast = index === parts.length - 1;
      // Arguments are words and offsets; instructions follow the last one.
      words.push(0x0003 | (isLast ? (program.length > 0 ? 0x0100 : 0) : 0x0020), glyph, dx, dy);
    }
    if (program.length > 0) words.push(program.length);
    return padded([...bytesOf(words), ...program]);
  }
  if (contours === undefined) return new Uint8Array(0);
  const points = contours.flat();
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  words.push(contours.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
  let end = -1;
  for (const contour of contours) words.push((end += contour.length));
  words.push(program.length);
  const deltas = (values: readonly number[]) =>
    values.map((value, index) => value - (values[index - 1] ?? 0));
  const flags = points.map(() => 0x01);
  return padded([...bytesOf(words), ...program, ...flags, ...bytesOf(deltas(xs)), ...bytesOf(deltas(ys))]);
}

function head(): Uint8Array {
  const table = new Uint8Array(54);
  const view = viewOf(table);
  view.setUint32(0, 0x00010000);
  view.setUint32(12, 0x5f0f3cf5);
  view.setUint16(18, 1000);
  for (const [index, bound] of [0, 0, 1000, 1000].entries()) view.setInt16(36 + index * 2, bound);
  return table;
}

function hhea(count: number): Uint8Array {
  const table = new Uint8Array(36);
  const view = viewOf(table);
  view.setUint32(0, 0x00010000);
  view.setInt16(4, 800);
  view.setInt16(6, -200);
  view.setUint16(10, 1000);
  view.setUint16(34, count);
  return table;
}

function maxp(count: number): Uint8Array {
  const table = new Uint8Array(32);
  const view = viewOf(table);
  view.setUint32(0, 0x00010000);
  view.setUint16(4, count);
  // Points, contours, those of composites, zones, twilight points, storage, functions, …: enough of each.
  for (let at = 6; at < 32; at += 2) view.setUint16(at, at === 14 ? 2 : 64);
  return table;
}

function postTable(names: readonly string[]): Uint8Array {
  const header = new Uint8Array(32);
  viewOf(header).setUint32(0, 0x00020000);
  const indexes = names.map((_, id) => 258 + id);
  const strings = names.flatMap((name) => [name.length, ...[...name].map((letter) => letter.charCodeAt(0))]);
  return Uint8Array.from([...header, ...bytesOf([names.length, ...indexes]), ...strings]);
}

function bytesOf(words: readonly number[]): number[] {
  return words.flatMap((word) => [(word >> 8) & 255, word & 255]);
}

function padded(bytes: readonly number[]): Uint8Array {
  return Uint8Array.from(bytes.length % 2 === 0 ? bytes : [...bytes, 0]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
