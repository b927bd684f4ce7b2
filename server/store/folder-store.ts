import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Keeps inputs and results of jobs as files of one folder. Names are ids of our own, never a client's words. */
export interface Store {
  /** Writes the whole of it or nothing: a reader that finds the name finds all bytes, also after a crash. */
  put(name: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>;
  /** Returns undefined where there is no such file. */
  get(name: string): Promise<Buffer<ArrayBuffer> | undefined>;
  /** Removing what is gone does nothing. */
  remove(name: string): Promise<void>;
  names(): Promise<readonly string[]>;
}

const NAME = /^\w[\w.-]{0,160}$/;
/** Ending of a file that is being written. */
const PART = '.part';

export function folderStore(folder: string): Store {
  const made = mkdir(folder, { recursive: true, mode: 0o700 });
  made.catch(() => undefined);
  const placeOf = (name: string) => {
    if (!NAME.test(name)) throw new Error('not a name of the store');
    return join(folder, name);
  };

  return {
    async put(name, pieces) {
      await made;
      const place = placeOf(name);
      const part = `${place}.${randomUUID()}${PART}`;
      const file = await open(part, 'wx', 0o600);
      try {
        for await (const piece of pieces) await file.writeFile(piece);
        await file.sync();
        await file.close();
        await rename(part, place);
        await syncFolder(folder);
      } catch (error) {
        await file.close().catch(() => undefined);
        await rm(part, { force: true });
        throw error;
      }
    },
    async get(name) {
      try {
        return await readFile(placeOf(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: (name) => rm(placeOf(name), { force: true }),
    async names() {
      await made;
      return readdir(folder);
    },
  };
}

/** Keeps a renamed file's name over a power cut. Windows opens no folders, and journals names. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder);
  await opened.sync().finally(() => opened.close());
}
