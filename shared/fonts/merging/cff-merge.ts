/**
 * Merges several subsets of one CFF font into one program. Glyphs keep their names or CIDs, and are written
 * without subroutines, whose numbers differ between subsets; glyphs of two subsets with one name or CID are
 * equal. The written program is read again and must give the same result for everything that each document
 * looks up, including missing glyphs.
 */
import { fromLatin1 } from '../../pdf/bytes.ts';
import { writeCharset } from '../cff/charset.ts';
import { CharStringReader } from '../cff/charstring-read.ts';
import { writeCharString } from '../cff/charstring-write.ts';
import { fdSelectOf } from '../cff/cid/fd-select.ts';
import { type CodeNames, encodingOf } from '../cff/encoding.ts';
import { type Glyph, sameGlyph } from '../cff/glyph.ts';
import { type CffFont, type FontPart, partOf, readCff } from '../cff/read.ts';
import { refuse } from '../cff/refused-face.ts';
import { STANDARD_ENCODING, StringTable } from '../cff/standard-strings.ts';
import { chooseWidths, widthEntries } from '../cff/widths.ts';
import { writeCff } from '../cff/write.ts';
import { Agreement } from './agreement.ts';
import { movedDict, samePart, sameTop, sharedPrivate, withBox } from './cff-frame.ts';

/** A glyph's name, or its CID in a CID-keyed font. */
export type GlyphId = string | number;

/** Lookups of a document in a font. */
export interface CffNeeds {
  readonly ids: Iterable<GlyphId>;
  /** Codes that the built-in encoding may map to a glyph. */
  readonly codes: Iterable<number>;
}

interface PartGlyph {
  readonly glyph: Glyph;
  readonly part: FontPart;
  /** Font whose strings the part refers to. */
  readonly font: CffFont;
}

/** A subset with its lookups. */
export interface CffSubset {
  readonly font: CffFont;
  /** Null for missing glyphs that are looked up. */
  readonly glyphs: ReadonlyMap<GlyphId, PartGlyph | null>;
  /** Names in the built-in encoding; null for unused codes. */
  readonly codes: ReadonlyMap<number, string | null>;
}

const NOTDEF = '.notdef';

/** @throws RefusedFace if the program cannot be read with certainty, or an accented character lacks a part */
export function cffSubset(font: CffFont, needs: CffNeeds): CffSubset {
  const names = font.named?.encoding.names;
  if (names === null) refuse('odd-encoding', 'ExpertEncoding');
  const indexes = glyphIndexes(font);
  const reader = new CharStringReader(font);
  const glyphs = new Map<GlyphId, PartGlyph | null>();
  const add = (id: GlyphId): void => {
    if (glyphs.has(id)) return;
    const index = indexes.get(id);
    if (index === undefined) {
      glyphs.set(id, null);
      return;
    }
    const glyph = reader.glyph(index);
    glyphs.set(id, { glyph, part: partOf(font, index), font });
    for (const part of accentParts(glyph)) {
      add(part);
      if (glyphs.get(part) === null) refuse('odd-charstring', `an accented character of ${part}`);
    }
  };
  for (const id of [font.named === null ? 0 : NOTDEF, ...needs.ids]) add(id);
  const codes = new Map([...needs.codes].map((code) => [code, names?.get(code) ?? null]));
  return { font, glyphs, codes };
}

function accentParts({ accent }: Glyph): string[] {
  if (accent === null) return [];
  return [accent.base, accent.accent].map(
    (code) => STANDARD_ENCODING[code] ?? refuse('odd-charstring', `no character ${code} in StandardEncoding`),
  );
}

function glyphIndexes({ named, charset }: CffFont): ReadonlyMap<GlyphId, number> {
  const indexes = new Map<GlyphId, number>();
  for (const [index, id] of (named?.glyphNames ?? charset.ids).entries())
    if (!indexes.has(id)) indexes.set(id, index);
  return indexes;
}

