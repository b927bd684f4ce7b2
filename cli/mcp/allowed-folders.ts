import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { FileRefusal } from '../../library/agents/agent-files.ts';
import { osPath, pathFromBytes } from '../files/os-path.ts';

/** The folders named at startup. Nothing outside them is read or written, wherever links lead. */
export class AllowedFolders {
  readonly #folders: readonly string[];

  private constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** @throws FileRefusal if one of them is not a folder */
  static async of(paths: readonly string[]): Promise<AllowedFolders> {
    const folders: string[] = [];
    for (const path of paths) {
      const found = await stat(osPath(path)).catch(() => undefined);
      if (found?.isDirectory() !== true) throw new FileRefusal(`${path} is no folder.`);
      folders.push(await realPath(path));
    }
    return new AllowedFolders(folders);
  }

  get paths(): readonly string[] {
    return this.#folders;
  }

  /** Resolves the links of an existing path. Relative paths start at the first folder. @throws FileRefusal */
  async existing(path: string): Promise<string> {
    const whole = this.#whole(path);
    const real = await realPath(whole).catch(() => undefined);
    // Whether a file exists is revealed only inside the allowed folders.
    if (real === undefined) {
      this.#mustAllow(whole, path);
      throw new FileRefusal(`There is no file or folder ${path}.`);
    }
    this.#mustAllow(real, path);
    return real;
  }

  /** Resolves the path of a file to be created. Its folder must exist. @throws FileRefusal */
  async forNewFile(path: string): Promise<string> {
    const whole = this.#whole(path);
    const there = await realPath(whole).catch(() => undefined);
    if (there !== undefined) {
      this.#mustAllow(there, path);
      return there;
    }
    const folder = await realPath(dirname(whole)).catch(() => undefined);
    if (folder === undefined) {
      this.#mustAllow(whole, path);
      throw new FileRefusal(`There is no folder for ${path}.`);
    }
    this.#mustAllow(folder, path);
    return join(folder, basename(whole));
  }

  #whole(path: string): string {
    return resolve(this.#folders[0] ?? '.', path);
  }

  #mustAllow(real: string, path: string): void {
    if (this.#folders.some((folder) => isInside(real, folder))) return;
    throw new FileRefusal(`${path} is outside of the allowed folders: ${this.#folders.join(', ')}.`);
  }
}

async function realPath(path: string): Promise<string> {
  return pathFromBytes(await realpath(osPath(path), { encoding: 'buffer' }));
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way.split(/[\\/]/)[0] !== '..');
}
