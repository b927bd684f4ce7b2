import { seconds } from '../progress.mjs';

/** @typedef {import('./checks.mjs').Check} Check */

/** Runs checks, beside each other where they are so called, prints a line when one has ended, and adds up what they did. */
export class Tally {
  #passed = 0;
  #failed = 0;
  /** @type {string[]} */
  #notRun = [];
  /** @type {string[]} */
  #askedAgain = [];

  get allWell() {
    return this.#failed === 0 && this.#notRun.length === 0;
  }

  /**
   * @param {Check} check
   * @returns {Promise<boolean>} whether nothing failed
   */
  async run({ name, run }) {
    const began = performance.now();
    const { passed, failed, notRun, askedAgain = [], output } = await run();
    this.#passed += passed;
    this.#failed += failed;
    this.#notRun.push(...notRun.map((test) => `${name}: ${test}`));
    this.#askedAgain.push(...askedAgain.map((test) => `${name}: ${test}`));
    const counts = passed + failed > 1 ? `, ${passed} passed, ${failed} failed` : '';
    const verdict = failed > 0 ? 'FAILED' : 'ok';
    console.log(`${verdict.padEnd(6)}  ${name} (${seconds(performance.now() - began)}${counts})`);
    if (failed > 0) console.log(output.trimEnd());
    return failed === 0;
  }

  /**
   * Something that should have run and cannot.
   *
   * @param {string} name
   * @param {string} reason
   */
  cannotRun(name, reason) {
    this.#notRun.push(`${name}: ${reason}`);
    console.log(`NOT RUN ${name}: ${reason}`);
  }

  /** Prints the end of a run: what passed late, what could not run, then the counts alone on the last line. */
  close() {
    console.log('');
    // A busy machine may be late once; it is named all the same, since it may be the first sign of a race.
    for (const line of this.#askedAgain) console.log(`Passed only when asked again: ${line}`);
    for (const line of this.#notRun) console.log(`Could not run: ${line}`);
    // What could not run is no pass: it counts beside the failures.
    console.log(`${this.#passed} passed, ${this.#failed + this.#notRun.length} failed`);
    if (!this.allWell) process.exitCode = 1;
  }
}
