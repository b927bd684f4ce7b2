/**
 * Reads the cross-reference tables and streams of a file, newest first (ISO 32000-2, 7.5.4, 7.5.8). Only
 * these tell which copy of an object is current; scanning a file from the start revives deleted ones.
 */
import { PdfError } from '../../errors.ts';
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../byte-source.ts';
import { isWhite, lastIndexOf } from '../bytes.ts';
import { decodeStream } from '../filter/filters.ts';
import { unknownFilterOf, unsupportedFilter } from '../filter/unknown-filter.ts';
import { key, PDFArray, type PDFContext, PDFDict, PDFNumber, PDFRawStream } from '../objects.ts';
import { ObjectParser, SyntaxProblem } from './parser.ts';
import { ReadBudget } from './read-budget.ts';
import { type XrefEntries, XrefRows, XrefTable } from './xref-entries.ts';

export interface Xref {
  readonly entries: XrefEntries;
  /** The newest trailer that names a catalog; the dictionary of an xref stream counts as a trailer. */
  readonly trailer: PDFDict;
  /** Cross-reference streams read, newest first. */
  readonly streams: readonly PDFRawStream[];
  /** Bytes before `%PDF-`; offsets may count from there. */
  readonly headerOffset: number;
}

/** `startxref` must be near the end (7.5.5); like readers, search a little further because of appended junk. */
const TAIL_BYTES = 2048;
/** "0000000016 00000 n" and its end of line (7.5.4). */
const TABLE_ENTRY_BYTES = 20;

/**
 * Follows the chain from `startxref`.
 * @throws SyntaxProblem when any part of the chain cannot be read: then no entry of it can be trusted
 * @throws PdfError `limit_exceeded` for too many entries, `unsupported_filter` for a section in an unknown
 * filter
 */
export function readXref(file: ByteSource, headerOffset: number, context: PDFContext, limits: Limits): Xref {
  const entries = new XrefTable();
  const visited = new Set<number>();
  const source: Source = {
    file,
    headerOffset,
    context,
    limits,
    budget: new ReadBudget(),
    rows: 0,
    streams: [],
  };
  let trailer: PDFDict | undefined;
  let next: number | undefined = startOffset(file);

  while (next !== undefined && !visited.has(next)) {
    visited.add(next);
    if (visited.size > limits.xrefSections)
      throw new SyntaxProblem('too many cross-reference sections', next);
    const section = readSection(source, next);
    entries.addUsed(section.rows);
    // A hybrid file hides objects from old readers: they are free entries in the table and used in /XRefStm,
    // which takes precedence over the table's free entries and over /Prev (7.5.8.4).
    const hybrid = integerAt(section.trailer, 'XRefStm');
    if (hybrid !== undefined && !visited.has(hybrid)) {
      visited.add(hybrid);
      const { rows } = readSection(source, hybrid);
      entries.addUsed(rows);
      entries.addFree(rows);
    }
    entries.addFree(section.rows);
    if (trailer === undefined && section.trailer.has(key('Root'))) trailer = section.trailer;
    next = integerAt(section.trailer, 'Prev');
  }
  if (trailer === undefined) throw new SyntaxProblem('no trailer', file.length);
  return { entries, trailer, streams: source.streams, headerOffset };
}

interface Source {
  readonly file: ByteSource;
  readonly headerOffset: number;
  readonly context: PDFContext;
  readonly limits: Limits;
  readonly budget: ReadBudget;
  /** Entries read so far. */
  rows: number;
  /** Cross-reference streams read so far. */
  readonly streams: PDFRawStream[];
}

/** Sections may repeat an entry a thousand times, and unpack from very little. */
function countRow(source: Source): void {
  const { objects } = source.limits;
  if (++source.rows > objects)
    throw new PdfError({ code: 'limit_exceeded', limit: 'objects', allowed: objects });
}

interface Section {
  readonly rows: XrefRows;
  readonly trailer: PDFDict;
}

function startOffset(file: ByteSource): number {
  const from = Math.max(0, file.length - TAIL_BYTES);
  const bytes = file.read(from, file.length);
  const at = lastIndexOf(bytes, 'startxref');
  if (at < 0) throw new SyntaxProblem('no startxref', file.length);
  let digit = at + 'startxref'.length;
  while (isWhite(bytes[digit]!)) digit += 1;
  let offset = 0;
  const first = digit;
  for (; bytes[digit]! >= 0x30 && bytes[digit]! <= 0x39 && digit - first < 15; digit++) {
    offset = offset * 10 + bytes[digit]! - 0x30;
  }
  if (digit === first) throw new SyntaxProblem('no offset behind startxref', from + at);
  return offset;
}

