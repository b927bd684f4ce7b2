/**
 * Compares and merges everything around the glyphs of several subsets of one CFF font (Technical Note #5176,
 * 9, 15, 18).
 */
import { latin1 } from '../../pdf/bytes.ts';
import { type Dict, type DictEntry, dictEntry, dictOperands, PRIVATE, TOP, TOP_PLACES } from '../cff/dict.ts';
import { sameNumbers } from '../cff/glyph.ts';
import type { CffFont, FontPart } from '../cff/read.ts';
import { refuse } from '../cff/refused-face.ts';
import { STANDARD_STRINGS, type StringTable } from '../cff/standard-strings.ts';

const FONT_BBOX = 5;

/** Number of operands that are string ids, by operator; two of `ROS`, whose third is a number. */
const STRINGS: ReadonlyMap<number, number> = new Map([
  [0, 1], // version
  [1, 1], // Notice
  [2, 1], // FullName
  [3, 1], // FamilyName
  [4, 1], // Weight
  [1200, 1], // Copyright
  [1221, 1], // PostScript
  [1222, 1], // BaseFontName
  [TOP.ros, 2],
  [1238, 1], // FontName
]);

/** Entries that do not affect drawing: names, cache ids, underlines, offsets. */
const UNDRAWN: ReadonlySet<number> = new Set([
  ...[...STRINGS.keys()].filter((operator) => operator !== TOP.ros),
  FONT_BBOX,
  13, // UniqueID
  14, // XUID
  1201, // isFixedPitch
  1202, // ItalicAngle
  1203, // UnderlinePosition
  1204, // UnderlineThickness
  1231, // CIDFontVersion
  1232, // CIDFontRevision
  1234, // CIDCount
  1235, // UIDBase
  ...TOP_PLACES,
]);
const WIDTHS_AND_SUBRS: ReadonlySet<number> = new Set([
  PRIVATE.subrs,
  PRIVATE.defaultWidthX,
  PRIVATE.nominalWidthX,
]);

/** Returns whether everything the fonts' glyphs share draws the same, except their parts. */
export function sameTop(one: CffFont, other: CffFont): boolean {
  return (
    (one.named === null) === (other.named === null) &&
    sameEntries(one.top, other.top, new Set([...UNDRAWN, TOP.ros])) &&
    characterCollection(one) === characterCollection(other)
  );
}

/** Returns whether glyphs of both parts are drawn and hinted alike. */
export function samePart(one: FontPart, other: FontPart): boolean {
  return (
    sameEntries(one.dict, other.dict, UNDRAWN) && sameEntries(one.private, other.private, WIDTHS_AND_SUBRS)
  );
}

function sameEntries(one: Dict, other: Dict, ignored: ReadonlySet<number>): boolean {
  const operators = new Set([...one, ...other].map(({ operator }) => operator));
  return [...operators].every((operator) => {
    if (ignored.has(operator)) return true;
    const [before, after] = [dictOperands(one, operator), dictOperands(other, operator)];
    return before !== undefined && after !== undefined && sameNumbers(before, after);
  });
}

/** E.g. `Adobe Identity 0`; empty if glyphs have names. */
function characterCollection(font: CffFont): string {
  const [registry, ordering, supplement] = dictOperands(font.top, TOP.ros) ?? [];
  if (registry === undefined) return '';
  if (ordering === undefined) refuse('damaged', 'a character collection without an ordering');
  const [one, other] = [stringBytes(font, registry), stringBytes(font, ordering)];
  return [latin1(one, 0, one.length), latin1(other, 0, other.length), supplement].join(' ');
}

/** Returns its entries with ids of another string table, without those the writer adds. */
export function movedDict(dict: Dict, font: CffFont, strings: StringTable): DictEntry[] {
  return dict.map((entry) => {
    const count = STRINGS.get(entry.operator) ?? 0;
    if (count === 0) return entry;
    const operands = entry.operands.map((operand, index) =>
      index < count ? strings.sid(stringBytes(font, operand)) : operand,
    );
    return dictEntry(entry.operator, operands);
  });
}

function stringBytes({ strings }: CffFont, sid: number): Uint8Array {
  const standard = STANDARD_STRINGS[sid];
  if (standard !== undefined) return Uint8Array.from(standard, (character) => character.charCodeAt(0));
  return strings[sid - STANDARD_STRINGS.length] ?? refuse('damaged', `no string ${sid}`);
}

/** Returns the Private DICT without entries that each subset chose itself. */
export function sharedPrivate({ private: entries }: FontPart): DictEntry[] {
  return entries.filter(({ operator }) => !WIDTHS_AND_SUBRS.has(operator));
}

/** Returns the entries of a top DICT with the box around all glyphs. */
export function withBox(top: readonly DictEntry[], fonts: readonly CffFont[]): DictEntry[] {
  const boxes = fonts.map((font) => dictOperands(font.top, FONT_BBOX));
  if (boxes.some((box) => box?.length !== 4)) return [...top];
  const edges = [Math.min, Math.min, Math.max, Math.max];
  const around = edges.map((outermost, edge) => outermost(...boxes.map((box) => box![edge]!)));
  return top.map((entry) => (entry.operator === FONT_BBOX ? dictEntry(FONT_BBOX, around) : entry));
}
