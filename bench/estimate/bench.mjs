import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { printTable } from '../../scripts/print-table.mjs';
import { runProgram } from '../../scripts/project.mjs';
import { bundled } from '../bundle.mjs';

/** @typedef {import('./run-estimate.mjs').Guess} Guess */

/** Estimates with a larger error count as misses. */
const CLOSE = 0.1;

/**
 * Compares the presets' estimates with the actual results, for every PDF of a folder: before any run, and after one
 * with Balanced.
 *
 * @param {string} folder
 */
export async function benchEstimate(folder) {
  const program = await bundled('estimate/run-estimate.mjs');
  const files = readdirSync(folder)
    .filter((name) => name.toLowerCase().endsWith('.pdf'))
    .sort();
  /** @type {Guess[]} */
  const all = [];
  /** @type {(readonly (string | number)[])[]} */
  const rows = [['file', 'ms', 'Sharp', 'Balanced', 'Small', 'Lossless']];
  for (const file of files) {
    const { code, output } = await runProgram(process.execPath, [program, join(folder, file)], {
      output: 'keep',
    });
    const last = output.trim().split('\n').at(-1) ?? '';
    if (code !== 0) {
      console.log(`${file}: ${last}`);
      continue;
    }
    const { guesses, ms } = /** @type {import('./run-estimate.mjs').Guessed} */ (JSON.parse(last));
    all.push(...guesses);
    rows.push([
      file,
      ms,
      ...guesses.map(({ made, before, after }) => `${off(before, made)} ${off(after, made)}`),
    ]);
  }
  printTable(rows);
  const presets = [...new Set(all.map(({ preset }) => preset))];
  for (const preset of presets) {
    const guesses = all.filter((guess) => guess.preset === preset);
    const close = (/** @type {'before' | 'after'} */ when) =>
      guesses.filter(({ [when]: guessed, made }) => Math.abs(guessed - made) <= made * CLOSE).length;
    console.log(
      `${preset}: within 10 % before any run ${close('before')} of ${guesses.length}, after one ${close('after')}`,
    );
  }
}

/** `+3.1 %`; @param {number} guessed @param {number} made */
function off(guessed, made) {
  const share = ((guessed - made) / made) * 100;
  return `${share < 0 ? '' : '+'}${share.toFixed(1)} %`;
}
