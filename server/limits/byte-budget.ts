/**
 * Limits the total size of in-memory documents over all requests. A client may hold as much as it leaves free: half of
 * the total alone, a third with two clients, so that there is always room for one more client. One document may take
 * all that is free.
 */
export interface ByteBudget {
  /** Bytes held now. */
  readonly held: number;
  /**
   * Reserves memory for one document, initially none.
   *
   * @param client owner of the document; without it no share is counted
   */
  reserve(client?: string): Reservation;
}

export interface Reservation {
  /** Whether this many bytes are free. Reserves nothing. */
  hasRoom(bytes: number): boolean;
  /** Reserves more for the document; false, and unchanged, if there is no room. */
  grow(bytes: number): boolean;
  /** Releases all of it. Idempotent. */
  release(): void;
}

/** Bytes and documents that a client holds. */
interface Share {
  bytes: number;
  documents: number;
}

export function createByteBudget(totalBytes: number): ByteBudget {
  const shares = new Map<string, Share>();
  let held = 0;

  const join = (client: string): Share => {
    const share = shares.get(client) ?? { bytes: 0, documents: 0 };
    share.documents += 1;
    shares.set(client, share);
    return share;
  };

  return {
    get held() {
      return held;
    },
    reserve(client) {
      const share = client === undefined ? undefined : join(client);
      let mine = 0;
      let isOver = false;
      const hasRoom = (more: number) => {
        const free = totalBytes - held - more;
        if (free < 0) return false;
        return share === undefined || share.documents === 1 || share.bytes + more <= free;
      };
      const add = (bytes: number) => {
        held += bytes;
        mine += bytes;
        if (share !== undefined) share.bytes += bytes;
      };
      return {
        hasRoom,
        grow(more) {
          if (!hasRoom(more)) return false;
          add(more);
          return true;
        },
        release() {
          add(-mine);
          if (isOver) return;
          isOver = true;
          if (client === undefined || share === undefined) return;
          share.documents -= 1;
          if (share.documents === 0) shares.delete(client);
        },
      };
    },
  };
}
