import { keepFind } from '../../shared/testing/fuzz/finds.ts';
import { printTable } from '../print-table.mjs';

/** @typedef {import('./thread.mjs').ThreadResult} ThreadResult */

const SAY_EVERY_MS = 30_000;

/** Counts the outcomes of trials, stores finds, and prints progress now and then. */
export class FuzzTotals {
  /** @type {Map<string, number>} */
  #ends = new Map();
  /** @type {Map<string, number>} */
  #finds = new Map();
  #mutations = 0;
  #judged = 0;
  #began = performance.now();
  #said = performance.now();

  /** @param {number} seed */
  constructor(seed) {
    this.seed = seed;
    console.log(`seed ${seed}`);
  }

  get found() {
    return this.#finds.size;
  }

  get #trials() {
    return [...this.#ends.values(), ...this.#finds.values()].reduce((sum, count) => sum + count, 0);
  }

  /** @param {ThreadResult} result */
  add({ ends, mutations, judged, finds, lost }) {
    for (const [end, count] of Object.entries(ends)) this.#ends.set(end, (this.#ends.get(end) ?? 0) + count);
    this.#mutations += mutations;
    this.#judged += judged;
    for (const find of finds) if (this.#isNew(find.says, find.name)) keepFind(find);
    if (lost !== undefined) this.#isNew(lost.says, `--seed ${lost.seed}, trial ${lost.number}`);
    if (performance.now() - this.#said < SAY_EVERY_MS) return;
    this.#said = performance.now();
    console.log(this.#line());
  }

  /** Outcomes of the trials, most frequent first. */
  print() {
    console.log(`\n${this.#line()}\n`);
    const rows = [...this.#ends].sort((a, b) => b[1] - a[1]);
    printTable([
      ['end', 'trials'],
      ...rows,
      ...[...this.#finds].map(([says, count]) => [`UNFAIR: ${says}`, count]),
    ]);
  }

  /**
   * @param {string} says
   * @param {string} name
   */
  #isNew(says, name) {
    const before = this.#finds.get(says) ?? 0;
    this.#finds.set(says, before + 1);
    if (before === 0) console.log(`UNFAIR ${name}: ${says}`);
    return before === 0;
  }

  #line() {
    const seconds = (performance.now() - this.#began) / 1000;
    const each = ((seconds * 1000) / this.#trials).toFixed(1);
    return `seed ${this.seed}: ${this.#trials} trials of ${this.#mutations} mutations in ${seconds.toFixed(0)} s (${each} ms each), ${this.#judged} seen by PDFium, ${this.#finds.size} kinds of unfair ends`;
  }
}