function readSection(source: Source, offset: number): Section {
  const { file, headerOffset, context, limits, budget } = source;
  for (const at of headerOffset > 0 ? [offset, offset + headerOffset] : [offset]) {
    if (at >= file.length) continue;
    const parser = new ObjectParser(file, context, limits, at, budget);
    const { rows } = source;
    const table = parser.withEnough(() => {
      source.rows = rows;
      return parser.tryWord('xref') ? readTable(source, parser) : null;
    });
    if (table !== null) return table;
    const stream = parser.indirectObject(() => undefined);
    if (stream?.object instanceof PDFRawStream) return readXrefStream(stream.object, source, at);
  }
  throw new SyntaxProblem('no cross-reference section', offset);
}

/** Reads a table after the word `xref`. */
function readTable(source: Source, parser: ObjectParser): Section {
  const rows = new XrefRows();
  while (!parser.tryWord('trailer')) {
    let first = parser.tryInteger();
    const count = parser.tryInteger();
    if (first < 0 || count < 0) throw new SyntaxProblem('a broken cross-reference table', parser.position);
    if (count * (TABLE_ENTRY_BYTES - 2) > source.file.length) {
      throw new SyntaxProblem('more cross-reference entries than bytes', parser.position);
    }
    for (let i = 0; i < count; i++) {
      countRow(source);
      const offset = parser.tryInteger();
      const generation = parser.tryInteger();
      const inUse = parser.tryWord('n');
      if (offset < 0 || generation < 0 || (!inUse && !parser.tryWord('f'))) {
        throw new SyntaxProblem('a broken cross-reference entry', parser.position);
      }
      // A table that begins at 1 with the head of the free list is off by one; the head is object 0.
      if (i === 0 && first === 1 && !inUse && generation === 65535 && offset === 0) first = 0;
      if (inUse && offset > 0) rows.plain(first + i, offset, generation);
      else rows.free.push(first + i);
    }
  }
  const trailer = parser.object();
  if (!(trailer instanceof PDFDict)) throw new SyntaxProblem('the trailer is no dictionary', parser.position);
  return { rows, trailer };
}

function readXrefStream(stream: PDFRawStream, source: Source, offset: number): Section {
  const { dict } = stream;
  const widths = integers(dict, 'W');
  const size = integerAt(dict, 'Size');
  if (
    widths === null ||
    widths.length < 3 ||
    widths.some((width) => width < 0 || width > 8) ||
    size === undefined
  ) {
    throw new SyntaxProblem('a broken cross-reference stream', offset);
  }
  const decoded = decodeStream(stream, source.limits.streamBytes);
  const unknown = unknownFilterOf(decoded);
  if (unknown !== null) throw unsupportedFilter(unknown);
  if (decoded.kind !== 'bytes') throw new SyntaxProblem('an undecodable cross-reference stream', offset);

  source.streams.push(stream);
  const data = decoded.bytes;
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  const entryBytes = widths.reduce((sum, width) => sum + width, 0);
  if (entryBytes === 0) throw new SyntaxProblem('a broken cross-reference stream', offset);
  const index = integers(dict, 'Index') ?? [0, size];
  const count = index.reduce((sum, value, i) => (i % 2 === 1 ? sum + Math.max(0, value) : sum), 0);
  // With only a part of the entries, existing objects would look deleted.
  if (decoded.damaged && data.length < count * entryBytes)
    throw new SyntaxProblem('half a cross-reference stream', offset);
  const rows = new XrefRows();
  let at = 0;
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    for (let i = 0; i < index[pair + 1]! && at + entryBytes <= data.length; i++, at += entryBytes) {
      countRow(source);
      const number = index[pair]! + i;
      const type = typeWidth === 0 ? 1 : bigEndian(data, at, typeWidth);
      const second = bigEndian(data, at + typeWidth, secondWidth);
      const third = bigEndian(data, at + typeWidth + secondWidth, thirdWidth);
      if (type === 1) rows.plain(number, second, third);
      else if (type === 2) rows.packed(number, second, third);
      else if (type === 0) rows.free.push(number);
      // Other types read as a reference to null (7.5.8.3).
    }
  }
  return { rows, trailer: dict };
}

function bigEndian(data: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = 0; i < width; i++) value = value * 256 + data[at + i]!;
  return value;
}

function integerAt(dict: PDFDict, name: string): number | undefined {
  const value = dict.get(key(name));
  return value instanceof PDFNumber && Number.isInteger(value.asNumber()) && value.asNumber() >= 0
    ? value.asNumber()
    : undefined;
}

function integers(dict: PDFDict, name: string): number[] | null {
  const array = dict.get(key(name));
  if (!(array instanceof PDFArray)) return null;
  const values: number[] = [];
  for (let i = 0; i < array.size(); i++) {
    const value = array.get(i);
    if (!(value instanceof PDFNumber) || !Number.isInteger(value.asNumber())) return null;
    values.push(value.asNumber());
  }
  return values;
}