/** A group of subsets that agree. */
export class CffMerge {
  readonly members: CffSubset[] = [];
  readonly #glyphs = new Agreement<GlyphId, PartGlyph | null>((one, other) =>
    samePartGlyph(one, other) ? one : undefined,
  );
  readonly #codes = new Agreement<number, string | null>();

  /** Adds a subset; returns false if it contradicts an earlier one. */
  add(subset: CffSubset): boolean {
    const [first] = this.members;
    if (first !== undefined && !sameTop(first.font, subset.font)) return false;
    if (!this.#glyphs.allows(subset.glyphs) || !this.#codes.allows(subset.codes)) return false;
    this.#glyphs.adopt(subset.glyphs);
    this.#codes.adopt(subset.codes);
    this.members.push(subset);
    return true;
  }

  /** Glyph names of the program; null for CIDs. */
  get glyphNames(): readonly string[] | null {
    return this.members[0]!.font.named === null ? null : this.#order().map(([id]) => String(id));
  }

  /**
   * Returns one checked program for all subsets.
   * @throws RefusedFace on failure
   */
  program(): Uint8Array {
    const { font } = this.members[0]!;
    const strings = new StringTable();
    const glyphs = this.#order();
    const ids = glyphs.map(([id]) => (typeof id === 'number' ? id : strings.sid(fromLatin1(id))));
    const parts = distinctParts(glyphs.map(([, placed]) => placed));
    const partIndexes = glyphs.map(([, { part }]) => parts.findIndex((known) => samePart(known.part, part)));
    const widths = parts.map((_, index) =>
      chooseWidths(glyphs.filter((_, at) => partIndexes[at] === index).map(([, { glyph }]) => glyph.width)),
    );
    const names = glyphs.map(([id]) => String(id));
    const written = writeCff({
      name: font.name,
      top: withBox(
        movedDict(font.top, font, strings),
        this.members.map((member) => member.font),
      ),
      strings: strings.strings,
      globalSubrs: [],
      charStrings: glyphs.map(([, { glyph }], at) => writeCharString(glyph, widths[partIndexes[at]!]!)),
      charset: writeCharset(ids),
      encoding: font.named === null ? null : encodingOf(this.#encoding(), names, ids),
      parts: parts.map((placed, index) => ({
        dict: movedDict(placed.part.dict, placed.font, strings),
        private: [...sharedPrivate(placed.part), ...widthEntries(widths[index]!)],
        subrs: [],
      })),
      fdSelect: font.named === null ? fdSelectOf(partIndexes) : null,
    });
    const merged = readCff(written);
    for (const member of this.members) proveAnswers(member, merged);
    return written;
  }

  /** Order: .notdef first, then by code and name, or by CID, independent of the order of subsets. */
  #order(): (readonly [GlyphId, PartGlyph])[] {
    const present = [...this.#glyphs.answers].flatMap(([id, placed]) =>
      placed === null ? [] : [[id, placed] as const],
    );
    const coded = new Map([...this.#encoding()].map(([code, name]) => [name, code] as const).reverse());
    const rank = (id: GlyphId) =>
      id === NOTDEF ? -1 : typeof id === 'number' ? id : (coded.get(id) ?? Number.POSITIVE_INFINITY);
    return present.sort(([one], [other]) => compare(rank(one), rank(other)) || compare(one, other));
  }

  /** Merges the subsets' encodings for existing glyphs, as far as they are looked up. */
  #encoding(): CodeNames {
    const said = [...this.#codes.answers].filter(
      (entry): entry is [number, string] =>
        entry[1] !== null && (this.#glyphs.answers.get(entry[1]) ?? null) !== null,
    );
    return new Map(said.sort(([one], [other]) => one - other));
  }
}

function compare(one: GlyphId, other: GlyphId): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function samePartGlyph(one: PartGlyph | null, other: PartGlyph | null): boolean {
  if (one === null || other === null) return one === other;
  return sameGlyph(one.glyph, other.glyph) && samePart(one.part, other.part);
}

function distinctParts(glyphs: readonly PartGlyph[]): readonly PartGlyph[] {
  const parts: PartGlyph[] = [];
  for (const placed of glyphs) if (!parts.some(({ part }) => samePart(part, placed.part))) parts.push(placed);
  return parts;
}

/** Checks that the merged program gives the subset's results for all its lookups. */
function proveAnswers({ font, glyphs, codes }: CffSubset, merged: CffFont): void {
  if (!sameTop(font, merged)) refuse('not-equal', 'dictionaries');
  const after = cffSubset(merged, { ids: glyphs.keys(), codes: codes.keys() });
  for (const [id, placed] of glyphs)
    if (!samePartGlyph(placed, after.glyphs.get(id) ?? null)) refuse('not-equal', `glyph ${id}`);
  for (const [code, name] of codes)
    if ((after.codes.get(code) ?? null) !== name) refuse('not-equal', `code ${code}`);
}
