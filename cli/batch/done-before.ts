import { lstatSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { osPath } from '../files/os-path.ts';
import type { FileResult, WrittenPart } from './file-result.ts';
import type { FoundFile } from './find-files.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import type { Target } from './target.ts';

/** What an earlier run knows of a PDF that stands as it left it; null where it is to be done. */
export function doneBefore(file: FoundFile, target: Target, ledger: Ledger | null): FileResult | null {
  if (ledger === null || target.kind === 'none') return null;
  const { path, bytes, mtimeMs } = file;
  const entry = ledger.entryOf(resolve(path), targetPath(target));
  if (entry === undefined || entry.bytes !== bytes || entry.mtimeMs !== mtimeMs) return null;
  const known = { file: path, inputBytes: bytes };
  if (entry.problem !== undefined) return { ...known, status: 'refused', problem: entry.problem };
  if (target.kind === 'in-place')
    return { ...known, status: 'done-before', output: path, outputBytes: bytes };
  const { output } = entry;
  if (output === undefined || !isThere(output)) return null;
  return { ...known, status: 'done-before', output: output.path, outputBytes: output.bytes };
}

/** What is to be remembered of a PDF that was done. */
export function doneEntry(path: string, target: Target, first: WrittenPart): LedgerEntry {
  const { size, mtimeMs } = statSync(osPath(path));
  const output =
    target.kind === 'file' ? { output: { path: resolve(first.output), bytes: first.bytes } } : undefined;
  return { path: resolve(path), bytes: size, mtimeMs, ...output };
}

/** What is to be remembered of a PDF that cannot be done; null where another run may do it. */
export function refusedEntry(
  { path, bytes, mtimeMs }: FoundFile,
  { problem }: Pick<FileResult, 'problem'>,
  isLocked: boolean,
): LedgerEntry | null {
  // Another password may open it.
  if (problem === undefined || isLocked) return null;
  return { path: resolve(path), bytes, mtimeMs, problem };
}

/** Whole path that a result was asked for; undefined where it is the PDF itself. */
export function targetPath(target: Target): string | undefined {
  return target.kind === 'file' ? resolve(target.path) : undefined;
}

function isThere({ path, bytes }: NonNullable<LedgerEntry['output']>): boolean {
  return lstatSync(osPath(path), { throwIfNoEntry: false })?.size === bytes;
}
