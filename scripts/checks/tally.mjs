import { readFileSync } from 'node:fs';
import { minutes, seconds } from '../progress.mjs';
import { slowest } from './slowest-files.mjs';

/** @typedef {import('./checks.mjs').Check} Check */

/** Shorter checks have no line of their own in the summary. */
const NAMED_FROM_MS = 3_000;

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
  /** @type {Set<string>} */
  #running = new Set();
  /** @type {{ readonly name: string, readonly ms: number, readonly cpu: number }[]} */
  #ended = [];
  #cpu = cpuOfChildren();

  get allWell() {
    return this.#failed === 0 && this.#notRun.length === 0;
  }

  /** Names of the checks that have not ended. */
  get running() {
    return [...this.#running];
  }

  /**
   * @param {Check} check
   * @returns {Promise<boolean>} whether nothing failed
   */
  async run({ name, run }) {
    const began = performance.now();
    this.#running.add(name);
    const { passed, failed, notRun, askedAgain = [], times = [], output } = await run();
    const ms = performance.now() - began;
    this.#running.delete(name);
    // A suite is one program: what has been added since another one ended is its own.
    const cpu = cpuOfChildren() - this.#cpu;
    this.#cpu += cpu;
    this.#ended.push({ name, ms, cpu });
    this.#passed += passed;
    this.#failed += failed;
    this.#notRun.push(...notRun.map((test) => `${name}: ${test}`));
    this.#askedAgain.push(...askedAgain.map((test) => `${name}: ${test}`));
    this.#times.push(...times.map((time) => ({ ...time, file: `${name}: ${time.file}` })));
    const counts = passed + failed > 1 ? `, ${passed} passed, ${failed} failed` : '';
    const verdict = failed > 0 ? 'FAILED' : 'ok';
    console.log(`${verdict.padEnd(6)}  ${name} (${seconds(ms)}${counts})`);
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
   * Prints the summary: minutes and CPU seconds of each check, the slowest test files, tests that passed on retry, checks that could not
   * run, then the counts on the last line.
   */
  close() {
    console.log('');
    for (const { name, ms, cpu } of this.#ended)
      if (ms >= NAMED_FROM_MS)
        console.log(`${minutes(ms).padStart(8)} ${cpu.toFixed(0).padStart(5)} CPU s  ${name}`);
    for (const { file, ms } of slowest(this.#times)) console.log(`Slow: ${seconds(ms).padStart(7)}  ${file}`);
    // A busy machine may cause one timeout; it is reported all the same, since it may be the first sign of a race.
    for (const line of this.#askedAgain) console.log(`Passed only when asked again: ${line}`);
    for (const line of this.#notRun) console.log(`Could not run: ${line}`);
    // A check that could not run is not a pass: it counts as a failure.
    console.log(`${this.#passed} passed, ${this.#failed + this.#notRun.length} failed`);
    if (!this.allWell) process.exitCode = 1;
  }
}

/** CPU seconds of child processes that have ended (proc_pid_stat(5), in hundredths); 0 on systems without `/proc`. */
function cpuOfChildren() {
  try {
    const [, fields] = readFileSync('/proc/self/stat', 'latin1').split(') ');
    const [user, system] = fields.split(' ').slice(13, 15);
    return (Number(user) + Number(system)) / 100;
  } catch {
    return 0;
  }
}
