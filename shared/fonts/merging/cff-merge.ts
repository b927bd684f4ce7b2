/**
 * Several subsets of one CFF font as one program. Glyphs keep their names or CIDs, and are written without subroutines,
 * which each subset numbers in its own way; what two subsets have under one name or CID is the same in both. Each
 * subset was asked everything that its document asks of it: the written program, read again, gives each the same
 * answers, an answer of "nothing" included.
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

/** What a document asks of a font. */
export interface CffNeeds {
  readonly ids: Iterable<GlyphId>;
  /** Codes that the builtin encoding may give a glyph. */
  readonly codes: Iterable<number>;
}

interface PartGlyph {
  readonly glyph: Glyph;
  readonly part: FontPart;
  /** Whose strings the part speaks of. */
  readonly font: CffFont;
}

/** A subset, and what is asked of it. */
export interface CffSubset {
  readonly font: CffFont;
  /** Null for what is asked for and not there. */
  readonly glyphs: ReadonlyMap<GlyphId, PartGlyph | null>;
  /** Names that the builtin encoding gives; null for codes that it leaves out. */
  readonly codes: ReadonlyMap<number, string | null>;
}

const NOTDEF = '.notdef';

/** @throws RefusedFace where the program cannot be read for certain, or an accented character lacks a part */
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

/** Subsets that agree, one after the other. */
export class CffMerge {
  readonly members: CffSubset[] = [];
  readonly #glyphs = new Agreement<GlyphId, PartGlyph | null>((one, other) =>
    samePartGlyph(one, other) ? one : undefined,
  );
  readonly #codes = new Agreement<number, string | null>();

  /** False where the subset contradicts those before it. */
  add(subset: CffSubset): boolean {
    const [first] = this.members;
    if (first !== undefined && !sameTop(first.font, subset.font)) return false;
    if (!this.#glyphs.allows(subset.glyphs) || !this.#codes.allows(subset.codes)) return false;
    this.#glyphs.adopt(subset.glyphs);
    this.#codes.adopt(subset.codes);
    this.members.push(subset);
    return true;
  }

  /** Names of the glyphs of the program; null where they have CIDs. */
  get glyphNames(): readonly string[] | null {
    return this.members[0].font.named === null ? null : this.#order().map(([id]) => String(id));
  }

  /**
   * One program for all of them, proved.
   *
   * @throws RefusedFace where that does not succeed
   */
  program(): Uint8Array {
    const { font } = this.members[0];
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
      charStrings: glyphs.map(([, { glyph }], at) => writeCharString(glyph, widths[partIndexes[at]])),
      charset: writeCharset(ids),
      encoding: font.named === null ? null : encodingOf(this.#encoding(), names, ids),
      parts: parts.map((placed, index) => ({
        dict: movedDict(placed.part.dict, placed.font, strings),
        private: [...sharedPrivate(placed.part), ...widthEntries(widths[index])],
        subrs: [],
      })),
      fdSelect: font.named === null ? fdSelectOf(partIndexes) : null,
    });
    const merged = readCff(written);
    for (const member of this.members) proveAnswers(member, merged);
    return written;
  }

  /** .notdef first; then by code and by name, or by CID, so that the order of the subsets does not count. */
  #order(): (readonly [GlyphId, PartGlyph])[] {
    const present = [...this.#glyphs.answers].flatMap(([id, placed]) =>
      placed === null ? [] : [[id, placed] as const],
    );
    const coded = new Map(
      [...this.#encoding()].map(([code, name]) => [name, code]).reverse() as [string, number][],
    );
    const rank = (id: GlyphId) =>
      id === NOTDEF ? -1 : typeof id === 'number' ? id : (coded.get(id) ?? Number.POSITIVE_INFINITY);
    return present.sort(([one], [other]) => compare(rank(one), rank(other)) || compare(one, other));
  }

  /** What the subsets' own encodings say of glyphs that are there, as far as it was asked. */
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

/** Ranges of glyphs of one part (Technical Note #5176, 19). */
function proveAnswers({ font, glyphs, codes }: CffSubset, merged: CffFont): void {
  if (!sameTop(font, merged)) refuse('not-equal', 'dictionaries');
  const after = cffSubset(merged, { ids: glyphs.keys(), codes: codes.keys() });
  for (const [id, placed] of glyphs)
    if (!samePartGlyph(placed, after.glyphs.get(id) ?? null)) refuse('not-equal', `glyph ${id}`);
  for (const [code, name] of codes)
    if ((after.codes.get(code) ?? null) !== name) refuse('not-equal', `code ${code}`);
}
