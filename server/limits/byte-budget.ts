/** Bounds the bytes of all documents that are held at the same time, however many requests bring them. */
export interface ByteBudget {
  /** Bytes held now. */
  readonly held: number;
  /** Room for one document, none at first. */
  reserve(): Reservation;
}

export interface Reservation {
  /** More room for the document; false, and nothing taken, when there is none. */
  grow(bytes: number): boolean;
  /** Gives all of it back. Calling it again does nothing. */
  release(): void;
}

export function createByteBudget(totalBytes: number): ByteBudget {
  let held = 0;
  return {
    get held() {
      return held;
    },
    reserve() {
      let mine = 0;
      return {
        grow(more) {
          if (held + more > totalBytes) return false;
          held += more;
          mine += more;
          return true;
        },
        release() {
          held -= mine;
          mine = 0;
        },
      };
    },
  };
}
