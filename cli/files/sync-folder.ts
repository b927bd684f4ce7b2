import { closeSync, fsyncSync, openSync } from 'node:fs';
import { osPath } from './os-path.ts';
import { systemCode } from './system-error.ts';

/** Codes of systems that cannot sync a folder, and of folders that may not be read. */
const CANNOT: ReadonlySet<string> = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOENT']);

/** Writes the names in a folder to the disk, so that new and replaced files survive a crash of the machine. */
export function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(osPath(folder), 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!CANNOT.has(systemCode(error))) throw error;
  }
}
