import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { announced } from '../progress.mjs';
import { ROOT } from '../project.mjs';
import { runNpm } from './install.mjs';
import { mayInstall } from './may-install.mjs';

/**
 * External checks of the package, and bundlers. Not among the checkout's own packages: only these checks need them, and
 * three of them are whole runtimes.
 */
const TOOLS = {
  '@arethetypeswrong/core': '0.18.5',
  bun: '1.4.5',
  deno: '2.9.6',
  // Wants Node 24, but judges on any.
  libdeflate: '0.1.0',
  parcel: '2.16.4',
  plist: '5.0.0',
  '@rollup/plugin-node-resolve': '16.0.3',
  publint: '0.3.25',
  rollup: '4.68.8',
  'typescript-5.4': 'npm:typescript@5.4.5',
  webpack: '5.112.2',
  workerd: '1.20261117.1',
  '@yarnpkg/cli-dist': '4.18.1',
};

export const TOOLS_FOLDER = join(ROOT, 'node_modules/.cache/package-tools');

const STAMP = join(TOOLS_FOLDER, '.installed');

/**
 * Installs the tools if necessary.
 *
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} false if they could not be installed; `say` got the reason
 */
export async function ensurePackageTools(say) {
  const wanted = JSON.stringify(TOOLS);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return true;
  if (!mayInstall()) return false;
  mkdirSync(TOOLS_FOLDER, { recursive: true });
  writeFileSync(join(TOOLS_FOLDER, 'package.json'), '{ "private": true }\n');
  const names = Object.entries(TOOLS).map(([name, version]) => `${name}@${version}`);
  // Their binaries are separate packages per system, so no install script is needed.
  const args = ['install', '--prefix', TOOLS_FOLDER, '--no-audit', '--no-fund', '--ignore-scripts', ...names];
  const { code, output } = await announced('Installing tools for the package', say, () => runNpm(args));
  if (code !== 0) say(output);
  else writeFileSync(STAMP, wanted);
  return code === 0;
}
