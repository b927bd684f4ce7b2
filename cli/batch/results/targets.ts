import { statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { lightName } from '../../../library/node/light-name.ts';
import { osPath } from '../../files/os-path.ts';
import { hash53, PathIndex } from '../../files/path-index.ts';
import { FileSet, isFolder, isSameFile, wholePath } from '../../files/same-file.ts';
import type { FoundFile } from '../inputs/find-files.ts';
import type { NamedPath } from '../inputs/named-paths.ts';
import type { ShrinkUsage } from '../usage.ts';
import type { Target } from './target.ts';

type Asked = Pick<
  ShrinkUsage,
  'paths' | 'output' | 'isInPlace' | 'watched' | 'suffix' | 'filesFrom' | 'backup'
>;

/** Maps each PDF to the target of its result. */
export function targetsFor(usage: Asked): (file: FoundFile) => Target {
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
  const isAlone = paths.length === 1 && watched === undefined && filesFrom === undefined;
  const isOneNamed = isAlone && !isFolder(paths[0]!);
  return isOneNamed && extname(output).toLowerCase() === '.pdf' && !isFolder(output);
}

/** Returns a sentence for each result or backup that would overwrite an input or another result. */
export function targetFaults(
  named: readonly NamedPath[],
  target: (file: FoundFile) => Target,
  { backup, output }: Pick<ShrinkUsage, 'backup' | 'output'>,
): readonly string[] {
  const isNoFolder = output !== undefined && !isFolder(output);
  const isFile = (path: string) => statSync(osPath(path), { throwIfNoEntry: false })?.isFile() === true;
  if (named.length > 1 && isNoFolder && (extname(output).toLowerCase() === '.pdf' || isFile(output)))
    return [`--output ${output} names one file: several PDFs need a folder.`];
  const inputs = new FileSet(named.map(({ path }) => path));
  const own = backup === undefined ? undefined : named.find((each) => isOwnBackup(each, backup, inputs));
  if (own !== undefined)
    return [`--backup ${backup} is the folder of ${own.path} itself: name another folder for the originals.`];
  const makers = new Map<string, string>();
  const faults: string[] = [];
  for (const { path, place } of named) {
    // For a folder this is the folder of its results, so far known by name only.
    const result = target({ path, place, bytes: 0, mtimeMs: 0, links: 1 });
    if (result.kind !== 'file') continue;
    const whole = wholePath(result.path);
    const maker = makers.get(whole);
    // Beside an original, `OutputGuard` checks this instead, and the other files are compressed.
    if (result.copiesUnchanged && inputs.has(whole))
      faults.push(`${result.path} is named as an input: --in-place replaces PDFs, or name another folder.`);
    else if (maker !== undefined && maker !== wholePath(path))
      faults.push(
        `${maker} and ${path} would both become ${result.path}. Name their folders instead: each keeps its own in the output folder.`,
      );
    makers.set(whole, wholePath(path));
  }
  return faults;
}

/** Whether the originals of this input would be their own backups, or backups would be inputs. */
function isOwnBackup({ path, place }: NamedPath, backup: string, inputs: FileSet): boolean {
  return inputs.has(backup) || isSameFile(path, join(backup, place));
}

/** Returns a filter that reports and leaves out a PDF whose result would overwrite another result of the run. */
export function distinctTargets(
  target: (file: FoundFile) => Target,
  onTrouble: (sentence: string) => void,
): (file: FoundFile) => boolean {
  const taken = new PathIndex();
  return (file) => {
    const result = target(file);
    if (result.kind !== 'file') return true;
    const whole = resolve(result.path);
    const check = hash53(`${whole}/`);
    const isTaken = taken.get(whole) === check;
    if (isTaken)
      onTrouble(`${file.path} is left out: ${result.path} is the result of another PDF of this run.`);
    taken.set(whole, check);
    return !isTaken;
  };
}
