import type { CompressReport, Receipt } from '../../shared/index.ts';

/** Of an answer that is remembered there is the document for a short while, and the report where it was short. */
export interface CachedResult {
  readonly report: CompressReport;
  /** Where the first answer had one. */
  readonly receipt?: Receipt;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Finished documents of requests that named themselves, for a short while and in bounded memory of this replica. */
export interface ResultCache {
  set(id: string, answered: CachedResult): void;
  get(id: string): CachedResult | undefined;
}

/** A client that lost its connection asks again within this time. */
export const RESULT_TTL_MS = 5 * 60 * 1000;
/** One document may not drive out all others. */
const LARGEST_SHARE = 0.25;

interface Kept {
  readonly answered: CachedResult;
  readonly until: number;
}

/** @param maxBytes of all together; the oldest is evicted when another needs its room, and each when its time is over. */
export function createResultCache(maxBytes: number, now: () => number = Date.now): ResultCache {
  /** The oldest first. */
  const kept = new Map<string, Kept>();
  let heldBytes = 0;

  const evict = (id: string) => {
    heldBytes -= kept.get(id)?.answered.bytes.length ?? 0;
    kept.delete(id);
  };
  const makeRoom = (room: number) => {
    for (const [id, { until }] of kept) {
      if (until > now() && heldBytes + room <= maxBytes) return;
      evict(id);
    }
  };

  return {
    set(id, answered) {
      const { bytes } = answered;
      evict(id);
      if (bytes.length > maxBytes * LARGEST_SHARE) return;
      makeRoom(bytes.length);
      kept.set(id, { answered, until: now() + RESULT_TTL_MS });
      heldBytes += bytes.length;
      // Not only when another comes.
      setTimeout(() => makeRoom(0), RESULT_TTL_MS + 1).unref();
    },
    get(id) {
      makeRoom(0);
      return kept.get(id)?.answered;
    },
  };
}
