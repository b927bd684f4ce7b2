import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { describeFileError } from '../text/files.ts';

/** A PDF that was named or found. */
export interface FoundFile {
  /** As it is told to people: as it was named, or below the folder that was named. */
  readonly path: string;
  /** Where it stands below what was named, for a tree of results. */
  readonly place: string;
  readonly bytes: number;
  /** Milliseconds since 1970, with the fraction that the file system keeps. */
  readonly mtimeMs: number;
}

export interface Found {
  readonly files: readonly FoundFile[];
  /** A sentence for each path that could not be looked at. */
  readonly troubles: readonly string[];
}

export interface Search {
  readonly isRecursive: boolean;
  /** Folders that hold results or originals: nothing in them is an input. */
  readonly except: readonly string[];
  /** Leave out `a-light.pdf` where `a.pdf` is beside it: it is a result of ours. */
  readonly exceptResults: boolean;
}

const PDF_NAME = /\.pdf$/i;

/**
 * The PDFs that are meant by `paths`, in the order of names. Links and hidden folders inside of a folder are left alone: what they
 * lead to was not named.
 */
export async function findFiles(paths: readonly string[], search: Search): Promise<Found> {
  const files: FoundFile[] = [];
  const troubles: string[] = [];
  const folders: string[] = [];
  for (const path of paths) {
    try {
      const found = await stat(path);
      if (found.isDirectory()) folders.push(path);
      else files.push({ path, place: basename(path), bytes: found.size, mtimeMs: found.mtimeMs });
    } catch (error) {
      troubles.push(`Cannot read ${path}: ${describeFileError(error)}.`);
    }
  }
  const except = new Set(search.except.map((folder) => resolve(folder)));
  for (const folder of folders) {
    // Two trees in one folder of results are told apart by the names of their roots.
    const root = folders.length > 1 ? basename(resolve(folder)) : '';
    for (const path of await pdfsIn(folder, { ...search, except: [...except] }, troubles)) {
      const { size, mtimeMs } = await lstat(path);
      files.push({ path, place: join(root, relative(folder, path)), bytes: size, mtimeMs });
    }
  }
  return { files: dedupeByPath(files), troubles };
}

async function pdfsIn(folder: string, search: Search, troubles: string[]): Promise<readonly string[]> {
  if (search.except.includes(resolve(folder))) return [];
  let entries: import('node:fs').Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    troubles.push(`Cannot read ${folder}: ${describeFileError(error)}.`);
    return [];
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = new Set(entries.map(({ name }) => name));
  const found: string[] = [];
  for (const entry of entries) {
    if (entry.isFile() && PDF_NAME.test(entry.name) && !(search.exceptResults && isResult(entry.name, names)))
      found.push(join(folder, entry.name));
    if (entry.isDirectory() && !entry.name.startsWith('.') && search.isRecursive)
      found.push(...(await pdfsIn(join(folder, entry.name), search, troubles)));
  }
  return found;
}

function isResult(name: string, names: ReadonlySet<string>): boolean {
  const original = name.replace(/-light(\.pdf)$/i, '$1');
  return original !== name && names.has(original);
}

/** A file that is named twice, or named and found, is one. */
function dedupeByPath(files: readonly FoundFile[]): readonly FoundFile[] {
  const seen = new Set<string>();
  return files.filter(({ path }) => {
    const whole = resolve(path);
    if (seen.has(whole)) return false;
    seen.add(whole);
    return true;
  });
}
