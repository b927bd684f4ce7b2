import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { announced } from '../progress.mjs';
import { ROOT } from '../project.mjs';
import { runNpm } from './install.mjs';
import { mayInstall } from './may-install.mjs';

/** Supported Node lines besides the current one, as npm packages provide them. */
export const OTHER_NODES = ['22.23.3', '24.21.0'];

/** Packages are named by system and processor; each holds one program. */
const PROGRAM = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';

/**
 * Installs this version of Node beside the checkout's packages if necessary.
 *
 * @param {string} version
 * @param {(line: string) => void} say
 * @returns {Promise<string | undefined>} its path; without one, `say` got the reason
 */
export async function ensureNode(version, say) {
  const folder = join(ROOT, 'node_modules/.cache/nodes', version);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const program = join(folder, 'node_modules', name, PROGRAM);
  if (existsSync(program)) return program;
  if (!mayInstall()) return undefined;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const { code, output } = await announced(`Installing Node ${version}`, say, () =>
    runNpm(['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${version}`]),
  );
  if (code === 0 && existsSync(program)) return program;
  say(`${output}npm has no Node ${version} for ${process.platform} on ${process.arch}.`);
  return undefined;
}
