import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { announced } from '../progress.mjs';
import { Refusal, ROOT, runProgram } from '../project.mjs';
import { mayInstall } from './may-install.mjs';

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean }} LockEntry
 * @typedef {Readonly<Record<string, LockEntry>>} LockEntries keyed by folder, as in `packages` of a lock file
 */

/**
 * Runs `npm ci` if node_modules does not match package-lock.json.
 *
 * @param {(line: string) => void} say
 */
export async function ensureInstalled(say) {
  if (isInstalled()) return;
  if (!mayInstall()) throw new Refusal('node_modules is not that of package-lock.json: npm ci.');
  const { code, output } = await announced('Installing packages with npm ci', say, () =>
    // NODE_ENV=production must not leave out what the build needs.
    runNpm(['ci', '--include=dev']),
  );
  if (code !== 0) {
    throw new Refusal(
      `${output}\nnpm ci failed (exit code ${code}): see the lines above. Is the npm registry reachable?`,
    );
  }
}

function isInstalled() {
  // npm writes this file last, so an interrupted install has none.
  const record = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  return hasEveryPackage(lockEntries(join(ROOT, 'package-lock.json')), lockEntries(record));
}

/**
 * Whether npm's own record of node_modules has every package of the lock file in its version. Optional ones may be
 * missing: they are for other platforms.
 *
 * @param {LockEntries} wanted
 * @param {LockEntries} installed
 */
export function hasEveryPackage(wanted, installed) {
  return Object.entries(wanted).every(([folder, entry]) => {
    if (folder === '') return true;
    const found = installed[folder];
    if (found === undefined) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version;
  });
}

/**
 * @param {string} file
 * @returns {LockEntries}
 */
function lockEntries(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** @param {readonly string[]} args */
export function runNpm(args) {
  // Set if npm started this command: uses the same npm, whatever the PATH says.
  const npm = process.env.npm_execpath;
  return npm?.endsWith('.js')
    ? runProgram(process.execPath, [npm, ...args], { output: 'keep' })
    : runProgram('npm', args, { output: 'keep' });
}
