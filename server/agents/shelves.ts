import { createByteBudget, type Reservation } from '../limits/byte-budget.ts';

/** Documents that a key's agents work on: uploaded before they are asked for, results beside them. */
export interface Shelf {
  /** Room for one more file; what grows beyond the key's share is refused. */
  reserve(): Reservation;
  /** @param reservation holds the bytes from now on for as long as the file stays */
  put(name: string, bytes: Uint8Array<ArrayBuffer>, reservation: Reservation): 'new' | 'replaced';
  /** Undefined where there is none any more. To be used is to stay longer. */
  find(name: string): Uint8Array<ArrayBuffer> | undefined;
  drop(name: string): boolean;
  list(): readonly { readonly name: string; readonly bytes: number }[];
}

/** A shelf for each key, all of them in bounded memory of this replica. */
export interface Shelves {
  of(keyId: string): Shelf;
  /** The largest file for which there may be room, in bytes. */
  readonly largestFileBytes: number;
}

/** How long a file stays after it was last used. */
export const FILE_KEPT_MS = 30 * 60 * 1000;
/** What a file costs beside its bytes: a name and a place. So empty ones have an end too. */
const PLACE_BYTES = 4096;

interface Kept {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly reservation: Reservation;
  until: number;
}

/** @param maxBytes of all shelves together; a key may have as much as it leaves free */
export function createShelves(maxBytes: number, now: () => number = Date.now): Shelves {
  const budget = createByteBudget(maxBytes);
  const shelves = new Map<string, Map<string, Kept>>();

  const drop = (keyId: string, name: string) => {
    const files = shelves.get(keyId);
    files?.get(name)?.reservation.release();
    const wasThere = files?.delete(name) ?? false;
    if (files?.size === 0) shelves.delete(keyId);
    return wasThere;
  };
  const dropOld = () => {
    for (const [keyId, files] of shelves) {
      for (const [name, { until }] of files) if (until <= now()) drop(keyId, name);
    }
  };
  const shelfOf = (keyId: string): Shelf => ({
    reserve() {
      dropOld();
      const reservation = budget.reserve(keyId);
      reservation.grow(PLACE_BYTES);
      return reservation;
    },
    put(name, bytes, reservation) {
      const isNew = !drop(keyId, name);
      const files = shelves.get(keyId) ?? new Map<string, Kept>();
      shelves.set(keyId, files.set(name, { bytes, reservation, until: now() + FILE_KEPT_MS }));
      // Not only when another comes.
      setTimeout(dropOld, FILE_KEPT_MS + 1).unref();
      return isNew ? 'new' : 'replaced';
    },
    find(name) {
      dropOld();
      const kept = shelves.get(keyId)?.get(name);
      if (kept !== undefined) kept.until = now() + FILE_KEPT_MS;
      return kept?.bytes;
    },
    drop: (name) => drop(keyId, name),
    list() {
      dropOld();
      return [...(shelves.get(keyId) ?? [])].map(([name, { bytes }]) => ({ name, bytes: bytes.length }));
    },
  });
  return { of: shelfOf, largestFileBytes: Math.max(0, maxBytes - PLACE_BYTES) };
}
