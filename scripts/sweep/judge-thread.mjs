import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * @typedef {import('../../shared/testing/judges/judge.ts').Finding} Finding
 * @typedef {{ readonly kind: 'agree' } | { readonly kind: 'wrong' | 'not judged', readonly why: string }} Judged
 * @typedef {{ readonly qpdf: boolean, readonly mutool: boolean }} Installed programs that judge, beside what npm installs
 */

const MEMORY_MB = 2048;

/**
 * Runs the judges in a separate thread. If it hangs or crashes on a document it is terminated, and the sweep continues.
 */
export class JudgeThread {
  /** @type {Worker | undefined} */
  #worker;

  /**
   * @param {Installed} installed
   * @param {number} seconds maximum time for one pair of files
   */
  constructor(installed, seconds) {
    this.installed = installed;
    this.seconds = seconds;
  }

  /**
   * @param {Uint8Array} input
   * @param {Uint8Array} output
   * @param {string} password
   * @returns {Promise<Judged>}
   */
  async judge(input, output, password) {
    const worker = (this.#worker ??= await this.#start());
    return new Promise((resolve) => {
      const settle = (/** @type {Judged} */ judged) => {
        clearTimeout(timer);
        worker.off('message', answer).off('error', lose);
        resolve(judged);
      };
      const answer = (/** @type {readonly Finding[]} */ found) =>
        settle(
          found.length === 0
            ? { kind: 'agree' }
            : { kind: 'wrong', why: found.map(({ judge, says }) => `${judge}: ${says}`).join('; ') },
        );
      const lose = (/** @type {Error} */ error) => {
        this.#worker = undefined;
        void worker.terminate();
        settle({ kind: 'not judged', why: error.message });
      };
      const timer = setTimeout(
        () => lose(new Error(`no answer of the judges within ${this.seconds} s`)),
        this.seconds * 1000,
      );
      worker.on('message', answer).on('error', lose).postMessage({ input, output, password });
    });
  }

  async end() {
    await this.#worker?.terminate();
  }

  /** Resolves once the judges are loaded: that is no document's time. */
  async #start() {
    const worker = new Worker(new URL('./judge-worker.mjs', import.meta.url), {
      workerData: { installed: this.installed },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    await once(worker, 'message');
    return worker;
  }
}
