/** DICT: operands followed by the operator (Technical Note #5176, 4). */
import { int16, int32, shortNumber, shortNumberBytes, writeInt16, writeInt32 } from './numbers.ts';
import { refuse } from './refused-face.ts';

export interface DictEntry {
  /** One byte, or 1200 plus the second byte of an escaped operator. */
  readonly operator: number;
  readonly operands: readonly number[];
  /** Operands and operator as stored in the font. */
  readonly bytes: Uint8Array;
}

export type Dict = readonly DictEntry[];

export const TOP = {
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  paintType: 1205,
  charStringType: 1206,
  fontMatrix: 1207,
  ros: 1230,
  fdArray: 1236,
  fdSelect: 1237,
} as const;

/** Entries of top and font dictionaries that are offsets. */
export const TOP_PLACES: ReadonlySet<number> = new Set([
  TOP.charset,
  TOP.encoding,
  TOP.charStrings,
  TOP.private,
  TOP.fdArray,
  TOP.fdSelect,
]);

export const PRIVATE = { subrs: 19, defaultWidthX: 20, nominalWidthX: 21 } as const;

const ESCAPE = 12;
/** "An operator may be preceded by up to a maximum of 48 operands." */
const MAX_OPERANDS = 48;
const REAL_DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'E', 'E-', '', '-'];
const END_OF_REAL = 15;

export function readDict(bytes: Uint8Array): Dict {
  const entries: DictEntry[] = [];
  let operands: number[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at]!;
    if (first <= 21) {
      const operator = first === ESCAPE ? 1200 + bytes[at + 1]! : first;
      at += first === ESCAPE ? 2 : 1;
      if (at > bytes.length) refuse('damaged', 'DICT cut off');
      entries.push({ operator, operands, bytes: bytes.subarray(start, at) });
      operands = [];
      start = at;
      continue;
    }
    const number = readDictNumber(bytes, at);
    if (number.end > bytes.length || Number.isNaN(number.value)) refuse('damaged', 'DICT number');
    if (operands.length === MAX_OPERANDS) refuse('damaged', 'too many operands in a DICT');
    operands.push(number.value);
    at = number.end;
  }
  if (start !== bytes.length) refuse('damaged', 'DICT ends in operands');
  return entries;
}

/** NaN if there is no number. */
function readDictNumber(bytes: Uint8Array, at: number): { value: number; end: number } {
  const first = bytes[at]!;
  if (first === 28) return { value: int16(bytes, at + 1), end: at + 3 };
  if (first === 29) return { value: int32(bytes, at + 1), end: at + 5 };
  if (first === 30) return readReal(bytes, at + 1);
  if (first < 32 || first > 254) return { value: Number.NaN, end: at + 1 };
  return { value: shortNumber(first, bytes[at + 1]!), end: at + shortNumberBytes(first) };
}

function readReal(bytes: Uint8Array, start: number): { value: number; end: number } {
  let text = '';
  for (let at = start; at < bytes.length; at++) {
    for (const nibble of [bytes[at]! >> 4, bytes[at]! & 15]) {
      if (nibble === END_OF_REAL) return { value: text === '' ? Number.NaN : Number(text), end: at + 1 };
      text += REAL_DIGITS[nibble];
    }
  }
  return { value: Number.NaN, end: bytes.length };
}

export function dictOperands(dict: Dict, operator: number): readonly number[] | undefined {
  return dict.findLast((entry) => entry.operator === operator)?.operands;
}

/** Returns an entry's single operand, or the default `absent`. */
export function dictNumber(dict: Dict, operator: number, absent: number): number {
  return dictOperands(dict, operator)?.at(-1) ?? absent;
}

export function dictEntry(operator: number, operands: readonly number[]): DictEntry {
  const numbers = operands.flatMap((operand) => writeDictNumber(operand));
  const code = operator >= 1200 ? [ESCAPE, operator - 1200] : [operator];
  return { operator, operands, bytes: Uint8Array.from([...numbers, ...code]) };
}

function writeDictNumber(value: number): number[] {
  if (value !== (value | 0)) return writeReal(value);
  return writeInt16(value) ?? [29, ...writeInt32(value)];
}

/** Returns the shortest decimal that reads back as the same number. */
function writeReal(value: number): number[] {
  if (!Number.isFinite(value)) refuse('out-of-range', `${value} in a DICT`);
  const text = String(value)
    .toUpperCase()
    .replace('E+', 'E')
    .replace(/^(-?)0\./, '$1.');
  const nibbles = (text.match(/E-|./g) ?? []).map((digit) => REAL_DIGITS.indexOf(digit));
  nibbles.push(END_OF_REAL);
  if (nibbles.length % 2 === 1) nibbles.push(END_OF_REAL);
  const bytes = [30];
  for (let i = 0; i < nibbles.length; i += 2) bytes.push((nibbles[i]! << 4) | nibbles[i + 1]!);
  return bytes;
}
