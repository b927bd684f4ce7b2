import type { Size } from './waiting-lines.ts';

export type Lane =
  | 'small'
  | 'all'
  /** A slot beside the common ones, for other clients while one client holds all of those. */
  | 'guest';

export interface Permit {
  readonly lane: Lane;
  /** Idempotent. */
  release(): void;
}

/** Slots of each lane, and the clients that hold the common ones. */
export class Lanes {
  readonly #inside: Record<Lane, number> = { small: 0, all: 0, guest: 0 };
  readonly #most: Readonly<Record<Lane, number>>;
  /** Common slots in use by client. */
  readonly #held = new Map<string, number>();

  constructor(most: Readonly<Record<Lane, number>>) {
    this.#most = most;
  }

  get running(): number {
    return this.#inside.all + this.#inside.small + this.#inside.guest;
  }

  hasRoom(lane: Lane): boolean {
    return this.#inside[lane] < this.#most[lane];
  }

  /** Small jobs prefer their own lane, which leaves the common one to large jobs. */
  freeFor(size: Size, client: string): Lane | undefined {
    const lanes: readonly Lane[] = size === 'small' ? ['small', 'all', 'guest'] : ['all', 'guest'];
    return lanes.find((lane) => this.hasRoom(lane) && this.mayEnter(lane, client));
  }

  /** Long jobs of one client must not keep all others waiting: a guest is any other client. */
  mayEnter(lane: Lane, client: string): boolean {
    return lane !== 'guest' || (!this.hasRoom('all') && this.#held.size === 1 && !this.#held.has(client));
  }

  /** @param onLeft called once, when the permit is released */
  enter(lane: Lane, client: string, onLeft: () => void): Permit {
    this.#count(lane, client, 1);
    let left = false;
    return {
      lane,
      release: () => {
        if (left) return;
        left = true;
        this.#count(lane, client, -1);
        onLeft();
      },
    };
  }

  #count(lane: Lane, client: string, change: 1 | -1): void {
    this.#inside[lane] += change;
    if (lane !== 'all') return;
    const slots = (this.#held.get(client) ?? 0) + change;
    if (slots > 0) this.#held.set(client, slots);
    else this.#held.delete(client);
  }
}
