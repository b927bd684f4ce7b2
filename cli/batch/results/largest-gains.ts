import { type FileResult, savedBytes } from './file-result.ts';

/** A table that people read has no more rows. */
const MAX_ROWS = 1000;

/** The results with the largest gains, largest first. */
export class LargestGains {
  #results: FileResult[] = [];

  /** @returns those that are not among them any more */
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
