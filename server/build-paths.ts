import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { threadFile } from '../library/node/thread-files.ts';

/** Paths of this server's code: built, or the sources. */
export interface BuildPaths {
  readonly workerFile: string;
  readonly workThreadFile: string;
  readonly webRoot?: string;
}

/** @param entryUrl of `dist/server/NAME.js` in the build, or of `server/NAME.ts` in the sources */
export function placesOf(entryUrl: string): Required<BuildPaths> {
  const folder = dirname(fileURLToPath(entryUrl));
  return entryUrl.endsWith('.ts')
    ? {
        workerFile: join(folder, 'pool/worker.dev.mjs'),
        workThreadFile: threadFile('work-thread'),
        webRoot: join(folder, '../dist/web'),
      }
    : {
        workerFile: join(folder, 'worker.js'),
        workThreadFile: threadFile('work-thread'),
        webRoot: join(folder, '../web'),
      };
}
