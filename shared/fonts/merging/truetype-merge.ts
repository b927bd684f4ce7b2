/**
 * Merges several subsets of one TrueType font into one program. The written program is read again and must
 * give the same result for everything that each document looks up (glyphs, characters, names), including
 * missing glyphs. Glyphs that a subset has renumbered get new ids, so that equal glyphs are stored once.
 */

import { viewOf, writeSfnt } from '../sfnt.ts';
import { type CharacterMap, readCmap } from '../truetype/cmap.ts';
import { writeCmap } from '../truetype/cmap-write.ts';
import { withComponentIds } from '../truetype/components.ts';
import { NO_OUTLINE, putOutlines, withUint16 } from '../truetype/outline-tables.ts';
import { readGlyphNames, writeGlyphNames } from '../truetype/post.ts';
import { idsByName, SYMBOL_ROWS } from '../truetype/simple-glyphs.ts';
import { type GlyphNeeds, isTrickyFace, subsetTrueType } from '../truetype/subset.ts';
import { readTrueType, type TrueTypeFont, tableOf } from '../truetype/truetype.ts';
import { sameFrame, sameGlyphs } from '../truetype/truetype-proof.ts';
import { Agreement } from './agreement.ts';
import type { GlyphCatalogue, NumberedGlyph } from './glyph-catalogue.ts';
import { FREE_IN_SUBSETS, mergedFrame } from './truetype-frame.ts';

/** A subset with its lookups. */
export interface TrueTypeSubset {
  readonly font: TrueTypeFont;
  readonly needs: GlyphNeeds;
  /** Its glyphs by id, including components. */
  readonly glyphs: ReadonlyMap<number, NumberedGlyph>;
}

/** Null if the program cannot be reduced to the needed glyphs, or its outlines depend on instructions. */
export function trueTypeSubset(
  bytes: Uint8Array,
  needs: GlyphNeeds,
  catalogue: GlyphCatalogue,
): TrueTypeSubset | null {
  const subset = subsetTrueType(bytes, needs);
  if (subset.kind === 'refused') return null;
  // A missing glyph would exist in a longer font.
  for (const id of needs.glyphs) if (!subset.glyphs.has(id)) return null;
  const font = readTrueType(subset.bytes);
  if (font === null || isTrickyFace(font)) return null;
  const glyphs = catalogue.of(font, subset.glyphs);
  return glyphs === null ? null : { font, needs, glyphs };
}

/** A subset with the new ids of its glyphs in the merged program. */
export interface MergedSubset extends TrueTypeSubset {
  readonly ids: ReadonlyMap<number, number>;
}

const NOTDEF = '.notdef';

/** A group of subsets that agree. */
export class TrueTypeMerge {
  readonly members: MergedSubset[] = [];
  /** Glyphs by their id in the merged program. */
  readonly #glyphs = new Map<number, NumberedGlyph>();
  readonly #lookups = new Agreement<string, string>();

  /** Adds a subset; returns false if it contradicts an earlier one. */
  add(subset: TrueTypeSubset): boolean {
    const [first] = this.members;
    if (first !== undefined && !isSameFace(first.font, subset.font)) return false;
    const lookups = lookupAnswers(subset.font, subset.needs, (id) => subset.glyphs.get(id)?.number ?? -1);
    const ids = lookups !== null && this.#lookups.allows(lookups) ? this.#idsFor(subset) : null;
    if (lookups === null || ids === null) return false;
    this.#lookups.adopt(lookups);
    this.members.push({ ...subset, ids });
    for (const [id, { data, ...glyph }] of subset.glyphs) {
      const moved = withComponentIds(data, (component) => ids.get(component)!);
      const known = this.#glyphs.get(ids.get(id)!);
      // Subsets differ in padding zeros: the longest padding never truncates data.
      if (known === undefined || known.data.length < moved.length)
        this.#glyphs.set(ids.get(id)!, { ...glyph, data: moved });
    }
    return true;
  }

