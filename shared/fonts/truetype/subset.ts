import { writeSfnt } from '../sfnt.ts';
import { readCmap } from './cmap.ts';
import { writeCmap } from './cmap-write.ts';
import { withComponents } from './components.ts';
import { NO_OUTLINE, putOutlines, withUint16 } from './outline-tables.ts';
import { filterGlyphNames } from './post.ts';
import { GlyphLocations, readTrueType, type TrueTypeFont, tableOf } from './truetype.ts';
import { drawsAlike, mapsAlike } from './truetype-proof.ts';

/** Glyphs and names of a font that a document needs. */
export interface GlyphNeeds {
  /** Ids; glyph 0 and components are added. */
  readonly glyphs: ReadonlySet<number>;
  /** Characters that readers may look up; null if no reader uses the character maps. */
  readonly characters: ReadonlySet<number> | null;
  /** Names that readers may look up; null if no reader uses names. */
  readonly names: ReadonlySet<string> | null;
  /** Readers may look up glyphs by ids that cannot be changed: codes and numbers in names. */
  readonly byId: boolean;
}

export type SubsetProblem = 'damaged-font' | 'composite-loop' | 'unreadable-cmap' | 'verification-failed';

export type Subset =
  | { readonly kind: 'subset'; readonly bytes: Uint8Array; readonly glyphs: ReadonlySet<number> }
  | { readonly kind: 'refused'; readonly problem: SubsetProblem };

/**
 * Tables that PDF readers use of an embedded TrueType font (ISO 32000-2, 9.9.1, and FreeType). `cmap` and
 * `post` are removed if they are not used for lookups.
 */
const KEPT_TABLES: ReadonlySet<string> = new Set([
  'cmap',
  'cvt ',
  'fpgm',
  'glyf',
  'head',
  'hhea',
  'hmtx',
  'loca',
  'maxp',
  'post',
  'prep',
]);

/** Returns whether readers draw or find glyphs by this table. */
export function isDrawnBy(tag: string): boolean {
  return KEPT_TABLES.has(tag);
}

/**
 * Subsets the font. Glyph ids stay: unused glyphs are empty, and those after the last needed one are cut off.
 * Glyph and font programs stay byte for byte, since readers run them. The result is read again and checked to
 * draw the needed glyphs as before.
 */
export function subsetTrueType(bytes: Uint8Array, needs: GlyphNeeds): Subset {
  const font = readTrueType(bytes);
  if (font === null) return refused('damaged-font');
  const locations = new GlyphLocations(font);
  // Ids beyond the font show nothing, before and after.
  const wanted = [0, ...needs.glyphs].filter((id) => id < font.glyphCount);
  const kept = withComponents(locations, wanted);
  if (typeof kept === 'string') return refused(kept);
  if (kept.size === 0) return refused('damaged-font');

  const isTricky = isTrickyFace(font);
  const tables = new Map([...font.tables].filter(([tag]) => isDrawnBy(tag) || (isTricky && tag === 'name')));
  const glyphCount = [...kept].reduce((most, each) => Math.max(most, each)) + 1;
  if (!putKeptOutlines(tables, locations, kept, glyphCount)) return refused('damaged-font');
  if (!putMetrics(tables, font, kept, glyphCount)) return refused('damaged-font');
  if (!putCharacterMaps(tables, font, needs, kept)) return refused('unreadable-cmap');
  putGlyphNames(tables, needs, kept, glyphCount);

  const subset = writeSfnt({ version: font.version, tables });
  const reread = readTrueType(subset);
  if (reread === null || !drawsAlike(font, reread, kept)) return refused('verification-failed');
  const { characters } = needs;
  const isWanted = (character: number) => characters?.has(character) === true;
  if (characters !== null && font.tables.has('cmap') && !mapsAlike(font, reread, isWanted))
    return refused('verification-failed');
  return { kind: 'subset', bytes: subset, glyphs: kept };
}

/** Returns false if the outline of a kept glyph exceeds the font. */
function putKeptOutlines(
  tables: Map<string, Uint8Array>,
  locations: GlyphLocations,
  kept: ReadonlySet<number>,
  glyphCount: number,
): boolean {
  const outlines: Uint8Array[] = [];
  for (let id = 0; id < glyphCount; id++) {
    const outline = kept.has(id) ? locations.glyph(id) : NO_OUTLINE;
    if (outline === null) return false;
    outlines.push(outline);
  }
  putOutlines(tables, outlines);
  return true;
}

/** Writes `hmtx` for the first glyphs: zeros for empty ones, which are never used. */
function putMetrics(
  tables: Map<string, Uint8Array>,
  { longMetrics }: TrueTypeFont,
  kept: ReadonlySet<number>,
  glyphCount: number,
): boolean {
  const before = tableOf(tables, 'hmtx');
  const longCount = Math.min(longMetrics, glyphCount);
  const length = longCount * 4 + (glyphCount - longCount) * 2;
  if (longCount === 0 || before.length < length) return false;
  const after = new Uint8Array(length);
  for (let id = 0; id < glyphCount; id++) {
    const [at, width] = id < longCount ? [id * 4, 4] : [longCount * 4 + (id - longCount) * 2, 2];
    if (kept.has(id)) after.set(before.subarray(at, at + width), at);
  }
  // Glyphs after the last long entry share its advance.
  if (glyphCount > longCount) {
    const at = (longCount - 1) * 4;
    after.set(before.subarray(at, at + 2), at);
  }
  tables.set('hmtx', after);
  tables.set('hhea', withUint16(tableOf(tables, 'hhea'), 34, longCount));
  return true;
}

function putCharacterMaps(
  tables: Map<string, Uint8Array>,
  font: TrueTypeFont,
  { characters }: GlyphNeeds,
  kept: ReadonlySet<number>,
): boolean {
  const table = font.tables.get('cmap');
  if (table === undefined) return true;
  if (characters === null) {
    tables.delete('cmap');
    return true;
  }
  const maps = readCmap(table);
  const written = maps === null ? null : writeCmap(maps, kept);
  if (written === null) return false;
  tables.set('cmap', written);
  return true;
}

function putGlyphNames(
  tables: Map<string, Uint8Array>,
  { names }: GlyphNeeds,
  kept: ReadonlySet<number>,
  glyphCount: number,
): void {
  const post = tables.get('post');
  if (post === undefined) return;
  if (names === null || post.length < 32) tables.delete('post');
  else tables.set('post', filterGlyphNames(post, glyphCount, kept) ?? post);
}

/**
 * Faces whose instructions assemble their outlines: FreeType identifies them by family name or program
 * checksums (tt_check_trickyness), and always hints them.
 */
const TRICKY_FAMILY =
  /cpop|DF(?:Girl|Gothic|GyoSho|Hei|HSGothic|HSMincho|Kai|Ming)|DLC|HuaTian|Ming(?:LiU|Medium|Li43|\(for)/;

export function isTrickyFace({ tables }: Pick<TrueTypeFont, 'tables'>): boolean {
  const letters = tables.get('name')?.filter((byte) => byte !== 0);
  return letters !== undefined && TRICKY_FAMILY.test(new TextDecoder('latin1').decode(letters));
}

function refused(problem: SubsetProblem): Subset {
  return { kind: 'refused', problem };
}
