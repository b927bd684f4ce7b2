import { join } from 'node:path';
import { ROOT, runProgram } from '../../scripts/project.mjs';

/**
 * Jobs in a storm: workers are killed, PostgreSQL is restarted, the receiver of webhooks is down. Needs PostgreSQL's programs.
 *
 * @param {string | undefined} documents how many; 10,000 by default
 */
export async function benchStorm(documents = '10000') {
  const args = ['--import', 'tsx', join(ROOT, 'e2e/cluster/storm/run.ts'), documents];
  const { code } = await runProgram(process.execPath, args, { output: 'show' });
  process.exitCode = code;
}
