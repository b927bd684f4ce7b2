import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { lightName } from '../../../library/node/light-name.ts';
import { osPath, pathFromBytes } from '../../files/os-path.ts';
import { hash53, PathIndex } from '../../files/path-index.ts';
import type { FoundFile } from '../inputs/find-files.ts';
import type { NamedPath } from '../inputs/named-paths.ts';
import type { ShrinkUsage } from '../usage.ts';
import type { Target } from './target.ts';

type Asked = Pick<
  ShrinkUsage,
  'paths' | 'output' | 'isInPlace' | 'isDryRun' | 'watched' | 'suffix' | 'filesFrom'
>;

/** Maps each PDF to the target of its result. */
export function targetsFor(usage: Asked): (file: FoundFile) => Target {
  if (usage.isDryRun) return () => ({ kind: 'none' });
  if (usage.isInPlace) return () => ({ kind: 'in-place' });
  const { output, suffix } = usage;
  const kind = 'file';
  if (output === undefined)
    return ({ path }) => ({ kind, path: lightName(path, suffix), copiesUnchanged: false });
  if (isOneFile(usage, output)) return () => ({ kind, path: output, copiesUnchanged: true });
  return ({ place }) => ({ kind, path: join(output, place), copiesUnchanged: true });
}

/** A name that ends in .pdf is a file if one file is the input and no folder has that name. */
function isOneFile({ paths, watched, filesFrom }: Asked, output: string): boolean {
  const isFolder = (path: string) =>
    statSync(osPath(path), { throwIfNoEntry: false })?.isDirectory() === true;
  const isAlone = paths.length === 1 && watched === undefined && filesFrom === undefined;
  const isOneNamed = isAlone && !isFolder(paths[0]!);
  return isOneNamed && extname(output).toLowerCase() === '.pdf' && !isFolder(output);
}

/** Returns a sentence for each result that would overwrite an input or another result. */
export function targetFaults(
  named: readonly NamedPath[],
  target: (file: FoundFile) => Target,
): readonly string[] {
  const inputs = new Set(named.map(({ path }) => wholePath(path)));
  const makers = new Map<string, string>();
  const faults: string[] = [];
  for (const { path, place } of named) {
    // For a folder this is the folder of its results, so far known by name only.
    const result = target({ path, place, bytes: 0, mtimeMs: 0, links: 1 });
    if (result.kind !== 'file') continue;
    const whole = wholePath(result.path);
    const maker = makers.get(whole);
    // Beside an original, `OutputGuard` checks this instead, and the other files are compressed.
    if (inputs.has(whole) && result.copiesUnchanged)
      faults.push(`${result.path} is named as an input: --in-place replaces PDFs, or name another folder.`);
    else if (maker !== undefined && maker !== wholePath(path))
      faults.push(
        `${maker} and ${path} would both become ${result.path}. Results of folders keep apart: name those.`,
      );
    makers.set(whole, wholePath(path));
  }
  return faults;
}

/** Reports and leaves out a PDF whose result would overwrite another result of the run. */
export async function* withDistinctTargets(
  files: AsyncIterable<FoundFile>,
  target: (file: FoundFile) => Target,
  onTrouble: (sentence: string) => void,
): AsyncGenerator<FoundFile> {
  const taken = new PathIndex();
  for await (const file of files) {
    const result = target(file);
    if (result.kind === 'file') {
      const whole = resolve(result.path);
      const check = hash53(`${whole}/`);
      if (taken.get(whole) === check) {
        onTrouble(`${file.path} is left out: ${result.path} is the result of another PDF of this run.`);
        continue;
      }
      taken.set(whole, check);
    }
    yield file;
  }
}

/** Resolves links, as far as the path exists. */
function wholePath(path: string): string {
  const whole = resolve(path);
  try {
    return pathFromBytes(realpathSync(osPath(whole), { encoding: 'buffer' }));
  } catch {
    const parent = dirname(whole);
    return parent === whole ? whole : join(wholePath(parent), basename(whole));
  }
}
