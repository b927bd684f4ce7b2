import { ENCODINGS, MAC_CODES_BY_NAME } from '../encodings.ts';
import { charactersOfName } from '../glyph-names.ts';
import { type CharacterMap, readCmap } from './cmap.ts';
import { readGlyphNames } from './post.ts';
import type { TrueTypeFont } from './truetype.ts';

/** What a simple font's dictionary says about its codes. */
export interface SimpleEncoding {
  /** Names that `/Differences` gives codes. */
  readonly differences: ReadonlyMap<number, string>;
  /** Characters that `/ToUnicode` gives codes: some readers look glyphs up by them. */
  readonly characters: ReadonlyMap<number, number>;
  readonly firstChar: number;
}

export interface SimpleGlyphs {
  readonly glyphs: ReadonlySet<number>;
  /** Everything that was looked up to find them. */
  readonly characters: ReadonlySet<number>;
  readonly names: ReadonlySet<string>;
  /** Some reader may take a code, or a number in a name, for the id of a glyph. */
  readonly byId: boolean;
}

/** A symbolic font's codes stand in one of these rows of its map (ISO 32000-2, 9.6.5.4, and PDFium). */
export const SYMBOL_ROWS = [0, 0xf000, 0xf100, 0xf200, 0xf300];
/** Names that may say a glyph id, as writers of subsets make them: `g12`, `cid7`, `G01`. */
const NUMBERED_NAME = /^(?!afii)[A-Za-z]{1,5}(\d{1,5})$/;
/** PDFium, where a font has neither a character map nor names: `SetGlyphIndicesFromFirstChar`. */
const FIRST_GLYPH_WITHOUT_MAP = 3;

/**
 * Every glyph that some reader may show for these codes of a simple font. Readers differ on the order in which they
 * try maps, names and encodings, and on what the font's flags mean, so all ways count. Null when the maps cannot be
 * read with certainty, or a name may lead to a glyph by a list that we do not have.
 */
export function simpleGlyphs(
  font: TrueTypeFont,
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
 * PDFium takes the first row of a map that leads any code to a glyph, also where no code that is shown is among
 * them, so a row with glyphs keeps one at least.
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
  // PDFium looks for a space.
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

/** Ids of the glyphs that the font itself gives a name; often there are several of `.notdef`. */
export function idsByName(font: TrueTypeFont): ReadonlyMap<string, readonly number[]> {
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
