/**
 * Bounds the bytes of all documents that are held at the same time, however many requests bring them. A client may hold
 * as much as it leaves free: half of all when it is alone, a third each of two, so that there is always room for one
 * more who comes. One document may take all that is free.
 */
export interface ByteBudget {
  /** Bytes held now. */
  readonly held: number;
  /**
   * Room for one document, none at first.
   *
   * @param client whose it is; without one no share is counted.
   */
  reserve(client?: string): Reservation;
}

export interface Reservation {
  /** Whether there is room for so many bytes now. Nothing is taken. */
  hasRoom(bytes: number): boolean;
  /** More room for the document; false, and nothing taken, when there is none. */
  grow(bytes: number): boolean;
  /** Gives all of it back. Calling it again does nothing. */
  release(): void;
}

/** What a client holds, in how many documents. */
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
