import { spawnSync } from 'node:child_process';
import { announced } from '../progress.mjs';
import { runProgram } from '../project.mjs';
import { mayInstall } from './may-install.mjs';

/** Settled when no installation is running: apt-get cannot run concurrently. */
let lastInstall = Promise.resolve(true);

/**
 * Installs Debian packages if this user may: of `a|b` the first that this system knows. One call waits for the other.
 *
 * @param {string} what named in the line that is printed meanwhile
 * @param {readonly string[]} packages
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} whether apt did it
 */
export function installPackages(what, packages, say) {
  lastInstall = lastInstall.then(() => install(what, packages, say));
  return lastInstall;
}

/** @type {typeof installPackages} */
async function install(what, packages, say) {
  const asRoot = rightsToInstall();
  if (asRoot === undefined) return false;
  const apt = (/** @type {string[]} */ ...args) => {
    const [program, ...rest] = [...asRoot, 'apt-get', ...args];
    return runProgram(program, rest, { output: 'keep', env: { DEBIAN_FRONTEND: 'noninteractive' } });
  };
  return announced(`Installing ${what} with apt-get`, say, async () => {
    const updated = await apt('update');
    if (updated.code !== 0) {
      say(`${updated.output}apt-get update failed (exit code ${updated.code}).`);
      return false;
    }
    // Some systems lack one: the others are installed all the same.
    const known = packages.flatMap(
      (name) => name.split('|').find((each) => succeeds('apt-cache', ['show', each])) ?? [],
    );
    const { code, output } = await apt('install', '-y', '--no-install-recommends', ...known);
    if (code !== 0) say(`${output}apt-get install failed (exit code ${code}).`);
    return code === 0;
  });
}

/** The prefix for apt-get: empty for root, sudo if it needs no password, undefined if this user may not install. */
export function rightsToInstall() {
  if (!mayInstall() || process.platform !== 'linux' || !succeeds('apt-get', ['--version'])) return undefined;
  if (process.getuid?.() === 0) return [];
  return succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined;
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
export function succeeds(program, args) {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 30_000 }).status === 0;
}
