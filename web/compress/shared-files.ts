/** What other apps shared with the installed one; `public/share-target.js` puts it there, inside the service worker. */
const STORE = 'shared-files';

/** Takes the files that wait, so that no other tab takes them too; in the order they were shared in. */
export async function takeSharedFiles(): Promise<readonly File[]> {
  // Neither over plain http nor in some private windows.
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

/** Whether shared files did not get here; says so once, and then takes it out of the address. */
export function wereSharedFilesLost(): boolean {
  const address = new URL(location.href);
  const isLost = address.searchParams.get('shared') === 'lost';
  if (isLost) {
    address.searchParams.delete('shared');
    history.replaceState(history.state, '', address);
  }
  return isLost;
}
