/** Parts of results that are being made. Saving waits for them: else it would save the file that is too large. */
export class PendingParts {
  readonly #running = new Set<Promise<void>>();

  add(running: Promise<void>): void {
    const ended = running.then(
      () => {},
      () => {},
    );
    this.#running.add(ended);
    void ended.then(() => this.#running.delete(ended));
  }

  /** Resolves when all have ended, whether they succeeded or not. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }
}

/** Shared by this tab. */
export const pendingParts = new PendingParts();
