import { chmodSync, chownSync, mkdirSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { osPath } from './os-path.ts';
import { PathIndex } from './path-index.ts';
import { isFolder } from './same-file.ts';

const SHARED = 0o077;
const READABLE_BY_ALL = 0o055;

/** Makes folders that are no more readable than the folders that they mirror. */
export class MirroredFolders {
  /** Modes of the folders that this run has made. */
  readonly #modes = new PathIndex();

  /** Makes a folder and its parents, as far as they are missing. Parents of equal names mirror those of `like`. */
  make(folder: string, like: string): void {
    const [whole, source] = [resolve(folder), resolve(like)];
    if (isFolder(whole)) {
      // PDFs of several folders may share one that this run has made.
      const shared = (this.#modes.get(whole) ?? 0) & SHARED;
      const stats = shared === 0 ? undefined : statSync(osPath(source));
      if (stats !== undefined && (shared & ~stats.mode) !== 0) this.#restrict(whole, stats);
      return;
    }
    if (basename(whole) === basename(source)) this.make(dirname(whole), dirname(source));
    else mkdirSync(osPath(dirname(whole)), { recursive: true });
    const stats = statSync(osPath(source));
    try {
      mkdirSync(osPath(whole), { mode: 0o700 | (stats.mode & SHARED) });
    } catch (error) {
      // Another process made it.
      if (isFolder(whole)) return;
      throw error;
    }
    if ((stats.mode & READABLE_BY_ALL) !== READABLE_BY_ALL) giveTo(whole, stats);
    this.#restrict(whole, stats);
  }

  /** Windows has access lists instead, which folders inherit. */
  #restrict(folder: string, { mode, gid }: Stats): void {
    if (process.platform === 'win32') return;
    const made = statSync(osPath(folder));
    // Another group gets the rights of all others.
    const allowed = made.gid === gid ? mode : mode & (0o707 | ((mode & 0o007) << 3));
    const left = made.mode & 0o7777 & (0o7700 | allowed);
    if (left !== (made.mode & 0o7777)) chmodSync(osPath(folder), left);
    this.#modes.set(folder, left);
  }
}

function giveTo(folder: string, { uid, gid }: Stats): void {
  for (const owner of [uid, statSync(osPath(folder)).uid])
    try {
      chownSync(osPath(folder), owner, gid);
      return;
    } catch {
      // Only root may give a folder away, and only to own groups.
    }
}
