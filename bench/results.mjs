import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runProgram } from '../scripts/project.mjs';

const FOLDER = join(ROOT, 'bench');
const FILE = join(FOLDER, 'results.csv');
const HEAD = 'date,commit,program,group,files,bytesIn,bytesOut,ms,peakMib\n';

/**
 * @typedef {{
 *   readonly program: string,
 *   readonly group: string,
 *   readonly files: number,
 *   readonly bytesIn: number,
 *   readonly bytesOut: number,
 *   readonly ms: number,
 *   readonly peakMib: number | null,
 * }} Result `peakMib` is null if it was not measured
 */

/**
 * Appends to the committed results, so that a regression shows in the diff.
 *
 * @param {readonly Result[]} results of one run
 */
export async function keepResults(results) {
  if (!existsSync(FILE)) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(FILE, HEAD);
  }
  const date = new Date().toISOString().slice(0, 10);
  const commit = await currentCommit();
  const lines = results.map(({ program, group, files, bytesIn, bytesOut, ms, peakMib }) =>
    [
      date,
      commit,
      program,
      group,
      files,
      bytesIn,
      bytesOut,
      Math.round(ms),
      peakMib === null ? '' : Math.round(peakMib),
    ].join(','),
  );
  appendFileSync(FILE, `${lines.join('\n')}\n`);
}

/** The short hash, with a plus if the working tree differs; empty outside a repository. */
async function currentCommit() {
  const { code, output } = await runProgram('git', ['rev-parse', '--short', 'HEAD'], { output: 'keep' });
  if (code !== 0) return '';
  const changed = await runProgram('git', ['status', '--porcelain', 'shared', 'server'], { output: 'keep' });
  return changed.output.trim() === '' ? output.trim() : `${output.trim()}+`;
}
