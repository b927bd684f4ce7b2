import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join, parse, sep } from 'node:path';
import { globPattern, isGlob } from '../../files/glob.ts';
import { osPath, pathFromBytes } from '../../files/os-path.ts';

/**
 * Paths with patterns in the place of those that no shell has expanded, as in the command prompt of Windows. A pattern that leads
 * to nothing stays, and is told as a path that is not there.
 */
export function expandGlobs(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    if (!isGlob(path) || lstatSync(osPath(path), { throwIfNoEntry: false }) !== undefined) return [path];
    const { root } = parse(path);
    const found = matches(root, path.slice(root.length).split(/[\\/]/).filter(Boolean));
    return found.length === 0 ? [path] : found;
  });
}

function matches(folder: string, [segment, ...rest]: readonly string[]): readonly string[] {
  if (segment === undefined) return [folder];
  if (segment === '**') {
    const deeper = namesIn(folder).filter((name) => !name.startsWith('.') && isFolder(join(folder, name)));
    return [
      ...matches(folder, rest),
      ...deeper.flatMap((name) => matches(join(folder, name), [segment, ...rest])),
    ];
  }
  if (!isGlob(segment)) {
    const path = join(folder, segment);
    return statSync(osPath(path), { throwIfNoEntry: false }) === undefined ? [] : matches(path, rest);
  }
  const pattern = globPattern(segment);
  return namesIn(folder)
    .filter((name) => pattern.test(name) && (!name.startsWith('.') || segment.startsWith('.')))
    .flatMap((name) => matches(join(folder, name), rest));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(osPath(folder === '' ? `.${sep}` : folder), { encoding: 'buffer' })
      .map(pathFromBytes)
      .sort();
  } catch {
    return [];
  }
}

/** A link to a folder may lead back to where it stands. */
function isFolder(path: string): boolean {
  return lstatSync(osPath(path), { throwIfNoEntry: false })?.isDirectory() === true;
}
