import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join, parse, sep } from 'node:path';
import { globPattern, isGlob } from '../../files/glob.ts';
import { osPath, pathFromBytes } from '../../files/os-path.ts';

/**
 * Expands glob patterns that the shell has left as they are, as the Windows command prompt does. A pattern without a
 * match is kept and later reported as a missing path.
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

/** Does not follow links: a link to a folder may form a cycle. */
function isFolder(path: string): boolean {
  return lstatSync(osPath(path), { throwIfNoEntry: false })?.isDirectory() === true;
}
