import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse, sep } from 'node:path';
import { osPath, pathFromBytes } from './os-path.ts';

/** Replaces bytes that are not UTF-8 in the arguments that Node passes on. */
const LOST = '\ufffd';
const NUL = '\0';

/**
 * Restores names that are not UTF-8 in the arguments of this process, in the form of `osPath`. The bytes are those that
 * the process was started with; a wrapper such as `npx` has lost them, and then the only file whose name looks the same
 * is meant.
 *
 * @param onSeveral called with a path that several files may have; it stays as it is
 */
export function restoreNames(
  args: readonly string[],
  onSeveral: (path: string, count: number) => void,
): readonly string[] {
  if (!args.some((arg) => arg.includes(LOST))) return args;
  return exactArguments(args).map((arg) => {
    const [path = arg, ...others] = pathsLike(arg);
    if (others.length === 0) return path;
    onSeveral(arg, 1 + others.length);
    return arg;
  });
}

/** The arguments with their bytes if the system provides these (Linux); otherwise as they are. */
function exactArguments(args: readonly string[]): readonly string[] {
  const given = commandLine().slice(-args.length);
  const isSame = given.length === args.length && given.every((bytes, at) => bytes.toString() === args[at]);
  return isSame ? given.map(pathFromBytes) : args;
}

function commandLine(): readonly Buffer[] {
  try {
    // One character per byte.
    const words = readFileSync('/proc/self/cmdline', 'latin1').split(NUL).slice(0, -1);
    return words.map((word) => Buffer.from(word, 'latin1'));
  } catch {
    return [];
  }
}

/** Paths of existing files that read like `path` once decoded; only itself if it exists or is intact. */
function pathsLike(path: string): readonly string[] {
  if (!path.includes(LOST) || isThere(path)) return [path];
  const { root } = parse(path);
  const segments = path.slice(root.length).split(sep);
  return segments.reduce<readonly string[]>(
    (folders, segment) => folders.flatMap((folder) => entriesLike(folder, segment)),
    [root],
  );
}

function entriesLike(folder: string, segment: string): readonly string[] {
  const path = join(folder, segment);
  if (!segment.includes(LOST) || isThere(path)) return [path];
  try {
    return readdirSync(osPath(folder === '' ? '.' : folder), { encoding: 'buffer' })
      .filter((name) => name.toString() === segment)
      .map((name) => join(folder, pathFromBytes(name)));
  } catch {
    return [];
  }
}

function isThere(path: string): boolean {
  return lstatSync(osPath(path), { throwIfNoEntry: false }) !== undefined;
}
