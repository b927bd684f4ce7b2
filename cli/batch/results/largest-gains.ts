import { type FileResult, savedBytes } from './file-result.ts';

/** Maximum rows of a table for people. */
const MAX_ROWS = 1000;

/** The results with the largest savings, largest first. */
export class LargestGains {
  #results: FileResult[] = [];

  /** @returns results that dropped out of the list */
  add(result: FileResult): readonly FileResult[] {
    this.#results.push(result);
    if (this.#results.length < 2 * MAX_ROWS) return [];
    const sorted = this.sorted();
    this.#results = sorted.slice(0, MAX_ROWS);
    return sorted.slice(MAX_ROWS);
  }

  sorted(): readonly FileResult[] {
    return [...this.#results].sort((a, b) => savedBytes(b) - savedBytes(a) || (a.file < b.file ? -1 : 1));
  }
}
