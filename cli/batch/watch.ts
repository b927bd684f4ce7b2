import { collectFiles, type FoundFile, type Search } from './find-files.ts';
import type { FileRunOptions } from './one-file.ts';
import { type RunSettings, runFiles } from './run-files.ts';
import type { Target } from './target.ts';

/** Waits until it is time to look again. @throws when the signal is aborted */
export type Pause = (signal: AbortSignal) => Promise<unknown>;

export interface Watch {
  readonly search: Search;
  readonly treatment: FileRunOptions;
  readonly settings: RunSettings;
  readonly pause: Pause;
  readonly signal: AbortSignal;
}

/**
 * Looks into a folder again and again, and does the PDFs that are new in it or were changed. One that is still being written
 * waits: it must look the same twice. Folders of networks tell of no change, so it is looked at, not listened to. Ends
 * when the signal is aborted.
 */
export async function watchFolder(folder: string, watch: Watch): Promise<void> {
  const { search, treatment, settings, pause, signal } = watch;
  let seen = await looksOf(folder, search);
  /** As each file looked when it was done. */
  const done = new Map(seen);
  for (;;) {
    try {
      await pause(signal);
    } catch (thrown) {
      if (signal.aborted) return;
      throw thrown;
    }
    const files = await collectFiles([{ path: folder, place: '' }], search);
    const isReady = (file: FoundFile) => {
      const look = statSignature(file);
      return seen.get(file.path) === look && done.get(file.path) !== look;
    };
    const results = resultPaths(files, treatment.target);
    const ready = files.filter((file) => isReady(file) && !results.has(file.path));
    seen = new Map(files.map((file) => [file.path, statSignature(file)]));
    if (ready.length === 0) continue;
    await runFiles(ready, treatment, settings);
    const after = await looksOf(folder, search);
    for (const { path } of ready) done.set(path, after.get(path) ?? '');
  }
}

/** What we wrote ourselves into the folder is no input. */
function resultPaths(files: readonly FoundFile[], target: (file: FoundFile) => Target): ReadonlySet<string> {
  const paths = files.map((file) => {
    const place = target(file);
    return place.kind === 'file' && place.path !== file.path ? [place.path] : [];
  });
  return new Set(paths.flat());
}

async function looksOf(folder: string, search: Search): Promise<Map<string, string>> {
  const files = await collectFiles([{ path: folder, place: '' }], search);
  return new Map(files.map((file) => [file.path, statSignature(file)]));
}

function statSignature({ bytes, mtimeMs }: FoundFile): string {
  return `${bytes} ${mtimeMs}`;
}
