import { parsedRecord } from '../../files/json-lines.ts';
import { osPath } from '../../files/os-path.ts';
import { hash53OfBytes } from '../../files/path-index.ts';
import type { FileResult, WrittenPart } from '../results/file-result.ts';

/** The record of one processed PDF. */
export interface LedgerEntry {
  /** Absolute path. */
  readonly path: string;
  /** Size of the file after the run. */
  readonly bytes: number;
  /** Milliseconds, as the file system returns it. */
  readonly mtimeMs: number;
  /** The result, if it is another file. The path is absolute. */
  readonly output?: {
    readonly path: string;
    readonly bytes: number;
    readonly mtimeMs: number;
    /** Present if the result is split; `path` is the first part. */
    readonly parts?: readonly WrittenPart[];
  };
  /** Why the PDF was not compressed. It is not retried while it stays unchanged. */
  readonly problem?: NonNullable<FileResult['problem']>;
}

const [QUOTE, OPEN, CLOSE] = [0x22, 0x7b, 0x7d];
const HEAD = Buffer.from('{"path":"');
const LAST_KEY = Buffer.from(',"mtimeMs"');
const PROBLEM = Buffer.from('"problem":');
const END_OF_PROBLEM = Buffer.from('"}}');
const TARGET = Buffer.from(',"target":');

/** Serializes an entry. `target` is the path requested for its result, if that is another file. */
export function ledgerLine(entry: LedgerEntry, target: string | undefined): string {
  return JSON.stringify(target === undefined ? entry : { ...entry, target });
}

/** Parses a line; null if it is not a complete entry. */
export function parsedLine(line: string): LedgerEntry | null {
  const value = parsedRecord(line);
  return value !== null && 'path' in value && 'bytes' in value ? (value as unknown as LedgerEntry) : null;
}

/** Key of an entry: a PDF has one for each path requested for its result. */
export function ledgerKey(path: string, target: string | undefined): number {
  // In bytes, as in the line: names that are not UTF-8 stay distinct.
  const bytes = Buffer.from(osPath(target === undefined ? path : `${path}\0${target}`));
  return hash53OfBytes(bytes, [0, bytes.length]);
}

/** A line of the file within the bytes read. */
export interface Line {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly hasBackslash: boolean;
}

/**
 * Returns the key of a line; null if it is not a complete entry. A start with 300,000 lines would spend seconds on
 * parsing, so lines of the usual forms are not parsed.
 */
export function keyOfLine(line: Line): number | null {
  if (line.start === line.end) return null;
  const plain = line.hasBackslash ? undefined : plainKeyOf(line);
  if (plain !== undefined) return plain;
  const entry = parsedLine(line.bytes.toString('utf8', line.start, line.end));
  return entry === null ? null : ledgerKey(entry.path, targetOf(entry));
}

/** Undefined if the line must be parsed. Loops over bytes, since a call of a buffer's method takes longer than them. */
function plainKeyOf({ bytes, start, end }: Line): number | undefined {
  const path = start + HEAD.length;
  if (bytes[end - 1] !== CLOSE || !isAt(HEAD, bytes, start)) return undefined;
  const pathEnd = quoteAfter(bytes, path, end);
  if (pathEnd === end) return undefined;
  if (bytes[end - 2] === QUOTE) {
    const target = quoteBefore(bytes, end - 3, pathEnd) + 1;
    const key = target - 1 - TARGET.length;
    if (key <= pathEnd || !isAt(TARGET, bytes, key)) return undefined;
    return hash53OfBytes(bytes, [path, pathEnd], [target, end - 2]);
  }
  const inner = openAfter(bytes, pathEnd, end);
  const isFlat =
    inner === end && isAt(LAST_KEY, bytes, quoteBefore(bytes, end - 2, pathEnd) + 1 - LAST_KEY.length);
  const isProblem =
    isAt(PROBLEM, bytes, inner - PROBLEM.length) &&
    isAt(END_OF_PROBLEM, bytes, end - END_OF_PROBLEM.length) &&
    openAfter(bytes, inner + 1, end) === end;
  return isFlat || isProblem ? hash53OfBytes(bytes, [path, pathEnd]) : undefined;
}

function isAt(word: Uint8Array, bytes: Uint8Array, at: number): boolean {
  for (let index = 0; index < word.length; index++) if (bytes[at + index] !== word[index]) return false;
  return true;
}

function quoteAfter(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== QUOTE) at += 1;
  return at;
}

function openAfter(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && bytes[at] !== OPEN) at += 1;
  return at;
}

function quoteBefore(bytes: Uint8Array, from: number, start: number): number {
  let at = from;
  while (at > start && bytes[at] !== QUOTE) at -= 1;
  return at;
}

function targetOf(entry: LedgerEntry): string | undefined {
  if ('target' in entry && typeof entry.target === 'string') return entry.target;
  return entry.output?.path;
}
