/** Files shared by other apps with the installed one; `public/share-target.js` stores them in the service worker. */
const STORE = 'shared-files';

/** Takes the waiting files in order, so that no other tab takes them too. */
export async function takeSharedFiles(): Promise<readonly File[]> {
  // Missing over plain http and in some private windows.
  if (!('caches' in globalThis) || !(await caches.has(STORE))) return [];
  const store = await caches.open(STORE);
  const files: File[] = [];
  for (const request of await store.keys()) {
    const kept = await store.match(request);
    if (kept === undefined || !(await store.delete(request))) continue;
    const name = decodeURIComponent(new URL(request.url).pathname.split('/').at(-1) ?? '');
    files.push(new File([await kept.blob()], name, { type: 'application/pdf' }));
  }
  await caches.delete(STORE);
  return files;
}

let areLost: boolean | undefined;

/**
 * Whether shared files were lost on the way. Removes that from the URL, and remembers it: a render that React discards
 * must not be the only one to know.
 */
export function wereSharedFilesLost(): boolean {
  areLost ??= takeFromAddress();
  return areLost;
}

/** The user has read the note: it does not come back with the list. */
export function forgetLostFiles(): void {
  areLost = false;
}

function takeFromAddress(): boolean {
  const address = new URL(location.href);
  if (address.searchParams.get('shared') !== 'lost') return false;
  address.searchParams.delete('shared');
  history.replaceState(history.state, '', address);
  return true;
}
