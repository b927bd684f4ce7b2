import { freeName } from '../jobs/result-names.ts';
import type { Saved } from './zip.ts';

/** Whether this browser lets a page write into a chosen folder. */
export function canSaveToFolder(): boolean {
  return 'showDirectoryPicker' in window;
}

/** The chosen folder; null if canceled. The browser remembers the last one for each purpose. */
export async function chooseFolder(
  purpose: 'results' | 'watched' | 'watched-into',
  mode: 'read' | 'readwrite' = 'readwrite',
): Promise<FileSystemDirectoryHandle | null> {
  try {
    return (await window.showDirectoryPicker?.({ id: purpose, mode })) ?? null;
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return null;
    throw thrown;
  }
}

/** Writes one result below a folder, including subfolders, and returns its path. Never overwrites existing files. */
export async function saveBelow(folder: FileSystemDirectoryHandle, { path, blob }: Saved): Promise<string> {
  const parts = path.split('/').map(allowedName);
  const wanted = parts.pop() ?? 'result.pdf';
  let place = folder;
  for (const part of parts) place = await place.getDirectoryHandle(part, { create: true });
  const name = await freeName(wanted, (candidate) => exists(place, candidate));
  const handle = await place.getFileHandle(name, { create: true });
  try {
    const writable = await handle.createWritable();
    await writable.write(blob);
    await writable.close();
    return [...parts, name].join('/');
  } catch (thrown) {
    // An empty file would look like a result.
    await place.removeEntry(name).catch(() => undefined);
    throw thrown;
  }
}

async function exists(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch (thrown) {
    const name = thrown instanceof DOMException ? thrown.name : '';
    if (name === 'NotFoundError') return false;
    // A folder with this name is a conflict, too.
    if (name === 'TypeMismatchError') return true;
    throw thrown;
  }
}

/** Replaces characters and names that some file system refuses. */
function allowedName(name: string): string {
  const plain = name.replace(/[<>:"\\|?*\p{Cc}]/gu, '_').replace(/[. ]+$/, '_');
  return plain === '' ? '_' : plain;
}
