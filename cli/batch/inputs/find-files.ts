import { type Dir, lstatSync, type Stats } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { osPath, pathFromBytes } from '../../files/os-path.ts';
import { hash53, PathIndex } from '../../files/path-index.ts';
import { unlessAborted } from '../../files/unless-aborted.ts';
import { sanitizeForTerminal } from '../../terminal/printable.ts';
import { describeFileError } from '../../text/files.ts';
import type { NamedPath } from './named-paths.ts';

/** A PDF that was named or found. */
export interface FoundFile {
  /** As it is told to people: as it was named, or below the folder that was named. What is not UTF-8 is escaped (`osPath`). */
  readonly path: string;
  /** Where it stands below what was named, for a tree of results. */
  readonly place: string;
  readonly bytes: number;
  /** Milliseconds since 1970, with the fraction that the file system keeps. */
  readonly mtimeMs: number;
}

export interface Search {
  readonly isRecursive: boolean;
  /** Folders that hold results or originals: nothing in them is an input. */
  readonly except: readonly string[];
  /** Whether a PDF, or a folder with all in it, is wanted, by its path below what was named. All are, without. */
  readonly isWanted?: ((below: string, kind: 'file' | 'folder') => boolean) | undefined;
}

export interface Walk {
  readonly signal?: AbortSignal;
  /** Hears a sentence for each path that could not be looked at; the walk goes on. */
  readonly onTrouble: (sentence: string) => void;
}

/** Names that are read at a time. A folder with fewer comes in the order of names. */
const NAMES_AT_A_TIME = 1024;

/**
 * The PDFs that are meant by `paths`, as they are found: nothing is kept of them but what tells two names of one file
 * apart. Links and hidden folders inside of a folder are left alone: what they lead to was not named.
 *
 * @throws the signal's reason
 */
export async function* findFiles(
  paths: Iterable<NamedPath> | AsyncIterable<NamedPath>,
  search: Search,
  walk: Walk,
): AsyncGenerator<FoundFile> {
  const folderSearch = { ...search, except: new Set(search.except.map((folder) => resolve(folder))) };
  // One folder alone holds no file twice.
  const isNew = Array.isArray(paths) && paths.length === 1 ? () => true : firstTimeOnly();
  for await (const { path, place } of paths) {
    const found = await statOf(path, walk);
    if (found === null) continue;
    if (found.isDirectory()) {
      for await (const file of pdfsIn(path, place, folderSearch, walk)) if (isNew(file.path)) yield file;
    } else if (!found.isFile()) walk.onTrouble(`Cannot read ${sanitizeForTerminal(path)}: it is no file.`);
    else if (search.isWanted?.(place, 'file') !== false && isNew(path))
      yield { path, place, bytes: found.size, mtimeMs: found.mtimeMs };
  }
}

async function statOf(path: string, { signal, onTrouble }: Walk): Promise<Stats | null> {
  try {
    return await unlessAborted(stat(osPath(path)), signal);
  } catch (error) {
    signal?.throwIfAborted();
    onTrouble(`Cannot read ${sanitizeForTerminal(path)}: ${describeFileError(error)}.`);
    return null;
  }
}

/** All of them at once, where there is need of it. */
export async function collectFiles(
  paths: readonly NamedPath[],
  search: Search,
  walk: Walk = { onTrouble() {} },
): Promise<readonly FoundFile[]> {
  const files: FoundFile[] = [];
  for await (const file of findFiles(paths, search, walk)) files.push(file);
  return files;
}

interface FolderSearch extends Omit<Search, 'except'> {
  readonly except: ReadonlySet<string>;
}

async function* pdfsIn(
  root: string,
  rootPlace: string,
  search: FolderSearch,
  walk: Walk,
): AsyncGenerator<FoundFile> {
  /** Paths below the root of folders that are still to be read, the next one last. */
  const folders = [''];
  const isWanted = search.isWanted ?? (() => true);
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (search.except.size > 0 && search.except.has(resolve(root, folder))) continue;
    const within: string[] = [];
    for await (const names of namesIn(join(root, folder), walk)) {
      for (const { name, kind } of names) {
        const below = folder === '' ? name : `${folder}${sep}${name}`;
        if (kind === 'folder') {
          if (search.isRecursive && !name.startsWith('.') && isWanted(below, kind)) within.push(below);
          continue;
        }
        const path = join(root, below);
        if (!isWanted(below, kind)) continue;
        const file = fileAt(path, join(rootPlace, below), walk);
        if (file !== null) yield file;
      }
      // Many names may lead to few PDFs: others have their turn, and a signal is heard.
      await nextTurn();
      walk.signal?.throwIfAborted();
    }
    for (const below of within.reverse()) folders.push(below);
  }
}

interface Name {
  readonly name: string;
  readonly kind: 'file' | 'folder';
}

const PDF_NAME = /\.pdf$/i;

/** The PDFs and folders in a folder, so many at a time. What cannot be read is told. */
async function* namesIn(folder: string, { signal, onTrouble }: Walk): AsyncGenerator<readonly Name[]> {
  // Windows has no names in bytes. Where Node must ask what a name is, it joins folder and name of one kind alone.
  const [path, encoding] =
    process.platform === 'win32' ? [folder, 'utf8'] : [Buffer.from(osPath(folder)), 'buffer'];
  let reading: Dir | undefined;
  try {
    reading = await unlessAborted(
      opendir(path, { encoding: encoding as 'utf8', bufferSize: NAMES_AT_A_TIME }),
      signal,
    );
    for (;;) {
      const names = await nextNames(reading, signal);
      if (names === null) break;
      yield names;
    }
  } catch (error) {
    signal?.throwIfAborted();
    onTrouble(`Cannot read ${sanitizeForTerminal(folder)}: ${describeFileError(error)}.`);
  } finally {
    await reading?.close().catch(() => {});
  }
}

async function nextNames(reading: Dir, signal: AbortSignal | undefined): Promise<readonly Name[] | null> {
  const names: Name[] = [];
  // The first one is waited for, and brings the others with it.
  let entry = await unlessAborted(reading.read(), signal);
  if (entry === null) return null;
  for (let count = 1; entry !== null; count++) {
    const given: string | Uint8Array = entry.name;
    const name = typeof given === 'string' ? given : pathFromBytes(given);
    if (entry.isDirectory()) names.push({ name, kind: 'folder' });
    else if (entry.isFile() && PDF_NAME.test(name)) names.push({ name, kind: 'file' });
    entry = count < NAMES_AT_A_TIME ? reading.readSync() : null;
  }
  return names.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Null where the file has gone since its name was read, or cannot be looked at. */
function fileAt(path: string, place: string, { onTrouble }: Walk): FoundFile | null {
  try {
    // Without a promise it takes a fifth of the time, of which a tree of a million names is made.
    const found = lstatSync(osPath(path), { throwIfNoEntry: false });
    if (found === undefined || !found.isFile()) return null;
    return { path, place, bytes: found.size, mtimeMs: found.mtimeMs };
  } catch (error) {
    onTrouble(`Cannot read ${sanitizeForTerminal(path)}: ${describeFileError(error)}.`);
    return null;
  }
}

/** A file that is named twice, or named and found, is one. */
function firstTimeOnly(): (path: string) => boolean {
  const seen = new PathIndex();
  return (path) => {
    const whole = resolve(path);
    // A second hash beside the index's own: two paths that are taken for one would lose a file.
    const check = hash53(`${whole}/`);
    if (seen.get(whole) === check) return false;
    seen.set(whole, check);
    return true;
  };
}
