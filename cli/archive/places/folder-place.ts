import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { findFiles } from '../../batch/inputs/find-files.ts';
import { FileError } from '../../files/file-error.ts';
import { MirroredFolders } from '../../files/mirrored-folders.ts';
import { osPath, withSlashes } from '../../files/os-path.ts';
import { readBytes } from '../../files/read-bytes.ts';
import { mustBeUnchanged, replaceFile, versionOf } from '../../files/replace-file.ts';
import { isSameFile } from '../../files/same-file.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { orAbsent, systemCode } from '../../files/system-error.ts';
import { removeStaleTempFiles, writeFileAtomic } from '../../write-file-atomic.ts';
import { onObject } from '../archive-error.ts';
import type { Place } from './place.ts';

/** Parts of a path that mean something else, or that no file system takes. */
const UNSAFE_PARTS: ReadonlySet<string> = new Set(['', '.', '..']);
const UNSAFE_IN_WINDOWS = /[<>:"\\|?*]|[. ]$/;

function isSafePart(part: string): boolean {
  if (UNSAFE_PARTS.has(part) || part.includes('\0')) return false;
  return process.platform !== 'win32' || !UNSAFE_IN_WINDOWS.test(part);
}

/** A folder with all PDFs in it, hidden ones and links excepted. */
export function folderPlace(folder: string): Place {
  const root = resolve(folder);
  const folders = new MirroredFolders();
  const pathOf = (key: string) => join(root, ...key.split('/'));
  return {
    address: root,
    hasContentVersions: false,
    async *list({ signal, onTrouble }) {
      const search = { isRecursive: true, except: [] };
      for await (const file of findFiles([{ path: root, place: '' }], search, { signal, onTrouble }))
        yield {
          key: withSlashes(file.place),
          size: file.bytes,
          version: versionOf({ size: file.bytes, mtimeMs: file.mtimeMs }),
        };
    },
    canName: (key) => key.split('/').every(isSafePart),
    read: (key) =>
      onObject('cannot_read', async () => {
        const path = pathOf(key);
        const stats = await orAbsent(stat(osPath(path)));
        if (stats === undefined) return undefined;
        const bytes = await readBytes(path);
        return { bytes, version: versionOf(stats), attributes: { file: { path, stats } } };
      }),
    write: (key, { pieces, attributes: { file }, replaces, mayReplace = false }) =>
      onObject('cannot_write', async () => {
        const path = pathOf(key);
        if (replaces !== undefined) {
          await replaceFile(path, pieces, await mustBeUnchanged(path, replaces));
          return;
        }
        if (file === undefined) await mkdir(osPath(dirname(path)), { recursive: true });
        else folders.make(dirname(path), dirname(file.path));
        if (file !== undefined && isSameFile(path, file.path))
          throw new FileError('cannot_write', `${path} is the original itself, by another path`);
        try {
          await writeFileAtomic(path, pieces, {
            mayReplace,
            ...(file === undefined ? {} : { original: file, times: file.stats }),
          });
        } catch (error) {
          if (systemCode(error) === 'EEXIST')
            throw new FileError('output_exists', 'another file has this name');
          throw error;
        }
      }),
    async tidy(keys) {
      for (const path of new Set(keys.map((key) => dirname(pathOf(key))))) {
        await removeStaleTempFiles(path);
        syncFolder(path);
      }
    },
  };
}
