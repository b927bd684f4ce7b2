import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { osPath } from '../../files/os-path.ts';
import type { OutputGuard } from '../records/output-guard.ts';
import type { ShrinkUsage } from '../usage.ts';
import type { FoundFile } from './find-files.ts';

export interface InputFilter {
  /** Excludes earlier results of PDFs that are named or lie in a named folder, unless the result itself is named. */
  readonly isInput: (file: FoundFile) => boolean;
  /** Whether a PDF may be an unrecorded result: it is named as the result of a PDF beside it. */
  readonly isDoubtful: (file: FoundFile) => boolean;
  /** Excludes a PDF whose result would overwrite another result. Absent in one tree, where none does. */
  readonly isDistinct?: (file: FoundFile) => boolean;
}

export function inputFilter(
  { paths, watched, filesFrom, suffix }: Pick<ShrinkUsage, 'paths' | 'watched' | 'filesFrom' | 'suffix'>,
  outputs: OutputGuard,
): InputFilter {
  const isListed = filesFrom !== undefined;
  const named = new Set([...paths, ...(watched === undefined ? [] : [watched])].map((path) => resolve(path)));
  const isMeant = (file: FoundFile, source: string) =>
    named.has(resolve(file.path)) && !named.has(resolve(source));
  return {
    isInput(file) {
      const source = outputs.sourceOf(file.path, file);
      return source === undefined || isMeant(file, source) || !(isListed || isWithin(source, named));
    },
    isDoubtful(file) {
      const source = sourceName(file.path, suffix);
      return source !== null && !isMeant(file, source) && existsSync(osPath(source));
    },
  };
}

/** The name of the PDF of which a PDF is the result, or a part of it, by its name alone. */
export function sourceName(path: string, suffix: string): string | null {
  const [, stem = '', extension = ''] = /^(.*?)(?:-\d+of\d+)?(\.pdf)$/is.exec(path) ?? [];
  return suffix !== '' && stem.endsWith(suffix) ? `${stem.slice(0, -suffix.length)}${extension}` : null;
}

function isWithin(path: string, named: ReadonlySet<string>): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (named.has(at)) return true;
    if (at === dirname(at)) return false;
  }
}

/** Excludes results. PDFs in doubt are put into `doubtful` until their originals have been compressed. */
export async function* withoutResults(
  files: AsyncIterable<FoundFile>,
  { isInput, isDoubtful, isDistinct = () => true }: InputFilter,
  doubtful: FoundFile[],
): AsyncGenerator<FoundFile> {
  for await (const file of files) {
    if (!isInput(file) || !isDistinct(file)) continue;
    if (isDoubtful(file)) doubtful.push(file);
    else yield file;
  }
}
