/** Converts dictionaries of Type 1 programs to CFF DICTs (Technical Note #5176, 9 and 15). */
import { type DictEntry, dictEntry } from '../cff/dict.ts';
import { refuse } from '../cff/refused-face.ts';
import type { Type1Header } from './clear-part.ts';
import type { Type1Private } from './private-part.ts';

/**
 * Names that readers may use. Version and notices go, as they do with the `name` table of TrueType: no reader
 * shows them, and they take 100 bytes of each font, a fiftieth of a short TeX document.
 */
const TOP_STRINGS: readonly (readonly [key: string, operator: number])[] = [
  ['FullName', 2],
  ['FamilyName', 3],
  ['Weight', 4],
];
/** Entries with their default value. */
const TOP_NUMBERS: readonly (readonly [key: string, operator: number, absent: number])[] = [
  ['isFixedPitch', 1201, 0],
  ['ItalicAngle', 1202, 0],
  ['UnderlinePosition', 1203, -100],
  ['UnderlineThickness', 1204, 50],
];
const FONT_BBOX = 5;
const FONT_MATRIX = 1207;
const DEFAULT_MATRIX = [0.001, 0, 0, 0.001, 0, 0];

/** Limits for slanted and scaled glyphs; readers differ on other matrices. */
const MAX_SLANT = 0.001;
const MIN_SCALE = 0.0005;
const MAX_SCALE = 0.002;

export function topEntries(header: Type1Header, sidOf: (bytes: Uint8Array) => number): DictEntry[] {
  const entries: DictEntry[] = [];
  for (const [key, operator] of TOP_STRINGS) {
    const value = header.infoStrings.get(key);
    if (value !== undefined) entries.push(dictEntry(operator, [sidOf(value)]));
  }
  for (const [key, operator, absent] of TOP_NUMBERS) {
    const value = header.infoNumbers.get(key);
    if (value !== undefined && value !== absent) entries.push(dictEntry(operator, [value]));
  }
  const [xx, yx, xy, yy, x, y] = header.fontMatrix;
  const isUsualHeight = yx === 0 && yy === 0.001 && x === 0 && y === 0;
  if (!isUsualHeight || Math.abs(xy) > MAX_SLANT || xx < MIN_SCALE || xx > MAX_SCALE) {
    refuse('odd-font-matrix', header.fontMatrix.join(' '));
  }
  if (header.fontMatrix.some((value, index) => value !== DEFAULT_MATRIX[index])) {
    entries.push(dictEntry(FONT_MATRIX, header.fontMatrix));
  }
  if (header.fontBBox?.some((value) => value !== 0)) entries.push(dictEntry(FONT_BBOX, header.fontBBox));
  return entries;
}

interface HintingEntry {
  readonly key: string;
  readonly operator: number;
  readonly kind: 'number' | 'stem' | 'deltas';
  /** Maximum number of values (#5176, 15), and whether they are pairs. */
  readonly longest: number;
  readonly pairs?: true;
  /** Default value; the same in both formats. */
  readonly absent?: number;
}

const HINTING: readonly HintingEntry[] = [
  { key: 'BlueValues', operator: 6, kind: 'deltas', longest: 14, pairs: true },
  { key: 'OtherBlues', operator: 7, kind: 'deltas', longest: 10, pairs: true },
  { key: 'FamilyBlues', operator: 8, kind: 'deltas', longest: 14, pairs: true },
  { key: 'FamilyOtherBlues', operator: 9, kind: 'deltas', longest: 10, pairs: true },
  { key: 'BlueScale', operator: 1209, kind: 'number', longest: 1, absent: 0.039625 },
  { key: 'BlueShift', operator: 1210, kind: 'number', longest: 1, absent: 7 },
  { key: 'BlueFuzz', operator: 1211, kind: 'number', longest: 1, absent: 1 },
  { key: 'StdHW', operator: 10, kind: 'stem', longest: 1 },
  { key: 'StdVW', operator: 11, kind: 'stem', longest: 1 },
  { key: 'StemSnapH', operator: 1212, kind: 'deltas', longest: 12 },
  { key: 'StemSnapV', operator: 1213, kind: 'deltas', longest: 12 },
  { key: 'ForceBold', operator: 1214, kind: 'number', longest: 1, absent: 0 },
  { key: 'LanguageGroup', operator: 1217, kind: 'number', longest: 1, absent: 0 },
  { key: 'ExpansionFactor', operator: 1218, kind: 'number', longest: 1, absent: 0.06 },
];

export function privateEntries(hinting: Type1Private['hinting']): DictEntry[] {
  return HINTING.flatMap((entry) => {
    const values = hinting.get(entry.key) ?? [];
    // "An empty array may be omitted".
    if (values.length === 0 || (entry.kind === 'number' && values[0] === entry.absent)) return [];
    if (values.length > entry.longest || (entry.pairs && values.length % 2 === 1)) {
      refuse('odd-private', `${entry.key} of ${values.length} values`);
    }
    return [dictEntry(entry.operator, entry.kind === 'deltas' ? deltas(values) : values)];
  });
}

/** Values by key, for comparison. */
export function hintingOf(
  operandsOf: (operator: number) => readonly number[] | undefined,
): Type1Private['hinting'] {
  const hinting = new Map<string, readonly number[]>();
  for (const { key, operator, kind } of HINTING) {
    const operands = operandsOf(operator);
    if (operands !== undefined) hinting.set(key, kind === 'deltas' ? sums(operands) : operands);
  }
  return hinting;
}

/** Values of a Type 1 program by key, without those equal to the common default. */
export function saidHinting(hinting: Type1Private['hinting']): Type1Private['hinting'] {
  const said = new Map<string, readonly number[]>();
  for (const { key, absent } of HINTING) {
    const values = hinting.get(key) ?? [];
    if (values.length > 0 && (values.length > 1 || values[0] !== absent)) said.set(key, values);
  }
  return said;
}

function deltas(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

function sums(operands: readonly number[]): number[] {
  let sum = 0;
  return operands.map((operand) => {
    sum += operand;
    return sum;
  });
}
