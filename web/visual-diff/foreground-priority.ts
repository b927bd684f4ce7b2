/** What somebody waits for goes before what is only to be found out: that asks between its steps whether it may go on. */
export class ForegroundPriority {
  #takers = 0;
  #waiting: (() => void)[] = [];

  /** Holds the others up until the answer is called. */
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

  /** Resolves as soon as nobody has it. */
  async whenIdle(): Promise<void> {
    while (this.#takers > 0) await new Promise<void>((goOn) => this.#waiting.push(goOn));
  }
}

/** Of this tab: the processors are shared by all that is done in it. */
export const foregroundPriority = new ForegroundPriority();
