import { parsedRecord } from '../../files/json-lines.ts';
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

const HEAD = '{"path":"';
const TARGET = ',"target":"';
const PROBLEM = ',"problem":{';

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
export function ledgerKey(path: string, target: string | undefined): string {
  return target === undefined ? path : `${path}\0${target}`;
}

/**
 * Returns the key of a line; null if it is not a complete entry. A start with 300,000 lines would spend a second on parsing,
 * so lines of the usual forms are not parsed.
 */
export function keyOfLine(line: string): string | null {
  return plainKeyOf(line) ?? parsedKeyOf(line);
}

/** Undefined if the line must be parsed. Without a backslash no string contains a quote. */
function plainKeyOf(line: string): string | undefined {
  const pathEnd = line.indexOf('"', HEAD.length);
  if (!line.startsWith(HEAD) || pathEnd < 0 || line.includes('\\')) return undefined;
  const path = line.slice(HEAD.length, pathEnd);
  const target = line.lastIndexOf(TARGET);
  if (target > 0)
    return line.endsWith('"}') ? ledgerKey(path, line.slice(target + TARGET.length, -2)) : undefined;
  const isFlat = line.endsWith('}') && !line.includes('{', 1);
  const isRefusal = line.endsWith('"}}') && line.includes(PROBLEM);
  return isFlat || isRefusal ? ledgerKey(path, undefined) : undefined;
}

function parsedKeyOf(line: string): string | null {
  const entry = parsedLine(line);
  if (entry === null) return null;
  const { path, output } = entry;
  // Without a target, it is the path of the output.
  const target = 'target' in entry && typeof entry.target === 'string' ? entry.target : output?.path;
  return ledgerKey(path, target);
}
