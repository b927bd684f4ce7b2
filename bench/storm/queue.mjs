import { join } from 'node:path';
import { ROOT, runProgram } from '../../scripts/project.mjs';

/**
 * The line of documents: latency, turns of keys, cost of a fetch. Needs PostgreSQL's programs.
 *
 * @param {string | undefined} waiting how many wait in the long line; 1,000,000 by default
 */
export async function benchQueue(waiting = '1000000') {
  const args = ['--import', 'tsx', join(ROOT, 'e2e/cluster/storm/queue-run.ts'), waiting];
  const { code } = await runProgram(process.execPath, args, { output: 'show' });
  process.exitCode = code;
}
