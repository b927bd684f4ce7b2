/** Parses a CFF font program (Adobe Technical Note #5176). All data are views into the input bytes. */
import { latin1 } from '../../pdf/bytes.ts';
import { type Charset, readCharset } from './charset.ts';
import { type Dict, dictNumber, dictOperands, PRIVATE, readDict, TOP } from './dict.ts';
import { type Encoding, readEncoding } from './encoding.ts';
import { readIndex, uint } from './index-table.ts';
import { refuse } from './refused-face.ts';
import { STANDARD_STRINGS } from './standard-strings.ts';

export interface CffFont {
  readonly name: Uint8Array;
  readonly top: Dict;
  readonly strings: readonly Uint8Array[];
  readonly globalSubrs: readonly Uint8Array[];
  /** One per glyph. */
  readonly charStrings: readonly Uint8Array[];
  readonly charset: Charset;
  /** Only for name-keyed fonts; null for CID-keyed ones. */
  readonly named: { readonly encoding: Encoding; readonly glyphNames: readonly string[] } | null;
  /** One part, or in CID-keyed fonts one per font DICT. */
  readonly parts: readonly FontPart[];
  /** Part of each glyph; null if there is a single part. */
  readonly fdSelect: FdSelect | null;
}

/** Data that glyphs share: widths, hinting zones, subroutines. */
export interface FontPart {
  /** Font DICT of a CID-keyed font, else empty. */
  readonly dict: Dict;
  readonly private: Dict;
  readonly subrs: readonly Uint8Array[];
  readonly defaultWidth: number;
  readonly nominalWidth: number;
}

export interface FdSelect {
  /** Index into `parts`, by glyph. */
  readonly parts: Uint8Array;
  /** The bytes in the font. */
  readonly data: Uint8Array;
}

/** FDSelect has one byte per glyph. */
const MAX_PARTS = 256;
/** Total of all font DICTs; an INDEX is small in the file but large in memory. */
const MAX_LOCAL_SUBRS = 500_000;

export function readCff(bytes: Uint8Array): CffFont {
  if (bytes.length < 4 || bytes[0] !== 1) refuse('damaged', 'no CFF header');
  const names = readIndex(bytes, bytes[2]!);
  const tops = readIndex(bytes, names.end);
  const strings = readIndex(bytes, tops.end);
  const globalSubrs = readIndex(bytes, strings.end);
  if (names.items.length !== 1 || tops.items.length !== 1) refuse('several-fonts', 'more than one font');

  const top = readDict(tops.items[0]!);
  if (dictNumber(top, TOP.charStringType, 2) !== 2) refuse('odd-paint', 'not Type 2 charstrings');
  const charStrings = readIndex(bytes, dictNumber(top, TOP.charStrings, -1)).items;
  if (charStrings.length === 0) refuse('damaged', 'no glyphs');
  const isCid = dictOperands(top, TOP.ros) !== undefined;
  const charset = readCharset(bytes, dictNumber(top, TOP.charset, 0), charStrings.length, isCid);

  const font = { name: names.items[0]!, top, strings: strings.items, globalSubrs: globalSubrs.items };
  if (isCid) {
    const fontDicts = readIndex(bytes, dictNumber(top, TOP.fdArray, -1)).items;
    if (fontDicts.length > MAX_PARTS) refuse('too-complex', 'too many font DICTs');
    let subrs = 0;
    const parts = fontDicts.map((data) => {
      const part = readPart(bytes, readDict(data), true);
      subrs += part.subrs.length;
      if (subrs > MAX_LOCAL_SUBRS) refuse('too-complex', 'too many subroutines');
      return part;
    });
    const fdSelect = readFdSelect(bytes, dictNumber(top, TOP.fdSelect, -1), charStrings.length);
    if (fdSelect.parts.some((part) => part >= parts.length)) refuse('damaged', 'glyph without a font DICT');
    return { ...font, charStrings, charset, named: null, parts, fdSelect };
  }
  const nameOf = (sid: number) => stringOf(font.strings, sid);
  const glyphNames = charset.ids.map(nameOf);
  const encoding = readEncoding(bytes, dictNumber(top, TOP.encoding, 0), glyphNames, nameOf);
  const parts = [readPart(bytes, top, false)];
  return { ...font, charStrings, charset, named: { encoding, glyphNames }, parts, fdSelect: null };
}

/** `dict` is a font DICT, or the Top DICT of a font without font DICTs. */
function readPart(bytes: Uint8Array, dict: Dict, isFontDict: boolean): FontPart {
  const range = dictOperands(dict, TOP.private) ?? [0, 0];
  const [size, offset] = range;
  if (size === undefined || offset === undefined || range.length !== 2)
    refuse('damaged', 'Private without size and offset');
  if (size < 0 || offset < 0 || offset + size > bytes.length) refuse('damaged', 'Private outside the data');
  const privateDict = readDict(bytes.subarray(offset, offset + size));
  const subrsOffset = dictNumber(privateDict, PRIVATE.subrs, 0);
  return {
    dict: isFontDict ? dict : [],
    private: privateDict,
    // "The local subrs offset is relative to the beginning of the Private DICT data."
    subrs: subrsOffset === 0 ? [] : readIndex(bytes, offset + subrsOffset).items,
    defaultWidth: dictNumber(privateDict, PRIVATE.defaultWidthX, 0),
    nominalWidth: dictNumber(privateDict, PRIVATE.nominalWidthX, 0),
  };
}

function readFdSelect(bytes: Uint8Array, offset: number, glyphs: number): FdSelect {
  if (offset <= 0 || offset >= bytes.length) refuse('damaged', 'FDSelect outside the data');
  const format = bytes[offset];
  if (format === 0) {
    const end = offset + 1 + glyphs;
    if (end > bytes.length) refuse('damaged', 'FDSelect cut off');
    return { parts: bytes.subarray(offset + 1, end), data: bytes.subarray(offset, end) };
  }
  if (format !== 3) refuse('damaged', `FDSelect format ${format}`);
  const ranges = uint(bytes, offset + 1, 2);
  const end = offset + 3 + ranges * 3 + 2;
  if (end > bytes.length || ranges === 0) refuse('damaged', 'FDSelect cut off');
  const parts = new Uint8Array(glyphs);
  for (let range = 0, at = offset + 3; range < ranges; range++, at += 3) {
    const first = uint(bytes, at, 2);
    const next = uint(bytes, at + 3, 2);
    if (next <= first || (range === 0 && first !== 0)) refuse('damaged', 'FDSelect ranges out of order');
    parts.fill(bytes[at + 2]!, first, next);
    if (range === ranges - 1 && next < glyphs) refuse('damaged', 'FDSelect misses glyphs');
  }
  return { parts, data: bytes.subarray(offset, end) };
}

function stringOf(strings: readonly Uint8Array[], sid: number): string {
  if (sid < STANDARD_STRINGS.length) return STANDARD_STRINGS[sid]!;
  const bytes = strings[sid - STANDARD_STRINGS.length];
  if (bytes === undefined) refuse('damaged', `no string ${sid}`);
  return latin1(bytes, 0, bytes.length);
}

/** Returns the subroutines and widths for a glyph. */
export function partOf(font: CffFont, glyph: number): FontPart {
  return font.parts[font.fdSelect?.parts[glyph] ?? 0]!;
}
