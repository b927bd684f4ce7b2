import { useSyncExternalStore } from 'react';
import type { SessionAnswer } from '../dashboard/api-types.ts';
import { readDevice, writeDevice } from './device-storage.ts';

/** What the page knows of its server: nothing yet, that there is none, or who is signed in there. */
export type Session =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'no-server' }
  | ({ readonly kind: 'known' } & SessionAnswer);

/** Remembered, so that links which lead nowhere do not even flash up. */
const NO_SERVER_KEY = 'pagelight.no-server';

const listeners = new Set<() => void>();
let session: Session = readDevice(NO_SERVER_KEY) === null ? { kind: 'unknown' } : { kind: 'no-server' };

export function becomeSession(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Asks the server once, at the start. Offline nothing is asked: the page must stay silent then. */
export async function loadSession(): Promise<void> {
  if (!navigator.onLine) return;
  try {
    const response = await fetch('/api/dashboard/session');
    const isOurs = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    // A server in trouble is a server; a host of plain files has its own pages for what it does not know.
    if (response.status >= 500) return;
    writeDevice(NO_SERVER_KEY, isOurs ? null : 'true');
    becomeSession(isOurs ? { kind: 'known', ...(await response.json()) } : { kind: 'no-server' });
  } catch {
    // Not reached: what was known stays.
  }
}

export function useSession(): Session {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => session,
  );
}
