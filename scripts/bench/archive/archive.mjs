import { join } from 'node:path';
import { ROOT, runProgram } from '../../project.mjs';

/**
 * An archive in a bucket whose processes are killed, and how near its prediction comes. Needs Swift's programs. With
 * `names`: memory and time for planning that many names.
 *
 * @param {readonly string[]} args how many objects, 20,000 by default; or `names` and how many, a million by default
 */
export async function benchArchive([first = '20000', second = '1000000']) {
  const program =
    first === 'names'
      ? ['scripts/bench/archive/names.ts', second]
      : ['e2e/cluster/archive-storm/run.ts', first];
  const args = ['--import', 'tsx', join(ROOT, program[0] ?? ''), program[1] ?? ''];
  const { code } = await runProgram(process.execPath, args, { output: 'show' });
  process.exitCode = code;
}
