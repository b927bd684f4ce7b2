import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { writeFileAtomic } from '../write-file-atomic.ts';
import type { LostAttribute } from './file-attributes.ts';
import { FileError } from './file-error.ts';
import { osPath } from './os-path.ts';
import { orAbsent } from './system-error.ts';

/** Differs once a file has been modified. */
export function versionOf({ size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>): string {
  return `${size}-${mtimeMs}`;
}

/** @throws FileError `modified_concurrently` */
export async function mustBeUnchanged(path: string, version: string): Promise<Stats> {
  const stats = await orAbsent(stat(osPath(path)));
  if (stats !== undefined && versionOf(stats) === version) return stats;
  throw new FileError('modified_concurrently', 'it was changed while it was being compressed');
}

export function hardLinked(): FileError {
  return new FileError('hard_linked', 'it has other names (hard links), from which it would be parted');
}

/**
 * Replaces a file by its result. It keeps its attributes and the times of `before`.
 *
 * @returns the attributes that could not be kept
 * @throws FileError if it was modified since `before`, or has hard links
 */
export async function replaceFile(
  path: string,
  pieces: readonly Uint8Array[],
  before: Stats,
): Promise<readonly LostAttribute[]> {
  const beforeCommit = () => mustBeUnchanged(path, versionOf(before));
  if ((await beforeCommit()).nlink > 1) throw hardLinked();
  return writeFileAtomic(path, pieces, { times: before, beforeCommit });
}
