import { resolve } from 'node:path';
import type { OutputGuard } from '../records/output-guard.ts';
import type { ShrinkUsage } from '../usage.ts';
import type { FoundFile } from './find-files.ts';

/**
 * Excludes earlier results: those found in a folder, and those named beside their originals, as `*.pdf` does. With
 * --in-place or an output folder they are ordinary PDFs.
 */
export function inputFilter(
  { paths, output, isInPlace }: Pick<ShrinkUsage, 'paths' | 'output' | 'isInPlace'>,
  outputs: OutputGuard,
): (file: FoundFile) => boolean {
  if (isInPlace || output !== undefined) return () => true;
  const named = new Set(paths.map((path) => resolve(path)));
  return (file) => {
    const source = outputs.sourceOf(file.path, file);
    return source === undefined || (named.has(resolve(file.path)) && !named.has(source));
  };
}

export async function* withoutResults(
  files: AsyncIterable<FoundFile>,
  isInput: (file: FoundFile) => boolean,
): AsyncGenerator<FoundFile> {
  for await (const file of files) if (isInput(file)) yield file;
}
