import { createByteBudget, type Reservation } from '../limits/byte-budget.ts';

/** In-memory store for one key's agents: uploaded documents and their results. */
export interface AgentFileStore {
  /** Reserves memory for one more file; growth beyond the key's share is refused. */
  reserve(): Reservation;
  /** @param reservation holds the bytes from now on, as long as the file stays */
  put(name: string, bytes: Uint8Array<ArrayBuffer>, reservation: Reservation): 'new' | 'replaced';
  /** Returns undefined if expired or missing. Extends the TTL. */
  get(name: string): Uint8Array<ArrayBuffer> | undefined;
  /** Like get(), but keeps the file's memory reserved until it is released, even if the file is deleted meanwhile. */
  borrow(name: string): FileLease | undefined;
  delete(name: string): boolean;
  list(): readonly { readonly name: string; readonly bytes: number }[];
}

export interface FileLease {
  readonly bytes: Uint8Array<ArrayBuffer>;
  release(): void;
}

/** One store per key, all within this replica's memory budget. */
export interface AgentFileStores {
  of(keyId: string): AgentFileStore;
  /** Maximum size of a file, in bytes. */
  readonly largestFileBytes: number;
}

/** How long a file stays after its last use. */
export const FILE_TTL_MS = 30 * 60 * 1000;
/** Overhead per file for its name and entry, so that empty files are limited too. */
const ENTRY_OVERHEAD_BYTES = 4096;

interface Kept {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly reservation: Reservation;
  until: number;
  /** Number of borrowers that hold it in memory. */
  lent: number;
  isRemoved: boolean;
}

/** @param maxBytes total of all stores; a key may use as much as it leaves free */
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
      // Evicts even if no other file arrives.
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
