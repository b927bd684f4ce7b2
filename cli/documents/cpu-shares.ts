import { processorMs } from './document-limits.ts';

/** Divides the processor time of the process among the objects in work. Threads are part of it. */
export class CpuShares {
  readonly #usedMs: () => number;
  readonly #running = new Set<{ ms: number }>();
  #lastMs = 0;

  constructor(usedMs: () => number = processorMs) {
    this.#usedMs = usedMs;
  }

  /** @returns the result of `work`, and its part of the processor time in milliseconds */
  async measure<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly cpuMs: number }> {
    this.#divide();
    const own = { ms: 0 };
    this.#running.add(own);
    try {
      const result = await work();
      this.#divide();
      return { result, cpuMs: own.ms };
    } finally {
      this.#running.delete(own);
    }
  }

  #divide(): void {
    const used = this.#usedMs();
    for (const each of this.#running) each.ms += (used - this.#lastMs) / this.#running.size;
    this.#lastMs = used;
  }
}
