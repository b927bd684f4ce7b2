import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../device/safe-local-storage.ts';
import type { SessionResponse } from './api-types.ts';

/** State of the connection to the server: unknown, unreachable, no server, or who is signed in. */
export type Session =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'no-server' }
  | ({ readonly kind: 'known' } & SessionResponse);

/** Stored, so that links without a target do not flash up. */
const NO_SERVER_KEY = 'pagelight.no-server';

const listeners = new Set<() => void>();
let session: Session = readStored(NO_SERVER_KEY) === null ? { kind: 'unknown' } : { kind: 'no-server' };

export function currentSession(): Session {
  return session;
}

export function becomeSession(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Queries the server. Offline it sends no request: the page must stay silent then. */
export async function loadSession(): Promise<void> {
  becomeSession(navigator.onLine ? await askServer() : { kind: 'unreachable' });
}

async function askServer(): Promise<Session> {
  try {
    const response = await fetch('/api/dashboard/session');
    // A server with errors is still a server.
    if (response.status >= 500) return { kind: 'unreachable' };
    // A static host responds with its own pages for unknown paths.
    const isOurs = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    writeStored(NO_SERVER_KEY, isOurs ? null : 'true');
    return isOurs ? { kind: 'known', ...(await response.json()) } : { kind: 'no-server' };
  } catch {
    return { kind: 'unreachable' };
  }
}

export function useSession(): Session {
  return useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, currentSession);
}
