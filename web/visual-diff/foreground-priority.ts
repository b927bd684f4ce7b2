/** Lets work that a user waits for take precedence over background work, which checks between its steps. */
export class ForegroundPriority {
  #takers = 0;
  #waiting: (() => void)[] = [];

  /** Pauses background work until the returned function is called. */
  acquire(): () => void {
    this.#takers += 1;
    let isMine = true;
    return () => {
      if (!isMine) return;
      isMine = false;
      this.#takers -= 1;
      if (this.#takers > 0) return;
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const goOn of waiting) goOn();
    };
  }

  get isIdle(): boolean {
    return this.#takers === 0;
  }

  /** Resolves when no foreground work is running. */
  async whenIdle(): Promise<void> {
    while (this.#takers > 0) await new Promise<void>((goOn) => this.#waiting.push(goOn));
  }
}

/** Shared by this tab: all its work uses the same processors. */
export const foregroundPriority = new ForegroundPriority();

/** Estimates are shown first: trials of scans take their memory afterwards. */
export const estimatePriority = new ForegroundPriority();
