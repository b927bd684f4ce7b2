import { access, stat } from 'node:fs/promises';
import { type AgentFiles, FileRefusal, takenRefusal } from '../../library/agents/agent-files.ts';
import { lightName } from '../../library/node/light-name.ts';
import { collectFiles } from '../batch/inputs/find-files.ts';
import { osPath } from '../files/os-path.ts';
import { readBytes } from '../files/read-bytes.ts';
import { systemCode } from '../files/system-error.ts';
import { writeFileAtomic } from '../write-file-atomic.ts';
import type { AllowedFolders } from './allowed-folders.ts';

/** Node reads no larger file at once. */
const MAX_BYTES = 2 ** 31 - 1;

/** The files in the allowed folders, for agents on this machine. */
export function folderFiles(folders: AllowedFolders): AgentFiles {
  return {
    instructions: `Paths must lie in: ${folders.paths.join(', ')}. Documents are read and written here.`,
    async read(path) {
      const real = await folders.existing(path);
      const found = await stat(osPath(real));
      if (found.isDirectory()) throw new FileRefusal(`${path} is a folder, and no PDF.`);
      // Reading a pipe would wait for its writer, in one of Node's four threads for files.
      if (!found.isFile()) throw new FileRefusal(`${path} is no file.`);
      if (found.size > MAX_BYTES) throw new FileRefusal(`${path} is larger than 2 GB.`);
      return readBytes(real);
    },
    async placeFor(path, output) {
      const place = await folders.forNewFile(output ?? lightName(await folders.existing(path)));
      if (!/\.pdf$/i.test(place))
        throw new FileRefusal(`${place} is no name for a PDF: it must end in .pdf.`);
      return { path: place, isTaken: await isThere(place) };
    },
    async write(path, bytes, { mayReplace, madeOf }) {
      const source = await folders.existing(madeOf);
      const original = { path: source, stats: await stat(osPath(source)) };
      try {
        await writeFileAtomic(path, bytes, { mayReplace, original });
      } catch (error) {
        if (systemCode(error) === 'EEXIST') throw takenRefusal(path);
        throw error;
      }
    },
    async list(folder) {
      const root = await folders.existing(folder);
      const search = { isRecursive: true, except: [] };
      return collectFiles([{ path: root, place: '' }], search);
    },
  };
}

function isThere(path: string): Promise<boolean> {
  return access(osPath(path)).then(
    () => true,
    () => false,
  );
}
