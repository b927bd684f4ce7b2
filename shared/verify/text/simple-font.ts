/** Fonts with one-byte codes: Type 1, TrueType and Type 3 (ISO 32000-2, 9.6). */
import { readCff } from '../../fonts/cff/read.ts';
import { attempt } from '../../fonts/cff/refused-face.ts';
import { ENCODINGS, isEncodingName } from '../../fonts/encodings.ts';
import { charactersOfName } from '../../fonts/glyph-names.ts';
import { readType1 } from '../../fonts/type1/read.ts';
import { numbersOf } from '../../pdf/content/interpret/number-arrays.ts';
import { nameAt } from '../../pdf/font-program.ts';
import { nameText, PDFDict, PDFName, PDFNumber, PDFRawStream } from '../../pdf/objects.ts';
import { dataOf } from '../digest.ts';
import { dictAt, entry, numberOf } from '../strings.ts';
import { itemsOf } from '../trees.ts';
import { comparedText } from './characters.ts';
import { charactersOf, readCMap } from './cmap.ts';
import type { ShownCode, TextFont } from './text-font.ts';

const SPACE = 32;
/** `/Flags` (table 121): the font has glyphs outside the Latin character set. */
const SYMBOLIC = 4;

export function simpleFont(font: PDFDict): TextFont {
  const codes: (ShownCode | undefined)[] = [];
  const text = codeTexts(font);
  const width = codeWidths(font);
  const shown = (code: number): ShownCode =>
    (codes[code] ??= { text: text(code), ...width(code), isWordSpace: code === SPACE });
  return {
    isVertical: false,
    *codes(bytes) {
      for (const code of bytes) yield shown(code);
    },
  };
}

function codeTexts(font: PDFDict): (code: number) => string | null {
  const map = entry(font, 'ToUnicode');
  const toUnicode = map instanceof PDFRawStream ? readCMap(dataOf(map)) : null;
  const nameOfCode = codeNames(font);
  return (code) => {
    const digits = toUnicode?.characters(code) ?? null;
    const said = digits === null ? null : comparedText(charactersOf(digits));
    if (said !== null) return said;
    const name = nameOfCode(code);
    return name === null ? null : comparedText(nameCharacters(name));
  };
}

/** A name such as `f_i` has several characters (Adobe Glyph List Specification, 2). */
function nameCharacters(name: string): string {
  const parts = name.replace(/\..*$/, '').split('_');
  return parts
    .map((part) => charactersOfName(part)[0] ?? 0)
    .map((character) => (character > 0 ? String.fromCodePoint(character) : ''))
    .join('');
}

/** Returns the glyph name of a code, by `/Encoding` or by the program's own encoding (9.6.5). */
function codeNames(font: PDFDict): (code: number) => string | null {
  const encoding = entry(font, 'Encoding');
  const differences = encoding instanceof PDFDict ? readDifferences(encoding) : new Map<number, string>();
  const base = encoding instanceof PDFDict ? entry(encoding, 'BaseEncoding') : encoding;
  const named =
    base instanceof PDFName && isEncodingName(nameText(base))
      ? ENCODINGS[nameText(base) as 'WinAnsiEncoding']
      : null;
  let builtin: ((code: number) => string | null) | null = null;
  return (code) => {
    const told = differences.get(code) ?? named?.[code] ?? null;
    if (told !== null) return told;
    if (named !== null) return null;
    builtin ??= builtinNames(font);
    return builtin(code);
  };
}

function readDifferences(encoding: PDFDict): Map<number, string> {
  const names = new Map<number, string>();
  let code = 0;
  for (const item of itemsOf(entry(encoding, 'Differences'))) {
    if (item instanceof PDFNumber) code = item.asNumber();
    else if (item instanceof PDFName) names.set(code++, nameText(item));
  }
  return names;
}

/** Encoding of the font program; if it has none, the readers' default for the kind of font. */
function builtinNames(font: PDFDict): (code: number) => string | null {
  const descriptor = dictAt(font, 'FontDescriptor');
  const type1 = entry(descriptor, 'FontFile');
  const cff = entry(descriptor, 'FontFile3');
  const names =
    type1 instanceof PDFRawStream ? type1Names(type1) : cff instanceof PDFRawStream ? cffNames(cff) : null;
  if (names !== null) return (code) => names.get(code) ?? null;
  const isSymbolic = ((numberOf(entry(descriptor, 'Flags')) ?? 0) & SYMBOLIC) !== 0;
  switch (nameAt(font, 'Subtype')) {
    case 'Type3':
      return () => null;
    case 'TrueType':
      // Codes of a symbolic font used directly (9.6.5.4) are nearly always Windows text.
      return (code) => ENCODINGS.WinAnsiEncoding[code] ?? null;
    default:
      return isSymbolic ? () => null : (code) => ENCODINGS.StandardEncoding[code] ?? null;
  }
}

type Names = ReadonlyMap<number, string>;

function type1Names(stream: PDFRawStream): Names | null {
  const read = attempt(() => readType1(dataOf(stream)));
  if (read.kind !== 'done') return null;
  const { encoding } = read.value;
  return encoding === 'standard' ? null : encoding;
}

function cffNames(stream: PDFRawStream): Names | null {
  const read = attempt(() => readCff(dataOf(stream)));
  return read.kind === 'done' ? (read.value.named?.encoding.names ?? null) : null;
}

/** Thousandths of text space at size 1; Type 3 fonts define their own unit (9.6.4). */
const UNIT = 0.001;
/** Assumed width if a font gives none; the same in every document, so that equal text stays equal. */
const ASSUMED_WIDTH = 500;

function codeWidths(font: PDFDict): (code: number) => Pick<ShownCode, 'advance' | 'isSure'> {
  const first = numberOf(entry(font, 'FirstChar')) ?? 0;
  const widths = itemsOf(entry(font, 'Widths')).map(numberOf);
  const missing = numberOf(entry(dictAt(font, 'FontDescriptor'), 'MissingWidth'));
  const unit = nameAt(font, 'Subtype') === 'Type3' ? typeThreeUnit(font) : UNIT;
  return (code) => {
    const width = widths[code - first] ?? (widths.length > 0 ? (missing ?? 0) : null);
    return { advance: (width ?? ASSUMED_WIDTH) * unit, isSure: width !== null };
  };
}

function typeThreeUnit(font: PDFDict): number {
  return numbersOf(font.get(PDFName.of('FontMatrix')), font.context, 6)?.[0] ?? UNIT;
}
