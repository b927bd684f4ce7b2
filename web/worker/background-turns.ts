/** A file of this many bytes is large: two copies of it, opened, are more than idle workers hold. */
const LARGE_BYTES = 2_000_000;

/** Returns whether background tasks run alone for this file. */
export function isLargeFile({ size }: { readonly size: number }): boolean {
  return size > LARGE_BYTES;
}

/**
 * Turns of background tasks after results, comparing and estimating: side by side for small files, alone for large ones,
 * so that their memory does not add up.
 */
export class BackgroundTurns {
  readonly #makeRoom: () => void;
  #running = 0;
  #isAlone = false;
  #waiting: (() => void)[] = [];

  /** @param makeRoom called before a large file's turn: terminates idle workers, whose memory has grown */
  constructor(makeRoom: () => void) {
    this.#makeRoom = makeRoom;
  }

  /** Waits for a turn, which lasts until the returned function is called. */
  async take(isLarge: boolean): Promise<() => void> {
    while (this.#isAlone || (isLarge && this.#running > 0))
      await new Promise<void>((goOn) => this.#waiting.push(goOn));
    this.#running += 1;
    this.#isAlone = isLarge;
    if (isLarge) this.#makeRoom();
    let isMine = true;
    return () => {
      if (!isMine) return;
      isMine = false;
      this.#running -= 1;
      this.#isAlone = false;
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const goOn of waiting) goOn();
    };
  }
}
