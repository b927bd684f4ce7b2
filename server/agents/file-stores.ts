import { createByteBudget, type Reservation } from '../limits/byte-budget.ts';

/** Documents that a key's agents work on: uploaded before they are asked for, results beside them. */
export interface AgentFileStore {
  /** Room for one more file; what grows beyond the key's share is refused. */
  reserve(): Reservation;
  /** @param reservation holds the bytes from now on for as long as the file stays */
  put(name: string, bytes: Uint8Array<ArrayBuffer>, reservation: Reservation): 'new' | 'replaced';
  /** Undefined where there is none any more. To be used is to stay longer. */
  get(name: string): Uint8Array<ArrayBuffer> | undefined;
  /** The same for who needs it for a while: its room is held until it was given back, also where it was taken away. */
  borrow(name: string): FileLease | undefined;
  delete(name: string): boolean;
  list(): readonly { readonly name: string; readonly bytes: number }[];
}

export interface FileLease {
  readonly bytes: Uint8Array<ArrayBuffer>;
  release(): void;
}

/** A store for each key, all of them in bounded memory of this replica. */
export interface AgentFileStores {
  of(keyId: string): AgentFileStore;
  /** The largest file for which there may be room, in bytes. */
  readonly largestFileBytes: number;
}

/** How long a file stays after it was last used. */
export const FILE_TTL_MS = 30 * 60 * 1000;
/** What a file costs beside its bytes: a name and a place. So empty ones have an end too. */
const ENTRY_OVERHEAD_BYTES = 4096;

interface Kept {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly reservation: Reservation;
  until: number;
  /** To so many, who hold it in memory. */
  lent: number;
  isRemoved: boolean;
}

/** @param maxBytes of all stores together; a key may have as much as it leaves free */
export function createAgentFileStores(maxBytes: number, now: () => number = Date.now): AgentFileStores {
  const budget = createByteBudget(maxBytes);
  const filesByKey = new Map<string, Map<string, Kept>>();

  const releaseUnheld = ({ isRemoved, lent, reservation }: Kept) => {
    if (isRemoved && lent === 0) reservation.release();
  };
  const remove = (keyId: string, name: string): boolean => {
    const files = filesByKey.get(keyId);
    const kept = files?.get(name);
    if (files === undefined || kept === undefined) return false;
    kept.isRemoved = true;
    releaseUnheld(kept);
    files.delete(name);
    if (files.size === 0) filesByKey.delete(keyId);
    return true;
  };
  const use = (keyId: string, name: string): Kept | undefined => {
    evictExpired();
    const kept = filesByKey.get(keyId)?.get(name);
    if (kept !== undefined) kept.until = now() + FILE_TTL_MS;
    return kept;
  };
  const evictExpired = () => {
    for (const [keyId, files] of filesByKey) {
      for (const [name, { until }] of files) if (until <= now()) remove(keyId, name);
    }
  };
  const storeOf = (keyId: string): AgentFileStore => ({
    reserve() {
      evictExpired();
      const reservation = budget.reserve(keyId);
      reservation.grow(ENTRY_OVERHEAD_BYTES);
      return reservation;
    },
    put(name, bytes, reservation) {
      const isNew = !remove(keyId, name);
      const files = filesByKey.get(keyId) ?? new Map<string, Kept>();
      const kept = { bytes, reservation, until: now() + FILE_TTL_MS, lent: 0, isRemoved: false };
      filesByKey.set(keyId, files.set(name, kept));
      // Not only when another comes.
      setTimeout(evictExpired, FILE_TTL_MS + 1).unref();
      return isNew ? 'new' : 'replaced';
    },
    get: (name) => use(keyId, name)?.bytes,
    borrow(name) {
      const kept = use(keyId, name);
      if (kept === undefined) return undefined;
      kept.lent += 1;
      return {
        bytes: kept.bytes,
        release() {
          kept.lent -= 1;
          releaseUnheld(kept);
        },
      };
    },
    delete: (name) => remove(keyId, name),
    list() {
      evictExpired();
      return [...(filesByKey.get(keyId) ?? [])].map(([name, { bytes }]) => ({ name, bytes: bytes.length }));
    },
  });
  return { of: storeOf, largestFileBytes: Math.max(0, maxBytes - ENTRY_OVERHEAD_BYTES) };
}
