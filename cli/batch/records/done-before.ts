import { lstatSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { osPath } from '../../files/os-path.ts';
import type { FoundFile } from '../inputs/find-files.ts';
import type { FileResult } from '../results/file-result.ts';
import type { Target } from '../results/target.ts';
import type { Ledger } from './ledger.ts';
import type { LedgerEntry } from './ledger-line.ts';

/** Returns the result of an earlier run if the PDF is unchanged since; null if it must be compressed. */
export function doneBefore(file: FoundFile, target: Target, ledger: Ledger | null): FileResult | null {
  if (ledger === null) return null;
  const { path, bytes, mtimeMs } = file;
  const entry = ledger.entryOf(resolve(path), targetPath(target));
  if (entry === undefined || entry.bytes !== bytes || entry.mtimeMs !== mtimeMs) return null;
  const known = { file: path, inputSize: bytes };
  if (entry.problem !== undefined) return { ...known, status: 'refused', problem: entry.problem };
  if (target.kind === 'in-place') return { ...known, status: 'skipped', output: path, outputSize: bytes };
  const { output } = entry;
  // Nothing was saved, so nothing was written.
  if (output === undefined) return target.copiesUnchanged ? null : { ...known, status: 'skipped' };
  if (!isThere(output)) return null;
  const { parts } = output;
  if (parts === undefined)
    return { ...known, status: 'skipped', output: target.path, outputSize: output.bytes };
  const outputSize = parts.reduce((sum, part) => sum + part.bytes, 0);
  return { ...known, status: 'skipped', parts, outputSize };
}

export interface DoneFile extends Pick<FileResult, 'output' | 'parts'> {
  readonly path: string;
  /** The file when it was read. */
  readonly before: Pick<Stats, 'size' | 'mtimeMs'>;
  readonly target: Target;
  readonly outputSize: number;
  /** Modification time of the first file written; undefined if none was. */
  readonly mtimeMs: number | undefined;
}

/** Returns the entry for a compressed PDF; null if the file has been modified since. */
export function doneEntry(done: DoneFile): LedgerEntry | null {
  const { path, before, target, output, parts, outputSize, mtimeMs } = done;
  if (target.kind === 'in-place') {
    const left = statSync(osPath(path));
    if (left.size !== outputSize) return null;
    return { path: resolve(path), bytes: left.size, mtimeMs: left.mtimeMs };
  }
  const entry = { path: resolve(path), bytes: before.size, mtimeMs: before.mtimeMs };
  const [first = output === undefined ? undefined : { output, bytes: outputSize }] = parts ?? [];
  if (first === undefined || mtimeMs === undefined) return entry;
  const written = { path: resolve(first.output), bytes: first.bytes, mtimeMs };
  return { ...entry, output: parts === undefined ? written : { ...written, parts } };
}

/** Returns the entry for a PDF that cannot be compressed; null if another run may succeed. */
export function refusedEntry(
  { path, bytes, mtimeMs }: FoundFile,
  { problem }: Pick<FileResult, 'problem'>,
  isLocked: boolean,
): LedgerEntry | null {
  // Another password may open it.
  if (problem === undefined || isLocked) return null;
  return { path: resolve(path), bytes, mtimeMs, problem };
}

/** The absolute path requested for the result; undefined if it replaces the PDF. */
export function targetPath(target: Target): string | undefined {
  return target.kind === 'file' ? resolve(target.path) : undefined;
}

function isThere({ path, bytes, mtimeMs }: NonNullable<LedgerEntry['output']>): boolean {
  const found = lstatSync(osPath(path), { throwIfNoEntry: false });
  return found?.size === bytes && found.mtimeMs === mtimeMs;
}
