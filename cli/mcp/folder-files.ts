import { access, readFile } from 'node:fs/promises';
import type { AgentFiles } from '../../library/agents/agent-files.ts';
import { lightName } from '../../library/node/light-name.ts';
import { findFiles } from '../batch/find-files.ts';
import { writeFileAtomic } from '../write-file-atomic.ts';
import type { AllowedFolders } from './allowed-folders.ts';

/** The files in the allowed folders, for agents on this machine. */
export function folderFiles(folders: AllowedFolders): AgentFiles {
  return {
    instructions: `Paths must lie in: ${folders.paths.join(', ')}. Documents are read and written here.`,
    async read(path) {
      return new Uint8Array(await readFile(await folders.existing(path)));
    },
    async placeFor(path, output) {
      const place = await folders.forNewFile(output ?? lightName(await folders.existing(path)));
      return { path: place, isTaken: await isThere(place) };
    },
    async write(path, bytes) {
      await writeFileAtomic(path, bytes);
    },
    async list(folder) {
      const root = await folders.existing(folder);
      const { files } = await findFiles([root], { isRecursive: true, except: [], exceptResults: false });
      return files;
    },
  };
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
