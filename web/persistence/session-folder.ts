/**
 * One tab's folder in the browser's private storage for this site (OPFS). A lock shows that the tab is alive: a folder
 * without a lock belongs to a tab that was closed or crashed.
 */

/** The number identifies the storage format. Data of an old format is removed with the site's data. */
const ROOT = 'sessions-3';
/** A tab that is being closed releases its lock within this time, unless the device is busy. */
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

/**
 * Folders of closed tabs, locked for this tab until it releases them.
 *
 * @param own the folder of this tab before it was reloaded. On a busy device its lock is released late: the workers of the
 *   previous page end first. It is waited for, as it belongs to no other tab.
 */
export async function orphanedSessions(own: string | null): Promise<readonly SessionFolder[]> {
  const folders: FileSystemDirectoryHandle[] = [];
  for await (const handle of (await root()).values()) if (handle.kind === 'directory') folders.push(handle);
  const found = folders.map(async (folder) => {
    const release = await lockOfClosedTab(folder.name, own);
    return release === null ? [] : [{ id: folder.name, folder, release }];
  });
  return (await Promise.all(found)).flat();
}

/** Returns null if the tab lives. A lock that is free is given at once, however slow the device. */
async function lockOfClosedTab(id: string, own: string | null): Promise<(() => void) | null> {
  if (id === own) return lock(id);
  const free = await lock(id, { ifAvailable: true });
  return free ?? lock(id, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }).catch(() => null);
}

export async function removeSession({ id, release }: SessionFolder): Promise<void> {
  await (await root()).removeEntry(id, { recursive: true });
  release();
}

async function root(): Promise<FileSystemDirectoryHandle> {
  const storage = await navigator.storage.getDirectory();
  return storage.getDirectoryHandle(ROOT, { create: true });
}

/**
 * Resolves with the function that releases the lock; with null if it must be free and is not.
 *
 * @throws what aborted the signal
 */
function lock(id: string): Promise<() => void>;
function lock(id: string, how: LockOptions): Promise<(() => void) | null>;
function lock(id: string, how: LockOptions = {}): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    const hold = (given: Lock | null) =>
      given === null ? resolve(null) : new Promise<void>((letGo) => resolve(letGo));
    navigator.locks.request(`pagelight-session-${id}`, how, hold).catch(reject);
  });
}
