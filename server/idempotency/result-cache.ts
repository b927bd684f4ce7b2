import type { CompressReport, Receipt } from '../../shared/index.ts';

/** A cached result. The document is kept for a short while only; the report longer, if it is short. */
export interface CachedResult {
  readonly report: CompressReport;
  /** Present if the first response had one. */
  readonly receipt?: Receipt;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A bounded cache of results in this replica's memory, with a TTL. */
export interface ResultCache {
  set(id: string, answered: CachedResult): void;
  get(id: string): CachedResult | undefined;
}

/** A client that lost its connection retries within this time. */
export const RESULT_TTL_MS = 5 * 60 * 1000;
/** Maximum share of one document, so that it cannot evict all others. */
const LARGEST_SHARE = 0.25;

interface Kept {
  readonly answered: CachedResult;
  readonly until: number;
}

/** @param maxBytes total; the oldest is evicted when another needs the memory, and each when its TTL ends */
export function createResultCache(maxBytes: number, now: () => number = Date.now): ResultCache {
  /** Oldest first. */
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
      // Evicts even if no other result arrives.
      setTimeout(() => makeRoom(0), RESULT_TTL_MS + 1).unref();
    },
    get(id) {
      makeRoom(0);
      return kept.get(id)?.answered;
    },
  };
}
