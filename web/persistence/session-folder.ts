/**
 * One tab's folder in the browser's private storage for this site (OPFS). A lock shows that the tab is alive: a folder
 * without a lock belongs to a tab that was closed or crashed.
 */

/** The number identifies the storage format. Data of an old format is removed with the site's data. */
const ROOT = 'sessions-3';
/** A tab that is being reloaded releases its lock within this time. */
const LOCK_TIMEOUT_MS = 1500;

export interface SessionFolder {
  readonly id: string;
  readonly folder: FileSystemDirectoryHandle;
  /** Releases the folder, so that another tab may find it. */
  readonly release: () => void;
}

/** Whether this browser can store files: not over plain http, and not in some private windows. */
export function isStorageAvailable(): boolean {
  return (
    'storage' in navigator &&
    'getDirectory' in navigator.storage &&
    'locks' in navigator &&
    typeof FileSystemFileHandle !== 'undefined' &&
    'createWritable' in FileSystemFileHandle.prototype
  );
}

/** Creates an empty folder for this tab. */
export async function newSessionFolder(): Promise<SessionFolder> {
  const id = crypto.randomUUID();
  // The id is unique, so only a busy device delays the lock.
  const release = await lock(id);
  return { id, release, folder: await (await root()).getDirectoryHandle(id, { create: true }) };
}

/** Folders of closed tabs, locked for this tab until it releases them. */
export async function orphanedSessions(): Promise<readonly SessionFolder[]> {
  const folders: FileSystemDirectoryHandle[] = [];
  for await (const handle of (await root()).values()) if (handle.kind === 'directory') folders.push(handle);
  const found = folders.map(async (folder) => {
    const release = await lock(folder.name, AbortSignal.timeout(LOCK_TIMEOUT_MS)).catch(() => null);
    return release === null ? [] : [{ id: folder.name, folder, release }];
  });
  return (await Promise.all(found)).flat();
}

export async function removeSession({ id, release }: SessionFolder): Promise<void> {
  await (await root()).removeEntry(id, { recursive: true });
  release();
}

async function root(): Promise<FileSystemDirectoryHandle> {
  const storage = await navigator.storage.getDirectory();
  return storage.getDirectoryHandle(ROOT, { create: true });
}

/** Resolves with the function that releases the lock. Rejects if the signal is aborted first. */
function lock(id: string, signal?: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const held = () => new Promise<void>((letGo) => resolve(letGo));
    navigator.locks.request(`pagelight-session-${id}`, { ...(signal && { signal }) }, held).catch(reject);
  });
}
