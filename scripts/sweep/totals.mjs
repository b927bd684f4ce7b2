import { megabytes, printTable } from '../print-table.mjs';
import { seconds } from '../progress.mjs';

/** @typedef {import('./folder.mjs').Verdict} Verdict */

const KINDS = /** @type {const} */ (['smaller', 'unchanged', 'refused', 'wrong', 'not judged']);

/** Outcomes of the documents of a sweep. */
export class Totals {
  /** @type {{ readonly name: string, readonly verdict: Verdict }[]} */
  #rows = [];
  #began = performance.now();

  /**
   * @param {string} name
   * @param {Verdict} verdict
   */
  add(name, verdict) {
    this.#rows.push({ name, verdict });
  }

  get wrong() {
    return this.#of('wrong').length;
  }

  print() {
    const rows = KINDS.flatMap((kind) => this.#kindRows(kind));
    printTable([
      ['', 'documents', 'MB before', 'MB after', 'ratio'],
      ...rows,
      sizesRow(
        'all',
        this.#rows.map(({ verdict }) => verdict),
      ),
    ]);
    console.log(`\n${seconds(performance.now() - this.#began)}`);
    if (this.wrong > 0) {
      const kinds = new Set(this.#of('wrong').map(({ verdict }) => verdict.why.replace(/\d+/g, '#')));
      console.log(`${this.wrong} wrong, of ${kinds.size} ${kinds.size === 1 ? 'kind' : 'kinds'}`);
    }
    for (const kind of /** @type {const} */ (['wrong', 'not judged'])) {
      for (const { name, verdict } of this.#of(kind)) console.log(`${kind}  ${name}\n  ${verdict.why}`);
    }
  }

  /** @param {Verdict['kind']} kind */
  #of(kind) {
    return this.#rows.filter(({ verdict }) => verdict.kind === kind);
  }

  /**
   * A row for the kind, and one per reason if there are few.
   *
   * @param {Verdict['kind']} kind
   */
  #kindRows(kind) {
    const verdicts = this.#of(kind).map(({ verdict }) => verdict);
    if (verdicts.length === 0) return [[kind, 0]];
    const rows = [sizesRow(kind, verdicts)];
    if (kind !== 'unchanged' && kind !== 'refused') return rows;
    const reasons = [...new Set(verdicts.map(({ why }) => why))].sort();
    const named = reasons.filter((why) => why !== '');
    return [...rows, ...named.map((why) => [`  ${why}`, verdicts.filter((one) => one.why === why).length])];
  }
}

/**
 * @param {string} name
 * @param {readonly Verdict[]} verdicts
 * @returns {(string | number)[]}
 */
function sizesRow(name, verdicts) {
  const before = verdicts.reduce((sum, { inputBytes }) => sum + inputBytes, 0);
  const after = verdicts.reduce((sum, { outputBytes }) => sum + outputBytes, 0);
  const ratio = before === 0 ? '-' : (after / before).toFixed(3);
  return [name, verdicts.length, megabytes(before), megabytes(after), ratio];
}
