import { Worker } from 'node:worker_threads';

/**
 * @typedef {import('../../shared/testing/fuzz/block.ts').Block} Block
 * @typedef {import('../../shared/testing/fuzz/block.ts').BlockResult & {
 *   readonly lost?: { readonly seed: number, readonly number: number, readonly says: string },
 * }} ThreadResult `lost` names a trial that crashed its thread
 */

/** A trial is a file of at most 10 kB: even on a busy machine it ends long before this. */
const MAX_MS = 60_000;
const LOOK_MS = 1_000;
/** JavaScript heap of a thread; the limits of a trial allow a small part of it. */
const MEMORY_MB = 1_024;

/**
 * A thread that runs blocks of trials. If it hangs or runs out of memory it is terminated, the trial is reported, and
 * the rest continues.
 */
export class FuzzThread {
  /** @type {Worker | undefined} */
  #worker;
  #shown = new Int32Array(new SharedArrayBuffer(4));

  /**
   * @param {Block} block
   * @returns {AsyncGenerator<ThreadResult>} one, and one more for each trial that crashed its thread
   */
  async *results(block) {
    let from = block.from;
    while (from < block.to) {
      const result = await this.#run({ ...block, from });
      yield result;
      if (result.lost === undefined) return;
      // Trials of the block before the lost one run again, with the same results.
      if (result.lost.number > from) yield await this.#run({ ...block, from, to: result.lost.number });
      from = result.lost.number + 1;
    }
  }

  async end() {
    await this.#worker?.terminate();
  }

  /**
   * @param {Block} block
   * @returns {Promise<ThreadResult>}
   */
  #run(block) {
    const worker = (this.#worker ??= this.#start());
    Atomics.store(this.#shown, 0, block.from);
    return new Promise((resolve) => {
      const lose = (/** @type {string} */ says) => {
        this.#worker = undefined;
        worker.terminate();
        const number = Atomics.load(this.#shown, 0);
        settle({ ends: {}, mutations: 0, judged: 0, finds: [], lost: { seed: block.seed, number, says } });
      };
      const onError = (/** @type {Error} */ error) => lose(String(error));
      const watch = this.#watch(() => lose(`no end within ${MAX_MS / 1000} s`));
      const settle = (/** @type {ThreadResult} */ result) => {
        clearInterval(watch);
        worker.off('message', settle).off('error', onError);
        resolve(result);
      };
      worker.on('message', settle).on('error', onError).postMessage(block);
    });
  }

  /** @param {() => void} onHang */
  #watch(onHang) {
    let number = -1;
    let since = performance.now();
    return setInterval(() => {
      const now = Atomics.load(this.#shown, 0);
      if (now !== number) since = performance.now();
      number = now;
      if (performance.now() - since > MAX_MS) onHang();
    }, LOOK_MS);
  }

  #start() {
    return new Worker(new URL('../../shared/testing/fuzz/worker.mjs', import.meta.url), {
      workerData: this.#shown.buffer,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
  }
}
