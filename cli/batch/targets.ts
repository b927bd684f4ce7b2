import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { lightName } from '../../library/node/light-name.ts';
import type { FoundFile } from './find-files.ts';
import type { Target } from './one-file.ts';
import type { ShrinkUsage } from './usage.ts';

type Asked = Pick<ShrinkUsage, 'paths' | 'output' | 'isInPlace' | 'isDryRun' | 'watched'>;

/** Where the result of each PDF goes. */
export function targetsFor(usage: Asked): (file: FoundFile) => Target {
  if (usage.isDryRun) return () => ({ kind: 'none' });
  if (usage.isInPlace) return () => ({ kind: 'in-place' });
  const { output } = usage;
  if (output === undefined) return ({ path }) => ({ kind: 'file', path: lightName(path) });
  if (isOneFile(usage, output)) return () => ({ kind: 'file', path: output });
  return ({ place }) => ({ kind: 'file', path: join(output, place) });
}

/** A name that ends in .pdf is a file's, where one file is named and no folder has that name. */
function isOneFile({ paths, watched }: Asked, output: string): boolean {
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const isOneNamed = paths.length === 1 && watched === undefined && !isFolder(paths[0]!);
  return isOneNamed && extname(output).toLowerCase() === '.pdf' && !isFolder(output);
}

/** A sentence for each result that would fall onto a PDF of the run, or onto another result. */
export function targetFaults(
  files: readonly FoundFile[],
  target: (file: FoundFile) => Target,
): readonly string[] {
  const inputs = new Set(files.map(({ path }) => wholePath(path)));
  const makers = new Map<string, string>();
  const faults: string[] = [];
  for (const file of files) {
    const place = target(file);
    if (place.kind !== 'file') continue;
    const whole = wholePath(place.path);
    const maker = makers.get(whole);
    if (inputs.has(whole))
      faults.push(`${place.path} is a PDF of this run: --in-place replaces PDFs, or name another folder.`);
    else if (maker !== undefined) faults.push(`${maker} and ${file.path} would both become ${place.path}.`);
    makers.set(whole, file.path);
  }
  return faults;
}

/** With links followed, as far as the path is there. */
function wholePath(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    const parent = dirname(whole);
    return parent === whole ? whole : join(wholePath(parent), basename(whole));
  }
}
