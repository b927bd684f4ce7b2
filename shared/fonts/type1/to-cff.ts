/**
 * Converts a Type 1 program to CFF: same outlines in font units, advances, hints and built-in encoding. Type
 * 2 charstrings are about half as long and not encrypted, so that deflate works well on them; it finds
 * repetitions itself, better than subroutines would.
 */

import { fromLatin1 } from '../../pdf/bytes.ts';
import { writeCharset } from '../cff/charset.ts';
import { writeCharString } from '../cff/charstring-write.ts';
import type { DictEntry } from '../cff/dict.ts';
import { type CodeNames, encodingOf, STANDARD, standardNames } from '../cff/encoding.ts';
import type { Glyph } from '../cff/glyph.ts';
import { refuse } from '../cff/refused-face.ts';
import { STANDARD_ENCODING, StringTable } from '../cff/standard-strings.ts';
import { chooseWidths, widthEntries } from '../cff/widths.ts';
import { writeCff } from '../cff/write.ts';
import { Type1CharStringReader } from './charstring-read.ts';
import { privateEntries, topEntries } from './dict-entries.ts';
import { readType1, type Type1Font } from './read.ts';
import { proveSameFace } from './type1-proof.ts';

const NOTDEF = '.notdef';

/** Selects glyph names that may be shown; null if uncertain: all stay. */
export type ChooseNames = (font: NamedFace) => ReadonlySet<string> | null;

/** Data for finding the glyphs of codes. */
export interface NamedFace {
  /** The built-in encoding. */
  readonly codes: CodeNames;
  readonly has: (name: string) => boolean;
}

export interface ConvertedFace {
  readonly bytes: Uint8Array;
  readonly names: readonly string[];
  /** True if glyphs were removed. */
  readonly isSubset: boolean;
}

export function type1ToCff(bytes: Uint8Array, choose: ChooseNames): ConvertedFace {
  const font = readType1(bytes);
  if (!font.charStrings.has(NOTDEF)) refuse('damaged', 'no .notdef');
  const codes = font.encoding === 'standard' ? standardNames(font.charStrings.keys()) : font.encoding;
  const used = choose({ codes, has: (name) => font.charStrings.has(name) });
  const glyphs = keptGlyphs(font, new Type1CharStringReader(font), used);
  const written = writeFont(font, glyphs, codes);
  proveSameFace({ font, glyphs, codes }, written);
  return { bytes: written, names: [...glyphs.keys()], isSubset: glyphs.size < font.charStrings.size };
}

/** Returns glyphs in writing order: .notdef, encoded ones by code, then the others in the font's order. */
function keptGlyphs(
  font: Type1Font,
  reader: Type1CharStringReader,
  used: ReadonlySet<string> | null,
): ReadonlyMap<string, Glyph> {
  const kept = new Map<string, Glyph>();
  const keep = (name: string) => {
    if (kept.has(name) || !font.charStrings.has(name)) return;
    const glyph = reader.glyph(name);
    kept.set(name, glyph);
    for (const part of accentParts(glyph)) {
      if (!font.charStrings.has(part))
        refuse('odd-charstring', `an accented character of ${part}, which is missing`);
      keep(part);
    }
  };
  for (const name of [NOTDEF, ...(used ?? font.charStrings.keys())]) keep(name);

  const coded = font.encoding === 'standard' ? [] : [...font.encoding].sort(([a], [b]) => a - b);
  const order = new Set([NOTDEF, ...coded.map(([, name]) => name), ...font.charStrings.keys()]);
  return new Map([...order].flatMap((name) => (kept.has(name) ? [[name, kept.get(name)!]] : [])));
}

function accentParts({ accent }: Glyph): string[] {
  if (accent === null) return [];
  return [accent.base, accent.accent].map(
    (code) => STANDARD_ENCODING[code] ?? refuse('odd-charstring', `no character ${code} in StandardEncoding`),
  );
}

function writeFont(font: Type1Font, glyphs: ReadonlyMap<string, Glyph>, codes: CodeNames): Uint8Array {
  const strings = new StringTable();
  const names = [...glyphs.keys()];
  const sids = names.map((name) => strings.sid(fromLatin1(name)));
  const widths = chooseWidths([...glyphs.values()].map(({ width }) => width));
  const top: DictEntry[] = topEntries(font, (bytes) => strings.sid(bytes));
  return writeCff({
    name: fromLatin1(font.name),
    top,
    strings: strings.strings,
    globalSubrs: [],
    charStrings: [...glyphs.values()].map((glyph) => writeCharString(glyph, widths)),
    charset: writeCharset(sids),
    encoding: font.encoding === 'standard' ? STANDARD : encodingOf(codes, names, sids),
    parts: [{ dict: [], private: [...privateEntries(font.hinting), ...widthEntries(widths)], subrs: [] }],
    fdSelect: null,
  });
}