  /** Returns one checked program for all subsets; null on failure. */
  program(): Uint8Array | null {
    const { font } = this.members[0]!;
    const tables = new Map(font.tables);
    for (const [tag, table] of mergedFrame(this.members.map((member) => member.font))) tables.set(tag, table);
    const glyphCount = [...this.#glyphs.keys()].reduce((most, each) => Math.max(most, each)) + 1;
    this.#putGlyphs(tables, glyphCount);
    if (!this.#putCharacterMaps(tables)) return null;
    this.#putNames(tables, glyphCount);

    const bytes = writeSfnt({ version: font.version, tables });
    const merged = readTrueType(bytes);
    return merged !== null && this.members.every((member) => answersAlike(member, merged)) ? bytes : null;
  }

  /** Assigns ids: that of an equal glyph, else the glyph's own, else a free one. */
  #idsFor({ glyphs, needs }: TrueTypeSubset): ReadonlyMap<number, number> | null {
    const places = new Map([...this.#glyphs].map(([id, { number }]) => [number, id]));
    const ids = new Map<number, number>();
    const taken = new Set(this.#glyphs.keys());
    const isFree = (id: number) => !taken.has(id);
    for (const [id, { number }] of glyphs) {
      if (id !== 0 && !needs.byId) continue;
      if (!isFree(id) && this.#glyphs.get(id)!.number !== number) return null;
      ids.set(id, id);
      taken.add(id);
    }
    let next = 1;
    for (const [id, { number }] of glyphs) {
      if (ids.has(id)) continue;
      const isThere = this.#glyphs.get(id)?.number === number;
      let place = isThere ? id : (places.get(number) ?? (isFree(id) ? id : undefined));
      if (place === undefined) {
        while (!isFree(next)) next++;
        place = next;
      }
      if (place > 0xfffe) return null;
      ids.set(id, place);
      taken.add(place);
    }
    return ids;
  }

  #putGlyphs(tables: Map<string, Uint8Array>, glyphCount: number): void {
    const outlines: Uint8Array[] = Array.from({ length: glyphCount }, () => NO_OUTLINE);
    const metrics = new Uint8Array(glyphCount * 4);
    for (const [id, glyph] of this.#glyphs) {
      outlines[id] = glyph.data;
      viewOf(metrics).setUint16(id * 4, glyph.metrics.advance);
      viewOf(metrics).setInt16(id * 4 + 2, glyph.metrics.leftSideBearing);
    }
    putOutlines(tables, outlines);
    tables.set('hmtx', metrics);
    tables.set('hhea', withUint16(tableOf(tables, 'hhea'), 34, glyphCount));
  }

  /** Writes the maps of fonts whose characters are looked up; all have the same kinds of maps. */
  #putCharacterMaps(tables: Map<string, Uint8Array>): boolean {
    tables.delete('cmap');
    const asked = this.members
      .filter(({ needs }) => needs.characters !== null)
      .map(({ font, ids }) => ({ maps: readCmap(font.tables.get('cmap') ?? NO_OUTLINE) ?? [], ids }));
    if (asked.length === 0 || asked[0]!.maps.length === 0) return true;
    const maps = asked[0]!.maps.map((map, index): CharacterMap => {
      const glyphs = new Map(
        asked.flatMap((member) =>
          [...member.maps[index]!.glyphs].map(([character, id]) => [character, member.ids.get(id) ?? 0]),
        ),
      );
      const written = asked.map((member) => member.maps[index]!);
      return { ...map, glyphs, format: widestFormat(written, glyphs) };
    });
    const written = writeCmap(maps, new Set(this.#glyphs.keys()));
    if (written !== null) tables.set('cmap', written);
    return written !== null;
  }

  #putNames(tables: Map<string, Uint8Array>, glyphCount: number): void {
    tables.delete('post');
    const named = this.members.filter(({ font, needs }) => needs.names !== null && font.tables.has('post'));
    if (named.length === 0) return;
    const names: string[] = Array.from({ length: glyphCount }, () => NOTDEF);
    for (const { font, ids } of named) {
      for (const [name, own] of idsByName(font))
        for (const id of own) if (name !== NOTDEF && ids.has(id)) names[ids.get(id)!] = name;
    }
    const post = tableOf(named[0]!.font.tables, 'post');
    tables.set('post', readGlyphNames(post, glyphCount) === null ? post : writeGlyphNames(post, names));
  }
}

function isSameFace(one: TrueTypeFont, other: TrueTypeFont): boolean {
  return one.version === other.version && sameFrame(one, other, FREE_IN_SUBSETS);
}

/**
 * Returns the results of character and name lookups, and the kinds of maps; null if the maps cannot be read.
 * @param glyphOf identifies the glyph of an id
 */
function lookupAnswers(
  font: TrueTypeFont,
  { characters, names }: GlyphNeeds,
  glyphOf: (id: number) => number,
): ReadonlyMap<string, string> | null {
  const answers = new Map<string, string>();
  if (characters !== null) {
    const cmap = font.tables.get('cmap');
    const maps = cmap === undefined ? [] : readCmap(cmap);
    if (maps === null) return null;
    answers.set('maps', maps.map(mapKind).join());
    for (const [index, { glyphs }] of maps.entries()) {
      for (const character of characters)
        answers.set(`map ${index} character ${character}`, `${glyphOf(glyphs.get(character) ?? 0)}`);
      for (const row of SYMBOL_ROWS) answers.set(`map ${index} row ${row}`, `${hasRow(glyphs, row)}`);
    }
  }
  if (names !== null) {
    const ids = idsByName(font);
    for (const name of names)
      if (name !== NOTDEF) answers.set(`name ${name}`, (ids.get(name) ?? []).map(glyphOf).join());
  }
  return answers;
}

/** The format of a map may differ between subsets. */
function mapKind({ platform, encoding, language }: CharacterMap): string {
  return [platform, encoding, language].join(' ');
}

const BYTES = 0;
const TRIMMED = 6;

/**
 * Returns the most capable of the subsets' formats; the byte format holds no ids above 255 (ISO/IEC 14496-22,
 * 5.2.1).
 */
function widestFormat(maps: readonly CharacterMap[], glyphs: ReadonlyMap<number, number>): number {
  const format = Math.max(...maps.map((map) => map.format));
  const isBeyondBytes = [...glyphs.values()].some((glyph) => glyph > 0xff);
  return format === BYTES && isBeyondBytes ? TRIMMED : format;
}

/** PDFium uses the first row that maps any code to a glyph. */
function hasRow(glyphs: ReadonlyMap<number, number>, row: number): boolean {
  for (let character = row; character <= row + 0xff; character++) if (glyphs.has(character)) return true;
  return false;
}

function answersAlike({ font, needs, glyphs, ids }: MergedSubset, merged: TrueTypeFont): boolean {
  const idAfter = (id: number) => ids.get(id) ?? -1;
  if (!isSameFace(font, merged) || !sameGlyphs(font, merged, glyphs.keys(), idAfter)) return false;
  const before = lookupAnswers(font, needs, idAfter);
  const after = lookupAnswers(merged, needs, (id) => id);
  if (before === null || after === null || before.size !== after.size) return false;
  return [...before].every(([question, answer]) => after.get(question) === answer);
}
