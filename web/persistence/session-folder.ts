/**
 * The folder of one tab in the browser's private storage for this site (OPFS). A lock says that its tab still lives:
 * a folder without one was left behind by a tab that was closed or that crashed.
 */

/** Another number would be another way to write things down; what lies under an old one is removed with the site's data. */
const ROOT = 'sessions-3';
/** A tab that is just being reloaded lets go of its lock within this time. */
const LOCK_TIMEOUT_MS = 1500;

export interface SessionFolder {
  readonly id: string;
  readonly folder: FileSystemDirectoryHandle;
  /** Gives the folder up, so that another tab may find it. */
  readonly release: () => void;
}

/** Whether this browser can keep files at all: not over plain http, not in some private windows. */
export function isStorageAvailable(): boolean {
  return (
    'storage' in navigator &&
    'getDirectory' in navigator.storage &&
    'locks' in navigator &&
    typeof FileSystemFileHandle !== 'undefined' &&
    'createWritable' in FileSystemFileHandle.prototype
  );
}

/** A new, empty one for this tab. */
export async function newSessionFolder(): Promise<SessionFolder> {
  const id = crypto.randomUUID();
  // Nobody else can have it. Where it does not come at once, the device is busy.
  const release = await lock(id);
  return { id, release, folder: await (await root()).getDirectoryHandle(id, { create: true }) };
}

/** Folders whose tab is gone; they are this tab's until it lets go of them. */
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

/** What lets go of it again. Rejects when the signal is aborted before. */
function lock(id: string, signal?: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const held = () => new Promise<void>((letGo) => resolve(letGo));
    navigator.locks.request(`pagelight-session-${id}`, { ...(signal && { signal }) }, held).catch(reject);
  });
}
