import { peakMib } from './peak.mjs';

/**
 * @typedef {{
 *   readonly ms: Readonly<Record<string, number>>,
 *   readonly outputBytes: number,
 *   readonly peakMib: number,
 * }} Measured the JSON that a measured program prints
 */

/** Times the steps of one program. */
export class Phases {
  /** @type {Record<string, number>} */
  #ms = {};

  /**
   * @template Value
   * @param {string} name
   * @param {() => Promise<Value>} work
   */
  async time(name, work) {
    const began = performance.now();
    const value = await work();
    this.#ms[name] = (this.#ms[name] ?? 0) + performance.now() - began;
    return value;
  }

  /** @param {number} outputBytes */
  print(outputBytes) {
    console.log(JSON.stringify(/** @type {Measured} */ ({ ms: this.#ms, outputBytes, peakMib: peakMib() })));
  }
}
