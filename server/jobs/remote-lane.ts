/** A key's part of the lane. */
interface Share {
  places: number;
  bytes: number;
}

/** A document's place in the lane, from its lease to its end. */
export interface LanePlace {
  /** The input has arrived and waits for a slot. */
  fetched(bytes: number): void;
  /** A slot has the document: its bytes are no longer fetched ahead. */
  begun(): void;
  /** Idempotent. */
  leave(): void;
}

export interface LaneRoom {
  /** Documents whose input or output is elsewhere, at the same time. */
  readonly places: number;
  /** Bytes of inputs that are fetched ahead, or expected. */
  readonly bytes: number;
}

/** Expected size of an input until some have arrived. */
const FIRST_GUESS_BYTES = 1024 * 1024;
/** Share of the newest size in the expected one. */
const WEIGHT = 0.2;

/**
 * Places of documents that wait for a remote service and not for a processor. A key may hold as many as it leaves free: half of all
 * alone, a third beside another key. So a place is always free for one more key.
 */
export class RemoteLane {
  readonly #room: LaneRoom;
  readonly #shares = new Map<string, Share>();
  #expected = FIRST_GUESS_BYTES;

  constructor(room: LaneRoom) {
    this.#room = room;
  }

  /** Keys that may not fetch another document now; undefined if none may. */
  fullKeys(): readonly string[] | undefined {
    const places = this.#room.places - this.#sum('places');
    const bytes = this.#room.bytes - this.#sum('bytes') - this.#expected;
    if (places < 1) return undefined;
    const isFull = (share: Share) => share.places >= places || share.bytes + this.#expected > bytes;
    return [...this.#shares].filter(([, share]) => isFull(share)).map(([keyId]) => keyId);
  }

  enter(keyId: string): LanePlace {
    const share = this.#shares.get(keyId) ?? { places: 0, bytes: 0 };
    this.#shares.set(keyId, share);
    let mine = 0;
    const hold = (bytes: number) => {
      share.bytes += bytes - mine;
      mine = bytes;
    };
    share.places += 1;
    hold(this.#expected);
    let isOver = false;
    return {
      fetched: (bytes) => {
        hold(bytes);
        this.#expected += WEIGHT * (bytes - this.#expected);
      },
      begun: () => hold(0),
      leave: () => {
        if (isOver) return;
        isOver = true;
        hold(0);
        share.places -= 1;
        if (share.places === 0) this.#shares.delete(keyId);
      },
    };
  }

  #sum(what: keyof Share): number {
    return [...this.#shares.values()].reduce((sum, share) => sum + share[what], 0);
  }
}
