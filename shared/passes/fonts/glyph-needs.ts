import { firstCharacters } from '../../fonts/cmap/first-characters.ts';
import { isEncodingName } from '../../fonts/encodings.ts';
import { type MappedFont, type SimpleEncoding, simpleGlyphs } from '../../fonts/truetype/simple-glyphs.ts';
import type { GlyphNeeds } from '../../fonts/truetype/subset.ts';
import type { TrueTypeFont } from '../../fonts/truetype/truetype.ts';
import { decodeStream } from '../../pdf/filter/filters.ts';
import { key, nameText, PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream } from '../../pdf/objects.ts';
import type { SkipReason } from '../../report.ts';
import type { FontUse } from './embedded-fonts.ts';
import type { FontItem } from './font-optimizer.ts';

/**
 * Returns the part of a TrueType program that the document shows with all its fonts, or the reason why it is
 * unknown.
 */
export function glyphNeeds(
  { font, usage, limits }: Pick<FontItem, 'font' | 'usage' | 'limits'>,
  program: TrueTypeFont,
): GlyphNeeds | SkipReason {
  const glyphs = new Set<number>();
  const characters = new Set<number>();
  const names = new Set<string>();
  let byId = false;
  for (const use of font.uses) {
    const codes = usage.codesOf(use.font.dict);
    const found =
      use.kind === 'simple' ? shownBySimple(use, codes, program, limits) : shownByCids(use, codes, limits);
    if (typeof found === 'string') return found;
    for (const glyph of found.glyphs) glyphs.add(glyph);
    for (const character of found.characters) characters.add(character);
    for (const name of found.names) names.add(name);
    byId ||= found.byId;
  }
  const isSimple = font.uses.some(({ kind }) => kind === 'simple');
  return { glyphs, characters: isSimple ? characters : null, names: isSimple ? names : null, byId };
}

interface Shown {
  readonly glyphs: Iterable<number>;
  readonly characters: Iterable<number>;
  readonly names: Iterable<string>;
  readonly byId: boolean;
}

function shownBySimple(
  use: FontUse,
  codes: ReadonlySet<number>,
  program: TrueTypeFont,
  limits: FontItem['limits'],
): Shown | SkipReason {
  return use.subtype === 'TrueType' ? foundBySimple(use, codes, program, limits) : 'unsupported-font';
}

/** Returns what a simple font may show through character maps and names of an OpenType program. */
export function foundBySimple(
  { font }: FontUse,
  codes: ReadonlySet<number>,
  program: MappedFont,
  limits: FontItem['limits'],
): Shown | SkipReason {
  const encoding = simpleEncoding(font.dict, limits);
  return encoding === null ? 'unsupported-font' : simpleGlyphs(program, codes, encoding);
}

/** Null if `/Encoding` is neither a known name nor a dictionary. */
function simpleEncoding(font: PDFDict, { streamBytes }: FontItem['limits']): SimpleEncoding | null {
  const encoding = font.lookup(key('Encoding'));
  const isNamed = encoding instanceof PDFName && isEncodingName(nameText(encoding));
  if (encoding !== undefined && !isNamed && !(encoding instanceof PDFDict)) return null;
  const list = encoding instanceof PDFDict ? encoding.lookup(key('Differences')) : undefined;
  const differences = list === undefined ? new Map<number, string>() : differencesIn(list);
  if (differences === null) return null;
  const first = font.lookup(key('FirstChar'));
  const toUnicode = font.lookup(key('ToUnicode'));
  const decoded = toUnicode instanceof PDFRawStream ? decodeStream(toUnicode, streamBytes) : null;
  return {
    differences,
    characters: decoded?.kind === 'bytes' ? firstCharacters(decoded.bytes) : new Map(),
    firstChar: first instanceof PDFNumber ? first.asNumber() : 0,
  };
}

export function differencesIn(list: unknown): Map<number, string> | null {
  if (!(list instanceof PDFArray)) return null;
  const names = new Map<number, string>();
  let code = 0;
  for (let index = 0; index < list.size(); index++) {
    const value = list.lookup(index);
    if (value instanceof PDFNumber) code = value.asNumber();
    else if (value instanceof PDFName) names.set(code++, nameText(value));
    else return null;
  }
  return names;
}

function shownByCids(
  use: FontUse,
  codes: ReadonlySet<number>,
  limits: FontItem['limits'],
): Shown | SkipReason {
  const glyphOf = glyphByCid(use, limits);
  if (typeof glyphOf === 'string') return glyphOf;
  return { glyphs: [...codes].map(glyphOf), characters: [], names: [], byId: false };
}

/** Returns the glyph of each CID of a composite font, or the reason why it is unknown. */
export function glyphByCid(
  { descendant, subtype }: FontUse,
  { streamBytes }: FontItem['limits'],
): ((cid: number) => number) | SkipReason {
  if (subtype !== 'CIDFontType2') return 'unsupported-font';
  const map = descendant.dict.lookup(key('CIDToGIDMap'));
  if (!(map instanceof PDFRawStream)) {
    const isIdentity = map === undefined || (map instanceof PDFName && nameText(map) === 'Identity');
    return isIdentity ? (cid) => cid : 'unsupported-font';
  }
  const decoded = decodeStream(map, streamBytes);
  if (decoded.kind !== 'bytes' || decoded.damaged) return 'undecodable';
  const { bytes } = decoded;
  // For CIDs outside the map, some readers use the CID as glyph, others show nothing.
  return (cid) => (cid * 2 + 1 < bytes.length ? bytes[cid * 2]! * 256 + bytes[cid * 2 + 1]! : cid);
}
