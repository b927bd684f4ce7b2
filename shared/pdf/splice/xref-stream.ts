/** Reads and writes the offsets in a cross-reference stream (ISO 32000-2, 7.5.8). */

import { deflate } from '../../codecs/flate/deflate.ts';
import type { Limits } from '../../limits.ts';
import { ofLength } from '../../lists.ts';
import { decodeStream } from '../filter/filters.ts';
import {
  arrayItems,
  dictEntries,
  key,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFRawStream,
} from '../objects.ts';
import { PACKING_KEYS } from '../streams.ts';
import { pngUp } from '../write/png-up.ts';

const PACKING: ReadonlySet<PDFName> = new Set(PACKING_KEYS.map(key));
const POSITIONS = ['Prev', 'XRefStm'].map(key);
/** Widths above this are not numbers of bytes; a file has fewer than 2^48. */
const MAX_WIDTH = 6;

/** A cross-reference stream that was decoded whole. */
export interface XrefStream {
  readonly dict: PDFDict;
  readonly rows: Uint8Array;
  readonly widths: readonly [number, number, number];
}

/** Returns null if it cannot be decoded, or not whole: it is unknown what readers take from it. */
export function readXrefStream(stream: PDFRawStream, limits: Limits): XrefStream | null {
  const widths = stream.dict.lookup(key('W'));
  if (!(widths instanceof PDFArray)) return null;
  const numbers = ofLength(
    arrayItems(widths).map((item) => (item instanceof PDFNumber ? item.asNumber() : -1)),
    3,
  );
  if (numbers === null || !numbers.every((width) => width >= 0 && width <= MAX_WIDTH)) return null;
  const decoded = decodeStream(stream, limits.streamBytes);
  if (decoded.kind !== 'bytes') return null;
  const [type, second, third] = numbers;
  // A checksum may be wrong or missing, but no row.
  const wanted = rowCount(stream.dict) * (type + second + third);
  if (decoded.damaged && decoded.bytes.length < wanted) return null;
  return { dict: stream.dict, rows: decoded.bytes, widths: numbers };
}

function rowCount(dict: PDFDict): number {
  const index = dict.lookup(key('Index'));
  const counts =
    index instanceof PDFArray ? arrayItems(index).filter((_, i) => i % 2 === 1) : [dict.lookup(key('Size'))];
  const numbers = counts.map((count) =>
    count instanceof PDFNumber ? count.asNumber() : Number.POSITIVE_INFINITY,
  );
  return numbers.reduce((sum, count) => sum + count, 0);
}

/** Returns the positions that it states: those of objects, and of other cross-references. */
export function offsetsIn(xref: XrefStream): number[] {
  const found: number[] = [];
  eachOffset(xref, (offset) => found.push(offset));
  for (const name of POSITIONS) {
    const value = xref.dict.get(name);
    if (value instanceof PDFNumber) found.push(value.asNumber());
  }
  return found;
}

/** Returns the same stream with all positions mapped. No offset may grow: it has as many bytes as before. */
export function withOffsets(
  xref: XrefStream,
  at: (position: number) => number,
): { readonly dict: PDFDict; readonly data: Uint8Array } {
  const rows = xref.rows.slice();
  const [, width] = xref.widths;
  eachOffset(xref, (offset, place) => {
    let rest = at(offset);
    for (let i = place + width - 1; i >= place; i--) {
      rows[i] = rest % 256;
      rest = Math.floor(rest / 256);
    }
  });
  const entries = new Map<PDFName, PDFObject>();
  for (const [name, value] of dictEntries(xref.dict)) {
    if (PACKING.has(name)) continue;
    const isPosition = POSITIONS.includes(name) && value instanceof PDFNumber;
    entries.set(name, isPosition ? PDFNumber.of(at(value.asNumber())) : value);
  }
  const rowBytes = xref.widths.reduce((sum, each) => sum + each, 0);
  const { context } = xref.dict;
  entries.set(key('Filter'), PDFName.of('FlateDecode'));
  entries.set(key('DecodeParms'), context.obj({ Predictor: 12, Columns: rowBytes }));
  return { dict: PDFDict.fromMapWithContext(entries, context), data: deflate(pngUp(rows, rowBytes)) };
}

function eachOffset({ rows, widths }: XrefStream, visit: (offset: number, place: number) => void): void {
  const [type, second, third] = widths;
  const rowBytes = type + second + third;
  if (rowBytes === 0) return;
  for (let row = 0; row + rowBytes <= rows.length; row += rowBytes) {
    if (type > 0 && bigEndian(rows, row, type) !== 1) continue;
    visit(bigEndian(rows, row + type, second), row + type);
  }
}

function bigEndian(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = 0; i < width; i++) value = value * 256 + bytes[at + i]!;
  return value;
}
