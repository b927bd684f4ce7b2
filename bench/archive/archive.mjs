import { join } from 'node:path';
import { ROOT, runProgram } from '../../scripts/project.mjs';

/**
 * An archive in a bucket whose processes are killed, and how near its prediction comes. Needs Swift's programs. With
 * `names`: memory and time for planning that many names; with `list`: the list of a bucket with that many objects.
 *
 * @param {readonly string[]} args how many objects, 20,000 by default; `names` and how many, a million by default;
 * `list` and how many, 10,000 by default
 */
export async function benchArchive([first = '20000', second]) {
  const program =
    first === 'names'
      ? ['bench/archive/names.ts', second ?? '1000000']
      : first === 'list'
        ? ['e2e/cluster/archive-storm/list.ts', second ?? '10000']
        : ['e2e/cluster/archive-storm/run.ts', first];
  const args = ['--import', 'tsx', join(ROOT, program[0] ?? ''), program[1] ?? ''];
  const { code } = await runProgram(process.execPath, args, { output: 'show' });
  process.exitCode = code;
}
