import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../project.mjs';
import { CHECK } from './promises/check.mjs';
import { INK_JUDGE } from './promises/ink-judge.mjs';
import { MOVED_PIXELS } from './promises/moved-pixels.mjs';

/**
 * @typedef {{
 *   readonly file: string,
 *   readonly text: string,
 *   readonly becomes: string,
 * }} Change `file`: path in the checkout; `text` occurs in it exactly once
 * @typedef {{
 *   readonly file: string,
 *   readonly start: number,
 *   readonly end: number,
 *   readonly becomes: string,
 * }} Slice a change of [start, end) in the file
 * @typedef {Omit<Change, 'file'> & {
 *   readonly name: string,
 *   readonly survives?: string,
 * }} Mutant `name`: what goes wrong; `survives`: why no test can detect it
 * @typedef {{
 *   readonly file: string,
 *   readonly tests: readonly string[],
 *   readonly mutants: readonly Mutant[],
 * }} MutatedFile paths in the checkout; the tests of this file, fastest first
 */

/** Mutants of what holds our promises, by file. For all other code, random faults ask the better question. */
export const MUTATED_FILES = /** @type {readonly MutatedFile[]} */ ([
  ...CHECK,
  ...INK_JUDGE,
  ...MOVED_PIXELS,
]);

/**
 * Mutants that no longer match the sources, a sentence each.
 *
 * @param {readonly MutatedFile[]} table
 */
export function staleMutants(table) {
  return table.flatMap(({ file, mutants }) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    return mutants.flatMap(({ name, text, becomes }) => {
      const times = source.split(text).length - 1;
      if (text === becomes) return [`${file}, ${name}: the change changes nothing`];
      return times === 1 ? [] : [`${file}, ${name}: its text is in the file ${times} times, not once`];
    });
  });
}
