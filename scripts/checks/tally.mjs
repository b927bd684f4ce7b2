import { seconds } from '../progress.mjs';
import { slowest } from './slowest-files.mjs';

/** @typedef {import('./checks.mjs').Check} Check */

/** Runs checks, some concurrently, prints a line when each has ended, and sums up the results. */
export class Tally {
  #passed = 0;
  #failed = 0;
  /** @type {string[]} */
  #notRun = [];
  /** @type {string[]} */
  #askedAgain = [];
  /** @type {import('./slowest-files.mjs').FileTime[]} */
  #times = [];

  get allWell() {
    return this.#failed === 0 && this.#notRun.length === 0;
  }

  /**
   * @param {Check} check
   * @returns {Promise<boolean>} whether nothing failed
   */
  async run({ name, run }) {
    const began = performance.now();
    const { passed, failed, notRun, askedAgain = [], times = [], output } = await run();
    this.#passed += passed;
    this.#failed += failed;
    this.#notRun.push(...notRun.map((test) => `${name}: ${test}`));
    this.#askedAgain.push(...askedAgain.map((test) => `${name}: ${test}`));
    for (const { file, ms } of times) this.#times.push({ file: `${name}: ${file}`, ms });
    const counts = passed + failed > 1 ? `, ${passed} passed, ${failed} failed` : '';
    const verdict = failed > 0 ? 'FAILED' : 'ok';
    console.log(`${verdict.padEnd(6)}  ${name} (${seconds(performance.now() - began)}${counts})`);
    if (failed > 0) console.log(output.trimEnd());
    return failed === 0;
  }

  /**
   * Records a check that should have run and cannot.
   *
   * @param {string} name
   * @param {string} reason
   */
  cannotRun(name, reason) {
    this.#notRun.push(`${name}: ${reason}`);
    console.log(`NOT RUN ${name}: ${reason}`);
  }

  /**
   * Prints the summary: the slowest test files, tests that passed on retry, checks that could not run, then the counts
   * on the last line.
   */
  close() {
    console.log('');
    for (const { file, ms } of slowest(this.#times)) console.log(`Slow: ${seconds(ms).padStart(7)}  ${file}`);
    // A busy machine may cause one timeout; it is reported all the same, since it may be the first sign of a race.
    for (const line of this.#askedAgain) console.log(`Passed only when asked again: ${line}`);
    for (const line of this.#notRun) console.log(`Could not run: ${line}`);
    // A check that could not run is not a pass: it counts as a failure.
    console.log(`${this.#passed} passed, ${this.#failed + this.#notRun.length} failed`);
    if (!this.allWell) process.exitCode = 1;
  }
}
