import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { osPath, pathFromBytes } from './os-path.ts';

/** Files and folders known by device and inode, whatever leads to them: links, bind mounts, other cases of a name. */
export class FileSet {
  readonly #keys = new Set<string>();

  constructor(paths: readonly string[]) {
    for (const path of paths) for (const key of keysOf(path)) this.#keys.add(key);
  }

  /** False if nothing exists at the path. */
  has(path: string): boolean {
    return this.#keys.size > 0 && keysOf(path).some((key) => this.#keys.has(key));
  }
}

export function isSameFile(one: string, other: string): boolean {
  return new FileSet([one]).has(other);
}

/** A share that is mounted twice has two device numbers; inode and change time then tell. */
function keysOf(path: string): readonly string[] {
  try {
    const { dev, ino, ctimeNs } = statSync(osPath(path), { bigint: true });
    // Some file systems of Windows have no inodes.
    return ino === 0n ? [String(realpathSync(osPath(path)))] : [`${dev}:${ino}`, `${ino}@${ctimeNs}`];
  } catch {
    return [];
  }
}

/** Resolves links, as far as the path exists. */
export function wholePath(path: string): string {
  const whole = resolve(path);
  try {
    return pathFromBytes(realpathSync(osPath(whole), { encoding: 'buffer' }));
  } catch {
    const parent = dirname(whole);
    return parent === whole ? whole : join(wholePath(parent), basename(whole));
  }
}

/** Whether there is a folder, or a link to one. */
export function isFolder(path: string): boolean {
  return statSync(osPath(path), { throwIfNoEntry: false })?.isDirectory() === true;
}
