import { type Dir, lstatSync, type Stats } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { osPath, pathFromBytes } from '../../files/os-path.ts';
import { hash53, PathIndex } from '../../files/path-index.ts';
import { FileSet } from '../../files/same-file.ts';
import { unlessAborted } from '../../files/unless-aborted.ts';
import { sanitizeForTerminal } from '../../terminal/printable.ts';
import { describeFileError } from '../../text/files.ts';
import type { NamedPath } from './named-paths.ts';

/** A PDF that was named on the command line or found in a folder. */
export interface FoundFile {
  /** The path for messages: as given, or below the folder given. Bytes that are not UTF-8 are escaped (`osPath`). */
  readonly path: string;
  /** Path below the input it was found in, for a tree of results. */
  readonly place: string;
  readonly bytes: number;
  /** Milliseconds since 1970, with the file system's fraction. */
  readonly mtimeMs: number;
  /** Number of its names: more than one for a file with hard links. */
  readonly links: number;
}

export interface Search {
  readonly isRecursive: boolean;
  /** Folders that hold results or originals. Nothing in them is an input. */
  readonly except: readonly string[];
  /**
   * Whether to include a PDF, or a folder and everything in it, given its path below the input. Default: everything.
   */
  readonly isWanted?: ((below: string, kind: 'file' | 'folder') => boolean) | undefined;
}

export interface Walk {
  readonly signal?: AbortSignal;
  /** Called with a sentence for each path that cannot be read. The walk continues. */
  readonly onTrouble: (sentence: string) => void;
}

/** Names read per batch. A folder with fewer is listed in order of names. */
const NAMES_AT_A_TIME = 1024;

/**
 * Yields the PDFs in `paths` as they are found. Keeps only what is needed to detect duplicates. Links, and hidden files
 * and folders, inside a folder are skipped (`._a.pdf` of macOS is no PDF), since the user did not name their targets.
 *
 * @throws the signal's reason
 */
export async function* findFiles(
  paths: Iterable<NamedPath> | AsyncIterable<NamedPath>,
  search: Search,
  walk: Walk,
): AsyncGenerator<FoundFile> {
  // A single folder contains no file twice.
  const isNew = Array.isArray(paths) && paths.length === 1 ? () => true : firstTimeOnly();
  for await (const { path, place } of paths) {
    const found = await statOf(path, walk);
    if (found === null) continue;
    if (found.isDirectory()) {
      for await (const file of pdfsIn(path, place, search, walk)) if (isNew(file.path)) yield file;
    } else if (!found.isFile()) walk.onTrouble(`Cannot read ${sanitizeForTerminal(path)}: it is no file.`);
    else if (search.isWanted?.(place, 'file') !== false && isNew(path)) yield foundFile(path, place, found);
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

/** Like `findFiles`, but collects all files. */
export async function collectFiles(
  paths: readonly NamedPath[],
  search: Search,
  walk: Walk = { onTrouble() {} },
): Promise<readonly FoundFile[]> {
  const files: FoundFile[] = [];
  for await (const file of findFiles(paths, search, walk)) files.push(file);
  return files;
}

async function* pdfsIn(
  root: string,
  rootPlace: string,
  search: Search,
  walk: Walk,
): AsyncGenerator<FoundFile> {
  /** A stack of folder paths to read, relative to the root. */
  const folders = [''];
  const isWanted = search.isWanted ?? (() => true);
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    // Compared anew for each folder: the run makes some of them.
    if (search.except.length > 0 && new FileSet(search.except).has(join(root, folder))) continue;
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
      // Many names may contain few PDFs: yield to other work and check the signal.
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

/** Yields the PDFs and folders in a folder, in batches. Reports what cannot be read. */
async function* namesIn(folder: string, { signal, onTrouble }: Walk): AsyncGenerator<readonly Name[]> {
  // Windows has no names in bytes. Elsewhere folder and encoding must match: Node joins them when it has to stat a
  // name.
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
  // The first read is awaited and fills the buffer for the others.
  let entry = await unlessAborted(reading.read(), signal);
  if (entry === null) return null;
  for (let count = 1; entry !== null; count++) {
    const given: string | Uint8Array = entry.name;
    const name = typeof given === 'string' ? given : pathFromBytes(given);
    if (entry.isDirectory()) names.push({ name, kind: 'folder' });
    else if (entry.isFile() && !name.startsWith('.') && PDF_NAME.test(name))
      names.push({ name, kind: 'file' });
    entry = count < NAMES_AT_A_TIME ? reading.readSync() : null;
  }
  return names.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns null if the file has disappeared since its name was read, or cannot be read. */
function fileAt(path: string, place: string, { onTrouble }: Walk): FoundFile | null {
  try {
    // The synchronous call takes a fifth of the time, which dominates with a million names.
    const found = lstatSync(osPath(path), { throwIfNoEntry: false });
    if (found === undefined || !found.isFile()) return null;
    return foundFile(path, place, found);
  } catch (error) {
    onTrouble(`Cannot read ${sanitizeForTerminal(path)}: ${describeFileError(error)}.`);
    return null;
  }
}

function foundFile(path: string, place: string, { size, mtimeMs, nlink }: Stats): FoundFile {
  return { path, place, bytes: size, mtimeMs, links: nlink };
}

/** Recognizes a file that is named twice, or both named and found. */
function firstTimeOnly(): (path: string) => boolean {
  const seen = new PathIndex();
  return (path) => {
    const whole = resolve(path);
    // A second hash beside the index's own: a collision of two paths would lose a file.
    const check = hash53(`${whole}/`);
    if (seen.get(whole) === check) return false;
    seen.set(whole, check);
    return true;
  };
}
