import { basename, isAbsolute, parse, relative, resolve, sep } from 'node:path';
import { isFolder } from '../../files/same-file.ts';

/** An input path. */
export interface NamedPath {
  readonly path: string;
  /** Relative path in a tree of results: a PDF's name, or a folder's prefix for everything in it. */
  readonly place: string;
}

/** The paths on the command line. Several folders are distinguished by the names of their roots. */
export function namedPaths(paths: readonly string[]): readonly NamedPath[] {
  const folders = new Set(paths.filter(isFolder).map((path) => resolve(path)));
  const places = folders.size > 1 ? distinctPlaces([...folders]) : new Map<string, string>();
  return paths.map((path) => ({
    path,
    place: folders.has(resolve(path)) ? (places.get(resolve(path)) ?? '') : basename(path),
  }));
}

/** A path from a list. It keeps its folders below the working directory, as in an archive. */
export function listedPath(path: string): NamedPath {
  const inHere = relative('', path);
  const isOutside = inHere === '..' || inHere.startsWith(`..${sep}`) || isAbsolute(inHere);
  const whole = resolve(path);
  return { path, place: isOutside ? whole.slice(parse(whole).root.length) : inHere };
}

/** For each path the fewest trailing names that make it unique. */
function distinctPlaces(paths: readonly string[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  let open = paths;
  for (let names = 1; open.length > 0; names++) {
    const byPlace = groupByPlace(open, names);
    for (const [place, [path, ...others]] of byPlace) if (others.length === 0) places.set(path!, place);
    open = open.filter((path) => !places.has(path));
  }
  return places;
}

function groupByPlace(paths: readonly string[], names: number): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    // A Windows drive counts as a name.
    const parts = path.replace(':', '').split(sep);
    const place = parts.slice(-names).join(sep);
    groups.set(place, [...(groups.get(place) ?? []), path]);
  }
  return groups;
}
