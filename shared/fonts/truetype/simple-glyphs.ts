import { ENCODINGS, MAC_CODES_BY_NAME } from '../encodings.ts';
import { charactersOfName } from '../glyph-names.ts';
import { type CharacterMap, readCmap } from './cmap.ts';
import { readGlyphNames } from './post.ts';
import type { TrueTypeFont } from './truetype.ts';

/** Encoding in a simple font's dictionary. */
export interface SimpleEncoding {
  /** Names by code in `/Differences`. */
  readonly differences: ReadonlyMap<number, string>;
  /** Characters by code in `/ToUnicode`: some readers look up glyphs by them. */
  readonly characters: ReadonlyMap<number, number>;
  readonly firstChar: number;
}

export interface SimpleGlyphs {
  readonly glyphs: ReadonlySet<number>;
  /** All characters that were looked up. */
  readonly characters: ReadonlySet<number>;
  readonly names: ReadonlySet<string>;
  /** Some reader may use a code, or a number in a name, as a glyph id. */
  readonly byId: boolean;
}

/** Tables in which simple fonts find glyphs; the outlines may be of either kind. */
export type MappedFont = Pick<TrueTypeFont, 'tables' | 'glyphCount'>;

/** A symbolic font has its codes in one of these rows of its map (ISO 32000-2, 9.6.5.4, and PDFium). */
export const SYMBOL_ROWS = [0, 0xf000, 0xf100, 0xf200, 0xf300];
/** Names that may contain a glyph id, as writers of subsets create them: `g12`, `cid7`, `G01`. */
const NUMBERED_NAME = /^(?!afii)[A-Za-z]{1,5}(\d{1,5})$/;
/** PDFium's rule for fonts without character map and names: `SetGlyphIndicesFromFirstChar`. */
const FIRST_GLYPH_WITHOUT_MAP = 3;

/**
 * Returns every glyph that some reader may show for these codes of a simple font. Readers differ on the order
 * of maps, names and encodings, and on the font's flags, so all ways count. Null if the maps cannot be read
 * with certainty, or a name may refer to a glyph by an unsupported list.
 */
export function simpleGlyphs(
  font: MappedFont,
  codes: Iterable<number>,
  encoding: SimpleEncoding,
): SimpleGlyphs | 'unreadable-cmap' | 'unknown-glyph-name' {
  const cmap = font.tables.get('cmap');
  const maps = cmap === undefined ? [] : readCmap(cmap);
  if (maps === null) return 'unreadable-cmap';
  const ids = idsByName(font);
  const glyphs = new Set<number>();
  const characters = new Set<number>();
  const asked = new Set<string>();
  let byId = maps.length === 0;
  for (const code of codes) {
    const names = namesOf(code, encoding);
    const looked = charactersOf(code, names, encoding);
    const named = names.flatMap((name) => [ids.get(name) ?? [], numberIn(name)].flat());
    const difference = encoding.differences.get(code);
    if (difference !== undefined && !isKnown(difference, ids)) return 'unknown-glyph-name';
    const unmapped = maps.length === 0 ? [code, code - encoding.firstChar + FIRST_GLYPH_WITHOUT_MAP] : [];
    for (const glyph of [...named, ...unmapped, ...mapped(maps, looked)]) if (glyph > 0) glyphs.add(glyph);
    for (const character of looked) characters.add(character);
    for (const name of names) {
      asked.add(name);
      byId ||= numberIn(name) > 0;
    }
  }
  for (const map of maps) keepRows(map, glyphs, characters);
  return { glyphs, characters, names: asked, byId };
}

/**
 * PDFium uses the first row of a map with any glyph, even if no shown code is in it, so a row with glyphs
 * keeps at least one.
 */
function keepRows(map: CharacterMap, glyphs: Set<number>, characters: Set<number>): void {
  for (const row of SYMBOL_ROWS) {
    let first: number | null = null;
    for (let character = row + 0xff; character >= row; character--) {
      const glyph = map.glyphs.get(character) ?? 0;
      if (glyph > 0) first = character;
      if (glyph > 0 && glyphs.has(glyph)) {
        first = null;
        break;
      }
    }
    if (first === null) continue;
    glyphs.add(map.glyphs.get(first)!);
    characters.add(first);
  }
}

function namesOf(code: number, { differences }: SimpleEncoding): string[] {
  const names = [differences.get(code), ...Object.values(ENCODINGS).map((names) => names[code])];
  return [...new Set(names.filter((name) => name !== undefined && name !== null))];
}

function charactersOf(code: number, names: readonly string[], encoding: SimpleEncoding): number[] {
  const byName = names.flatMap((name) => [...charactersOfName(name), ...(MAC_CODES_BY_NAME.get(name) ?? [])]);
  const rows = SYMBOL_ROWS.flatMap((row) =>
    [code, ...byName.filter((character) => character < 256)].map((low) => row + low),
  );
  const characters = [...rows, ...byName];
  const told = encoding.characters.get(code);
  if (told !== undefined) characters.push(told);
  // PDFium looks up a space.
  if (names.includes('.notdef')) characters.push(0x20);
  return [...new Set(characters)];
}

function mapped(maps: readonly CharacterMap[], characters: readonly number[]): number[] {
  return maps.flatMap((map) => characters.map((character) => map.glyphs.get(character) ?? 0));
}

function isKnown(name: string, ids: ReadonlyMap<string, readonly number[]>): boolean {
  return (
    name === '.notdef' ||
    ids.has(name) ||
    NUMBERED_NAME.test(name) ||
    MAC_CODES_BY_NAME.has(name) ||
    charactersOfName(name).length > 0
  );
}

function numberIn(name: string): number {
  return Number(NUMBERED_NAME.exec(name)?.[1] ?? 0);
}

/** Returns glyph ids by the font's own names; there are often several for `.notdef`. */
export function idsByName(font: MappedFont): ReadonlyMap<string, readonly number[]> {
  const post = font.tables.get('post');
  const names = post === undefined ? null : readGlyphNames(post, font.glyphCount);
  const ids = new Map<string, number[]>();
  for (const [id, name] of (names ?? []).entries()) {
    const known = ids.get(name);
    if (known === undefined) ids.set(name, [id]);
    else known.push(id);
  }
  return ids;
}
