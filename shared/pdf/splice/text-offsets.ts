/** Finds the offsets that a file states as text: in cross-reference tables, trailers, and after `startxref`. */

import { latin1 } from '../bytes.ts';

/** Digits at `[start, end)` that state a position in the file. */
export interface TextOffset {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

/** `/Prev` of an outline item is a reference. */
const NAMED = /(?:startxref|\/Prev|\/XRefStm)\s*(\d{1,15})(?![\d.]|\s+\d+\s+R)/g;
/** Tolerant like readers: rows need not have 20 bytes (ISO 32000-2, 7.5.4). */
const ROW = /(\d{1,15})\s+\d{1,5}\s+n(?![A-Za-z])/g;
const TABLE = /(?:^|[^A-Za-z])xref/;

/** Returns the offsets in `[from, to)`, which is between objects. */
export function textOffsets(bytes: Uint8Array, from: number, to: number): TextOffset[] {
  const text = latin1(bytes, from, to);
  const found = matches(text, NAMED, from);
  const table = TABLE.exec(text);
  if (table === null) return found;
  const rows = matches(text.slice(table.index), ROW, from + table.index);
  return [...found, ...rows];
}

function matches(text: string, pattern: RegExp, from: number): TextOffset[] {
  return [...text.matchAll(pattern)].map((match) => {
    const start = from + match.index + match[0].indexOf(match[1]!);
    return { start, end: start + match[1]!.length, value: Number(match[1]) };
  });
}
